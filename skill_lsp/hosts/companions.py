"""The files beside skills as models: plugin manifests, marketplaces, Codex's openai.yaml, the installer's lock file.

pydantic is imported with this module, so it is imported only where such a file is checked. A model says what makes its
reader refuse the file; what the reader leaves aside with a warning is said by `lenient` fields, which take anything and
are checked one by one.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
)

XUM_SCHEMA = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json"
_KEBAB = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"


def _listed(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _claude_path(value: str) -> str:
    if value.startswith(("/", "~")) or re.match(r"[A-Za-z]:", value):
        raise ValueError(f"`{value}` is an absolute path, and the path must begin with `./`")
    if ".." in value.split("/"):
        raise ValueError(f"`{value}` leads out of the plugin")
    if value != "." and not value.startswith("./"):
        raise ValueError(f"`{value}` must begin with `./`")
    return value


def _inside(value: str) -> str:
    """A path as Xum takes it: no empty part (so no final `/`), no `..`, not absolute."""
    parts = value.split("/")
    if "" in parts or ".." in parts or "\\" in value or value.startswith("~") or re.match(r"[A-Za-z]:", value):
        raise ValueError(f"`{value}` is not a plain relative path inside the plugin")
    return value


def _xum_name(value: str) -> str:
    if not 1 <= len(value) <= 64:
        raise ValueError(f"`name` has {len(value)} characters, and 1 to 64 are allowed")
    if not re.match(r"(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\Z", value):
        raise ValueError(
            "`name` takes small letters, digits, dots and hyphens, begins and ends with a letter or digit, and has no "
            "`--` or `..`"
        )
    return value


def _not_reserved(value: str) -> str:
    if value in ("org", "org-provisioned", "unknown"):
        raise ValueError(f"`{value}` is reserved")
    return value


def _source(value: object) -> object:
    if isinstance(value, str) and ".." in value.split("/"):
        raise ValueError(f"`{value}` leads out of the repository")
    if value in (".", ""):
        raise ValueError(f"`{value}` must begin with `./`")
    if not isinstance(value, str | dict):
        raise ValueError("`source` must be a path or an object")
    return value


ClaudePath = Annotated[str, AfterValidator(_claude_path)]
ClaudePaths = Annotated[list[ClaudePath], BeforeValidator(_listed)]
ClaudeCommands = Annotated[
    Annotated[ClaudePaths, Tag("list")] | Annotated[dict[str, Any], Tag("dict")],
    Discriminator(lambda value: "dict" if isinstance(value, dict) else "list"),
]
"""A path, a list of paths, or an object with the commands themselves."""
XumPath = Annotated[str, AfterValidator(_inside)]


class _Model(BaseModel):
    """Strict: no value is turned into another type. `source` says where the facts come from."""

    model_config = ConfigDict(strict=True, extra="allow", populate_by_name=True)
    source: ClassVar[str] = ""


class _Closed(_Model):
    model_config = ConfigDict(strict=True, extra="forbid", populate_by_name=True)


class XumAuthor(_Closed):
    """The author in Xum's plugin.json."""

    name: str = ""
    email: str = ""
    url: str = ""


class XumPlugin(_Model):
    """plugin.json of an Agent Plugin. A misfit here loses the plugin; unknown keys are left aside."""

    docs: ClassVar[dict[str, str]] = {
        "$schema": "The version of the format; without it the plugin is not read.",
        "name": "The plugin's name.",
        "version": "Shown with the plugin.",
        "description": "Shown with the plugin.",
        "author": "Who made it.",
        "homepage": "The address of its page.",
        "repository": "The address of its source.",
        "license": "Its licence.",
        "keywords": "Words by which it is found.",
        "extensions": "Settings of single hosts.",
        "contributes": "What it brings beside skills.",
    }
    source: ClassVar[str] = "coder/mux f2160b194, src/node/services/agentPlugins (executed)"
    schema_: Literal["https://agent-plugins.org/schemas/1.0.0/plugin.schema.json"] = Field(alias="$schema")
    name: Annotated[str, AfterValidator(_xum_name)]
    version: str = ""
    description: str = ""
    homepage: str = ""
    repository: str = ""
    license: str = ""
    keywords: list[str] = []
    author: XumAuthor = XumAuthor()
    extensions: Any = None
    contributes: Any = None


