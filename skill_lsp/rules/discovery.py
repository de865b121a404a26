"""Skills that a host does not find where they lie: wrong depth, case or suffix, a hidden directory, a broken link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import DROPS, Effect, Severity
from skill_lsp.rules.finding import Fix, Rename
from skill_lsp.rules.registry import detects, surveys
from skill_lsp.syntax.nodes import Mapping
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.workspace import discovery
from skill_lsp.workspace.files import parent, within

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding
    from skill_lsp.rules.survey import Survey
    from skill_lsp.text import Span
    from skill_lsp.workspace.discovery import Spot

MISSES = Effect("does not find this skill", "do not find this skill", Severity.ERROR)
MISSES_HERE = Effect("does not find this skill here", "do not find this skill here", Severity.WARNING)
LOADS = Effect("loads this as a skill of its own", "load this as a skill of its own", Severity.WARNING)
LOADS_TOO = LOADS._replace(severity=Severity.INFO)
_TEMPLATE_PARTS = frozenset({"assets", "template", "templates", "examples", "example", "fixtures", "scaffold"})


@detects("file-name-case", when="is_misnamed", kinds=(SkillMd,), takes=("file-name-case",))
def file_name_case(context: Context) -> Iterator[Finding]:
    """File whose name differs from SKILL.md in its case.

    Why: Hosts open `SKILL.md` by exactly this name. On macOS and Windows any case opens, on Linux (in CI, in
    containers, on a server) the skill is gone without a word.
    Source: coder/mux f2160b194, agentSkillsService.ts; openai/codex 6162409, discovery.rs; google-gemini/gemini-cli
    5411f11, skillLoader.ts; Traitome/oxo-flow b936dc14, skill.rs.
    Bad (.claude/skills/tide-table/skill.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Renames the file.
    """
    name, path = context.place.file, context.place.path
    wanted = "SKILL.md"
    if not isinstance(context.document, SkillMd) or name == wanted or name.lower() != "skill.md":
        return
    cause = f"the file must be called `{wanted}`, and this is `{name}` (macOS and Windows hide the difference)"
    if _exists(context, f"{parent(path)}/{wanted}"):
        verdicts = [(host, MISSES_HERE, f"`{wanted}` beside it is the skill") for host in _readers(context, name)]
        yield from context.judged("file-name-case", None, verdicts)
        return
    fix = Fix(f"Rename to {wanted}", renames=(Rename(path, f"{parent(path)}/{wanted}"),))
    verdicts = [(host, MISSES, cause) for host in _readers(context, name)]
    yield from context.judged("file-name-case", None, verdicts, fixes=(fix,))


def _readers(context: Context, name: str) -> Iterator[Host]:
    """The target hosts that read documents of this format, but not under this name."""
    for host in context.targets:
        if host.reads(context.document) and name not in host.file_names:
            yield host


def _exists(context: Context, path: str) -> bool:
    return context.workspace is not None and context.workspace.files.is_file(path)


def _missed(context: Context, kind: str) -> Iterator[tuple[Host, Spot]]:
    """The target hosts that miss the skill for this reason."""
    return (missed for missed in context.missed if missed[1].miss == kind)


@detects("directory-depth", when="missed", kinds=(SkillMd, SkillToml))
def directory_depth(context: Context) -> Iterator[Finding]:
    """Skill in a directory that lies deeper than the host looks.

    Why: Most hosts look into the directories directly below their skills root and no further. A folder that groups
    skills hides all of them. Codex, Cursor, goose and opencode search deeper.
    Source: Claude Code documentation of 2026-08-22; coder/mux f2160b194, agentSkillsService.ts;
    google-gemini/gemini-cli 5411f11, skillLoader.ts; Traitome/oxo-flow b936dc14, skill.rs.
    Bad (.claude/skills/harbour/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Moves the directory up; never by itself, since links may lead out of it.
    """
    if context.workspace is not None and context.workspace.skill_of(context.place.path) is not None:
        return
    verdicts, moves = [], []
    for host, spot in _missed(context, "depth"):
        there = spot.root.path.removeprefix("~/")
        cause = f"it lies {_directories(spot.depth)} below `{there}`, and {_looks(spot)}"
        verdicts.append((host, MISSES_HERE, cause))
        moves.append((parent(context.place.path), f"{spot.anchor}/{there}"))
    yield from context.judged("directory-depth", None, verdicts, fixes=tuple(_move(context, dict(moves))))


def _directories(count: int) -> str:
    return {1: "one directory", 2: "two directories", 3: "three directories"}.get(count, f"{count} directories")


def _looks(spot: Spot) -> str:
    if spot.root.manifests and spot.depth >= 1 and spot.miss == "depth" and spot.root.depth != spot.depth - 1:
        return "manifests are looked for in that directory itself"
    depth = spot.root.depth or 0
    return "only the directories directly in it are looked at" if depth == 1 else f"{depth} are looked at"


def _move(context: Context, moves: dict[str, str]) -> Iterator[Fix]:
    for directory, root in moves.items():
        target = f"{root}/{directory.rpartition('/')[2]}"
        if context.workspace is None or isinstance(context.document, SkillToml):
            return
        if not context.workspace.files.exists(target):
            title = f"Move the directory up into {root.rpartition('/')[2]}"
            yield Fix(title, safe=False, renames=(Rename(directory, target),))


@detects("directory-missing", when="missed", kinds=(SkillMd, SkillToml))
def directory_missing(context: Context) -> Iterator[Finding]:
    """SKILL.md directly in the skills root, without a directory of its own.

    Why: Hosts look for `<skills>/<name>/SKILL.md` and pass over files that lie in the skills root itself.
    Source: Claude Code documentation of 2026-08-22; coder/mux f2160b194, agentSkillsService.ts; Traitome/oxo-flow
    b936dc14, skill.rs.
    Bad (.claude/skills/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Moves the file into a directory called like the skill; never by itself.
    """
    verdicts = []
    fixes: dict[str, Fix] = {}
    for host, spot in _missed(context, "flat"):
        there = spot.root.path.removeprefix("~/")
        verdicts.append(
            (host, MISSES, f"it lies in `{there}` itself, and each skill needs a directory of its own there")
        )
        name = _declared_name(context)
        if name:
            target = f"{parent(context.place.path)}/{name}/SKILL.md"
            fixes[name] = Fix(f"Move to {name}/SKILL.md", safe=False, renames=(Rename(context.place.path, target),))
    yield from context.judged("directory-missing", None, verdicts, fixes=tuple(fixes.values()))


def _declared_name(context: Context) -> str | None:
    entry = context.workspace.entry(context.place.path) if context.workspace is not None else None
    name = entry.declared.name if entry is not None and entry.declared else None
    return name if name and not set(name) & set("/\\ :\n") else None


@detects("directory-hidden", when="missed", kinds=(SkillMd, SkillToml))
def directory_hidden(context: Context) -> Iterator[Finding]:
    """Skill in a hidden directory, which the host passes over.

    Why: Codex does not look into directories whose names begin with a dot.
    Source: openai/codex 6162409, core-skills/src/loader/discovery.rs.
    Targets: codex
    Bad (.codex/skills/.tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.codex/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: None.
    """
    verdicts = [
        (host, MISSES_HERE, "it lies in a directory whose name begins with a dot")
        for host, spot in _missed(context, "hidden")
    ]
    yield from context.judged("directory-hidden", None, verdicts)


@detects("skill-nested", when="is_nested", kinds=(SkillMd,))
def skill_nested(context: Context) -> Iterator[Finding]:
    """SKILL.md within another skill's directory, loaded as a skill of its own.

    Why: Codex, opencode, Cursor and goose search the whole tree below their roots. A template that a skill keeps for
    others becomes a skill with a placeholder for a name. To hosts that look one level deep it is an ordinary file.
    Source: openai/codex 6162409, discovery.rs (depth 6); anomalyco/opencode 0a8a0ed, src/skill/index.ts.
    Targets: codex
    Bad (.codex/skills/skill-maker/SKILL.md):
        ---
        name: skill-maker
        description: Makes skills from a template.
        ---
        Copy assets/SKILL.md.
    Bad (.codex/skills/skill-maker/assets/SKILL.md):
        ---
        name: "<name>"
        description: What it does.
        ---
        Body.
    Good (.codex/skills/skill-maker/SKILL.md):
        ---
        name: skill-maker
        description: Makes skills from a template.
        ---
        Copy assets/SKILL.md.tmpl.
    Good (.codex/skills/skill-maker/assets/SKILL.md.tmpl):
        ---
        name: "<name>"
        description: What it does.
        ---
        Body.
    Fix: Renames the file, so that no host takes it for a skill; never by itself, since the other skill names it.
    """
    if context.workspace is None or not isinstance(context.document, SkillMd):
        return
    outer = context.workspace.skill_of(context.place.path)
    if outer is None:
        return
    name = _name_of(context.document)
    between = context.place.path[len(parent(outer)) + 1 :].split("/")[:-1]
    template = not _TEMPLATE_PARTS.isdisjoint(between) or _has_placeholder(name[1] if name else "")
    cause = "it looks below its skills root for every SKILL.md, and this one lies in the directory of another skill"
    verdicts = [
        (host, LOADS if template else LOADS_TOO, cause) for host in context.targets if host.reads(context.document)
    ]
    path = context.place.path
    fix = Fix("Rename to SKILL.md.tmpl", safe=False, renames=(Rename(path, f"{path}.tmpl"),))
    yield from context.judged("skill-nested", name[0] if name else None, verdicts, fixes=(fix,))


def _name_of(document: SkillMd) -> tuple[Span, str] | None:
    root = document.yaml.root if document.yaml else None
    value = root.get("name") if isinstance(root, Mapping) else None
    return (value.span, document.text[value.span]) if value is not None else None


def _has_placeholder(name: str) -> bool:
    return not set(name).isdisjoint("<>{}[]$%")


@detects("link-escapes", kinds=(SkillMd,))
def link_escapes(context: Context) -> Iterator[Finding]:
    """Skill that a symbolic link fetches from outside of the checkout, where the host does not allow it.

    Why: Xum takes a project's skill only where its directory and its SKILL.md really lie in the checkout.
    Source: coder/mux f2160b194, agentSkillsService.ts.
    Bad (.xum/skills/tide-table):
        -> ../../../elsewhere/tide-table
    Good (.xum/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: None.
    """
    workspace, path = context.workspace, context.place.path
    containing = [host for host in context.targets if any(root.contained for root in host.roots)]
    if workspace is None or not containing:
        return
    if not (workspace.files.is_link(path) or workspace.files.is_link(parent(path))):
        return
    checkout = workspace.checkout_of(path)
    if checkout is None or within(workspace.files.real(path), workspace.files.real(checkout)):
        return
    cause = f"a link leads to `{workspace.files.real(path)}`, which is outside of this checkout"
    verdicts = [
        (host, DROPS, cause)
        for host in containing
        for one in (path, *workspace.other_paths(path))
        if any(spot.root.contained and not spot.miss for spot in discovery.spots(host, one))
    ]
    yield from context.judged("link-escapes", None, verdicts)


# ------------------------------------------------------------- what is no document


def _judging(survey: Survey, path: str, effect: Effect, cause: str) -> Iterable[tuple[Host, Effect, str]]:
    return [(host, effect, cause) for host in survey.judges(path) if discovery.spots(host, f"{path}/SKILL.md")]


@surveys("link-dangling")
def link_dangling(survey: Survey) -> Iterator[Finding]:
    """Symbolic link in a skills root that leads nowhere.

    Why: A link to a place outside of the repository works for whoever made it and nobody else. git writes the target
    into an ordinary file where it can't make links (Windows), and then the skill is missing as well.
    Source: coder/mux f2160b194, agentSkillsService.ts; openai/codex 6162409, discovery.rs.
    Bad (.claude/skills/shared-notes):
        ../../elsewhere/shared-notes
    Good (.claude/skills/shared-notes/SKILL.md):
        ---
        name: shared-notes
        description: Reads the shared notes.
        ---
        Body.
    Fix: None.
    """
    for path, kind, detail in survey.workspace.obstacles:
        if kind == "dangling":
            cause = f"the link leads to `{detail}`, and nothing is there"
        elif kind == "link-loop":
            cause = f"the link leads to `{detail}` and from there back to itself"
        elif kind == "flattened":
            there = survey.workspace.files.exists(f"{parent(path)}/{detail}")
            cause = f"this is a file that holds the path `{detail}`, where a link to it should be" + (
                "" if there else ", and nothing is there"
            )
        else:
            continue
        directory = path if not path.endswith("/SKILL.md") else parent(path)
        yield from survey.judged("link-dangling", path, _judging(survey, directory, MISSES, cause))


@surveys("file-is-directory")
def file_is_directory(survey: Survey) -> Iterator[Finding]:
    """Directory that is called SKILL.md.

    Why: Hosts want a file of this name, and pass over the skill.
    Source: coder/mux f2160b194, agentSkillsService.ts; Traitome/oxo-flow b936dc14, skill.rs (executed).
    Bad (.claude/skills/tide-table/SKILL.md/notes.txt):
        Notes.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: None.
    """
    for path, kind, _ in survey.workspace.obstacles:
        if kind == "directory":
            verdicts = _judging(survey, parent(path), MISSES, "SKILL.md is a directory, and a file is wanted")
            yield from survey.judged("file-is-directory", path, verdicts)


@surveys("walk-limit")
def walk_limit(survey: Survey) -> Iterator[Finding]:
    """Folder that could not be searched to its end.

    Why: So that a missing finding is not taken for a clean bill: a directory can't be read, the folder holds more than
    50,000 files of interest or 200,000 directories, or it is a home directory, of which only the hosts' own directories
    are entered.
    Source: This tool's own limits.
    Bad: …
    Good: …
    Fix: None.
    """
    for path, kind, detail in survey.workspace.obstacles:
        if kind == "unreadable":
            message = f"This directory can't be read: {detail}. Skills in it are not checked."
            yield survey.finding("walk-limit", path, message, Severity.WARNING)
        elif kind == "too-many":
            message = "The folder holds more than can be checked at once; from here on nothing was looked at."
            yield survey.finding("walk-limit", path, message, Severity.WARNING)
        elif kind == "home":
            message = "This is a home directory: only the directories of the hosts in it are checked."
            yield survey.finding("walk-limit", path, message, Severity.INFO)
