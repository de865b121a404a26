"""Descriptions that a model can't tell apart."""

from __future__ import annotations

import random

import pytest

from skill_lsp.workspace.similarity import LONGEST_POSTING, MOST_SAME, THRESHOLD, Similarity, likeness

ALIKE = [
    (
        "Reads tide tables of harbours and names the next high water.",
        "Reads the tide tables of harbours, and names the next high water.",
    ),
    (
        "Write release notes from merged pull requests",
        "Use when the user asks to write release notes from merged pull requests",
    ),
]
APART = [
    ("Use this skill when working with React components and their tests.",
     "Use this skill when working with Vue components and their tests."),
    ("Expert in Postgres indexes, queries, locking and migrations.",
     "Expert in MongoDB schemas, pipelines, sharding and backups."),
    ("Review code", "Review code"),  # too short to say
]  # fmt: skip


def index(*descriptions: str) -> Similarity:
    similarity = Similarity()
    for number, description in enumerate(descriptions):
        similarity.put(str(number), description)
    return similarity


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_alike(one: str, other: str):
    similarity = index(one, other, *(other for _, other in APART))
    assert [pair.other for pair in similarity.pairs("0")] == ["1"]
    assert [pair.other for pair in similarity.pairs("1")] == ["0"]


@pytest.mark.parametrize(("one", "other"), APART)
def test_apart(one: str, other: str):
    assert index(one, other, *(one for one, _ in ALIKE)).pairs("0") == []


def test_a_change_is_followed():
    similarity = index(*ALIKE[0])
    similarity.put("1", APART[0][0])
    assert similarity.pairs("0") == []
    similarity.put("1", ALIKE[0][1])
    assert similarity.pairs("0")
    similarity.put("1", None)
    assert similarity.pairs("0") == []


def test_it_finds_what_comparing_all_finds():
    """The index leaves out no pair of rare words that a comparison of everything with everything has."""
    chance = random.Random(7)
    words = [f"word{number}" for number in range(2000)]
    descriptions = []
    for _ in range(300):
        own = chance.sample(words, 20)
        descriptions.append(" ".join(own))
        if chance.random() < 0.3:
            descriptions.append(" ".join(own[: chance.randint(15, 20)] + chance.sample(words, chance.randint(0, 3))))
    similarity = index(*descriptions)
    for number in range(len(descriptions)):
        mine = similarity._words[str(number)]
        every = {
            other
            for other, theirs in similarity._words.items()
            if other != str(number) and likeness(mine, theirs) >= THRESHOLD
        }
        assert {pair.other for pair in similarity.pairs(str(number))} == every


def test_the_same_words_are_found_however_common_they_are():
    assert len(index(*["alpha beta gamma delta epsilon"] * 200).pairs("50")) == MOST_SAME


def test_a_pair_is_one_whatever_other_skills_there_are():
    words = [f"word{number}" for number in range(14)]
    one, other = " ".join(words[:13]), " ".join(words[1:])
    alone, among = index(one, other), index(one, other, *([" ".join(words[2:9])] * 30))
    assert alone.pairs("0") == among.pairs("0")[:1] != []


def test_of_many_with_the_same_words_the_first_are_found_whenever_they_came():
    names = [f"{number:03}" for number in range(2 * LONGEST_POSTING)]
    similarity = Similarity()
    for name in reversed(names):
        similarity.put(name, "alpha beta gamma delta epsilon")
    assert [pair.other for pair in similarity.pairs(names[-1])] == names[:MOST_SAME]
    assert names[-1] in similarity.dependents(names[0])
    assert names[-1] not in similarity.dependents(names[-2])


def test_a_word_that_becomes_too_common_concerns_all_that_have_it():
    similarity = Similarity()
    turned = [similarity.put(f"{number}", f"alpha a{number}x b{number}x c{number}x d{number}x") for number in range(70)]
    assert [number for number, skills in enumerate(turned) if skills] == [LONGEST_POSTING]
    assert len(turned[LONGEST_POSTING]) == LONGEST_POSTING + 1
    gone = [similarity.put(f"{number}", None) for number in range(70)]
    assert [number for number, skills in enumerate(gone) if skills] == [9]
