"""The report formats, on findings with everything that makes them hard: tabs, wide and control characters, several
lines, related places, fixes in two files."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

from skill_lsp.hosts.reading import Severity
from skill_lsp.report import FORMATS, Report, excerpt, text
from skill_lsp.rules.finding import FileEdit, Finding, Fix, Related
from skill_lsp.text import Edit, Span, Text

CONTENT = "---\nname:\t潮汐-table\ndescription: Use when: tides\x1b[31m matter\n---\n👩‍👩‍👧 body %s::\n"
OTHER = "one\r\ntwo\n"


def _span(part):
    start = CONTENT.index(part)
    return Span(start, start + len(part))


@pytest.fixture
def report():
    path, other = "/w/a b/SKILL.md", "/w/other,1.md"
    fix = Fix("Quote it", (FileEdit(None, Edit(_span("潮汐-table"), '"x"')), FileEdit(other, Edit(Span(0, 3), "1"))))
    findings = [
        Finding(
            "name-format",
            path,
            _span("潮汐-table"),
            'Xum drops this skill: "潮汐" & <more>.\x1b[0m',
            Severity.ERROR,
            {"xum": Severity.ERROR, "codex": Severity.WARNING},
            (Related(other, Span(5, 8), "see\nhere"),),
            fixes=(fix,),
        ),
        Finding("yaml-plain-colon", path, _span("when: tides\x1b"), "100% wrong, here: yes", Severity.WARNING),
        Finding("file-size", path, None, "This file is too large.", Severity.INFO),
        Finding("link-missing", path, Span(4, 60), "Over lines.", Severity.HINT, fixes=(Fix("t", safe=False),)),
    ]
    texts = {path: Text(CONTENT), other: Text(OTHER)}
    return Report(findings, [path, "/w/clean.md"], texts.get, "/w")


@pytest.mark.parametrize("name", [*FORMATS])
def test_every_format_takes_everything(report, name):
    output = import_module(f"skill_lsp.report.{name}").render(report)
    assert output.endswith("\n")
    assert "\x1b" not in output


@pytest.mark.parametrize("name", [*FORMATS])
def test_every_format_takes_nothing(name):
    empty = Report([], [], lambda path: None, "/w")
    assert isinstance(import_module(f"skill_lsp.report.{name}").render(empty), str)


def _sarif(report):
    return json.loads(import_module("skill_lsp.report.sarif").render(report))


def test_sarif_follows_the_official_schema(report):
    schema = json.loads((Path(__file__).parent / "data" / "sarif-2.1.0-rtm.5.json").read_text())
    jsonschema.Draft4Validator(schema).validate(_sarif(report))


def test_sarif_has_regions_fixes_and_rules(report):
    (run,) = _sarif(report)["runs"]
    first = run["results"][0]
    assert first["level"] == "error"
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "a%20b/SKILL.md", "uriBaseId": "%SRCROOT%"},
        "region": {
            "startLine": 2,
            "startColumn": 7,
            "endLine": 2,
            "endColumn": 15,
            "charOffset": 10,
            "charLength": 8,
            "snippet": {"text": "潮汐-table"},
        },
    }
    assert [change["artifactLocation"]["uri"] for change in first["fixes"][0]["artifactChanges"]] == [
        "a%20b/SKILL.md",
        "other%2C1.md",
    ]
    assert first["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 2
    assert [result["level"] for result in run["results"]] == ["error", "warning", "note", "none"]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [
        result["ruleId"] for result in run["results"]
    ]
    assert all(rule["help"]["markdown"] and rule["help"]["text"] and rule["shortDescription"]["text"] for rule in rules)


def test_github_annotations(report):
    lines = import_module("skill_lsp.report.github").render(report).splitlines()
    assert lines[1] == (
        "::warning file=a b/SKILL.md,line=3,endLine=3,col=18,endColumn=30,title=skill-lsp yaml-plain-colon::"
        "100%25 wrong, here: yes"
    )
    assert lines[3].startswith("::notice file=a b/SKILL.md,line=2,endLine=4,title=")
    assert len(lines) == 4


def test_gitlab_has_unique_fingerprints(report):
    report.findings.append(report.findings[-1])
    issues = json.loads(import_module("skill_lsp.report.gitlab").render(report))
    assert len({issue["fingerprint"] for issue in issues}) == 5
    assert issues[0]["location"] == {"path": "a b/SKILL.md", "lines": {"begin": 2, "end": 2}}
    assert {issue["severity"] for issue in issues} == {"major", "minor", "info"}


def test_junit_counts(report):
    root = ElementTree.fromstring(import_module("skill_lsp.report.junit").render(report))
    assert (root.get("tests"), root.get("failures")) == ("5", "2")
    assert [suite.get("name") for suite in root] == ["a b/SKILL.md", "clean.md"]
    assert len(root.findall(".//failure")) == 2
    assert [case.get("line") for case in root[0]] == ["2", "3", "1", "2"]


@pytest.mark.parametrize(
    ("content", "marked", "line", "marks"),
    [
        ("name: tide", "tide", "name: tide", "      ^^^^"),
        ("a\tb", "b", "a   b", "    ^"),
        ("\tb", "\t", "    b", "^^^^"),
        ("潮汐 x", "x", "潮汐 x", "     ^"),
        ("潮汐 x", "汐", "潮汐 x", "  ^^"),
        ("e\u0301x", "x", "e\u0301x", " ^"),
        ("👩‍👩‍👧x", "x", "👩‍👩‍👧x", "  ^"),
        ("👍🏽x", "x", "👍🏽x", "  ^"),
        ("a\u202eb", "\u202e", "a<U+202E>b", " ^^^^^^^^"),
        ("a\x1b[31mb", "b", "a<U+001B>[31mb", "             ^"),
        ("word", "", "word", "^"),
    ],
)
def test_the_marks_stand_under_the_range(content, marked, line, marks):
    start = content.index(marked)
    shown = excerpt.of(Text(content), Span(start, start + len(marked)))
    assert (shown.line, shown.marks) == (line, marks)


def test_a_range_over_lines_and_one_at_the_end():
    shown = excerpt.of(Text("one\r\ntwo\r\n"), Span(1, 8))
    assert shown == excerpt.Excerpt(1, "one", " ^^ … to line 2")
    assert excerpt.of(Text("one\n"), Span(4, 4)) == excerpt.Excerpt(2, "", "^")
    assert excerpt.of(Text("one\n"), Span(3, 3)) == excerpt.Excerpt(1, "one", "   ^")


@pytest.mark.parametrize("at", [0, 25_000, 49_990])
def test_a_very_long_line_is_cut_around_the_range(at):
    shown = excerpt.of(Text("x" * at + "MARK" + "y" * 50_000), Span(at, at + 4))
    assert len(shown.line) < 200
    assert shown.line[shown.marks.index("^") :].startswith("MARK")
    assert shown.marks.strip() == "^^^^"


def test_colours_only_where_they_are_wanted(report):
    coloured = text.render(report, text.COLOURS)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text.render(report)
