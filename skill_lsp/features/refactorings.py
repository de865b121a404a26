"""Refactorings: text to list and back, styles of a text, the other skill format, a section to a file of its own."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp import hosts
from skill_lsp.features import edits, keys, mentions, outline
from skill_lsp.features.cursor import key_at
from skill_lsp.hosts.keys import TextList
from skill_lsp.syntax import globs
from skill_lsp.syntax.nodes import Mapping, Scalar, Sequence, Style
from skill_lsp.syntax.quoting import toml_quoted, yaml_quoted
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.text import Edit, Span
from skill_lsp.workspace.documents import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.syntax.nodes import Entry

REWRITE = lsp.CodeActionKind.RefactorRewrite
EXTRACT = lsp.CodeActionKind.RefactorExtract
_WIDTH = 100


def refactorings(snapshot: Snapshot, document: Document, span: Span) -> Iterator[lsp.CodeAction]:
    """What can be written otherwise at a place, so that every target host still has the same or more."""
    place = key_at(document.root, span.start)
    if place is not None and document.in_keys(span.start):
        yield from _lists(snapshot, document, place.entries[0])
        if len(place.entries) == 1:
            yield from _styles(snapshot, document, place.entry)
    yield from _other_format(snapshot, document)
    yield from _extractions(snapshot, document, span)


def _action(
    snapshot: Snapshot, document: Document, title: str, edit: Edit, *, exactly: bool
) -> Iterator[lsp.CodeAction]:
    """The rewriting of one value, unless a target host were worse off (`exactly`: or had another value)."""
    if _is_kept(snapshot, document, edit, exactly=exactly):
        changes = edits.workspace_edit(snapshot, {document.path: [edit]})
        yield lsp.CodeAction(title=title, kind=REWRITE, edit=changes)


def _is_kept(snapshot: Snapshot, document: Document, edit: Edit, *, exactly: bool) -> bool:
    context = snapshot.context(document)
    kind = snapshot.workspace.kind(document.path)
    if context is None or kind is None:
        return False
    after = parse(kind, document.text.edited([edit]))
    for host in context.targets:
        before = context.readings.get(host.id)
        if before is None:
            continue
        now = host.read(after, context.place)
        if exactly and (before.name, before.description, before.values) != (now.name, now.description, now.values):
            return False
        if (before.loaded and not now.loaded) or len(now.problems) > len(before.problems):
            return False
    return True


# ------------------------------------------------------------------ text and list


def _lists(snapshot: Snapshot, document: Document, entry: Entry) -> Iterator[lsp.CodeAction]:
    """One text with commas (or blanks between tools) to a list, and back."""
    held = [key.kind for _, key in keys.by_host(hosts.everyone(), document, (entry.key.text,)) if key is not None]
    if not any(isinstance(kind, TextList) or kind.holds == "globs" for kind in held):
        return
    value = entry.value
    if isinstance(value, Scalar) and value.text.strip():
        words = _words(value.text, globs_held=any(kind.holds == "globs" for kind in held))
        written = ", ".join(_item(document, word) for word in words)
        title = f"Write `{entry.key.text}` as a list"
        yield from _action(snapshot, document, title, Edit(value.span, f"[{written}]"), exactly=False)
    elif isinstance(value, Sequence) and value.items and document.is_skill_md:
        items = [item.text for item in value.items if isinstance(item, Scalar)]
        if len(items) == len(value.items) and not any("," in item for item in items):
            start = value.span.start if value.flow else _after_colon(document, entry)
            title = f"Write `{entry.key.text}` as one text"
            written = _plain_or_quoted(", ".join(items))
            edit = Edit(Span(start, value.span.end), written if value.flow else f" {written}")
            yield from _action(snapshot, document, title, edit, exactly=False)


def _words(text: str, *, globs_held: bool) -> list[str]:
    if globs_held:
        return [pattern for _, pattern in globs.split(text) if pattern]
    found = re.findall(r"[^\s,(]+(?:\([^)]*\))?", text)
    return [word for word in found if word]


def _item(document: Document, word: str) -> str:
    return _plain_or_quoted(word) if document.is_skill_md else toml_quoted(word)


def _plain_or_quoted(text: str) -> str:
    """A text as a YAML value that every parser reads as that text."""
    return (
        text
        if re.fullmatch(r"[A-Za-z][\w./-]*(?: [\w./-]+|, [\w./-]+)*", text) and not _is_word(text)
        else yaml_quoted(text)
    )


def _is_word(text: str) -> bool:
    return text.lower() in {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}


def _after_colon(document: Document, entry: Entry) -> int:
    return document.text.content.index(":", entry.key.span.end) + 1


# --------------------------------------------------------------------------- styles


def _styles(snapshot: Snapshot, document: Document, entry: Entry) -> Iterator[lsp.CodeAction]:
    """Plain, quoted and folded forms of a text."""
    value = entry.value
    if not isinstance(value, Scalar) or not value.text or not isinstance(document.tree, SkillMd) or value.tag:
        return
    span = Span(value.span.start, value.span.start + len(document.text[value.span].rstrip()))
    one_line = value.text.rstrip("\n")
    if "\n" not in one_line:
        if value.style is not Style.DOUBLE and value.style is not Style.SINGLE:
            edit = Edit(span, yaml_quoted(value.text if value.style is Style.PLAIN else one_line))
            yield from _action(snapshot, document, "Write as quoted text", edit, exactly=value.style is Style.PLAIN)
        if value.style is not Style.PLAIN and not _is_word(one_line) and not one_line[:1].isdigit():
            yield from _action(snapshot, document, "Write without quotes", Edit(span, one_line), exactly=True)
        if value.style is not Style.FOLDED and len(one_line) > _WIDTH // 2 and "  " not in one_line:
            edit = Edit(span, ">-" + document.text.newline + _folded(one_line, document.text.newline))
            yield from _action(snapshot, document, "Write as folded text", edit, exactly=True)


def _folded(text: str, newline: str) -> str:
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(lines[-1]) + len(word) < _WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(f"  {word}")
    return newline.join(lines)


# ------------------------------------------------------------------- other format


def _other_format(snapshot: Snapshot, document: Document) -> Iterator[lsp.CodeAction]:
    """SKILL.md to a manifest and back, as a new file: the old one stays until the author deletes it."""
    root = document.root
    if root is None or not snapshot.client.create_files:
        return
    name, description = (
        node.text if isinstance(node := root.get(key), Scalar) else "" for key in ("name", "description")
    )
    if not re.fullmatch(r"\w[\w.-]*", name):
        return
    if isinstance(document.tree, SkillMd):
        body = document.text[document.body].strip()
        path = _manifest_path(snapshot, document, name)
        content = _manifest(name, description, _text_of(root, "version") or "0.1.0", body)
    elif isinstance(document.tree, SkillToml):
        additions = root.get("prompt_additions")
        items = additions.items if isinstance(additions, Sequence) else ()
        body = "\n\n".join(item.text.strip("\n") for item in items if isinstance(item, Scalar))
        path = f"{document.directory}/{name}/SKILL.md"
        content = f"---\nname: {_plain_or_quoted(name)}\ndescription: {_plain_or_quoted(description)}\n---\n\n{body}\n"
    else:
        return
    if body and path is not None and not snapshot.files.exists(path):
        title = f"Write as {posixpath.basename(path)} too"
        edit = edits.workspace_edit(snapshot, {}, created={path: content})
        yield lsp.CodeAction(title=title, kind=REWRITE, edit=edit)


def _manifest_path(snapshot: Snapshot, document: Document, name: str) -> str | None:
    """Where a manifest is found: the root with manifests that the skill lies in, else the one of its project."""
    roots = [
        root.path for host in hosts.everyone() for root in host.roots if root.manifests and root.scope == "project"
    ]
    for root in roots:
        at = document.path.find(f"/{root}/")
        if at >= 0:
            return f"{document.path[:at]}/{root}/{name}.skill.toml"
    project = snapshot.project(document)
    return f"{project}/{roots[0]}/{name}.skill.toml" if roots and project else None


def _manifest(name: str, description: str, version: str, body: str) -> str:
    escaped = body.replace("\\", "\\\\").replace('"""', '\\"\\"\\"').replace("\r\n", "\n").replace("\r", "\n")
    head = f"name = {toml_quoted(name)}\nversion = {toml_quoted(version)}\ndescription = {toml_quoted(description)}\n"
    return f'{head}skill_type = "knowledge"\nprompt_additions = [\n"""\n{escaped}\n""",\n]\n'


