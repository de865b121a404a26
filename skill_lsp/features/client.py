"""What a client can take, and what its user asked for: read once from `initialize`, then plain data."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from skill_lsp import hosts, record
from skill_lsp.features import positions

if TYPE_CHECKING:
    from lsprotocol import types as lsp

    from skill_lsp.config import Settings


@dataclass(frozen=True)
class Client:
    """A client's capabilities; the defaults are those of a client that announces nothing."""

    encoding: str = positions.UTF16
    snippets: bool = False
    markdown_hover: bool = False
    markdown_completion: bool = False
    completion_resolve: bool = False
    action_literals: bool = False
    disabled_actions: bool = False
    document_changes: bool = False
    create_files: bool = False
    rename_files: bool = False
    change_annotations: bool = False
    symbol_tree: bool = False
    definition_links: bool = False
    pull_diagnostics: bool = False
    diagnostic_tags: bool = False
    related_information: bool = False
    code_description: bool = False
    refresh_diagnostics: bool = False
    refresh_lenses: bool = False
    refresh_hints: bool = False
    refresh_tokens: bool = False
    progress: bool = False
    watched_files: bool = False
    configuration: bool = False
    dynamic_configuration: bool = False
    apply_edit: bool = False
    show_document: bool = False

    @classmethod
    def of(cls, capabilities: lsp.ClientCapabilities, encoding: str) -> Client:
        """The capabilities that a client announced; `encoding` is the one that was agreed on."""

        def has(path: str) -> bool:
            return bool(_reach(capabilities, path))

        def among(path: str, word: str) -> bool:
            return word in [str(getattr(one, "value", one)) for one in _reach(capabilities, path) or ()]

        return cls(
            encoding=encoding,
            snippets=has("text_document.completion.completion_item.snippet_support"),
            markdown_hover=among("text_document.hover.content_format", "markdown"),
            markdown_completion=among("text_document.completion.completion_item.documentation_format", "markdown"),
            completion_resolve="documentation"
            in (_reach(capabilities, "text_document.completion.completion_item.resolve_support.properties") or ()),
            action_literals=has("text_document.code_action.code_action_literal_support"),
            disabled_actions=has("text_document.code_action.disabled_support"),
            # resource operations come as document changes only, and Neovim 0.11 announces just the former
            document_changes=has("workspace.workspace_edit.document_changes")
            or has("workspace.workspace_edit.resource_operations"),
            create_files=among("workspace.workspace_edit.resource_operations", "create"),
            rename_files=among("workspace.workspace_edit.resource_operations", "rename"),
            change_annotations=has("workspace.workspace_edit.change_annotation_support"),
            symbol_tree=has("text_document.document_symbol.hierarchical_document_symbol_support"),
            definition_links=has("text_document.definition.link_support"),
            pull_diagnostics=has("text_document.diagnostic"),
            diagnostic_tags=has("text_document.publish_diagnostics.tag_support")
            or has("text_document.diagnostic.tag_support"),
            related_information=has("text_document.publish_diagnostics.related_information")
            or has("text_document.diagnostic.related_information"),
            code_description=has("text_document.publish_diagnostics.code_description_support")
            or has("text_document.diagnostic.code_description_support"),
            refresh_diagnostics=has("workspace.diagnostics.refresh_support"),
            refresh_lenses=has("workspace.code_lens.refresh_support"),
            refresh_hints=has("workspace.inlay_hint.refresh_support"),
            refresh_tokens=has("workspace.semantic_tokens.refresh_support"),
            progress=has("window.work_done_progress"),
            watched_files=has("workspace.did_change_watched_files.dynamic_registration"),
            configuration=has("workspace.configuration"),
            dynamic_configuration=has("workspace.did_change_configuration.dynamic_registration"),
            apply_edit=has("workspace.apply_edit"),
            show_document=has("window.show_document.support"),
        )


def _reach(capabilities: object, path: str) -> Any:
    """What lies at a dotted path, None where some part of it was not announced."""
    found: Any = capabilities
    for part in path.split("."):
        found = getattr(found, part, None)
    return found


@dataclass(frozen=True)
class InlayHints:
    """Which inlay hints are shown."""

    arguments: bool = True
    globs: bool = True
    description: bool = True
    tokens: bool = True


@dataclass(frozen=True)
class Preferences:
    """The editor's settings (section `skillLsp`). What a configuration file says goes before them.

    client_reports: rules of which the client shows every case in an open document itself, so that ours would be a
    second row; our quick fixes stay.
    """

    targets: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    client_reports: frozenset[str] = frozenset()
    code_lens: bool = True
    inlay_hints: InlayHints = field(default_factory=InlayHints)

    def over(self, settings: Settings) -> Settings:
        """A file's settings with the preferences on top: targets where none are configured, rules left out."""
        if not settings.targets and self.targets:
            known = {*hosts.ids(), "all"}
            settings = record.replace(settings, targets=tuple(one for one in self.targets if one in known))
        return record.replace(settings, ignore=settings.ignore | set(self.ignore)) if self.ignore else settings

    def updated(self, given: Any) -> Preferences:
        """The preferences with what a client sent laid over; what cannot be read is left as it was."""
        if not isinstance(given, dict):
            return self
        changes: dict[str, Any] = {}
        if (targets := _words(given.get("targets"))) is not None:
            changes["targets"] = targets
        if (ignore := _words(given.get("ignore"))) is not None:
            changes["ignore"] = ignore
        if (reports := _words(given.get("clientReports"))) is not None:
            changes["client_reports"] = frozenset(reports)
        if isinstance(given.get("codeLens"), bool):
            changes["code_lens"] = given["codeLens"]
        hints = given.get("inlayHints")
        if isinstance(hints, bool):
            changes["inlay_hints"] = InlayHints(*(hints for _ in fields(InlayHints)))
        elif isinstance(hints, dict):
            known = {one.name for one in fields(InlayHints)}
            chosen = {name: value for name, value in hints.items() if name in known and isinstance(value, bool)}
            changes["inlay_hints"] = replace(self.inlay_hints, **chosen)
        return replace(self, **changes)


def _words(given: Any) -> tuple[str, ...] | None:
    if isinstance(given, str):
        return tuple(word.strip() for word in given.split(",") if word.strip())
    if isinstance(given, list):
        return tuple(word for word in given if isinstance(word, str))
    return None
