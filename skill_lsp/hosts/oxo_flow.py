"""oxo-flow: reads SKILL.md by lines, not as YAML, and `<name>.skill.toml` as strict TOML. It never says what it drops.

What a skill adds to the prompt stands under one heading; which skills are added is said by `[ai] skills` alone.
*Source*: Traitome/oxo-flow b936dc14 (0.14.1 of 2026-08-23), executed; newer files (0.19) only read.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from skill_lsp.hosts import ai_table, delimiters, line_frontmatter, skill_manifest
from skill_lsp.hosts.body import Expansion, Piece
from skill_lsp.hosts.host import Collision, Host, Root
from skill_lsp.hosts.keys import Key, Text
from skill_lsp.hosts.reading import DROPS, Problem, Reading
from skill_lsp.syntax import line_reader
from skill_lsp.syntax.nodes import Mapping, Scalar, Sequence
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.body import Invocation
    from skill_lsp.hosts.reading import Place
    from skill_lsp.syntax.activation import Activation
    from skill_lsp.syntax.skill import Skill
    from skill_lsp.text import Text as FileText

_READER = line_frontmatter.SOURCE
DEFAULT_VERSION = "0.1.0"
MOST_PROBLEMS = 100
"""Problems that are told of one file."""


class OxoFlow(Host):
    """oxo-flow's two readers."""

    id = "oxo-flow"
    title = "oxo-flow"
    sources = (_READER, skill_manifest.SOURCE, "oxo-flow documentation, Custom Skills")
    versions = ("0.14", "0.19")
    own_directories = (".oxo-flow",)
    collision = Collision.BOTH_KEPT
    file_names = ("SKILL.md",)
    keys = (
        Key("name", Text(), "The name that activates the skill in `[ai] skills`.", _READER, required=True),
        Key(
            "description",
            Text(),
            "Shown in the list of `oxo-flow ai`; the model never sees it.",
            _READER,
            required=True,
        ),
        Key("version", Text(), "Shown in one log line.", _READER, default=DEFAULT_VERSION),
    )
    manifest_keys = skill_manifest.KEYS
    activation_keys = ai_table.KEYS
    own_suffixes = (".oxoflow",)
    roots = (
        Root("~/.oxo-flow/skills", "user", manifests=True, source="discover_skills_from in skill.rs"),
        Root(".oxo-flow/skills", manifests=True, source="discover_skills_from in skill.rs"),
    )

    def reads(self, document: Skill) -> bool:
        return isinstance(document, SkillMd | SkillToml)

    def read_content(self, document: Skill, place: Place) -> Reading:
        undecodable = self._undecodable(document.text)
        if undecodable is not None:
            return Reading(self.id, loaded=False, problems=(undecodable,))
        return self._read_lines(document) if isinstance(document, SkillMd) else self._read_manifest(document, place)

    def _undecodable(self, text: FileText) -> Problem | None:
        if text.undecodable is None:
            return None
        cause = f"the file is not UTF-8 (byte {text.undecodable.byte + 1})"
        return Problem("file-encoding", Span(0, 0), DROPS, cause, _READER)

    def _read_lines(self, document: SkillMd) -> Reading:
        lines = line_reader.read(document.text)
        if lines is None or lines.closer is None:
            first = document.text.line(0)
            missing = delimiters.Missing("opener", first) if lines is None else delimiters.Missing("closer", Span(0, 3))
            return Reading(self.id, loaded=False, problems=(delimiters.problem(self, document, missing),))
        problems = tuple(islice(line_frontmatter.problems(document, lines), MOST_PROBLEMS))
        name, description, version = (lines.last(key) for key in line_frontmatter.KEPT)
        loaded = name is not None and description is not None and lines.body.end > lines.body.start
        values = {
            "name": name.value if name else None,
            "description": description.value if description else None,
            "version": version.value if version else DEFAULT_VERSION,
        }
        return Reading(
            self.id,
            loaded,
            problems,
            name=values["name"],
            description=values["description"],
            body=document.text[lines.body],
            body_span=lines.body,
            values={key: value for key, value in values.items() if value is not None},
            by_model=False,
        )

    def _read_manifest(self, document: SkillToml, place: Place) -> Reading:
        root = document.toml.root
        dropping = tuple(islice(skill_manifest.dropping(document.toml, place.file), MOST_PROBLEMS))
        if dropping:
            return Reading(self.id, loaded=False, problems=dropping, by_model=False)
        values = {key.name: _plain(root, key.name) for key in skill_manifest.KEYS if root.entry(key.name) is not None}
        values.setdefault("domains", [])
        return Reading(
            self.id,
            loaded=True,
            problems=tuple(islice(skill_manifest.remarks(root, self.version), MOST_PROBLEMS)),
            name=str(values["name"]),
            description=str(values["description"]),
            values=values,
            by_model=False,
        )

    def activation_problems(self, document: Activation) -> Iterator[Problem]:
        return islice(ai_table.problems(document, self.version), MOST_PROBLEMS)

    # --------------------------------------------------------------------- body

    def expand(self, document: Skill, place: Place, invocation: Invocation) -> Expansion:
        """What the skill adds to the system prompt once `[ai] skills` names it; nothing where it has no text."""
        reading = self.read(document, place)
        if not reading.loaded:
            return Expansion(())
        pieces = tuple(_prompt(reading.name or "", texts_of(document, reading)))
        return Expansion((Piece(HEADING, "added", None), *pieces) if pieces else ())


HEADING = "## Activated Custom Skills\n"


def texts_of(document: Skill, reading: Reading) -> list[Piece]:
    """The texts of a loaded skill: the body of a SKILL.md, the `prompt_additions` of a manifest."""
    if isinstance(document, SkillMd):
        return [Piece(reading.body or "", "text", reading.body_span)]
    return [_written(document, item) for item in skill_manifest.additions(document.toml.root)]


def _written(document: SkillToml, item: Scalar) -> Piece:
    """A TOML string: copied where it stands in the source as it is, else put in place of its source."""
    start = document.text.content.find(item.text, item.span.start + 1, item.span.end)
    if start >= 0:
        return Piece(item.text, "text", Span(start, start + len(item.text)))
    return Piece(item.text, "substituted", item.span)


def _prompt(name: str, texts: list[Piece]) -> Iterator[Piece]:
    for text in texts:
        yield Piece(f"\n## Skill: {name}\n", "added", None)
        yield text
        yield Piece("\n", "added", None)


def prompt_context(skills: list[tuple[str, list[str]]]) -> str:
    """What the activated skills, in the order of discovery, add below `HEADING`."""
    return "".join(f"\n## Skill: {name}\n{text}\n" for name, texts in skills for text in texts)


def row(reading: Reading) -> str:
    """The line about a loaded skill in the list of `oxo-flow ai`."""
    kind = reading.values.get("skill_type", "knowledge")
    domains = reading.values.get("domains")
    tags = f" [domains: {', '.join(map(str, domains))}]" if isinstance(domains, list) and domains else ""
    return f"{reading.name} ({kind}) — {reading.description}{tags}"


def _plain(root: Mapping, key: str) -> object:
    node = root.get(key)
    if isinstance(node, Sequence):
        return [item.text for item in node.items if isinstance(item, Scalar)]
    return node.text if isinstance(node, Scalar) else None


HOST = OxoFlow
