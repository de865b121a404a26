"""What a rule on the whole workspace may look at: the index, and which hosts judge a path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill_lsp.hosts.reading import Problem, Severity
from skill_lsp.record import dataclass
from skill_lsp.rules.finding import Finding, sentence
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Effect
    from skill_lsp.workspace.index import Workspace


@dataclass(frozen=True)
class Survey:
    """A workspace under check. `judges` says which hosts judge a file of that path, as the settings want it."""

    workspace: Workspace
    judges: Callable[[str], tuple[Host, ...]]

    def judged(
        self, rule: str, path: str, verdicts: Iterable[tuple[Host, Effect, str]], **more: Any
    ) -> Iterator[Finding]:
        """One finding on a file or directory whose message says what each host does and why; none without a host."""
        group = [(host.id, host.title, Problem(rule, Span(0, 0), effect, cause)) for host, effect, cause in verdicts]
        if group:
            hosts = {host_id: problem.effect.severity for host_id, _, problem in group}
            yield Finding(rule, path, None, sentence(group), max(hosts.values()), hosts, **more)

    def finding(self, rule: str, path: str, message: str, severity: Severity, **more: Any) -> Finding:
        """A finding on a file or directory that concerns no host in particular."""
        return Finding(rule, path, None, message, severity, **more)