class XumCommand(_Model):
    """One of `contributes.slashCommands`."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=_KEBAB)] = Field(
        description="small letters, digits and single hyphens"
    )
    expansion: Annotated[str, StringConstraints(min_length=1, max_length=16_384, pattern=r"\S")] = Field(
        description="more than blanks"
    )
    description: str = ""


class XumContributions(_Model):
    """`contributes` and `extensions`: a misfit is left aside with a warning, and the default place is used."""

    source: ClassVar[str] = "coder/mux f2160b194, src/node/services/agentPlugins (executed)"
    skills: XumPath = "skills"
    mcp: XumPath = "mcp.json"
    agents: XumPath = "agents"
    workflows: XumPath = "workflows"
    hooks: XumPath = "hooks.js"
    slash_commands: list[XumCommand] = Field(default=[], alias="slashCommands")


class ClaudePerson(_Model):
    """An author or owner."""

    name: str
    email: str = ""
    url: str = ""


class ClaudeAuthor(_Model):
    """The author of a plugin."""

    name: str = ""
    email: str = ""
    url: str = ""


class ClaudePlugin(_Model):
    """.claude-plugin/plugin.json. Only `name` is required; a wrong type keeps the plugin from loading."""

    docs: ClassVar[dict[str, str]] = {
        "name": "The plugin's name: its skills are called `/name:skill`.",
        "version": "Compared to find updates.",
        "description": "Shown where plugins are listed.",
        "author": "Who made it: `name`, `email`, `url`.",
        "homepage": "The address of its page.",
        "repository": "The address of its source.",
        "license": "Its licence, as an SPDX identifier.",
        "keywords": "Words by which it is found.",
        "skills": "Further directories of skills, beside `skills/`; each path begins with `./`.",
        "commands": "Files or directories of commands; each path begins with `./`.",
        "agents": "Files of agents; each path begins with `./`.",
    }
    source: ClassVar[str] = "Claude Code documentation of 2026-08-22, plugins-reference"
    known: ClassVar[tuple[str, ...]] = (
        "$schema", "displayName", "metadata", "defaultEnabled", "workflows", "hooks", "mcpServers", "outputStyles",
        "lspServers", "experimental", "userConfig", "channels", "dependencies",
    )  # fmt: skip
    name: Annotated[str, StringConstraints(min_length=1)]
    version: str = ""
    description: str = ""
    author: ClaudeAuthor = ClaudeAuthor()
    homepage: str = ""
    repository: str = ""
    license: str = ""
    keywords: list[str] = []
    skills: ClaudePaths = []
    commands: ClaudeCommands = []
    agents: ClaudePaths = []


class ClaudeMarketplaceEntry(_Model):
    """A plugin in a marketplace."""

    docs: ClassVar[dict[str, str]] = {
        "name": "The name by which the plugin is installed.",
        "source": "Where it lies: a path that begins with `./`, from the root of the repository, or an object for "
        "another place.",
        "skills": "Directories of skills, from the plugin's root; each path begins with `./`.",
        "commands": "Files or directories of commands; each path begins with `./`.",
        "agents": "Files of agents; each path begins with `./`.",
    }
    name: Annotated[str, StringConstraints(min_length=1)]
    source_: Annotated[Any, AfterValidator(_source)] = Field(alias="source")
    skills: ClaudePaths = []
    commands: ClaudeCommands = []
    agents: ClaudePaths = []


class ClaudeMarketplace(_Model):
    """.claude-plugin/marketplace.json."""

    docs: ClassVar[dict[str, str]] = {
        "name": "The marketplace's name, as in `plugin@name`.",
        "owner": "Who answers for it: `name`, `email`.",
        "plugins": "The plugins that it offers.",
    }
    source: ClassVar[str] = "Claude Code documentation of 2026-08-22, plugin-marketplaces"
    name: Annotated[str, StringConstraints(min_length=1), AfterValidator(_not_reserved)]
    owner: ClaudePerson
    plugins: list[ClaudeMarketplaceEntry]


class CodexInterface(_Model):
    """How Codex shows a skill."""

    display_name: Annotated[str, StringConstraints(max_length=64)] = ""
    short_description: Annotated[str, StringConstraints(max_length=1024)] = ""
    icon_small: str = ""
    icon_large: str = ""
    brand_color: Annotated[str, StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$")] = Field(
        default="#000000", description="a colour as `#RRGGBB`"
    )
    default_prompt: Annotated[str, StringConstraints(max_length=1024)] = ""


class CodexTool(_Model):
    """A tool that a skill depends on."""

    type: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    value: Annotated[str, StringConstraints(min_length=1, max_length=1024)]
    description: Annotated[str, StringConstraints(max_length=1024)] = ""
    transport: Annotated[str, StringConstraints(max_length=64)] = ""
    command: Annotated[str, StringConstraints(max_length=1024)] = ""
    url: Annotated[str, StringConstraints(max_length=1024)] = ""


class CodexDependencies(_Model):
    """What a skill depends on."""

    tools: list[CodexTool] = []


class CodexPolicy(_Model):
    """Who may use a skill."""

    allow_implicit_invocation: bool = True
    products: list[str] = []


class CodexMetadata(_Model):
    """agents/openai.yaml. A misfit is left aside with a warning, the skill still loads."""

    source: ClassVar[str] = "openai/codex 033d1d0, core-skills/src/loader.rs"
    interface: CodexInterface = CodexInterface()
    dependencies: CodexDependencies = CodexDependencies()
    policy: CodexPolicy = CodexPolicy()


class LockedSkill(_Model):
    """An entry of the lock file."""

    source_: str = Field(alias="source")
    source_type: str = Field(alias="sourceType")
    computed_hash: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] = Field(
        alias="computedHash", description="a SHA-256 in hexadecimal digits"
    )


class SkillsLock(_Model):
    """skills-lock.json of the `skills` installer. No host reads it."""

    source: ClassVar[str] = "vercel-labs/skills 82dd76b"
    version: Literal[1]
    skills: dict[str, LockedSkill]
