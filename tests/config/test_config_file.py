"""Configuration files: what they mean, and what is said about a broken one."""

from __future__ import annotations

import sys

import jsonschema
import pytest
import tomli

import skill_lsp
from skill_lsp import config, config_file
from skill_lsp.config import BrokenConfigurationError, Settings
from skill_lsp.text import Text

RULES = {"name-format", "name-directory", "yaml-plain-colon"}


def parsed(content, path="/w/.skill-lsp.toml"):
    return config.parse(path, Text(content), RULES)


def test_every_key():
    found = parsed(
        """
targets = ["xum", "all"]
select = ["name-format", "name-directory"]
ignore = ["name-directory"]
exclude = ["vendor/", "*.oxoflow"]
baseline = "known.json"
severity = { name-format = "hint" }

[[overrides]]
paths = ["examples/**"]
targets = ["codex"]
ignore = ["name-format"]

[[overrides]]
paths = ["examples/deep/"]
select = ["yaml-plain-colon"]
severity.name-format = "error"
"""
    )
    assert found.settings == Settings(
        targets=("xum", "all"),
        select=frozenset({"name-format", "name-directory"}),
        ignore=frozenset({"name-directory"}),
        severity={"name-format": "hint"},
        baseline="/w/known.json",
        directory="/w",
    )
    assert found.settings_for("/w/a/SKILL.md") == found.settings
    deep = found.settings_for("/w/examples/deep/a/SKILL.md")
    assert deep.targets == ("codex",)
    assert deep.ignore == {"name-directory", "name-format"}
    assert deep.select == {"yaml-plain-colon"}
    assert deep.severity == {"name-format": "error"}
    assert found.excludes("/w/vendor/")
    assert found.excludes("/w/a/b.oxoflow")
    assert not found.excludes("/elsewhere/vendor/")


def test_pyproject_without_the_table_is_no_configuration():
    assert parsed("[tool.ruff]\n", "/w/pyproject.toml") is None
    assert parsed('[project]\ndependencies = ["skill-lsp"]\n', "/w/pyproject.toml") is None
    assert parsed("tool.skill-lsp.targets = ['xum']", "/w/pyproject.toml").settings.targets == ("xum",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("ignroe = []", "1:1: unknown key `ignroe`; did you mean `ignore`?"),
        ("a = 1", "1:1: unknown key `a`; known are targets, select, ignore, severity, exclude, overrides, baseline"),
        ("\n\nignore = ['name-formt']", "3:11: unknown rule `name-formt`; did you mean `name-format`?"),
        ("targets = ['xmu']", "1:12: unknown host `xmu`; did you mean `xum`?"),
        (
            "severity = {name-directroy = 'error'}",
            "1:13: unknown rule `name-directroy`; did you mean `name-directory`?",
        ),
        ("severity.name-format = 'eror'", "1:10: `severity.name-format`: input should be 'error', 'warning', 'info'"),
        ("ignore = 'name-format'", "1:1: `ignore`: input should be a valid list"),
        ("[[overrides]]\nignore = []", "1:1: `overrides[0].paths` is missing"),
        (
            "[[overrides]]\npaths=[]\n[[overrides]]\npaths=[]\npath=[]",
            "5:1: unknown key `overrides[1].path`; did you mean",
        ),
        ("target-version = {xum = '1999'}", "1:19: unknown version '1999' of `xum`; "),
        ("target-version = {xmu = '1999'}", "1:19: unknown host `xmu`; did you mean `xum`?"),
        ("ignore = [", "1:10: this is no TOML: "),
    ],
)
def test_what_is_said_about_a_broken_file(content, message):
    with pytest.raises(BrokenConfigurationError) as caught:
        parsed(content)
    assert str(caught.value).startswith(f"/w/.skill-lsp.toml:{message}")


def test_several_flaws_come_in_order():
    with pytest.raises(BrokenConfigurationError) as caught:
        parsed("ignroe = 1\nselct = 1\n")
    assert [flaw.span for flaw in caught.value.flaws] == [(0, 6), (11, 16)]


def test_the_schema_takes_what_the_model_takes():
    schema = config_file.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    good = "targets=['all']\n[[overrides]]\npaths=['a']\ntargets=['codex']\n"
    assert validator.is_valid(tomli.loads(good))
    for bad in (
        "targets=['xmu']",
        "ignroe=[]",
        "[[overrides]]\npaths=['a']\ntargets=['xmu']",
        "target-version={xum='1'}",
    ):
        assert not validator.is_valid(tomli.loads(bad)), bad


def test_a_python_without_pydantic_says_so(monkeypatch):
    monkeypatch.delattr(skill_lsp, "config_file", raising=False)
    monkeypatch.setitem(sys.modules, "skill_lsp.config_file", None)
    with pytest.raises(BrokenConfigurationError, match="pydantic does not run in this Python"):
        parsed('targets = ["xum"]\n')
