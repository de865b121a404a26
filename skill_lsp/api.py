"""The Python API: pure functions from text to plain values, to be mapped over any number of skills.

`check_text`, `read` and `render` look at nothing but what they are given: no disk, no configuration, no clock. What
they return can be pickled. `check_paths` reads files, as the command line does.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from skill_lsp import hosts
from skill_lsp.config import Settings, unknown_name
from skill_lsp.hosts.body import Expansion, Invocation
from skill_lsp.hosts.reading import Place, Reading
from skill_lsp.report import Report
from skill_lsp.report import json as json_report
from skill_lsp.rules import inspection, registry
from skill_lsp.rules.run import Run
from skill_lsp.text import Text
from skill_lsp.workspace import targets as hosts_of
from skill_lsp.workspace.files import Files, absolute

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skill_lsp.hosts.host import Host

__all__ = ["check_paths", "check_text", "read", "render"]


def check_text(
    text: str | bytes,
    *,
    path: str = "",
    targets: Iterable[str] = (),
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
) -> list[dict[str, Any]]:
    """The findings of one skill, each as in the `findings` of the JSON report.

    text: the content of a SKILL.md, or of the file that `path` names; bytes are decoded as a host would. path: where it
    lies or would lie (`tide-table/SKILL.md`); it tells the kind of file, the directory's name and, without `targets`,
    the hosts that judge it. It need not exist and is not looked at. targets: names of hosts, or "all". select, ignore:
    ids of rules. Raises ValueError for an unknown host or rule.
    """
    settings = _settings(targets, select, ignore)
    decoded = _text(text)
    findings = inspection.findings_of(decoded, Place(path), settings)
    report = Report(findings, [path], {path: decoded}.get, "")
    return [json_report.finding_of(report, finding) for finding in findings]


def check_paths(
    paths: Iterable[str | os.PathLike[str]],
    *,
    targets: Iterable[str] = (),
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    jobs: int | None = 1,
) -> dict[str, Any]:
    """The JSON report, version 1, of files and trees, under the configuration that lies there.

    targets, select, ignore: as the options of `skill-lsp --check`. jobs: processes to use, None for as many as pay.
    Raises ValueError for an unknown host or rule and FileNotFoundError for a path that does not exist.
    """
    wanted = _settings(targets, select, ignore)
    names = [os.fspath(path) for path in paths]
    for name in names:
        if not os.path.lexists(name):
            raise FileNotFoundError(name)
    run = Run(Files(at_once=True), adjust=lambda settings: _over(settings, wanted), jobs=jobs)
    found = run.found([absolute(name) for name in names])
    report = Report(run.all_findings(found), found, run.text_of, absolute(os.getcwd()))
    value: dict[str, Any] = json.loads(json_report.render(report))
    return value


def read(text: str | bytes, host: str, *, path: str = "") -> Reading:
    """What a host makes of a skill: whether it loads, its name, description, flags and body, and the problems met.

    `path` as for `check_text`. Raises ValueError for an unknown host. A host that does not take the format at all gives
    a reading that is not loaded.
    """
    reader = _host(host)
    place = Place(path)
    document = inspection.document_of(_text(text), place)
    if document is None or not reader.reads(document):
        return Reading(host, loaded=False)
    return reader.read(document, place)


def render(
    text: str | bytes, host: str, *, arguments: str | None = None, by: str = "user", path: str = ""
) -> dict[str, Any]:
    """What the agent receives from a skill: the JSON of `skill-lsp render`, version 1. Nothing is run.

    arguments: the text after the skill's name, None where none is given. by: "user" or "model". `path` as for
    `check_text`. Raises ValueError for an unknown host.
    """
    reader = _host(host)
    place = Place(path)
    document = inspection.document_of(_text(text), place)
    reading = reader.read(document, place) if document is not None and reader.reads(document) else None
    directory = path.rpartition("/")[0]
    expansion = (
        Expansion(()) if reading is None else reader.expand(document, place, Invocation(arguments, by, directory))
    )
    return {
        "version": 1,
        "host": host,
        "index_entry": reading.index_entry if reading else None,
        "body": expansion.text,
        "truncated": expansion.truncated,
        "directives": [{"command": one.command, "runs": one.runs, "line": one.line} for one in expansion.directives],
    }


def _text(content: str | bytes) -> Text:
    return Text.decode(content) if isinstance(content, bytes) else Text(content)


def _host(name: str) -> Host:
    if name not in hosts.ids():
        raise ValueError(unknown_name("host", name, hosts.ids()))
    return hosts.get(name)


def _settings(targets: Iterable[str], select: Iterable[str], ignore: Iterable[str]) -> Settings:
    settings = Settings(tuple(targets), frozenset(select), frozenset(ignore))
    try:
        hosts_of.named(settings.targets)
    except hosts_of.UnknownHostError as error:
        raise ValueError(str(error)) from None
    for name in sorted(settings.select | settings.ignore):
        if name not in registry.ids():
            raise ValueError(unknown_name("rule", name, registry.ids()))
    return settings


def _over(settings: Settings, wanted: Settings) -> Settings:
    """The settings of a configuration with what the caller wants in their place."""
    return Settings(
        wanted.targets or settings.targets,
        wanted.select or settings.select,
        wanted.ignore | settings.ignore,
        settings.severity,
        settings.versions,
        settings.baseline,
        settings.directory,
    )
