"""What a rule may look at: one document, its place, the hosts that judge it and what each made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill_lsp.hosts.reading import Problem, Severity
from skill_lsp.record import cached_property
from skill_lsp.rules.finding import Finding, sentence
from skill_lsp.syntax.skill import SKILLS, SkillMd, SkillToml
from skill_lsp.text import Span
from skill_lsp.workspace import discovery

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Effect, Place, Reading
    from skill_lsp.rules.bodies import Bodies
    from skill_lsp.rules.referring import References
    from skill_lsp.syntax.placeholders import Placeholder
    from skill_lsp.syntax.skill import Skill
    from skill_lsp.text import Text
    from skill_lsp.workspace.discovery import Spot


_FIXED_FORMS = frozenset({"arguments", "position"})


class Context:
    """One file under check. `document` is a `SkillMd`, a `SkillToml` or another parsed document (activation list,
    manifest); `workspace` is the index of all files, None for a text on its own."""

    def __init__(self, document: Any, place: Place, targets: tuple[Host, ...], workspace: Any = None) -> None:
        self.document = document
        self.place = place
        self.targets = targets
        self.workspace = workspace
        self.placed = False
        """Nobody named the targets, the file's place did."""

    @property
    def text(self) -> Text:
        """The file's text."""
        text: Text = self.document.text
        return text

    @cached_property
    def readings(self) -> dict[str, Reading]:
        """What each target host that reads this format makes of the skill, by host id."""
        document: Skill = self.document
        return {host.id: host.read(document, self.place) for host in self.targets if host.reads(document)}

    @cached_property
    def loaded(self) -> tuple[tuple[Host, Reading], ...]:
        """The target hosts that load the skill, with their readings; none for a document that is no skill."""
        if not isinstance(self.document, SKILLS):
            return ()
        readings = self.readings
        return tuple(
            (host, readings[host.id]) for host in self.targets if host.id in readings and readings[host.id].loaded
        )

    @cached_property
    def missed(self) -> tuple[tuple[Host, Spot], ...]:
        """The target hosts in whose root the skill lies, that miss it there and by every other root, with the first of
        the places where they miss it."""
        return tuple(self._missed())

    def _missed(self) -> Iterator[tuple[Host, Spot]]:
        manifest = isinstance(self.document, SkillToml)
        plugin = self.place.plugin
        for host in self.targets:
            if not host.reads(self.document):
                continue
            spots = discovery.spots(host, self.place.path, manifest=manifest)
            if manifest:
                spots = tuple(spot for spot in spots if spot.root.manifests)
            if spots and all(spot.miss for spot in spots) and not (plugin is not None and plugin.kind == host.id):
                yield host, spots[0]

    # ------------------------------------------------- what rules wait for (`when`)

    @property
    def has_positions(self) -> bool:
        """A `$` and a number stands in the body."""
        return any(token.kind == "position" for token in self._placeholders)

    @property
    def has_names(self) -> bool:
        """A `$` and a word, or anything in braces, stands in the body (and not only `$ARGUMENTS` and numbers)."""
        return any(token.kind not in _FIXED_FORMS for token in self._placeholders)

    @property
    def _placeholders(self) -> tuple[Placeholder, ...]:
        return self.document.placeholders if isinstance(self.document, SkillMd) else ()

    @property
    def is_in_plugin(self) -> bool:
        """The file belongs to a plugin."""
        return self.place.plugin is not None

    @property
    def is_long(self) -> bool:
        """The text is long enough for a limit on bodies."""
        return len(self.text) >= 1000

    @property
    def is_misnamed(self) -> bool:
        """The file has a name, and it is not `SKILL.md`."""
        return self.place.file not in ("", "SKILL.md")

    @property
    def is_nested(self) -> bool:
        """The file lies in the directory of a skill, and is not its document."""
        return self.workspace is not None and self.workspace.skill_of(self.place.path) is not None

    @property
    def may_be_activated(self) -> bool:
        """A target host has lists that say which skills are active."""
        return self.workspace is not None and any(host.activation_keys for host in self.targets)

    @property
    def shares_its_name(self) -> bool:
        """Another skill bears a name that a target host knows this one by."""
        names = {reading.name for _, reading in self.loaded}
        return self.workspace is not None and any(len(self.workspace.bearers(name)) > 1 for name in names if name)

    @property
    def leads_somewhere(self) -> bool:
        """The text refers to paths."""
        return self.references is not None and bool(self.references.targets)

    @property
    def leads_nowhere(self) -> bool:
        """The text refers to what is no path of this machine."""
        return self.references is not None and bool(self.references.loose)

    # ------------------------------------------------------------------- bodies

    @cached_property
    def bodies(self) -> Bodies:
        """What the target hosts make of the body's placeholders and directives, for a SKILL.md."""
        from skill_lsp.rules.bodies import Bodies

        return Bodies(self)

    @cached_property
    def references(self) -> References | None:
        """What the document's Markdown refers to; None without Markdown, or without a workspace to look into."""
        from skill_lsp.rules import referring

        return referring.look(self)

    def judged(
        self, rule: str, span: Span | None, verdicts: Iterable[tuple[Host, Effect, str]], **more: Any
    ) -> Iterator[Finding]:
        """One finding whose message says what each host does and why (see `finding.sentence`); none without a host."""
        group = [
            (host.id, host.title, Problem(rule, span or Span(0, 0), effect, why)) for host, effect, why in verdicts
        ]
        if group:
            hosts = {host_id: problem.effect.severity for host_id, _, problem in group}
            yield self.finding(rule, span, sentence(group), hosts=hosts, **more)

    def finding(
        self,
        rule: str,
        span: Span | None,
        message: str,
        severity: Severity | None = None,
        hosts: dict[str, Severity] | None = None,
        **more: Any,
    ) -> Finding:
        """A finding in this file; the severity is the highest of `hosts` where none is given."""
        if severity is None:
            severity = max((hosts or {"": Severity.WARNING}).values())
        return Finding(rule, self.place.path, span, message, severity, hosts or {}, **more)
