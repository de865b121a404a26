"""Cursor: its documentation says what it wants, its program is closed.

What is documented as required is a warning here; what Cursor does about it is not documented.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts import delimiters, dialects
from skill_lsp.hosts.host import Collision, Cut, Host, Root
from skill_lsp.hosts.keys import Anything, Flag, Key, Text
from skill_lsp.hosts.reading import IGNORES, Effect, Problem, Severity
from skill_lsp.pattern import pattern
from skill_lsp.record import replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.reading import Place, Reading
    from skill_lsp.syntax.nodes import Mapping
    from skill_lsp.syntax.skill import SkillMd

_PAGE = "cursor.com/docs/context/skills (stored in 2026, read in part)"
_NAME = pattern(r"[a-z0-9-]+\Z")

ASKS = Effect("asks for it in its documentation", "ask for it in their documentation", Severity.WARNING)
PERHAPS = Effect("may not read this skill", "may not read this skill", Severity.HINT)


class Cursor(Host):
    """The Cursor editor and its agent."""

    id = "cursor"
    title = "Cursor"
    sources = (_PAGE,)
    dialect = dialects.YAML_1_2
    own_directories = (".cursor",)
    drops = PERHAPS
    collision = Collision.UNKNOWN
    keys = (
        Key(
            "name", Text(coerces=True),
            "The skill's name: small letters, digits and hyphens, the same as the directory's.", _PAGE, required=True,
        ),
        Key("description", Text(coerces=True), "What the agent reads to choose the skill.", _PAGE, required=True),
        Key("license", Anything(), "The licence of the skill.", _PAGE, inert=True),
        Key("compatibility", Anything(), "What the skill needs to run.", _PAGE, inert=True),
        Key("metadata", Anything(), "Further data by key.", _PAGE, inert=True),
        Key(
            "disable-model-invocation", Flag(), "`true` leaves the skill to `/`: the agent does not load it by itself.",
            _PAGE, default="false", wrong=IGNORES, guards="the agent may load the skill by itself",
        ),
    )  # fmt: skip
    roots = (
        Root(".agents/skills", depth=None, source=_PAGE),
        Root(".cursor/skills", depth=None, source=_PAGE),
        Root("~/.cursor/skills", "user", depth=None, source=_PAGE),
        Root(".claude/skills", depth=None, source=_PAGE),
        Root(".codex/skills", depth=None, source=_PAGE),
        Root("~/.claude/skills", "user", depth=None, source=_PAGE),
        Root("~/.codex/skills", "user", depth=None, source=_PAGE),
    )

    def cut(self, document: SkillMd) -> Cut | Problem:
        if document.plain_cut is not None:
            return document.plain_cut
        content = document.text.content
        found = delimiters.trimmed_lines(content, delimiters.after_mark(content))
        return delimiters.problem(self, document, found) if isinstance(found, delimiters.Missing) else found

    def key_problems(self, root: Mapping) -> Iterator[Problem]:
        for problem in super().key_problems(root):
            yield problem._replace(effect=ASKS, source=_PAGE) if problem.rule == "key-required" else problem

    def loaded(
        self,
        document: SkillMd,
        place: Place,
        cut: Cut,
        root: Mapping,
        values: dict[str, object],
        problems: list[Problem],
    ) -> Reading:
        problems += self._name_problems(root, values.get("name"), place)
        reading = super().loaded(document, place, cut, root, values, problems)
        by_model = values.get("disable-model-invocation") is not True
        complete = reading.name is not None and reading.description is not None
        entry = f"{reading.name}: {reading.description}" if by_model and complete else None
        return replace(reading, loaded=complete, by_model=by_model, index_entry=entry)

    def _name_problems(self, root: Mapping, name: object, place: Place) -> Iterator[Problem]:
        entry = root.entry("name")
        if entry is None or not isinstance(name, str):
            return
        if not _NAME.match(name):
            cause = "`name` must be small letters a to z, digits and hyphens"
            yield Problem("name-format", entry.value.span, ASKS, cause, _PAGE)
        elif place.directory is not None and name != place.directory:
            cause = f"`name` must equal the directory's name, and `{name}` is not `{place.directory}`"
            yield Problem("name-directory", entry.value.span, ASKS, cause, _PAGE, data=place.directory)


HOST = Cursor
