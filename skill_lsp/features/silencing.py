"""Code actions that silence a finding: a comment at its place, or its rule in the configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp import config
from skill_lsp.features import edits
from skill_lsp.features.diagnostics import diagnostic
from skill_lsp.syntax.manifest import JsonDocument
from skill_lsp.syntax.nodes import Mapping
from skill_lsp.text import Edit, Span, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.rules.finding import Finding

_TABLE = ("tool", "skill-lsp")


def silencing(snapshot: Snapshot, document: Document, findings: list[Finding]) -> Iterator[lsp.CodeAction]:
    """For each rule among the findings: suppress it here, ignore it everywhere."""
    for rule in dict.fromkeys(finding.rule for finding in findings):
        finding = next(one for one in findings if one.rule == rule)
        shown = [diagnostic(snapshot, document, finding)]
        comment = _comment(snapshot, document, finding)
        if comment is not None:
            edit = edits.workspace_edit(snapshot, {document.path: [comment]})
            yield lsp.CodeAction(
                f"Suppress {rule} here", kind=lsp.CodeActionKind.QuickFix, diagnostics=shown, edit=edit
            )
        everywhere = _configured(snapshot, document, rule)
        if everywhere is not None:
            title = f"Ignore {rule} in the configuration"
            yield lsp.CodeAction(title, kind=lsp.CodeActionKind.QuickFix, diagnostics=shown, edit=everywhere)


def _comment(snapshot: Snapshot, document: Document, finding: Finding) -> Edit | None:
    """A comment on a line of its own above the finding; None where none can stand or where it would not help."""
    if finding.span is None or not _takes_comments(document):
        return None
    text, newline = document.text, document.text.newline
    in_keys = document.in_keys(finding.span.start)
    if not in_keys and finding.span.start < document.body.start:
        return None  # above the frontmatter a comment would hide it from every host
    start = text.line_at(_top(document, finding.span.start)).start
    body = "skill-lsp: ignore[" + finding.rule + "]"
    indent = text.content[start : start + len(text.content[start:]) - len(text.content[start:].lstrip(" \t"))]
    comment = f"{indent}# {body}" if in_keys else f"<!-- {body} -->"
    edit = Edit(Span(start, start), comment + newline)
    return edit if _helps(snapshot, document, finding, edit) else None


def _takes_comments(document: Document) -> bool:
    """Whether the format has comments: JSON has none, and one more line would break it."""
    return not isinstance(document.tree, JsonDocument)


def _top(document: Document, offset: int) -> int:
    """Where the entry begins that an offset lies in: between the lines of one value no comment can stand."""
    for entry in document.root.entries if document.root else ():
        if offset in entry.span:
            return entry.key.span.start if not isinstance(entry.value, Mapping) else offset
    fences = document.markdown.fences if document.markdown else ()
    return next((fence.span.start for fence in fences if offset in fence.span), offset)


def _helps(snapshot: Snapshot, document: Document, finding: Finding, edit: Edit) -> bool:
    """Whether the finding is gone with the comment, and no host reads another skill."""
    kind = snapshot.workspace.kind(document.path)
    context = snapshot.context(document)
    if kind is None or context is None:
        return False
    after = snapshot.checked(document, document.text.edited([edit]))
    moved = finding.span.moved(len(edit.text)) if finding.span else None
    before = {one.rule for one in snapshot.findings(document)}
    return not any(one.rule not in before or (one.rule == finding.rule and one.span == moved) for one in after)


# ------------------------------------------------------------------- configuration


def _configured(snapshot: Snapshot, document: Document, rule: str) -> lsp.WorkspaceEdit | None:
    """The rule added to `ignore` of the nearest configuration; a new file where there is none."""
    directory = document.directory
    while "/" in directory:
        for name in config.FILE_NAMES:
            path = f"{directory}/{name}"
            text = snapshot.workspace.text(path) if snapshot.files.is_file(path) else None
            if isinstance(text, Text):
                new = _with_ignored(text.content, rule, () if name == config.FILE_NAMES[0] else _TABLE)
                if new is not None:
                    target = snapshot.at(path)
                    return (
                        edits.workspace_edit(snapshot, {path: edits.difference(target.text, new)}) if target else None
                    )
        directory = directory.rpartition("/")[0]
    project = snapshot.project(document)
    if project is None:
        return None
    return edits.workspace_edit(snapshot, {}, created={f"{project}/{config.FILE_NAMES[0]}": f'ignore = ["{rule}"]\n'})


def _with_ignored(content: str, rule: str, table: tuple[str, ...]) -> str | None:
    """A configuration with one more rule ignored; None where it has no table of ours or cannot be read."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        parsed = tomlkit.parse(content)
        settings = parsed
        for name in table:
            if name not in settings:
                return None
            settings = settings[name]
        if "ignore" in settings:
            settings["ignore"].append(rule)
        else:
            settings["ignore"] = [rule]
        return str(tomlkit.dumps(parsed))
    except (TOMLKitError, ValueError, AttributeError, TypeError):
        return None
