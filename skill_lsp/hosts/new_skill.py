"""A new skill for a host: where it belongs and what stands in it, in either format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.skill_manifest import SUFFIX
from skill_lsp.record import NamedTuple
from skill_lsp.syntax.quoting import toml_quoted, yaml_quoted

if TYPE_CHECKING:
    from skill_lsp.hosts.host import Host


class NewSkill(NamedTuple):
    """A file that is to be written. path: relative to the project, with `/`."""

    path: str
    content: str


def is_name(name: str) -> bool:
    """Whether a name can be that of a directory or file, whatever a host thinks of it."""
    return bool(name.strip(". ")) and not any(character in '/\\:*?"<>|' or ord(character) < 32 for character in name)


def skill_md(host: Host, name: str, description: str | None = None) -> NewSkill:
    """A directory with a SKILL.md."""
    said = _yaml(_described(name, description))
    return NewSkill(
        f"{_root(host)}{name}/SKILL.md",
        f"---\nname: {name}\ndescription: {said}\n---\n\n# {_title(name)}\n\n"
        "Steps for the agent, in the order in which they are to be done:\n\n1. …\n",
    )


def manifest(host: Host, name: str, description: str | None = None) -> NewSkill:
    """A `<name>.skill.toml`."""
    said = toml_quoted(" ".join(_described(name, description).split()))
    return NewSkill(
        f"{_root(host)}{name}{SUFFIX}",
        f'name = {toml_quoted(name)}\nversion = "0.1.0"\ndescription = {said}\nskill_type = "knowledge"\n'
        f'prompt_additions = [\n"""\nWhat the agent is to know about {_title(name)[0].lower()}{_title(name)[1:]}:\n\n'
        '- …\n""",\n]\n',
    )


def _root(host: Host) -> str:
    """The host's own directory of skills in a project, with a final `/`; none where it has none."""
    own = [
        root.path
        for root in host.roots
        if root.scope == "project" and root.path.partition("/")[0] in host.own_directories
    ]
    return f"{own[0]}/" if own else ""


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _described(name: str, description: str | None) -> str:
    return description or f"{_title(name)}. Say here what the skill does, then when to use it."


def _yaml(text: str) -> str:
    """Text as a YAML value, quoted where it is anything but plain words."""
    plain = all(word.isascii() and word.rstrip(".,").replace("-", "").isalpha() for word in text.split())
    return text if plain and text == " ".join(text.split()) else yaml_quoted(" ".join(text.split()))
