"""The JSON Schemas: of each host's frontmatter and manifests, and of this program's own configuration.

Without a NAME: the list of all schemas. They are what an editor's YAML or TOML support can be pointed at.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from skill_lsp import hosts
from skill_lsp.cli import OK, WrongCallError
from skill_lsp.config import unknown_name

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.keys import Key

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="the name of a schema")


def run(arguments: argparse.Namespace) -> int:
    """Prints a schema, or the names of all."""
    known = schemas()
    if arguments.name is None:
        output = "".join(f"{name}\n" for name in known)
    elif arguments.name in known:
        output = written(known[arguments.name]())
    else:
        raise WrongCallError(unknown_name("schema", arguments.name, known))
    sys.stdout.buffer.write(output.encode())
    return OK


def written(schema: dict[str, Any]) -> str:
    """A schema as the text of a file."""
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def schemas() -> dict[str, Callable[[], dict[str, Any]]]:
    """What makes each schema, by its name."""
    made: dict[str, Callable[[], dict[str, Any]]] = {}
    for host in hosts.everyone():
        if host.keys:
            made[f"{host.id}.skill-md"] = _maker(host, host.keys, "frontmatter of a SKILL.md")
        if host.manifest_keys:
            made[f"{host.id}.skill-toml"] = _maker(host, host.manifest_keys, "manifest <name>.skill.toml")
    return {**made, "configuration": _configuration}


def _maker(host: Host, keys: tuple[Key, ...], what: str) -> Callable[[], dict[str, Any]]:
    return lambda: _of_keys(host, keys, what)


def _of_keys(host: Host, keys: tuple[Key, ...], what: str) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "$schema": DIALECT,
        "title": f"{host.title}: {what}",
        "description": f"Known from: {'; '.join(host.sources)}." if host.sources else "",
        "type": "object",
        "properties": {key.name: key.schema() for key in keys},
    }
    required = [key.name for key in keys if key.required]
    if required:
        schema["required"] = required
    if host.unknown_key is not None:
        schema["additionalProperties"] = False
    return schema


def _configuration() -> dict[str, Any]:
    from skill_lsp import config_file

    return config_file.schema()
