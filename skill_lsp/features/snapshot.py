"""Everything that a feature may look at, frozen at one moment: open documents, the files around them, settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from skill_lsp import hosts
from skill_lsp.config import DEFAULTS, Settings
from skill_lsp.features import uris
from skill_lsp.features.client import Client, Preferences
from skill_lsp.features.document import Document
from skill_lsp.rules import inspection
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text
from skill_lsp.workspace.index import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from skill_lsp.hosts.body import Meaning
    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Reading
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding
    from skill_lsp.syntax.placeholders import Directive, Placeholder
    from skill_lsp.workspace.files import Files


def _defaults(path: str) -> Settings:
    return DEFAULTS


@dataclass(frozen=True)
class Snapshot:
    """A moment of the session. `moment` differs where anything but the text of a document differs: it is the key under
    which a document keeps what is known about it. surveyed: the findings on the workspace as a whole, by path.
    answered: what was asked for about a text and holds as long as that stands, by path."""

    client: Client = field(default_factory=Client)
    preferences: Preferences = field(default_factory=Preferences)
    documents: Mapping[str, Document] = field(default_factory=lambda: MappingProxyType({}))
    configuration: Callable[[str], Settings] = _defaults
    workspace: Workspace = field(default_factory=Workspace)
    surveyed: Mapping[str, tuple[Finding, ...]] = field(default_factory=lambda: MappingProxyType({}))
    answered: Mapping[str, tuple[Text, tuple[Finding, ...]]] = field(default_factory=lambda: MappingProxyType({}))
    moment: int = 0

    # ----------------------------------------------------------------- documents

    def document(self, uri: str) -> Document | None:
        """An open document, else the file on the disk; None where there is none."""
        return self.documents.get(uri) or self.at(uris.path_of(uri))

    def at(self, path: str) -> Document | None:
        """The document of a path, open or on the disk; None where there is none."""
        for document in self.documents.values():
            if document.path == path:
                return document
        text = self.workspace.text(path)
        return self.parsed(uris.uri_of(path), text) if isinstance(text, Text) else None

    def is_open(self, path: str) -> bool:
        """Whether the client has a document of a path open."""
        return any(document.path == path for document in self.documents.values())

    def parsed(self, uri: str, text: Text, version: int | None = None) -> Document:
        """The document of a text that the workspace holds."""
        path = uris.path_of(uri)
        return Document(uri, path, text, self.workspace.document(path), version=version, encoding=self.client.encoding)

    def every(self, word: str, *, always: str = "") -> Iterator[Document]:
        """The documents of the workspace, and the open ones, in which a word stands; one path in any case."""
        return self.where(lambda path, text: path == always or word in text.content or word in path)

    def where(self, wanted: Callable[[str, Text], bool]) -> Iterator[Document]:
        """The documents of the workspace, and the open ones, whose path and text are wanted."""
        paths = dict.fromkeys([*self.workspace.paths, *(document.path for document in self.documents.values())])
        for path in paths:
            text = self.workspace.text(path)
            if isinstance(text, Text) and wanted(path, text):
                document = self.at(path)
                if document is not None:
                    yield document

    def uri(self, path: str) -> str:
        """The address of a path, as the client writes it where it is open."""
        return next((one.uri for one in self.documents.values() if one.path == path), None) or uris.uri_of(path)

    @property
    def files(self) -> Files:
        """The files as the user sees them."""
        return self.workspace.files

    def project(self, document: Document) -> str | None:
        """The directory that a document's globs are relative to: the checkout or folder that it lies in."""
        inside = [folder for folder in self.workspace.folders if document.path.startswith(folder.rstrip("/") + "/")]
        if inside:
            return max(inside, key=len)
        directory = document.directory
        while "/" in directory:
            if self.files.exists(f"{directory}/.git"):
                return directory
            directory = directory.rpartition("/")[0]
        return None

    # --------------------------------------------------------------- the checker

    def settings(self, path: str) -> Settings:
        """What applies to a file: its configuration file; where that says nothing, the editor's preferences."""
        return self.preferences.over(self.configuration(path))

    def context(self, document: Document) -> Context | None:
        """What the rules look at; None for a file that no rule knows."""
        found: Context | None = self._known(document, "context", self._context)
        return found

    def _context(self, document: Document) -> Context | None:
        if document.tree is None:
            return None
        settings = self.settings(document.path)
        return inspection.context_for(document.tree, self.workspace.place(document.path), settings, self.workspace)

    def findings(self, document: Document) -> list[Finding]:
        """The findings of a document, exactly as the command line has them."""
        found: list[Finding] = self._known(document, "findings", self._findings)
        return found

    def _findings(self, document: Document) -> list[Finding]:
        context = self.context(document)
        found = inspection.findings_in(context, self.settings(document.path)) if context else []
        found += self.surveyed.get(document.path, ())
        text, answers = self.answered.get(document.path, (None, ()))
        if text is not None and text.content == document.text.content:
            found += answers
        return sorted(found, key=lambda finding: (finding.span or (0, 0), finding.rule))

    def checked(self, document: Document, text: Text) -> list[Finding]:
        """The findings that a document would have with another text."""
        context = self.context(document)
        if context is None:
            return []
        settings = self.settings(document.path)
        tree = inspection.document_of(text, context.place)
        after = inspection.context_for(tree, context.place, settings, self.workspace)
        return inspection.findings_in(after, settings)

    # ------------------------------------------------------------------ the hosts

    def targets(self, document: Document) -> tuple[Host, ...]:
        """The hosts that judge a document."""
        context = self.context(document)
        return context.targets if context else ()

    def readings(self, document: Document) -> dict[str, Reading]:
        """What every known host makes of a skill, by host id."""
        found: dict[str, Reading] = self._known(document, "readings", self._readings)
        return found

    def _readings(self, document: Document) -> dict[str, Reading]:
        context = self.context(document)
        if context is None:
            return {}
        every = (host for host in hosts.everyone() if host.reads(context.document))
        return {host.id: host.read(context.document, context.place) for host in every}

    def meanings(self, document: Document, token: Placeholder) -> list[tuple[Host, Meaning]]:
        """What a placeholder stands for in each target host that reads the document."""
        context = self.context(document)
        if context is None:
            return []
        readers = (host for host in context.targets if host.reads(context.document))
        return [(host, host.meaning(token, context.document, context.place)) for host in readers]

    def means(self, document: Document, token: Placeholder, kind: str) -> bool:
        """Whether a placeholder stands for a value of that kind in any known host."""
        context = self.context(document)
        if context is None or not isinstance(context.document, SkillMd):
            return False
        tree, place = context.document, context.place
        return any(host.reads(tree) and host.meaning(token, tree, place).kind == kind for host in hosts.everyone())

    def runners(self, document: Document, directive: Directive) -> list[Host]:
        """The target hosts that run a directive."""
        context = self.context(document)
        if context is None:
            return []
        tree = context.document
        return [host for host in context.targets if host.reads(tree) and host.runs(directive, tree)]

    def discovers(self, host: Host, document: Document) -> bool:
        """Whether a host finds the skill where it lies."""
        return self.workspace.discovered(host, document.path)

    def _known(self, document: Document, question: str, answer: Callable[[Document], Any]) -> Any:
        key = (question, self.moment)
        if key not in document.known:
            document.known[key] = answer(document)
        return document.known[key]
