"""Hover in a body: placeholders, directives, links and references to other skills."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.features import mentions, subjects
from skill_lsp.text import Span

if TYPE_CHECKING:
    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot

_LINES = 12
"""Lines of a link's target that are shown."""
_WHO = {"user": "a person calls the skill", "model": "the model loads it", "inline": "it is named inside a message"}


def directive(snapshot: Snapshot, document: Document, offset: int) -> tuple[Span, str] | None:
    """A directive: which hosts run it, when, and how many of them."""
    found = next((one for one in document.directives if offset in one.span), None)
    if found is None:
        return None
    if placeholder(snapshot, document, offset) is not None:
        return None
    runners = snapshot.runners(document, found)
    lines = [f"**Directive** `{document.text[found.command].strip()}`", ""]
    for host in snapshot.targets(document):
        if host not in runners:
            lines.append(f"- **{host.title}** leaves it as it stands.")
            continue
        language = host.body_language
        when = " or ".join(_WHO[by] for by in sorted(language.directive_invocations, key=list(_WHO).index))
        mine = [one for one in document.directives if host in snapshot.runners(document, one)]
        limit = (
            f" Number {mine.index(found) + 1} of at most {language.directive_limit}."
            if language.directive_limit
            else ""
        )
        condition = f" if {language.directive_condition}" if language.directive_condition else ""
        lines.append(f"- **{host.title}** runs it where {when}{condition}, and puts its output here.{limit}")
    return found.span, "\n".join(lines)


def placeholder(snapshot: Snapshot, document: Document, offset: int) -> tuple[Span, str] | None:
    """A placeholder: what each target host puts in."""
    found = next((one for one in document.placeholders if offset in one.span), None)
    if found is None:
        return None
    lines = [f"**{document.text[found.span]}**", ""]
    for host, meaning in snapshot.meanings(document, found):
        if meaning.is_literal:
            text = meaning.text or "leaves it as it stands"
            lines.append(f"- **{host.title}**: {text}.")
            continue
        absent = ""
        if meaning.takes_arguments:
            absent = " Left as it stands where not given." if meaning.absent is None else " Empty where not given."
        consumed = ""
        if meaning.consumed is not None and meaning.consumed < found.span.end - found.span.start:
            taken = document.text.content[found.span.start : found.span.start + meaning.consumed]
            consumed = f" Only `{taken}` is read, the rest stays."
        lines.append(f"- **{host.title}**: {meaning.text}.{absent}{consumed}")
    return (found.span, "\n".join(lines)) if len(lines) > 2 else None


def link(snapshot: Snapshot, document: Document, offset: int) -> tuple[Span, str] | None:
    """A link to a file: its first lines, or those of the section that is named."""
    mention = mentions.at(snapshot, document, offset)
    if mention is None or mention.path is None:
        return None
    target = document if mention.path == document.path else snapshot.at(mention.path)
    if target is None:
        kind = "a directory" if snapshot.files.is_directory(mention.path) else "no such file"
        return mention.span, f"`{document.text[mention.span]}`: {kind}."
    start = 0
    if mention.anchor:
        heading = mentions.heading(target, mention.anchor)
        if heading is None:
            return mention.span, f"`{target.name}` has no heading `#{mention.anchor}`."
        start = heading.span.start
    elif target.frontmatter is not None:
        start = target.body.start
    return mention.span, f"**{target.name}**\n\n{excerpt(target, start)}"


def reference(snapshot: Snapshot, document: Document, offset: int) -> tuple[Span, str] | None:
    """A reference to another skill: its description and where it lies."""
    found = next((one for one in subjects.references(snapshot, document) if offset in one.span), None)
    if found is None:
        return None
    told = skill(snapshot, found.name)
    return (found.span, told) if told else None


def skill(snapshot: Snapshot, name: str) -> str | None:
    """The skills of a name: what each says of itself."""
    parts = []
    for path in snapshot.workspace.named(name):
        entry = snapshot.workspace.entry(path)
        description = entry.declared.description if entry and entry.declared else None
        parts.append(f"{description or 'No description.'}\n\n`{path}`")
    return f"**{name}**\n\n" + "\n\n".join(parts) if parts else None


def excerpt(document: Document, start: int) -> str:
    """Some lines of a document from an offset on, as a block."""
    lines = document.text[Span(start, min(start + 2_000, len(document.text)))].strip().splitlines()
    more = "\n…" if len(lines) > _LINES else ""
    shown = "\n".join(lines[:_LINES]) + more
    fence = "`" * max(3, max((len(line) - len(line.lstrip("`")) for line in lines[:_LINES]), default=0) + 1)
    return f"{fence}markdown\n{shown}\n{fence}"
