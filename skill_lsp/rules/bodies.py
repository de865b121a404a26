"""What the hosts under check make of a body: who reads it, what each placeholder becomes, which directives run."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from skill_lsp.hosts.body import LITERAL
from skill_lsp.hosts.reading import Effect, Problem, Severity
from skill_lsp.record import NamedTuple, cached_property
from skill_lsp.rules.finding import merged
from skill_lsp.syntax.dollars import Dollars
from skill_lsp.syntax.skill import SkillMd

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skill_lsp.hosts.body import Meaning
    from skill_lsp.hosts.host import Host
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding
    from skill_lsp.syntax.placeholders import Directive, Placeholder
    from skill_lsp.text import Span


class Reader(NamedTuple):
    """A host under check that loads the skill. by: the ways in which the body is asked for ("user", "model" …)."""

    host: Host
    by: frozenset[str]

    @property
    def fills_in(self) -> bool:
        """Whether arguments are put into the body in one of these ways."""
        return bool(self.host.body_language.invocations & self.by)


_BY = {
    (by_user, by_model): frozenset([*(["user", "inline"] if by_user else []), *(["model"] if by_model else [])])
    for by_user in (True, False)
    for by_model in (True, False)
}
"""The ways in which a body is asked for, by whether a person and the model may."""


class Use(NamedTuple):
    """A placeholder and what it is to each reader, by host id. purpose: what its author means (see `dollars`)."""

    token: Placeholder
    meanings: dict[str, Meaning]
    purpose: str


class Said(NamedTuple):
    """What a rule says about one host: "<title> <does>: <cause>"."""

    host: str
    one: str
    many: str
    severity: Severity
    cause: str = ""


class Bodies:
    """The body of one SKILL.md in the eyes of its readers; everything is computed once, when first asked for."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.document: SkillMd = context.document
        self.readers = {reader.host.id: reader for reader in self._readers()}
        self._meanings: dict[tuple[str, str, bool], dict[str, Meaning]] = {}
        """By kind, name and escape: the same form means the same wherever it stands."""
        self.titles = {reader.host.id: reader.host.title for reader in self.readers.values()}

    @cached_property
    def dollars(self) -> Dollars:
        """What the author means by a dollar sign and a number."""
        return Dollars(self.context.text, self.document.markdown, self.document.placeholders)

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        """The placeholders with what each reader makes of them, in order."""
        return tuple(self._use(token) for token in self.document.placeholders)

    @cached_property
    def _starts(self) -> list[int]:
        return [use.token.span.start for use in self.uses]

    def _readers(self) -> Iterator[Reader]:
        for host, reading in self.context.loaded:
            yield Reader(host, _BY[reading.by_user, reading.by_model])

    def _use(self, token: Placeholder) -> Use:
        form = (token.kind, token.name, token.escaped)
        if form not in self._meanings:
            self._meanings[form] = dict(self._meant(token))
        meanings = self._meanings[form]
        taken = token.kind == "position" and any(meaning.takes_arguments for meaning in meanings.values())
        return Use(token, meanings, self.dollars.purpose(token) if taken else "argument")

    def _meant(self, token: Placeholder) -> Iterator[tuple[str, Meaning]]:
        for host_id, reader in self.readers.items():
            meaning = reader.host.meaning(token, self.document, self.context.place)
            yield host_id, LITERAL if meaning.takes_arguments and not reader.fills_in else meaning

    def runners(self, directive: Directive) -> tuple[str, ...]:
        """The ids of the readers that run a directive."""
        return tuple(
            host_id
            for host_id, reader in self.readers.items()
            if reader.host.body_language.directive_invocations & reader.by
            and reader.host.runs(directive, self.document)
        )

    def is_at_home(self, host_id: str) -> bool:
        """Whether the file lies in a directory that is this host's alone, so that its author wrote it for that host."""
        own = self.readers[host_id].host.own_directories
        return any(part in own for part in self.context.place.path.split("/"))

    def is_shown_only(self, directive: Directive) -> bool:
        """Whether a directive stands in code or a comment, where its author most likely only shows it."""
        markdown = self.document.markdown
        if markdown.comment_at(directive.span.start) is not None:
            return True
        code = markdown.code_at(directive.span.start)
        return code is not None and code.start < directive.span.start and directive.kind == "inline"

    def uses_in(self, span: Span) -> tuple[Use, ...]:
        """The placeholders within a span."""
        first = bisect_left(self._starts, span.start)
        return self.uses[first : bisect_left(self._starts, span.end)]

    def finding(self, rule: str, span: Span, said: Iterable[Said], data: str | None = None) -> Iterator[Finding]:
        """One finding from what there is to say about each host; none where there is nothing."""
        problems = [
            (one.host, self.titles[one.host], Problem(rule, span, Effect(*one[1:4]), one.cause, data=data))
            for one in said
        ]
        if problems:
            yield from merged(self.context.place.path, problems)


def bodies(context: Context) -> Bodies | None:
    """The body under check; None for a document that has none."""
    return context.bodies if isinstance(context.document, SkillMd) else None
