"""Skills whose descriptions say nearly the same: an inverted index over their words, asked for one skill at a time."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import Counter

from skill_lsp.record import NamedTuple

THRESHOLD = 0.85
"""Common words over all words, from which on two descriptions are hard to tell apart. What other skills there are has
no say in it: else each of them would have to be checked again after every change of one."""
FEWEST_WORDS = 5
LONGEST_POSTING = 60
"""A word that more skills have than this does not lead to a pair; it still counts when a pair is compared."""
MOST_SAME = 20
"""Skills with the very same words that are looked at: the first ones."""
_WORD = re.compile(r"[^\W_]{3,}")
_COMMON = frozenset(
    _WORD.findall(
        "the and for with when use used using user users this that from your you are any can should skill skills into "
        "not has have was will all its also about asks ask wants want need needs"
    )
)


class Pair(NamedTuple):
    """Another skill and how alike it is, from 0 to 1: common words of all words."""

    other: str
    likeness: float


class Similarity:
    """The words of many descriptions by skill, and the skills by word."""

    def __init__(self) -> None:
        self._words: dict[str, frozenset[str]] = {}
        self._postings: dict[str, set[str]] = {}
        self._same: dict[frozenset[str], list[str]] = {}

    def put(self, skill: str, description: str | None) -> set[str]:
        """Takes a description in; None takes it out. The skills that have a word which from now on leads to pairs, or
        does not any more."""
        before = self._words.pop(skill, frozenset())
        words = words_of(description or "")
        after = words if len(words) >= FEWEST_WORDS else frozenset()
        if after:
            self._words[skill] = after
        if after != before:
            self._regroup(skill, before, after)
        turned: set[str] = set()
        for word in before - after:
            posting = self._postings[word]
            posting.discard(skill)
            if len(posting) == LONGEST_POSTING:
                turned |= posting
            if not posting:
                del self._postings[word]
        for word in after - before:
            posting = self._postings.setdefault(word, set())
            posting.add(skill)
            if len(posting) == LONGEST_POSTING + 1:
                turned |= posting
        return turned

    def _regroup(self, skill: str, before: frozenset[str], after: frozenset[str]) -> None:
        group = self._same.get(before, [])
        if group:
            del group[bisect_left(group, skill)]
        if before and not group:
            del self._same[before]
        if after:
            insort(self._same.setdefault(after, []), skill)

    def pairs(self, skill: str) -> list[Pair]:
        """The skills that are alike, the most alike first."""
        words = self._words.get(skill)
        if words is None:
            return []
        # Sets that overlap as much as the threshold wants share two of any so many words: enough to look at the rarest
        rare = [word for word in words if len(self._postings[word]) <= LONGEST_POSTING]
        if len(rare) < 2 and len(self._same[words]) < 2:
            return []
        rare.sort(key=lambda word: (len(self._postings[word]), word))
        shared: Counter[str] = Counter()
        for word in rare[: int(len(words) * (1 - THRESHOLD)) + 2]:
            shared.update(self._postings[word])
        candidates = {other for other, count in shared.items() if count > 1} | set(self._same[words][:MOST_SAME])
        candidates.discard(skill)
        pairs = [Pair(other, likeness(words, self._words[other])) for other in candidates]
        alike = [pair for pair in pairs if pair.likeness >= THRESHOLD]
        return sorted(alike, key=lambda pair: (-pair.likeness, pair.other))

    def dependents(self, skill: str) -> set[str]:
        """The skills of which this one may be a pair."""
        group = self._same.get(self._words.get(skill, frozenset()), [])
        is_first = skill in group[: MOST_SAME + 1]
        return {pair.other for pair in self.pairs(skill)} | set(group if is_first else ())


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """Common words over all words of two descriptions."""
    common = len(one & other)
    return common / (len(one) + len(other) - common)


def words_of(description: str) -> frozenset[str]:
    """The words of a description that say something."""
    return frozenset(_WORD.findall(description.lower())) - _COMMON
