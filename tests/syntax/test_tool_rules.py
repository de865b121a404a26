"""The rules of `allowed-tools`, split outside parentheses only."""

from __future__ import annotations

import pytest

from skill_lsp.syntax import tool_rules, yaml
from skill_lsp.syntax.nodes import Mapping
from skill_lsp.text import Span, Text


@pytest.mark.parametrize(
    ("value", "rules"),
    [
        ("Read, Grep", [("Read", "Read", None, True), ("Grep", "Grep", None, True)]),
        ("Bash(git add *) Read", [("Bash(git add *)", "Bash", "git add *", True), ("Read", "Read", None, True)]),
        ("Bash(a, (b) c)", [("Bash(a, (b) c)", "Bash", "a, (b) c", True)]),
        ("Bash(git push:*, Read", [("Bash(git push:*, Read", "Bash", "git push:*, Read", False)]),
        ("Read), Grep", [("Read)", "Read)", None, False), ("Grep", "Grep", None, True)]),
        ('"Read, Grep"', [("Read", "Read", None, True), ("Grep", "Grep", None, True)]),
        ("[Read, 'Bash(a b)']", [("Read", "Read", None, True), ("Bash(a b)", "Bash", "a b", True)]),
        ("\n  - Read\n  - Edit", [("Read", "Read", None, True), ("Edit", "Edit", None, True)]),
        ("  ", []),
        ("()", [("()", "", "", True)]),
    ],
)
def test_rules(value: str, rules: list[tuple[str, str, str | None, bool]]) -> None:
    text = Text(f"allowed-tools: {value}\n")
    root = yaml.parse(text, Span(0, len(text))).root
    assert isinstance(root, Mapping)
    found = tool_rules.rules_of(root.entries[0].value)
    assert [(text[rule.span], rule.tool, rule.pattern, rule.closed) for rule in found] == rules


def test_the_span_of_a_folded_value_is_the_whole_value() -> None:
    text = Text("allowed-tools: >-\n  Read\n  Grep\n")
    root = yaml.parse(text, Span(0, len(text))).root
    assert isinstance(root, Mapping)
    node = root.entries[0].value
    assert [(rule.tool, rule.span) for rule in tool_rules.rules_of(node)] == [("Read", node.span), ("Grep", node.span)]
