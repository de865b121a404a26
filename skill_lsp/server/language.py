"""What a client asks about one document: each request with the feature that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from skill_lsp.features import (
    code_actions,
    code_lens,
    completion,
    definition,
    diagnostics,
    folding,
    formatting,
    hover,
    inlay_hints,
    links,
    references,
    rename,
    selection,
    semantic_tokens,
    symbols,
    uris,
    workspace_symbols,
)
from skill_lsp.server.background import in_slices
from skill_lsp.server.server import guarded

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.server.server import Server

    Answer = Callable[[Snapshot, Document, Any], Any]

ANSWERS: dict[str, Answer] = {
    lsp.TEXT_DOCUMENT_HOVER: lambda now, document, ask: hover.hover(now, document, ask.position),
    lsp.TEXT_DOCUMENT_COMPLETION: lambda now, document, ask: completion.completion(now, document, ask.position),
    lsp.TEXT_DOCUMENT_CODE_ACTION: lambda now, document, ask: code_actions.offers(
        now, document, ask.range, ask.context.only
    ),
    lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: lambda now, document, ask: symbols.document_symbols(now, document),
    lsp.TEXT_DOCUMENT_FOLDING_RANGE: lambda now, document, ask: folding.folding_ranges(document),
    lsp.TEXT_DOCUMENT_SELECTION_RANGE: lambda now, document, ask: selection.selection_ranges(document, ask.positions),
    lsp.TEXT_DOCUMENT_DEFINITION: lambda now, document, ask: definition.definition(now, document, ask.position),
    lsp.TEXT_DOCUMENT_REFERENCES: lambda now, document, ask: references.references(
        now, document, ask.position, ask.context
    ),
    lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: lambda now, document, ask: references.highlights(now, document, ask.position),
    lsp.TEXT_DOCUMENT_PREPARE_RENAME: lambda now, document, ask: rename.prepare(now, document, ask.position),
    lsp.TEXT_DOCUMENT_FORMATTING: lambda now, document, ask: formatting.formatting(now, document),
    lsp.TEXT_DOCUMENT_RANGE_FORMATTING: lambda now, document, ask: formatting.formatting(
        now, document, document.span(ask.range)
    ),
    lsp.TEXT_DOCUMENT_DOCUMENT_LINK: lambda now, document, ask: links.document_links(now, document),
    lsp.TEXT_DOCUMENT_INLAY_HINT: lambda now, document, ask: inlay_hints.inlay_hints(now, document, ask.range),
    lsp.TEXT_DOCUMENT_CODE_LENS: lambda now, document, ask: code_lens.code_lenses(now, document),
    lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: lambda now, document, ask: semantic_tokens.semantic_tokens(now, document),
    lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: lambda now, document, ask: semantic_tokens.semantic_tokens(
        now, document, document.span(ask.range)
    ),
}
"""The answers by request, each from (snapshot, document, parameters)."""

OPTIONS: dict[str, Any] = {
    lsp.TEXT_DOCUMENT_COMPLETION: lsp.CompletionOptions(trigger_characters=completion.TRIGGERS),
    lsp.TEXT_DOCUMENT_CODE_ACTION: lsp.CodeActionOptions(code_action_kinds=list(code_actions.KINDS)),
    lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: semantic_tokens.LEGEND,
    lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: semantic_tokens.LEGEND,
}


def register(server: Server) -> None:
    """Adds the handlers."""
    for method, answer in ANSWERS.items():
        server.feature(method, OPTIONS.get(method))(_handler(server, answer))

    @server.feature(lsp.COMPLETION_ITEM_RESOLVE)
    def resolve(item: lsp.CompletionItem) -> lsp.CompletionItem:
        return guarded(lambda: completion.resolve(server.session.snapshot, item)) or item

    @server.feature(lsp.TEXT_DOCUMENT_RENAME)
    def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        snapshot = server.session.snapshot
        document = snapshot.document(params.text_document.uri)
        try:
            return rename.rename(snapshot, document, params.position, params.new_name) if document else None
        except rename.RefusedError as refused:
            raise JsonRpcException(str(refused), lsp.LSPErrorCodes.RequestFailed) from None

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def symbol(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        return guarded(lambda: workspace_symbols.workspace_symbols(server.session.snapshot, params.query)) or []

    @server.feature(lsp.TEXT_DOCUMENT_DIAGNOSTIC, lsp.DiagnosticOptions(True, True, identifier=diagnostics.SOURCE))
    def diagnostic(params: lsp.DocumentDiagnosticParams) -> lsp.DocumentDiagnosticReport:
        snapshot = server.session.snapshot
        document = snapshot.document(params.text_document.uri)
        server.complain()
        return diagnostics.report(snapshot, document, params.previous_result_id)

    @server.feature(lsp.WORKSPACE_DIAGNOSTIC)
    async def workspace_diagnostic(params: lsp.WorkspaceDiagnosticParams) -> lsp.WorkspaceDiagnosticReport:
        known = {one.uri: one.value for one in params.previous_result_ids}
        items: list[lsp.WorkspaceDocumentDiagnosticReport] = []
        await in_slices(workspace_reports(server, known, items))
        return lsp.WorkspaceDiagnosticReport(items)


def workspace_reports(
    server: Server, known: dict[str, str], items: list[lsp.WorkspaceDocumentDiagnosticReport]
) -> Generator[None, None, None]:
    """Collects the diagnostics of all files that are not open; what the client knows already is only named, and of what
    it knows and is no more there is said nothing any more."""
    snapshot = server.session.snapshot
    left = dict(known)
    for path in dict.fromkeys((*snapshot.workspace.paths, *snapshot.surveyed)):
        yield None
        if snapshot.is_open(path):
            continue
        report = server.reports.get(path)
        if report is None:
            report = server.reports[path] = diagnostics.closed_report(server.session.snapshot, path)
        left.pop(report.uri, None)
        if report.result_id is not None and known.get(report.uri) == report.result_id:
            items.append(lsp.WorkspaceUnchangedDocumentDiagnosticReport(report.uri, report.result_id))
        elif report.items or report.uri in known:
            items.append(report)
    items += [
        lsp.WorkspaceFullDocumentDiagnosticReport(items=[], uri=uri)
        for uri in left
        if not server.session.snapshot.is_open(uris.path_of(uri))
    ]


def _handler(server: Server, answer: Answer) -> Callable[[Any], Any]:
    def handle(params: Any) -> Any:
        snapshot = server.session.snapshot
        document = snapshot.document(params.text_document.uri)
        return guarded(lambda: answer(snapshot, document, params)) if document is not None else None

    return handle
