"""A rule's documentation, taken from its docstring: what, why, source, targets, examples and fix."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.registry import Rule

_SECTION = pattern(r"(Why|Source|Targets|Bad|Good|Fix)(?: \(([^)]+)\))?:(.*)\Z", re.DOTALL)


_MANY = pattern(r"⟨(\d+) × ([^⟩]*)⟩")


class Example(NamedTuple):
    r"""A file of an example. `path` None: SKILL.md in a directory named like the skill, below `.claude/skills`.

    `shown` is what a reader sees: `⟨300 × tide ⟩` stands for so many of the text, `\n` in it for a line end.
    """

    path: str | None
    shown: str

    @property
    def content(self) -> str:
        """The file itself."""
        return _MANY.sub(lambda match: match[2].replace("\\n", "\n") * int(match[1]), self.shown)


class Documentation(NamedTuple):
    """The sections of a rule's docstring. `bad` and `good` are the files of one example each."""

    summary: str
    why: str = ""
    source: str = ""
    targets: tuple[str, ...] = ()
    bad: tuple[Example, ...] = ()
    good: tuple[Example, ...] = ()
    fix: str = ""


def of(rule: Rule) -> Documentation:
    """The documentation of a rule."""
    first, _, rest = rule.doc.partition("\n")
    prose: dict[str, str] = {}
    examples: dict[str, list[Example]] = {"Bad": [], "Good": []}
    for name, path, content in _sections(dedent(rest)):
        if name in examples:
            examples[name].append(Example(path, dedent(content).strip("\n") + "\n"))
        else:
            prose[name] = " ".join(content.split())
    return Documentation(
        first.strip(),
        prose.get("Why", ""),
        prose.get("Source", ""),
        tuple(prose.get("Targets", "").replace(",", " ").split()),
        tuple(examples["Bad"]),
        tuple(examples["Good"]),
        prose.get("Fix", ""),
    )


def _sections(text: str) -> Iterator[tuple[str, str | None, str]]:
    """Name, label and content of each section: it begins at the margin, and lasts until the next one."""
    name, label, lines = "", None, []
    for line in [*text.split("\n"), "Fix:"]:
        match = _SECTION.match(line)
        if match is None:
            lines.append(line)
            continue
        if name:
            yield name, label, "\n".join(lines)
        name, label, lines = match[1], match[2], [match[3].strip()] if match[3].strip() else []


def plain(rule: Rule) -> str:
    """The documentation as text for a terminal."""
    known = of(rule)
    parts = [f"{rule.id}: {known.summary}"]
    parts += [f"{title}: {text}" for title, text in (("Why", known.why), ("Source", known.source)) if text]
    for title, files in (("Bad", known.bad), ("Good", known.good)):
        for file in files:
            label = f"{title} ({file.path}):" if file.path else f"{title}:"
            parts.append(label + "\n" + "".join(f"    {line}\n" for line in file.shown.splitlines()).rstrip())
    if known.fix:
        parts.append(f"Fix: {known.fix}")
    return "\n\n".join(parts) + "\n"


def markdown(rule: Rule, heading: str = "#") -> str:
    """The documentation as Markdown."""
    known = of(rule)
    parts = [f"{heading} {rule.id}", known.summary]
    parts += [f"**{title}:** {text}" for title, text in (("Why", known.why), ("Source", known.source)) if text]
    for title, files in (("Bad", known.bad), ("Good", known.good)):
        for file in files:
            label = f"**{title}** (`{file.path}`):" if file.path else f"**{title}:**"
            fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", file.shown)), default=0))
            kind = "toml" if file.path and file.path.endswith(".toml") else "markdown"
            parts.append(f"{label}\n\n{fence}{kind}\n{file.shown}{fence}")
    if known.fix:
        parts.append(f"**Fix:** {known.fix}")
    return "\n\n".join(parts) + "\n"
