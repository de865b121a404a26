"""Codex: a typed reader that rescues no broken YAML, and a list of skills where equal names stay side by side."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from skill_lsp.hosts import delimiters, dialects
from skill_lsp.hosts.host import Collision, Cut, Host, Listing, Root, head
from skill_lsp.hosts.keys import Key, Text, TextMap
from skill_lsp.hosts.reading import Effect, Place, Problem, Reading, Severity
from skill_lsp.pattern import pattern
from skill_lsp.record import replace
from skill_lsp.syntax.nodes import Scalar, dereferenced
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.syntax.nodes import Mapping
    from skill_lsp.syntax.skill import SkillMd

_LOADER = "openai/codex 033d1d0, codex-rs/core-skills/src/loader.rs"
_DISCOVERY = "openai/codex 6162409, codex-rs/core-skills/src/loader/discovery.rs"
_MENTIONS = "openai/codex d1056ef, codex-rs/core-skills/src/injection.rs"

NAME_LIMIT = 64
DESCRIPTION_LIMIT = 1024
_FENCE = pattern(r"^[^\S\n]*---[^\S\n]*$", re.MULTILINE)
_TYPEABLE = pattern(r"[A-Za-z0-9_:-]+")
_ENVIRONMENT = ("PATH", "HOME", "USER", "SHELL", "PWD", "TMPDIR", "TEMP", "TMP", "LANG", "TERM", "XDG_CONFIG_HOME")
LISTS_ONLY = Effect("lists this skill, but a person can't type its name", "list this skill only", Severity.HINT)


class Codex(Host):
    """OpenAI's Codex, in the terminal and in the app.

    Newer builds list skills by codex-rs/ext/skills/src/render.rs (30fc6864), which cuts a long description at 1,024
    characters. The loader described here, the last one known to be whole, skips such a skill.
    """

    id = "codex"
    title = "Codex"
    sources = (_LOADER, _DISCOVERY, _MENTIONS, "developers.openai.com/codex/skills")
    dialect = dialects.SERDE_YAML
    own_directories = (".codex",)
    keys = (
        Key(
            "name", Text(coerces=True, nullable=True),
            "The skill's name, typed after `$`. White space is folded to one line. 64 characters at most, with the "
            "prefix of a plugin; the directory's name where it is absent or empty.",
            _LOADER, default="the directory's name",
        ),
        Key(
            "description", Text(coerces=True, nullable=True),
            "What the model reads in its list of skills, folded to one line. More than 1,024 characters lose the "
            "skill.",
            _LOADER, required=True,
        ),
        Key(
            "metadata",
            TextMap(value=None, keys=(
                Key("short-description", Text(coerces=True), "A short text for the user interface.", _LOADER),
            )),
            "Only `short-description` is read, 1,024 characters at most.", _LOADER,
        ),
    )  # fmt: skip
    instead = MappingProxyType(
        {"disable-model-invocation": "`policy.allow_implicit_invocation: false` in agents/openai.yaml"}
    )
    collision = Collision.BOTH_KEPT
    listing = Listing(
        # 2 % of the context window, and 8,000 characters where that is not known (render.rs deae88d)
        8_000,
        overflow="descriptions are shortened first, then skills are left out",
        source="openai/codex deae88d",
    )
    plugin_manifests = (".codex-plugin/plugin.json",)
    taken_names = MappingProxyType(dict.fromkeys(_ENVIRONMENT, "an environment variable"))
    roots = (
        Root(".codex/skills", upward=True, depth=6, hidden=False, source=_DISCOVERY),
        Root(".agents/skills", upward=True, depth=6, hidden=False, source=_DISCOVERY),
        Root("~/.agents/skills", "user", depth=6, hidden=False, source=_DISCOVERY),
        Root("~/.codex/skills", "user", depth=6, hidden=False, source=f"{_DISCOVERY} (deprecated place)"),
        Root("~/.codex/skills/.system", "system", depth=6, hidden=False, source=_DISCOVERY),
        Root("/etc/codex/skills", "system", depth=6, hidden=False, source=_DISCOVERY),
    )

    def cut(self, document: SkillMd) -> Cut | Problem:
        if document.plain_cut is not None:
            return document.plain_cut
        found = _fenced(document.text.content)
        return delimiters.problem(self, document, found) if isinstance(found, delimiters.Missing) else found

    def loaded(
        self,
        document: SkillMd,
        place: Place,
        cut: Cut,
        root: Mapping,
        values: dict[str, object],
        problems: list[Problem],
    ) -> Reading:
        name = one_line(values.get("name")) or one_line(place.directory) or "skill"
        description = one_line(values.get("description"))
        problems += self._name_problems(root, name, place)
        problems += self._description_problems(root, description)
        reading = super().loaded(document, place, cut, root, values, problems)
        if place.plugin is not None:
            name = f"{place.plugin.name}:{name}"
        entry = f"- {name}: {description} (file: {place.path})" if reading.loaded else None
        return replace(reading, name=name, description=description or None, index_entry=entry)

    def _name_problems(self, root: Mapping, name: str, place: Place) -> Iterator[Problem]:
        entry = root.entry("name")
        span = entry.value.span if entry is not None else head(root)
        prefix = f"{place.plugin.name}:" if place.plugin is not None else ""
        length = len(prefix) + len(name)
        if length > NAME_LIMIT:
            with_prefix = f" with the plugin's prefix `{prefix}`" if prefix else ""
            cause = f"`name` has {length} characters{with_prefix}, {NAME_LIMIT} is the limit"
            yield Problem("name-length", span, self.drops, cause, _LOADER)
        elif not _TYPEABLE.fullmatch(name):
            cause = "`$` takes letters a to z, digits, `_`, `-` and `:` only"
            yield Problem("name-mention", span, LISTS_ONLY, cause, f"{_MENTIONS} (inferred)")

    def _description_problems(self, root: Mapping, description: str) -> Iterator[Problem]:
        entry = root.entry("description")
        if entry is None:
            return
        if not description and isinstance(dereferenced(entry.value), Scalar):
            rule = "value-null" if entry.is_unwritten else "description-length"
            yield Problem(rule, entry.value_span, self.drops, "`description` is empty", _LOADER)
        elif len(description) > DESCRIPTION_LIMIT:
            cause = f"`description` has {len(description):,} characters, {DESCRIPTION_LIMIT:,} is the limit"
            yield Problem("description-length", entry.value_span, self.drops, cause, _LOADER)


def one_line(value: object) -> str:
    """A text with its white space folded, as Codex keeps names and descriptions."""
    return " ".join(value.split()) if isinstance(value, str) else ""


def _fenced(content: str) -> Cut | delimiters.Missing:
    """Lines that are `---` after trimming, the first one on the first line; a byte order mark is not trimmed. A block
    without lines counts as none."""
    opener = _FENCE.match(content)
    first = content.find("\n")
    if opener is None:
        return delimiters.Missing("opener", Span(0, first if first >= 0 else len(content)))
    start = opener.end() + 1
    closer = _FENCE.search(content, start) if start <= len(content) else None
    if closer is None or closer.start() == start:
        return delimiters.Missing("closer", Span(opener.start(), opener.end()))
    return Cut(Span(start, closer.start()), Span(min(closer.end() + 1, len(content)), len(content)))


HOST = Codex
