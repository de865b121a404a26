"""Where a reader of lines has something else than YAML says: the problems of oxo-flow's own SKILL.md reader.

*Source*: Traitome/oxo-flow b936dc14, `crates/oxo-flow-ai/src/skill.rs`, `parse_skill_md` (executed).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import DROPS, IGNORES, Effect, Problem, Severity, listed
from skill_lsp.pattern import pattern
from skill_lsp.syntax.nodes import Alias, Entry, Mapping, Node, Scalar, Sequence, Style
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.syntax.line_reader import Field, Lines
    from skill_lsp.syntax.skill import SkillMd
    from skill_lsp.syntax.yaml import YamlTree

SOURCE = "Traitome/oxo-flow b936dc14, crates/oxo-flow-ai/src/skill.rs, parse_skill_md"
KEPT = ("name", "description", "version")
REQUIRED = ("name", "description")
MANIFEST_ONLY = ("skill_type", "requires", "prompt_additions")

_BLOCK_MARK = pattern(r"[|>][+-]?[1-9]?[+-]?(?:[ \t]+#.*)?")
_YAML_NULL = frozenset({"~", "null", "Null", "NULL"})


ENDS = Effect("ends the frontmatter here", "end the frontmatter here", Severity.ERROR)
_LEAKS = Effect("takes the rest of this line for text", "take the rest of this line for text", Severity.HINT)
_DOTS = pattern(r"(?:^|\n)(\.\.\.)[ \t]*(?=\r?\n)")
READS_ON = Effect("reads on to the next `---`", "read on to the next `---`", Severity.WARNING)


def _takes(severity: Severity) -> Effect:
    return Effect("takes another text than YAML", "take another text than YAML", severity)


def problems(document: SkillMd, lines: Lines) -> Iterator[Problem]:
    """What goes wrong in a frontmatter that has its two `---`, in no order."""
    lost = [key for key in REQUIRED if lines.last(key) is None]
    empty = lines.body.start == lines.body.end
    early = _early_close(document, lines)
    if early is not None:
        yield _closed_early(early, [key for key in lost if _written_below(document, key)], lost or empty)
        if lost:
            return
    elif empty and not lost:
        yield Problem("body-empty", _opener(document), DROPS, "nothing stands after the frontmatter", SOURCE)
    if document.frontmatter is not None and document.frontmatter.displacement == "missing-closer":
        yield from _closed_late(document, lines)
    if early is None:
        yield from _other_closers(document, lines)
    for key in lost:
        yield _missing(document, lines, key)
    for key in KEPT:
        yield from _compared(document, lines, key)
    yield from _of_a_manifest(document, lines)


def _opener(document: SkillMd) -> Span:
    return document.frontmatter.opener if document.frontmatter else Span(0, 3)


# ------------------------------------------------------------------- where it ends


def _early_close(document: SkillMd, lines: Lines) -> Span | None:
    """The dashes that end the frontmatter before the line which its author closes it with."""
    closer = lines.closer
    author = document.frontmatter
    if closer is None:
        return None
    content = document.text.content
    end = closer.end
    while content.startswith("-", end):
        end += 1
    if lines.content.start == lines.content.end:
        return Span(0, end)
    if author is None or author.displacement not in (None, "missing-closer"):
        return None
    if author.closer is not None and author.closer.start <= closer.start:
        return None
    line = document.text.line_at(closer.start)
    if not document.text[Span(line.start, closer.start)].strip() and not content[end : line.end].strip():
        return None
    start = closer.start
    return Span(start, end) if author.closer is not None or closer.start < author.content.end else None


def _closed_early(span: Span, cut_off: list[str], lost: object) -> Problem:
    if not lost:
        cause = "the first `---` counts wherever it stands, and what follows it goes into the prompt"
        return Problem("frontmatter-early-close", span, ENDS, cause, SOURCE)
    keys = listed([f"`{key}`" for key in cut_off])
    cause = "the first `---` ends the frontmatter wherever it stands" + (f", here before {keys}" if keys else "")
    return Problem("frontmatter-early-close", span, DROPS, cause, SOURCE)


def _written_below(document: SkillMd, key: str) -> bool:
    root = document.yaml.root if document.yaml else None
    return isinstance(root, Mapping) and root.entry(key) is not None


def _closed_late(document: SkillMd, lines: Lines) -> Iterator[Problem]:
    """No line closes the frontmatter, but dashes further down in the text do."""
    author = document.frontmatter
    if author is None or lines.closer is None or lines.closer.start <= author.content.end:
        return
    line = document.text.line_at(lines.closer.start)
    if line.start > author.content.end or document.text[line].strip("-").strip():
        cause = "no `---` line closes the frontmatter, so the lines up to the next `---` count as keys"
        yield Problem("frontmatter-unclosed", author.opener, READS_ON, cause, SOURCE, data="missing-closer")


def _other_closers(document: SkillMd, lines: Lines) -> Iterator[Problem]:
    """A line that YAML takes for the end and this reader does not, and what stands behind the hyphens that it takes."""
    content = document.text.content
    dots = _DOTS.search(content, lines.content.start, lines.content.end)
    if dots is not None:
        cause = "only `---` closes the frontmatter there, so all lines up to it count as keys"
        yield Problem("frontmatter-fence", Span(dots.start(1), dots.end(1)), READS_ON, cause, SOURCE)
    if lines.closer is None or lines.content.start == lines.content.end:
        return
    line = document.text.line_at(lines.closer.start)
    rest = content[lines.closer.end : line.end].strip()
    if rest:
        cause = f"it ends the frontmatter at the three hyphens, and the text begins with `{_brief(rest)}`"
        yield Problem("frontmatter-fence", line, _LEAKS, cause, SOURCE)


# -------------------------------------------------------------------- keys missing


def _missing(document: SkillMd, lines: Lines, key: str) -> Problem:
    """A required key that the reader does not find, on the line where its author probably wrote it."""
    for field in lines.fields:
        bare = field.key.strip("\"' ")
        if bare == key and bare != field.key:
            cause = f"`{key}` is missing, for `{field.key}` counts only without quotes"
            return Problem("line-key", field.key_span, DROPS, cause, SOURCE, data=key)
        if field.key.startswith("{") or field.key.startswith("?"):
            cause = f"`{key}` is missing: only lines of the form `{key}: …` count"
            return Problem("line-key", field.key_span, DROPS, cause, SOURCE, data=key)
    return Problem("key-required", _first_key(document, lines), DROPS, f"`{key}` is missing", SOURCE, data=key)


def _first_key(document: SkillMd, lines: Lines) -> Span:
    """Where a finding about the whole frontmatter stands: where those of the YAML readers do."""
    root = document.yaml.root if document.yaml else None
    if isinstance(root, Mapping) and root.entries:
        return root.entries[0].key.span
    if lines.fields:
        return lines.fields[0].key_span
    return _opener(document)


# ------------------------------------------------------------------ other than YAML


_QUOTES = ('"', "'")


def _tree(document: SkillMd, lines: Lines) -> YamlTree | None:
    """What YAML makes of the lines that the reader takes for the frontmatter."""
    author = document.frontmatter
    if author is None or lines.closer is None:
        return None
    same = author.closer is not None and author.closer.start == lines.closer.start
    return document.yaml if same else document.yaml_of(lines.content)


def _is_broken_at(document: SkillMd, tree: YamlTree | None, field: Field, node: Node | None) -> bool:
    """Whether YAML itself fails at a field, so that there is no other text to compare with: most likely this reader
    has the one that is meant."""
    if tree is None or not tree.broken or _BLOCK_MARK.fullmatch(field.value):
        return False
    written = document.text[field.written]
    if written[:1] in _QUOTES and written[:1] != written[-1:]:
        return False  # `"Tides" and more`: a quote that belongs to the text is taken off
    start, end = field.line.start, max(field.line.end, node.span.end if node is not None else 0)
    return any(start <= problem.span.start <= end for problem in tree.problems)


def _compared(document: SkillMd, lines: Lines, key: str) -> Iterator[Problem]:
    """Where the value that counts is another one than YAML has under this key."""
    field = lines.last(key)
    if field is None:
        return
    tree = _tree(document, lines)
    root = tree.root if tree is not None else None
    entries = root.entries if isinstance(root, Mapping) and not root.flow else ()
    spans = {entry.key.span: entry for entry in entries}
    owners = [other for other in lines.fields if other.key == key and _is_top(other, spans)]
    if field not in owners:
        if owners or not _is_broken_at(document, tree, field, None):
            yield from _overridden(key, field, owners[-1] if owners else None)
        return
    if len(owners) > 1 and owners[-2].value != field.value:
        does = Effect("takes the last one", "take the last one", Severity.WARNING)
        cause = f"`{key}` stands here a second time"
        first = ((owners[-2].key_span, "this one has no effect"),)
        yield Problem("yaml-duplicate-key", field.key_span, does, cause, SOURCE, related=first)
    entry = spans.get(field.key_span)
    if entry is not None and _is_broken_at(document, tree, field, entry.value):
        return
    if entry is not None:
        yield from _against_yaml(document, key, field, entry.value)
    elif _BLOCK_MARK.fullmatch(field.value):
        yield _block_scalar(key, field)


def _is_top(field: Field, spans: dict[Span, Entry]) -> bool:
    return field.key_span in spans or not field.indented


def _grave(key: str) -> Severity:
    """A wrong name loses the skill to whoever activates it; the other two are only shown."""
    return Severity.ERROR if key == "name" else Severity.WARNING


def _overridden(key: str, field: Field, owner: Field | None) -> Iterator[Problem]:
    if owner is None and key == "version":
        return  # `metadata.version` where no other is: what everyone means
    if owner is not None and owner.value == field.value:
        return
    does = Effect(f"takes this for the skill's {key}", f"take this for the skill's {key}", _grave(key))
    cause = "its reader trims every line, so an indented key counts as well, and the last one wins"
    related = ((owner.key_span, f"the `{key}` that loses"),) if owner is not None else ()
    yield Problem("line-nested-key", field.key_span, does, cause, SOURCE, related=related, data=key)


def _against_yaml(document: SkillMd, key: str, field: Field, node: Node) -> Iterator[Problem]:
    span = field.written if field.written.end > field.written.start else field.key_span
    if isinstance(node, Scalar) and node.style in (Style.LITERAL, Style.FOLDED):
        if node.text.strip() != field.value:
            yield _block_scalar(key, field)
        return
    if isinstance(node, Alias) or node.tag is not None or node.anchor is not None:
        cause = f"`{key}` is `{_brief(field.value)}` there, for anchors, aliases and tags mean nothing to its reader"
        yield Problem("line-literal", span, _takes(_grave(key)), cause, SOURCE, data=key)
        return
    if isinstance(node, Mapping | Sequence):
        if not field.value or node.span.start >= field.line.end:
            yield _wrapped(key, field)
        elif key == "name":
            does = Effect("keeps this as text", "keep this as text", Severity.WARNING)
            yield Problem("line-literal", span, does, f"`{key}` is `{_brief(field.value)}` there", SOURCE, data=key)
        return
    yield from _scalar(document, key, field, node, span)


def _scalar(document: SkillMd, key: str, field: Field, node: Scalar, span: Span) -> Iterator[Problem]:
    if node.style is Style.PLAIN and node.text in _YAML_NULL:
        if key != "version":
            does = Effect("keeps this as text", "keep this as text", Severity.WARNING)
            cause = f"`{key}` is the text `{_brief(field.value)}` there"
            yield Problem("line-literal", span, does, cause, SOURCE, data=key)
        return
    if not node.text.strip() and not field.value:
        if key != "version":
            yield _empty(key, node, span)
        return
    if node.text == field.value:
        return
    source = document.text[node.span]
    if node.span.start > field.line.end or "\n" in source:
        yield _wrapped(key, field)
    elif node.span.end < field.written.end:
        comment = document.text[Span(node.span.end, field.written.end)]
        start = node.span.end + len(comment) - len(comment.lstrip())
        if node.style is Style.PLAIN and comment.strip()[1:2] not in ("", " ", "\t", "#"):
            return  # `Closes #42`: this reader has the text that is meant, and YAML loses it
        cause = f"`{key}` is `{_brief(field.value)}` there, for its reader knows no comment after a value"
        where = Span(start, field.written.end)
        yield Problem("line-comment", where, _takes(_grave(key)), cause, SOURCE, data=key)
    elif (node.style is Style.DOUBLE and "\\" in source) or (node.style is Style.SINGLE and "''" in source[1:-1]):
        cause = f"`{key}` is `{_brief(field.value)}` there, for its reader knows no escapes"
        yield Problem("line-escape", span, _takes(_grave(key)), cause, SOURCE, data=key)
    elif node.text.strip("\"'") == field.value:
        cause = f"`{key}` is `{_brief(field.value)}` there, for its reader takes every quote at both ends off"
        yield Problem("line-quotes", span, _takes(_grave(key)), cause, SOURCE, data=key)


def _empty(key: str, node: Scalar, span: Span) -> Problem:
    if key == "name":
        does = Effect("loads it without a name", "load it without a name", Severity.ERROR)
        cause = '`name` is empty, and only `skills = [""]` would activate it'
    else:
        does = Effect("lists it without a description", "list it without a description", Severity.WARNING)
        cause = "`description` is empty"
    rule = "value-null" if node.is_empty_plain else f"{key}-length"
    return Problem(rule, span, does, cause, SOURCE, data=key)


def _block_scalar(key: str, field: Field) -> Problem:
    severity = Severity.WARNING if key == "version" else Severity.ERROR
    cause = f"`{key}` is `{_brief(field.value)}` there, for its reader sees one line at a time"
    return Problem("line-block-scalar", field.written, _takes(severity), cause, SOURCE, data=key)


def _wrapped(key: str, field: Field) -> Problem:
    span = field.written if field.written.end > field.written.start else field.key_span
    has = f"ends after `{_shortened(field.value)}`" if field.value else "is empty"
    cause = f"`{key}` {has} there, for its reader sees one line at a time"
    return Problem("line-wrapped-value", span, _takes(_grave(key)), cause, SOURCE, data=key)


def _brief(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:58]}…"


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else f"…{text[-38:]}"


def _of_a_manifest(document: SkillMd, lines: Lines) -> Iterator[Problem]:
    """Keys that count only in a `.skill.toml`."""
    for field in lines.fields:
        if field.key in MANIFEST_ONLY and not field.indented and field.value != "knowledge":
            cause = f"`{field.key}` counts only in a `.skill.toml`, and a SKILL.md is always a knowledge skill"
            yield Problem("manifest-key", field.key_span, IGNORES, cause, SOURCE, data=field.key)
