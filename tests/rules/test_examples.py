"""Every rule's own examples: Bad gives the finding, Good does not, and each fix holds what a fix promises."""

from __future__ import annotations

import pytest

from skill_lsp.config import Settings
from skill_lsp.rules import documentation, repair
from skill_lsp.rules.registry import rules
from skill_lsp.rules.run import Run
from skill_lsp.workspace import writing

WITHOUT_EXAMPLE = {
    "file-encoding",
    "file-unreadable",
    "internal-error",
    "mcp-tools",
    "link-escapes",
    "walk-limit",
    "body-length",
    "body-lines",
}
"""What no text can show."""


def _path(example):
    if example.path is not None:
        return example.path
    name = next(
        (line[5:].strip(" \"'") for line in example.content.splitlines() if line.startswith("name:")), "example"
    )
    return f".claude/skills/{name}/SKILL.md"


def _files(examples, newline="\n"):
    return {_path(example): example.content.replace("\n", newline).encode() for example in examples}


def _write(directory, files):
    for path, content in files.items():
        target = directory / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _run(directory, rule):
    known = documentation.of(rule)
    run = Run(adjust=lambda settings: Settings(targets=known.targets or ("all",)))
    return run, run.found([str(directory)])


def _check(directory, rule):
    run, paths = _run(directory, rule)
    return run.all_findings(paths)


def _edits(solved, path):
    fixes = [(finding, repair.safe(finding)) for finding in solved]
    return [edit for finding, fix in fixes if fix for where, edit in fix.edits if (where or finding.path) == path]


ALL = [rule for rule in rules().values() if rule.id not in WITHOUT_EXAMPLE]
by_rule = pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.id)
in_both_endings = pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])


@by_rule
def test_the_docstring_has_its_sections(rule):
    known = documentation.of(rule)
    assert known.summary.endswith((".", "?")), "the first line says what it is, as a sentence"
    assert known.why
    assert known.source
    assert known.bad
    assert known.good


@by_rule
@in_both_endings
def test_bad_gives_the_finding_and_good_does_not(rule, newline, tmp_path):
    known = documentation.of(rule)
    for name, examples in (("bad", known.bad), ("good", known.good)):
        _write(tmp_path / name, _files(examples, newline))
    bad = _check(tmp_path / "bad", rule)
    assert rule.id in {finding.rule for finding in bad}
    assert "internal-error" not in {finding.rule for finding in bad}
    assert rule.id not in {finding.rule for finding in _check(tmp_path / "good", rule)}


@by_rule
@in_both_endings
def test_safe_fixes_hold_their_promises(rule, newline, tmp_path):
    """The finding is gone, no new one has come, line endings and all other bytes are kept, a second time changes
    nothing."""
    files = _files(documentation.of(rule).bad, newline)
    _write(tmp_path, files)
    run, paths = _run(tmp_path, rule)
    before = run.all_findings(paths)
    fixes = [finding for finding in before if finding.rule == rule.id and repair.safe(finding)]
    if not fixes:
        return
    done = repair.one_round(fixes, repair.safe, run.text_of)
    for rename in done.renames:
        writing.rename(rename.old, rename.new)
    if done.renames:
        run, paths = _run(tmp_path, rule)
    for path, text in done.texts.items():
        old = run.text_of(path)
        edits = _edits(done.solved, path)
        for edit in edits:
            assert newline == "\n" or "\n" not in edit.text.replace("\r\n", ""), (
                "the fix writes the file's line endings"
            )
            assert newline == "\r\n" or "\r" not in edit.text
        assert text.content == old.edited(dict.fromkeys(edits)).content
        run.workspace.open(path, text)
    after = run.all_findings(paths)
    kept = {(one.path, one.rule) for one in before}
    assert [one for one in after if (one.path, one.rule) not in kept] == [], "a new finding has come"
    solved = {(one.rule, one.path, one.message) for one in done.solved}
    assert [one for one in after if (one.rule, one.path, one.message) in solved] == [], "the finding is still there"
    for _ in range(repair.ROUNDS):
        again = repair.one_round(
            [one for one in run.all_findings(paths) if one.rule == rule.id], repair.safe, run.text_of
        )
        if not again.texts:
            break
        for path, text in again.texts.items():
            run.workspace.open(path, text)
    else:
        pytest.fail("the fix never comes to an end")
    assert rule.id not in {one.rule for one in run.all_findings(paths) if repair.safe(one)}


@by_rule
def test_a_rule_that_promises_a_fix_has_one(rule, tmp_path):
    known = documentation.of(rule)
    _write(tmp_path, _files(known.bad))
    findings = [finding for finding in _check(tmp_path, rule) if finding.rule == rule.id]
    assert (known.fix.partition(";")[0] not in ("", "None", "None.")) == any(finding.fixes for finding in findings)


def test_every_finding_has_a_documented_rule(tmp_path):
    """No host and no rule reports an id that `explain` does not know."""
    for rule in ALL:
        _write(tmp_path / rule.id, _files(documentation.of(rule).bad))
        unknown = {finding.rule for finding in _check(tmp_path / rule.id, rule)} - rules().keys()
        assert unknown == set(), rule.id
