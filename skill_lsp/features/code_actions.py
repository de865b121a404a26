"""Code actions: quick fixes of one finding, of all of its kind and of the whole file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features import edits, refactorings, silencing
from skill_lsp.features.diagnostics import diagnostic
from skill_lsp.rules import repair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.rules.finding import Finding, Fix
    from skill_lsp.text import Edit, Span, Text

FIX_ALL = "source.fixAll.skill-lsp"
APPLY = "skillLsp.applyEdit"
KINDS: tuple[str, ...] = (
    lsp.CodeActionKind.QuickFix,
    FIX_ALL,
    lsp.CodeActionKind.RefactorRewrite,
    lsp.CodeActionKind.RefactorExtract,
)


def code_actions(
    snapshot: Snapshot, document: Document, selection: lsp.Range, only: Sequence[str] | None = None
) -> list[lsp.CodeAction]:
    """What can be done at a range. Findings are asked anew: not every client sends its diagnostics back."""
    span = document.span(selection)
    if span.start == span.end:
        span = document.text.line_at(span.start)  # the cursor is somewhere on the line: nobody aims at one character
    actions: list[lsp.CodeAction] = []
    if _wanted(lsp.CodeActionKind.QuickFix, only):
        actions += _quick_fixes(snapshot, document, span)
        here = [finding for finding in snapshot.findings(document) if _touches(finding, span)]
        actions += silencing.silencing(snapshot, document, here)
    actions += refactorings.refactorings(snapshot, document, document.span(selection))
    if only and _wanted(FIX_ALL, only):
        actions += _fix_all(snapshot, document)
    return [action for action in actions if _wanted(action.kind, only)]


def offers(
    snapshot: Snapshot, document: Document, selection: lsp.Range, only: Sequence[str] | None = None
) -> list[lsp.CodeAction] | list[lsp.Command]:
    """The same as commands for a client that knows no other code actions; none where it applies no edits for us."""
    actions = code_actions(snapshot, document, selection, only)
    if snapshot.client.action_literals:
        return actions
    applied = actions if snapshot.client.apply_edit else []
    return [lsp.Command(one.title, APPLY, arguments=[one.title, one.edit]) for one in applied]


def _wanted(kind: lsp.CodeActionKind | str | None, only: Sequence[str] | None) -> bool:
    """Whether a kind, or a broader one that contains it, was asked for."""
    kind = str(getattr(kind, "value", kind))
    asked = [str(getattr(one, "value", one)) for one in only or ()]
    return not asked or any(kind == one or kind.startswith(one + ".") or one == "" for one in asked)


def _quick_fixes(snapshot: Snapshot, document: Document, span: Span) -> Iterator[lsp.CodeAction]:
    findings = snapshot.findings(document)
    here = [finding for finding in findings if _touches(finding, span)]
    for finding in here:
        for index, fix in enumerate(finding.fixes):
            edit = edits.fix_edit(snapshot, document, fix)
            if edit is None:
                continue
            yield lsp.CodeAction(
                title=fix.title,
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[diagnostic(snapshot, document, finding)],
                is_preferred=fix.safe and index == 0,
                edit=edit,
            )
    for rule in dict.fromkeys(finding.rule for finding in here):
        same = [finding for finding in findings if finding.rule == rule and _safe_fix(finding)]
        if len(same) > 1:
            yield lsp.CodeAction(
                title=f"Fix all {len(same)} findings of {rule} in this file",
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[diagnostic(snapshot, document, finding) for finding in same],
                edit=edits.workspace_edit(snapshot, {document.path: _together(same, document, document.text)}),
            )


def _fix_all(snapshot: Snapshot, document: Document) -> Iterator[lsp.CodeAction]:
    changes = safe_edits(snapshot, document)
    if changes:
        edit = edits.workspace_edit(snapshot, {document.path: changes})
        yield lsp.CodeAction(title="Apply all safe fixes", kind=FIX_ALL, edit=edit)


def safe_edits(snapshot: Snapshot, document: Document) -> list[Edit]:
    """What all safe fixes come to that stay in the document: those of `--fix`, which checks and fixes again until
    nothing is left to do."""
    first = _together(snapshot.findings(document), document, document.text)
    text, seen = document.text.edited(first), {document.text.content}
    rounds = 1 if first else 0
    while rounds and rounds < repair.ROUNDS and text.content not in seen:
        seen.add(text.content)
        more = _together(snapshot.checked(document, text), document, text)
        if not more:
            break
        text = text.edited(more)
        rounds += 1
    return first if rounds < 2 else edits.line_differences(document.text, text.content)


def _touches(finding: Finding, span: Span) -> bool:
    start, end = finding.span or (0, 0)
    return start <= span.end and span.start <= end


def _safe_fix(finding: Finding) -> Fix | None:
    """The preferred fix where it is safe and stays in the file."""
    fix = next(iter(finding.fixes), None)
    stays = fix is not None and fix.safe and not fix.renames and not any(one.path for one in fix.edits)
    return fix if stays else None


def _together(findings: Iterable[Finding], document: Document, text: Text) -> list[Edit]:
    """The edits of as many safe fixes as fit together."""
    here = [one for one in findings if one.path == document.path]
    return repair.one_round(here, _safe_fix, {document.path: text}.get).edits.get(document.path, [])