def _text_of(root: Mapping, key: str) -> str:
    node = root.get(key)
    return node.text if isinstance(node, Scalar) else ""


# ---------------------------------------------------------------------- extraction


def _extractions(snapshot: Snapshot, document: Document, span: Span) -> Iterator[lsp.CodeAction]:
    """The section at the cursor to a file in `references/`, a link in its place."""
    if document.markdown is None or not document.is_skill_md or not snapshot.client.create_files:
        return
    sections = outline.sections(document.markdown.headings, document.body.end)
    section = next((one for one in sections if span.start in one.heading.span and one.heading.level > 1), None)
    if section is None:
        return
    path = f"{document.directory}/references/{section.heading.slug or 'section'}.md"
    text = document.text[section.span].strip()
    if snapshot.files.exists(path) or not text[len(document.text[section.heading.span].strip()) :].strip():
        return
    action = lsp.CodeAction(title=f"Move this section to references/{posixpath.basename(path)}", kind=EXTRACT)
    if _is_expanded(snapshot, document, section.span):
        if snapshot.client.disabled_actions:
            reason = "Placeholders and directives are only replaced in the skill's own file"
            yield lsp.CodeAction(action.title, kind=EXTRACT, disabled=lsp.CodeActionDisabled(reason))
        return
    newline = document.text.newline
    marks = "#" * section.heading.level
    title = section.heading.text
    pointer = f"{marks} {title}{newline}{newline}See [{title}](references/{posixpath.basename(path)}).{newline}"
    follows = newline if section.span.end < document.body.end else ""
    replaced = Edit(section.span, pointer + follows)
    content = _rebased(snapshot, document, section.span, text) + newline
    action.edit = edits.workspace_edit(snapshot, {document.path: [replaced]}, created={path: content})
    yield action


def _is_expanded(snapshot: Snapshot, document: Document, span: Span) -> bool:
    """Whether a target host replaces or runs something in a part of the body."""
    if any(span.covers(one.span) and snapshot.runners(document, one) for one in document.directives):
        return True
    tokens = (token for token in document.placeholders if span.covers(token.span))
    return any(not meaning.is_literal for token in tokens for _, meaning in snapshot.meanings(document, token))


def _rebased(snapshot: Snapshot, document: Document, span: Span, text: str) -> str:
    """A section whose relative links still point to the same files from `references/`."""
    start = document.text.content.index(text, span.start)
    for mention in reversed(mentions.mentions(snapshot, document)):
        inner = mention.path_span
        if inner is not None and mention.path is not None and Span(start, start + len(text)).covers(inner):
            new = posixpath.relpath(mention.path, f"{document.directory}/references")
            text = text[: inner.start - start] + new + text[inner.end - start :]
    return text
