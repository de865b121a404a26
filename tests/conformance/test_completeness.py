"""Every case is run by a test, or left out by name with a reason."""

from __future__ import annotations

import importlib
from collections import Counter
from pathlib import Path

import pytest

from tests.conformance import cases

_CHAT = "about the text of a chat, of which the product sees nothing"
_RUNS = "about what a command printed, and the product runs none"
_WINDOW = "about one conversation with the agent, of which the product sees nothing"
_PROVIDER = "about a run of oxo-flow and its model provider, of which the product sees nothing"
_CALL = "about a call of a tool, and the product only lists tools"

LEFT_OUT = {
    "xum-args-16": _CHAT,
    "xum-slash-03": f"{_CHAT}: arguments are given to it without the skill's name",
    "xum-slash-04": f"{_CHAT}: arguments are given to it without the skill's name",
    "xum-dynamic-16": _RUNS,
    "xum-dynamic-17": _RUNS,
    "xum-dynamic-19": _RUNS,
    "xum-dynamic-20": _RUNS,
    "xum-dynamic-24": _RUNS,
    "xum-body-05": _CHAT,
    "xum-paths-19": _WINDOW,
    "xum-paths-20": _WINDOW,
    "xum-paths-21": _WINDOW,
    "xum-paths-22": _WINDOW,
    "oxo-ts-11": _CALL,
    "oxo-ts-14": _CALL,
    "oxo-nw-08": _CALL,
    "oxo-cm-02": _PROVIDER,
    "oxo-cm-03": _PROVIDER,
    "oxo-cm-08": "about oxo-flow's own formatter, which the product neither runs nor replaces",
    "oxo-cm-09": "about `template --ai`, which reads no workflow; what it does read is said by oxo-cm-06",
    "oxo-cm-11": _PROVIDER,
}


@pytest.fixture(scope="module")
def checked() -> set[str]:
    """The cases that the modules of this directory ask for when they are collected."""
    for module in sorted(Path(__file__).parent.glob("test_*.py")):
        importlib.import_module(f"tests.conformance.{module.stem}")
    return cases.CHECKED


@pytest.mark.parametrize("name", cases.FILES)
def test_every_case_is_run_or_left_out_with_a_reason(name: str, checked: set[str]) -> None:
    ids = [case["id"] for case in cases.cases(name)]
    assert [one for one, times in Counter(ids).items() if times > 1] == []
    assert [one for one in ids if (one in checked) == (one in LEFT_OUT)] == []


def test_nothing_is_left_out_that_does_not_exist() -> None:
    assert LEFT_OUT.keys() <= {case["id"] for name in cases.FILES for case in cases.cases(name)}
