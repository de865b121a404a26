"""Skills whose descriptions say nearly the same: an inverted index over their words, asked for one skill at a time."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from math import fsum, log

from skill_lsp.record import NamedTuple

THRESHOLD = 0.8
"""Weight of the common words over that of all words, from which on two descriptions are hard to tell apart."""
LEAST_OVERLAP = 0.7
"""Number of the common words over that of the longer description."""
FEWEST_WORDS = 5
LONGEST_POSTING = 60
"""A word that more skills have than this does not lead to a pair; it still counts when a pair is compared."""
MOST_SAME = 20
"""Skills with the very same words that are looked at."""
_WORD = re.compile(r"[^\W_]{3,}")
_COMMON = frozenset(
    _WORD.findall(
        "the and for with when use used using user users this that from your you are any can should skill skills into "
        "not has have was will all its also about asks ask wants want need needs"
    )
)


class Pair(NamedTuple):
    """Another skill and how alike it is, from 0 to 1: common words of all words, whatever other skills there are."""

    other: str
    likeness: float


class Similarity:
    """The words of many descriptions by skill, and the skills by word."""

    def __init__(self) -> None:
        self._words: dict[str, frozenset[str]] = {}
        self._postings: dict[str, set[str]] = {}
        self._same: dict[frozenset[str], dict[str, None]] = {}

    def put(self, skill: str, description: str | None) -> None:
        """Takes a description in; None takes it out."""
        before = self._words.pop(skill, frozenset())
        self._same.get(before, {}).pop(skill, None)
        for word in before:
            posting = self._postings[word]
            posting.discard(skill)
            if not posting:
                del self._postings[word]
        words = words_of(description or "")
        if len(words) >= FEWEST_WORDS:
            self._words[skill] = words
            self._same.setdefault(words, {})[skill] = None
            for word in words:
                self._postings.setdefault(word, set()).add(skill)

    def pairs(self, skill: str) -> list[Pair]:
        """The skills that are alike, the most alike first."""
        words = self._words.get(skill)
        if words is None:
            return []
        # Sets that overlap as much as the threshold wants share two of the rarest words: enough to look at those
        rare = [word for word in words if len(self._postings[word]) <= LONGEST_POSTING]
        rare.sort(key=lambda word: (len(self._postings[word]), word))
        shared: Counter[str] = Counter()
        for word in rare[: int(len(words) * (1 - LEAST_OVERLAP)) + 2]:
            shared.update(self._postings[word])
        candidates = {other for other, count in shared.items() if count > 1} | set(islice(self._same[words], MOST_SAME))
        candidates.discard(skill)
        alike = [other for other in candidates if self._likeness(words, self._words[other]) >= THRESHOLD]
        pairs = [Pair(other, len(words & self._words[other]) / len(words | self._words[other])) for other in alike]
        return sorted(pairs, key=lambda pair: (-pair.likeness, pair.other))

    def _likeness(self, one: frozenset[str], other: frozenset[str]) -> float:
        if len(one & other) < LEAST_OVERLAP * max(len(one), len(other)):
            return 0.0
        return self._weight(one & other) / self._weight(one | other)

    def _weight(self, words: frozenset[str]) -> float:
        total = len(self._words) + 1
        return fsum(1 + log(total / (len(self._postings[word]) + 1)) for word in words)


def words_of(description: str) -> frozenset[str]:
    """The words of a description that say something."""
    return frozenset(_WORD.findall(description.lower())) - _COMMON
