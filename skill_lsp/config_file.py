"""The configuration file as a model: `[tool.skill-lsp]` of a pyproject.toml, or the whole of a `.skill-lsp.toml`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import tomli
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from skill_lsp import hosts
from skill_lsp.config import BrokenConfigurationError, Configuration, Flaw, Override, Settings, unknown_name
from skill_lsp.spelling import nearest
from skill_lsp.syntax import toml
from skill_lsp.syntax.nodes import Mapping, Node, Sequence
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.text import Text

SeverityWord = Literal["error", "warning", "info", "hint"]
HostNames = Annotated[list[str], Field(description='Names of hosts, or "all".')]
RuleIds = Annotated[list[str], Field(description="Ids of rules.")]
Patterns = Annotated[list[str], Field(description="Patterns as in .gitignore, from this file's directory.")]


class OverrideTable(BaseModel):
    """Settings for some files."""

    model_config = ConfigDict(extra="forbid", strict=True)

    paths: Patterns
    targets: HostNames | None = None
    select: RuleIds | None = None
    ignore: RuleIds = []
    severity: Annotated[dict[str, SeverityWord], Field(description="Severity by rule id.")] = {}


class ConfigurationTable(BaseModel):
    """Settings of skill-lsp."""

    model_config = ConfigDict(extra="forbid", strict=True, title="skill-lsp configuration")

    targets: HostNames = []
    select: RuleIds = []
    ignore: RuleIds = []
    severity: Annotated[dict[str, SeverityWord], Field(description="Severity by rule id.")] = {}
    exclude: Patterns = []
    overrides: Annotated[list[OverrideTable], Field(description="Settings for some files; later ones win.")] = []
    baseline: Annotated[str | None, Field(description="A file with known findings, from this file's directory.")] = None
    target_version: Annotated[
        dict[str, str], Field(alias="target-version", description="The version of a host to check for, by its name.")
    ] = {}


def schema() -> dict[str, Any]:
    """The JSON Schema of a configuration, with the hosts' names and versions to choose from."""
    found = ConfigurationTable.model_json_schema(by_alias=True)
    tables = [found, *found.get("$defs", {}).values()]
    names = [*hosts.ids(), "all"]
    for table in tables:
        for option in (wanted := table["properties"].get("targets", {})).get("anyOf", [wanted]):
            if "items" in option:
                option["items"] = {"enum": names}
    versions = {host.id: {"enum": list(host.versions)} for host in hosts.everyone() if host.versions}
    found["properties"]["target-version"] |= {"properties": versions, "additionalProperties": False}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}


def parse(path: str, text: Text, known_rules: frozenset[str]) -> Configuration | None:
    """The configuration in a file, as `config.parse` describes it."""
    tree = toml.parse(text)
    try:
        values: Any = tomli.loads(text.content.removeprefix("\ufeff"))
    except (tomli.TOMLDecodeError, RecursionError) as error:
        flaws = [Flaw(problem.span, f"this is no TOML: {problem.message}") for problem in tree.problems]
        raise BrokenConfigurationError(path, text, flaws or [Flaw(Span(0, 0), f"this is no TOML: {error}")]) from None
    table: Node = tree.root
    if path.endswith("pyproject.toml"):
        for key in ("tool", "skill-lsp"):
            values = values.get(key) if isinstance(values, dict) else None
            table = (table.get(key) if isinstance(table, Mapping) else None) or table
        if values is None:
            return None
    try:
        model = ConfigurationTable.model_validate(values)
    except ValidationError as error:
        flaws = [_flaw(one["loc"], one["type"], one["msg"], table) for one in error.errors(include_url=False)]
        raise BrokenConfigurationError(path, text, sorted(flaws)) from None
    flaws = sorted(_unknown_names(model, table, known_rules))
    if flaws:
        raise BrokenConfigurationError(path, text, flaws)
    return _configuration(path, model)


def _configuration(path: str, model: ConfigurationTable) -> Configuration:
    directory = path.rpartition("/")[0]
    settings = Settings(
        targets=tuple(model.targets),
        select=frozenset(model.select),
        ignore=frozenset(model.ignore),
        severity=model.severity,
        versions=model.target_version,
        baseline=None if model.baseline is None else _joined(directory, model.baseline),
        directory=directory,
    )
    overrides = tuple(
        Override(
            tuple(table.paths),
            None if table.targets is None else tuple(table.targets),
            None if table.select is None else frozenset(table.select),
            frozenset(table.ignore),
            table.severity,
        )
        for table in model.overrides
    )
    return Configuration(path, settings, tuple(model.exclude), overrides)


def _joined(directory: str, relative: str) -> str:
    return relative if relative.startswith("/") else f"{directory}/{relative}"


def _flaw(location: tuple[str | int, ...], kind: str, message: str, table: Node) -> Flaw:
    shown = _shown(location)
    if kind == "extra_forbidden":
        known = _keys_of(OverrideTable if location[0] == "overrides" else ConfigurationTable)
        close = nearest(str(location[-1]), known)
        hint = f"did you mean `{close}`?" if close else f"known are {', '.join(known)}"
        return Flaw(_span(table, location), f"unknown key `{shown}`; {hint}")
    if kind == "missing":
        return Flaw(_span(table, location[:-1]), f"`{shown}` is missing")
    return Flaw(_span(table, location), f"`{shown}`: {message[:1].lower()}{message[1:]}")


def _keys_of(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


def _shown(location: tuple[str | int, ...]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location).lstrip(".")


def _span(table: Node, location: tuple[str | int, ...]) -> Span:
    """The place of a key or list item, as deep as it can be found."""
    span = Span(table.span.start, table.span.start)
    for part in location:
        if isinstance(part, int) and isinstance(table, Sequence) and part < len(table.items):
            table = table.items[part]
            span = table.span
        elif isinstance(part, str) and isinstance(table, Mapping) and (entry := table.entry(part)):
            table = entry.value
            span = entry.key.span
        else:
            break
    return span


def _unknown_names(model: ConfigurationTable, table: Node, known_rules: frozenset[str]) -> Iterator[Flaw]:
    known_hosts = (*hosts.ids(), "all")
    holders: list[tuple[tuple[str | int, ...], ConfigurationTable | OverrideTable]] = [((), model)]
    holders += [(("overrides", number), override) for number, override in enumerate(model.overrides)]
    for at, holder in holders:
        for key, kind, names, known in (
            ("targets", "host", holder.targets or [], known_hosts),
            ("select", "rule", holder.select or [], known_rules),
            ("ignore", "rule", holder.ignore, known_rules),
        ):
            for number, name in enumerate(names):
                if name not in known:
                    yield Flaw(_span(table, (*at, key, number)), unknown_name(kind, name, known))
        for name in holder.severity:
            if name not in known_rules:
                yield Flaw(_span(table, (*at, "severity", name)), unknown_name("rule", name, known_rules))
    yield from _unknown_versions(model, table)


def _unknown_versions(model: ConfigurationTable, table: Node) -> Iterator[Flaw]:
    for name, version in model.target_version.items():
        span = _span(table, ("target-version", name))
        if name not in hosts.ids():
            yield Flaw(span, unknown_name("host", name, hosts.ids()))
        elif version not in (versions := hosts.get(name).versions):
            known = f"known are {', '.join(versions)}" if versions else "this host has only one"
            yield Flaw(span, f"unknown version {version!r} of `{name}`; {known}")
