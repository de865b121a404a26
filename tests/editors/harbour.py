"""The workspace that every editor opens: two skills with a defect each, a manifest skill, and files that name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

TIDES = ".agents/skills/tide-table/SKILL.md"
"""Whose description holds a colon and a blank: YAML, and so most hosts, refuse it. There is a quick fix."""

MOORING = ".claude/skills/mooring/SKILL.md"
"""Which checks clean, and takes arguments."""

MANIFEST = ".oxo-flow/skills/soundings.skill.toml"
"""A manifest skill of oxo-flow, activated in ai.toml, whose version is a number where oxo-flow wants text."""

LABEL = ".claude/skills/pilot-book/SKILL.md"
"""Whose name VS Code reports by itself."""

_FILES = {
    TIDES: """\
---
name: tide-table
description: Use when: somebody asks for the tides of a harbour.
license: MIT
---
# Tide table

Read the times for the station from [the list](references/stations.md).
""",
    ".agents/skills/tide-table/references/stations.md": "# Stations\n\nLerwick, Stromness, Ullapool.\n",
    MOORING: """\
---
name: mooring
description: Finds a free mooring in a harbour and says how to approach it. Use it before a ship arrives.
argument-hint: "[harbour] [draught]"
---
# Mooring

Today is !`date +%A`. Find a mooring in $0 for a draught of $1 metres.

Ask /tide-table when the tide matters.
""",
    LABEL: """\
---
name: Pilot Book
description: Answers questions about lights, buoys and shoals. Use it when a passage is planned.
license:
---
# Pilot book
""",
    MANIFEST: """\
name = "soundings"
version = 1.0
description = "Depths along a course, from the newest survey"
skill_type = "tool"
requires = ["mcp://127.0.0.1:8765/depths"]
prompt_additions = ["Depths are in metres below chart datum."]
""",
    ".oxo-flow/ai.toml": '[ai]\nskills = ["soundings"]\n',
}


def write_to(directory: Path) -> Path:
    """Writes the workspace anew and returns its directory."""
    for path, text in _FILES.items():
        file = directory / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return directory
