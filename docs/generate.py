"""Writes docs/rules.md and schemas/*.json from the rules and the hosts' keys: `tox -e docs`, `tox -e schemas`."""

from __future__ import annotations

import sys
from pathlib import Path

from skill_lsp.cli import schema
from skill_lsp.rules import documentation
from skill_lsp.rules.registry import rules

ROOT = Path(__file__).parent.parent


def rules_page() -> str:
    """The text of docs/rules.md."""
    known = rules().values()
    lines = [
        "# Rules",
        "",
        "What `skill-lsp --check` and the editor report, one section for each rule: what it finds, why that matters,",
        "where the facts are from, and an example that the test suite runs. `skill-lsp explain RULE` shows the same.",
        "",
        "| rule | finds |",
        "|---|---|",
        *(
            f"| [{rule.id}](#{rule.id}) | {documentation.of(rule).summary.replace('|', chr(92) + '|')} |"
            for rule in known
        ),
        "",
    ]
    return "\n".join(lines) + "\n" + "\n".join(documentation.markdown(rule, "##") for rule in known)


def schema_files() -> dict[str, str]:
    """The texts of schemas/*.json by file name."""
    return {f"{name}.json": schema.written(make()) for name, make in schema.schemas().items()}


def main(what: str) -> None:
    """Writes what is asked for."""
    if what == "docs":
        (ROOT / "docs" / "rules.md").write_text(rules_page(), encoding="utf-8", newline="\n")
    else:
        for name, content in schema_files().items():
            (ROOT / "schemas" / name).write_text(content, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1])
