"""Completion and hover in bodies."""

from __future__ import annotations

import pytest

from skill_lsp.features.completion import completion
from skill_lsp.features.hover import hover

from .situation import situation

XUM = ".xum/skills/tide-table/SKILL.md"
CLAUDE = ".claude/skills/tide-table/SKILL.md"
AGENTS = ".agents/skills/tide-table/SKILL.md"
HEAD = "---\nname: tide-table\ndescription: Reads tide tables.\n---\n"
FILES = {
    ".xum/skills/tide-table/references/sea.md": "# The sea\n\n## Low water\n",
    ".xum/skills/moon-phase/SKILL.md": "---\nname: moon-phase\ndescription: Tells the moon's phase.\n---\nMoon.\n",
}


def offers(path: str, marked: str, files: dict[str, str] | None = None) -> dict[str, str]:
    """The document after each completion is accepted, by label."""
    here = situation(path, marked, files)
    items = completion(here.snapshot, here.document, here.position).items
    return {item.label: here.after([item.text_edit]) for item in items if item.text_edit}  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("path", "marked", "label", "accepted"),
    [
        (XUM, "Tide of $▮ now", "$ARGUMENTS", "Tide of $ARGUMENTS now"),
        (XUM, "Tide of $A▮", "$1", "Tide of $1"),
        (XUM, "Run ${CL▮", "${CLAUDE_SKILL_DIR}", "Run ${CLAUDE_SKILL_DIR}"),
        (XUM, "Run ${▮}", "${CLAUDE_SKILL_DIR}", "Run ${CLAUDE_SKILL_DIR}"),
        (XUM, "!`cat $▮`", "$1", "!`cat $1`"),
        (XUM, "See [sea](▮)", "references/", "See [sea](references/)"),
        (XUM, "See [sea](references/▮)", "sea.md", "See [sea](references/sea.md)"),
        (XUM, "See [sea](references/sea.md#▮)", "low-water", "See [sea](references/sea.md#low-water)"),
        (XUM, "# Own part\n\n[up](#▮)", "own-part", "# Own part\n\n[up](#own-part)"),
        (XUM, "Run ${CLAUDE_SKILL_DIR}/ref▮", "references/", "Run ${CLAUDE_SKILL_DIR}/references/"),
        (XUM, "Then use /mo▮", "moon-phase", "Then use /moon-phase"),
        (XUM, "Then use $mo▮", "moon-phase", "Then use $moon-phase"),
    ],
)
def test_what_can_follow_is_offered(path: str, marked: str, label: str, accepted: str) -> None:
    assert offers(path, HEAD + marked, FILES)[label] == HEAD + accepted


def test_only_forms_that_a_target_host_replaces_are_offered() -> None:
    assert "$ARGUMENTS[0]" in offers(CLAUDE, HEAD + "$▮")
    assert "${CLAUDE_PLUGIN_ROOT}" not in offers(CLAUDE, HEAD + "${▮")
    assert offers(".gemini/skills/tide-table/SKILL.md", HEAD + "$▮") == {}


def test_declared_arguments_are_offered_by_name() -> None:
    head = HEAD.replace("description", "arguments: [harbour]\ndescription")
    assert offers(CLAUDE, head + "For $▮")["$harbour"] == head + "For $harbour"


def test_skills_of_a_plugin_follow_its_name() -> None:
    files = {
        "kit/.claude-plugin/plugin.json": '{"name": "kit"}',
        "kit/skills/knot/SKILL.md": "---\nname: knot\ndescription: Ties.\n---\nKnot.\n",
        **FILES,
    }
    assert list(offers(CLAUDE, HEAD + "Use /kit:▮", files)) == ["knot"]


@pytest.mark.parametrize("marked", ["▮", "s▮", "---▮"])
def test_an_empty_file_offers_a_whole_skill(marked: str) -> None:
    content = next(iter(offers(XUM, marked).values()))
    assert content.startswith("---\nname: ${1:tide-table}\ndescription: ")
    manifest = next(iter(offers(".oxo-flow/skills/qc.skill.toml", "▮").values()))
    assert manifest.startswith('name = "${1:qc}"\nversion = "0.1.0"\n')


def hovered(path: str, marked: str, files: dict[str, str] | None = None) -> tuple[str, str]:
    here = situation(path, marked, files)
    shown = hover(here.snapshot, here.document, here.position)
    assert shown is not None
    assert shown.range is not None
    return here.document.text[here.document.span(shown.range)], shown.contents.value  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("path", "marked", "span", "said"),
    [
        (XUM, "For $▮1.", "$1", "- **Xum**: the first argument."),
        (CLAUDE, "For $▮1.", "$1", "- **Claude Code**: the second argument."),
        (XUM, "For $1▮0.", "$10", "Only `$1` is read"),
        (XUM, "!`da▮te`", "!`date`", "Number 1 of at most 10"),
        (CLAUDE, "- !`da▮te`", "!`date`", "**Claude Code** runs it"),
        (XUM, "[sea](references/s▮ea.md)", "references/sea.md", "# The sea"),
        (XUM, "[sea](references/sea.md#low-w▮ater)", "references/sea.md#low-water", "## Low water"),
        (XUM, "[sea](references/sea.md#h▮igh)", "references/sea.md#high", "has no heading `#high`"),
        (XUM, "[sea](gon▮e.md)", "gone.md", "no such file"),
        (XUM, "Then /moon-▮phase", "moon-phase", "Tells the moon's phase."),
    ],
)
def test_hover_in_a_body(path: str, marked: str, span: str, said: str) -> None:
    shown = hovered(path, HEAD + marked, FILES)
    assert shown[0] == span
    assert said in shown[1]


def test_hover_on_prose_says_nothing() -> None:
    here = situation(XUM, HEAD + "Just pr▮ose, $HOME and /nothing.")
    assert hover(here.snapshot, here.document, here.position) is None
