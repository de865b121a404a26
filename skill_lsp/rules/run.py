"""One run over files and trees: finds the files, checks each under its own settings, and knows their texts."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.record import NamedTuple
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
    from skill_lsp.rules.parallel import Team
    from skill_lsp.workspace.files import Found
    from skill_lsp.workspace.store import Declare, Declared


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
        self.workspace = Workspace(
            files=self.files, excluded=self.configurations.excludes, declared_by=self._declared if jobs != 1 else None
        )
        self._adjust = adjust
        self._team: Team | None = None

    def found(self, paths: Iterable[str]) -> list[str]:
        """The files to check below some absolute paths, in order. One that is named itself is checked in any case."""
        try:
            for path in paths:
                if self.files.is_directory(path):
                    self.workspace.add_folder(path)
                else:
                    self.workspace.add_file(path)
        except BaseException:
            if self._team is not None:
                self._team.dismiss()
            raise
        if self._team is not None:
            self._team.state = self.state
            if self._team.is_helper:
                self._team.serve()
        return self.workspace.paths

    @property
    def state(self) -> tuple[int, int]:
        """Another value whenever the files that are known, or the buffers over them, have changed."""
        return self.workspace.revision, self.files.revision

    def _declared(self, files: list[Found], declare: Declare) -> dict[str, Declared | None]:
        """What the skills of a folder say of themselves, read by several processes where that pays. A helper that is
        started here goes on to the end of `found` and waits there for what is to be checked."""
        from skill_lsp.rules import parallel

        if self._team is None:
            count = parallel.processes(self.jobs, len(files))
            if count > 1:
                self._team = parallel.Team(self, count)
        return {} if self._team is None else self._team.declared(files, declare)

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
        team = self._team_for(paths)
        if team is not None:
            return team.findings(paths)
        found: list[Finding] = []
        for done, checked in enumerate(self.check(paths), 1):
            found += checked.findings
            self.tell(done, len(paths))
        return found + self.survey()

    def _team_for(self, paths: list[str]) -> Team | None:
        """The processes that check these files; None where this one does it alone."""
        team, self._team = self._team, None
        if team is not None:
            if len(paths) > 1 and team.state == self.state:
                return team
            team.dismiss()
        if self.jobs == 1 or len(paths) < 2:
            return None
        from skill_lsp.rules import parallel

        count = parallel.processes(self.jobs, len(paths))
        if count < 2:
            return None
        team = parallel.Team(self, count)
        if team.is_helper:
            team.serve()
        return team

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
        document = self.workspace.document(path)
        text = self.files.read(path) if document is None else document.text
        return text if isinstance(text, Text) else None


def _defect(path: str, error: Exception) -> Finding:
    message = f"skill-lsp could not finish checking this file ({type(error).__name__}: {error}). Please report it."
    return Finding("internal-error", path, Span(0, 0), message, Severity.WARNING)
