"""One run over files and trees: finds the files, checks each under its own settings, and knows their texts."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from skill_lsp.hosts.reading import Severity
from skill_lsp.rules import engine, inspection, registry
from skill_lsp.rules.baseline import BrokenBaselineError
from skill_lsp.rules.finding import Finding
from skill_lsp.rules.survey import Survey
from skill_lsp.steps import finished
from skill_lsp.text import Span, Text
from skill_lsp.workspace import targets
from skill_lsp.workspace.configurations import Configurations
from skill_lsp.workspace.files import Files
from skill_lsp.workspace.index import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from skill_lsp.config import BrokenConfigurationError, Configuration, Settings
    from skill_lsp.hosts.host import Host


class Checked(NamedTuple):
    """The outcome for one file."""

    path: str
    findings: list[Finding]


def _as_configured(settings: Settings) -> Settings:
    return settings


def _to_nobody(done: int, total: int) -> None:
    pass


class Run:
    """What a run looks at: files (with what was changed in memory over them) and their configurations. `adjust` puts
    the command line's wishes over the settings of a file; `configuration` holds in place of what lies in the tree;
    `broken` is told of configurations that cannot be read, which stop the run otherwise. `jobs` is the number of
    processes, None for as many as pay."""

    def __init__(
        self,
        files: Files | None = None,
        *,
        adjust: Callable[[Settings], Settings] = _as_configured,
        configuration: Configuration | None = None,
        broken: Callable[[BrokenConfigurationError], None] | None = None,
        jobs: int | None = 1,
    ) -> None:
        self.files = files or Files()
        self.jobs = jobs
        self.has_baseline = False
        self.tell: Callable[[int, int], None] = _to_nobody
        """Is told how many files of all are done."""
        self.configurations = Configurations(self.files, registry.ids, configuration, broken)
        self.workspace = Workspace(files=self.files, excluded=self.configurations.excludes)
        self._adjust = adjust

    def found(self, paths: Iterable[str]) -> list[str]:
        """The files to check below some absolute paths, in order. One that is named itself is checked in any case."""
        for path in paths:
            if self.files.is_directory(path):
                self.workspace.add_folder(path)
            else:
                self.workspace.add_file(path)
        return self.workspace.paths

    def settings(self, path: str) -> Settings:
        """The settings for a file. Raises BrokenConfigurationError."""
        settings = self._adjust(self.configurations.settings(path))
        self.has_baseline = self.has_baseline or settings.baseline is not None
        return settings

    def check(self, paths: Iterable[str]) -> Iterator[Checked]:
        """Checks files, one after the other."""
        for path in paths:
            yield Checked(path, self.findings(path))

    def all_findings(self, paths: Iterable[str]) -> list[Finding]:
        """The findings of several files, and of the folders as a whole."""
        found = self._found(list(paths))
        return sorted(found, key=lambda finding: (finding.path, finding.span or (0, 0), finding.rule))

    def _found(self, paths: list[str]) -> list[Finding]:
        if self.jobs != 1 and len(paths) > 1:
            from skill_lsp.rules import parallel

            count = parallel.processes(self.jobs, len(paths))
            if count > 1:
                return parallel.findings(self, paths, count)
        found: list[Finding] = []
        for done, checked in enumerate(self.check(paths), 1):
            found += checked.findings
            self.tell(done, len(paths))
        return found + self.survey()

    def survey(self) -> list[Finding]:
        """What the folders show as a whole: links to nothing, files that nobody mentions."""
        return finished(self.surveying())

    def surveying(self) -> Generator[None, None, list[Finding]]:
        """The same in steps, for a caller that has other things to do."""
        found = yield from engine.surveying(Survey(self.workspace, self.judges))
        kept: list[Finding] = []
        for path, here in groupby(found, key=lambda finding: finding.path):
            settings = self.settings(path)
            kept += inspection.unfamiliar(inspection.settled(list(here), settings), settings, self.text_of)
        return kept

    def judges(self, path: str) -> tuple[Host, ...]:
        """The hosts that judge a file or directory."""
        return targets.judges(self.workspace.place(path), self.settings(path))

    def findings(self, path: str) -> list[Finding]:
        """The findings of one file."""
        settings = self.settings(path)
        try:
            document = self.workspace.document(path)
            if document is None:
                text = self.files.read(path)
                found = [] if isinstance(text, Text) else [inspection.unreadable(path, text)]
                return inspection.settled(found, settings)
            context = inspection.context_for(document, self.workspace.place(path), settings, self.workspace)
            return inspection.findings_in(context, settings)
        except BrokenBaselineError:
            raise
        except Exception as error:  # a defect here must not hide what is found in other files
            return [_defect(path, error)]

    def text_of(self, path: str) -> Text | None:
        """The text of a file, None where it cannot be read."""
        text = self.files.read(path)
        return text if isinstance(text, Text) else None


def _defect(path: str, error: Exception) -> Finding:
    message = f"skill-lsp could not finish checking this file ({type(error).__name__}: {error}). Please report it."
    return Finding("internal-error", path, Span(0, 0), message, Severity.WARNING)
