"""A thousand files of every kind that the index knows: skills that name, link to and resemble each other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

COUNT = 1000
TOPICS = ("tide", "moon", "log", "bam", "vcf", "chart", "harbour", "pilot")
NAMES = tuple(f"{topic}-{thing}" for topic in TOPICS for thing in ("table", "audit", "kit", "watch", "report"))
ROOTS = (
    ".agents/skills",
    ".claude/skills",
    ".github/skills",
    ".oxo-flow/skills",
    ".xum/plugins/gamma/skills",
    ".xum/skills",
    "packages/north/.agents/skills",
    "packages/north/.claude/skills",
    "packages/south/.claude/skills",
    "packages/south/.oxo-flow/skills",
    "plugins/alpha/skills",
    "plugins/beta/skills",
    "skills",
)
PROJECTS = ("", "packages/north/", "packages/south/")
"""Where workflows, activation lists and manifests lie."""
SINGLE = (
    ".claude-plugin/marketplace.json",
    ".gitignore",
    ".xum/plugins/gamma/plugin.json",
    "README.md",
    "SKILL.md",
    "packages/north/.skill-lsp.toml",
    "packages/south/.gitignore",
    "plugins/.skill-lsp.toml",
    "plugins/alpha/.claude-plugin/plugin.json",
    "plugins/beta/.claude-plugin/plugin.json",
    "pyproject.toml",
    "skills-lock.json",
)
BUNDLED = ("references/guide.md", "references/deep/notes.md", "scripts/run.sh", "agents/openai.yaml", "notes.md")
WIDE = frozenset((".gitignore", ".skill-lsp.toml", "pyproject.toml"))
"""Files after whose change everything is looked at again."""

_DESCRIPTIONS = tuple(
    f"{verb} {what} from {where}, {how}, {when}{late}"
    for verb, how in (
        ("Reads", "line by line"),
        ("Compares", "column against column"),
        ("Draws", "as a chart in colour"),
    )
    for what, when in (
        ("tide tables", "before the pilot boards"),
        ("moon phases", "for nights without stars"),
        ("alignment files", "once coverage was counted"),
        ("variant calls", "where filters disagree"),
        ("log books", "after a watch has ended"),
        ("lock schedules", "whenever barges queue upstream"),
    )
    for where in ("harbours", "sequencing centres", "archives", "estuaries", "laboratories")
    for late in ("", " again")
)
_SENTENCES = (
    "Read [the guide](references/guide.md) first.",
    "Read [the notes](references/deep/notes.md#neap-tides) when in doubt.",
    "Read `references/deep/notes.md` and [them](references/notes.md).",
    "Run `sh ${{CLAUDE_SKILL_DIR}}/scripts/run.sh` once.",
    "Run `scripts/run.sh $1`.",
    "Then go on with /{name}, and with /{other}.",
    "Ask `alpha:{name}`, else `/beta:{other}`, else `gamma:{name}`.",
    "See [the other](../{name}/SKILL.md) and [its guide](../{other}/references/guide.md).",
    "See [this one](../{other}/SKILL.md).",
    "Für $ARGUMENTS 🌊 and no one else.",
    "[Notes](deep/notes.md), [guide](../references/guide.md), [all](../../SKILL.md)",
)
_SWITCHES = (
    "",
    "",
    "",
    "user-invocable: false\n",
    "disable-model-invocation: true\n",
    "advertise: yes\n",
    "modell: x\n",
)
_CONFIGURATIONS = (
    "",
    'ignore = ["key-unknown"]\n',
    'targets = ["xum", "claude-code"]\n',
    'exclude = ["beta/", "references/deep/"]\n',
    'severity = {name-directory = "hint"}\n',
    'ignored = ["key-unknown"]\n',
    'targets = ["all"]\nignore = ["description-similar"]\n',
)
_IGNORED = ("", "scripts/\n", "references/deep\n", "*.oxoflow\n", "chart-*/\n", "vendor/\n*.skill.toml\n", "notes.md\n")


def tree(chance: Random) -> dict[str, str]:
    """A thousand files by their paths."""
    paths = list(SINGLE)
    for project in PROJECTS:
        paths += [f"{project}.oxo-flow/ai.toml", f"{project}.claude/skills/flat.md"]
        paths += [f"{project}{name}.oxoflow" for name in chance.sample(NAMES, 4)]
        paths += [f"{project}.oxo-flow/skills/{name}.skill.toml" for name in chance.sample(NAMES, 20)]
    paths = list(dict.fromkeys([*paths, *_in_skills(chance)]))[:COUNT]
    return {path: content(path, chance) for path in paths}


def _in_skills(chance: Random) -> Iterator[str]:
    skills = [f"{root}/{name}" for root in ROOTS for name in NAMES]
    chance.shuffle(skills)
    for skill in skills:
        yield f"{skill}/{chance.choice(('SKILL.md', 'SKILL.md', 'SKILL.md', 'SKILL.md', 'skill.md'))}"
        yield from (f"{skill}/{name}" for name in chance.sample(BUNDLED, chance.choice((1, 2, 3, 4))))
        if chance.random() < 0.05:
            yield f"{skill}/templates/{chance.choice(NAMES)}/SKILL.md"


def content(path: str, chance: Random) -> str:
    """What a file may say; another thing each time."""
    directory, _, file = path.rpartition("/")
    name, other = chance.choice(NAMES), chance.choice(NAMES)
    own = directory.rpartition("/")[2] if file.lower() == "skill.md" else file.partition(".")[0]
    name = own if chance.random() < 0.7 else name
    if file.lower() == "skill.md":
        return _skill(name, other, chance)
    if file.endswith(".md"):
        return f"# {chance.choice(('Neap tides', 'Spring tides'))}\n\n{_body(name, other, chance)}\n"
    if file.endswith(".skill.toml"):
        return _manifest(name, chance)
    if file.endswith(".oxoflow") or file == "ai.toml":
        return f'[workflow]\nname = "w"\n\n[ai]\nskills = ["{name}", "{other}", "{chance.choice(NAMES)}"]\n'
    if file == ".gitignore":
        return chance.choice(_IGNORED)
    if file == ".skill-lsp.toml":
        return chance.choice(_CONFIGURATIONS)
    if file == "pyproject.toml":
        return f'[project]\nname = "harbour"\n\n[tool.skill-lsp]\n{chance.choice(_CONFIGURATIONS)}'
    if file.endswith(".json"):
        return _json(path, name, other, chance)
    if file == "openai.yaml":
        return f"interface:\n  display_name: {name}\n  short_description: {chance.choice(_DESCRIPTIONS)}\n"
    return f"echo {name}\n"


def _skill(name: str, other: str, chance: Random) -> str:
    if chance.random() < 0.06:
        return chance.choice(("", f"# {name}\n", f"---\nname: {name}\ndescription: Use when: {other}\n---\nB\n"))
    description = chance.choice(_DESCRIPTIONS)
    head = f"---\nname: {name}\ndescription: {description}\n{chance.choice(_SWITCHES)}---\n"
    return f"{head}# {name}\n\n{_body(name, other, chance)}\n"


def _body(name: str, other: str, chance: Random) -> str:
    sentences = chance.sample(_SENTENCES, chance.choice((1, 2, 3)))
    return "\n".join(one.format(name=chance.choice(NAMES), other=chance.choice((name, other))) for one in sentences)


def _manifest(name: str, chance: Random) -> str:
    kind = chance.choice(("knowledge", "knowledge", "tool", "chart"))
    address = f'requires = ["mcp://{chance.choice(TOPICS)}.example:5050/mcp"]\n' if kind == "tool" else ""
    head = f'name = "{name}"\nversion = "1.0.0"\ndescription = "{chance.choice(_DESCRIPTIONS)}"\n'
    return f'{head}skill_type = "{kind}"\nprompt_additions = ["Ask for a report."]\n{address}'


def _json(path: str, name: str, other: str, chance: Random) -> str:
    if path.endswith("marketplace.json"):
        plugins = [{"name": one, "source": f"./plugins/{one}"} for one in chance.sample(("alpha", "beta", "delta"), 2)]
        return json.dumps({"name": "harbour", "owner": {"name": "Rosa"}, "plugins": plugins}, indent=1)
    if path.endswith("skills-lock.json"):
        return json.dumps({"version": 1, "skills": {name: {"source": "a/b"}, other: {"source": "a/b"}}}, indent=1)
    directory = path.removesuffix("/plugin.json").removesuffix("/.claude-plugin").rpartition("/")[2]
    manifest = {"name": chance.choice((directory, directory, "delta")), "version": "1.0.0", "description": "d"}
    skills = chance.choice((None, None, f"./skills/{name}", ["./skills", f"./more/{other}"]))
    return json.dumps({**manifest, **({"skills": skills} if skills else {})}, indent=1)
