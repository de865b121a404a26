"""Generates skills to measure on: the same ones for the same number, of the size and variety of real ones."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

WORDS = (  # noqa: SIM905
    "harbour tide table crossing wind current chart depth sounding pilot buoy berth mooring anchor channel lock "
    "slack water spring neap report forecast log entry vessel draught beam lookup compare list check record plan"
).split()


def sentence(chance: random.Random, length: int) -> str:
    words = [chance.choice(WORDS) for _ in range(length)]
    return " ".join(words).capitalize() + "."


def paragraph(chance: random.Random) -> str:
    return " ".join(sentence(chance, chance.randint(6, 14)) for _ in range(chance.randint(2, 5)))


def body(chance: random.Random) -> str:
    parts = []
    for _ in range(chance.randint(2, 6)):
        parts.append(f"## {sentence(chance, 3)[:-1]}")
        parts.append(paragraph(chance))
        kind = chance.randrange(4)
        if kind == 0:
            parts.append(
                "```bash\n"
                + "\n".join(f"{chance.choice(WORDS)} --{chance.choice(WORDS)} file" for _ in range(4))
                + "\n```"
            )
        elif kind == 1:
            parts.append("\n".join(f"- `{chance.choice(WORDS)}`: {sentence(chance, 8)}" for _ in range(5)))
        elif kind == 2:
            parts.append(f"> {sentence(chance, 12)}")
        else:
            parts.append(f"Run it for $ARGUMENTS. {sentence(chance, 9)}")
    return "\n\n".join(parts) + "\n"


def write(directory: Path, number: int) -> None:
    """Writes that many skills below `skills`, one in twenty with a defect, one in ten with a reference."""
    chance = random.Random(number)
    for at in range(number):
        name = f"{chance.choice(WORDS)}-{chance.choice(WORDS)}-{at}"
        skill = directory / "skills" / name
        skill.mkdir(parents=True)
        description = f"{sentence(chance, 12)} Use when {sentence(chance, 8).lower()}"
        if at % 20 == 7:
            description = description.replace("Use when", "Use when:")
        end = "\nSee [the notes](references/notes.md).\n" if at % 10 == 3 else ""
        (skill / "SKILL.md").write_text(
            f"---\nname: {name}\ndescription: {description}\n---\n\n# {name}\n\n{body(chance)}{end}"
        )
        if at % 10 == 3:
            (skill / "references").mkdir()
            (skill / "references" / "notes.md").write_text(f"# Notes\n\n{paragraph(chance)}\n")
