"""Which known word a misspelt one was meant to be."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

_GAP = pattern(r"[\s_-]+")
_CURLY = " \t“”„‘’«»"
_HUMP = pattern(r"(?<=[a-z0-9])(?=[A-Z])")
_OWN_WORDS = frozenset({"agents", "content", "contents", "contest", "mode", "models", "named", "names", "test"})
"""Words close to a key that mean something else; other tools use them as keys."""


@lru_cache(maxsize=512)
def folded(name: str) -> str:
    """A key without what writers vary: case, camelCase, `_` and blanks for `-`, and a word processor's quotes."""
    return _GAP.sub("-", _HUMP.sub("-", name.strip(_CURLY))).lower()


@lru_cache(maxsize=512)
def _letters(word: str) -> frozenset[str]:
    return frozenset(word)


def meant(name: str, known: Iterable[str]) -> str | None:
    """The key that was probably meant: another spelling of it, or one or two typing errors away. None where it is not
    plain which."""
    plain = folded(name)
    candidates = {folded(candidate): candidate for candidate in reversed(list(known))}
    if plain in candidates:
        return candidates[plain]
    if not 4 <= len(plain) <= 64 or plain in _OWN_WORDS:
        return None
    limit = 1 if len(plain) < 8 else 2
    letters = _letters(plain)
    # a typing error changes the set of letters by two at most
    close = [word for word in candidates if len(letters ^ _letters(word)) <= 2 * limit]
    near = sorted((distance(plain, word, limit), word) for word in close)
    if not near or near[0][0] > limit or (len(near) > 1 and near[1][0] == near[0][0]):
        return None
    return candidates[near[0][1]]


def distance(one: str, other: str, limit: int) -> int:
    """Letters added, left out, changed or swapped with their neighbour; beyond `limit` all is `limit` + 1."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, left in enumerate(one, 1):
        above, row = row, [i]
        for j, right in enumerate(other, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (left != right))
            if i > 1 and j > 1 and left == other[j - 2] and one[i - 2] == right:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = above
    return min(row[-1], limit + 1)


def nearest(word: str, known: Iterable[str], likeness: float = 0.75) -> str | None:
    """The known word that is most like a word, None where none is that much like it (1 is equal but for case, `_` and
    blanks). For words that need not be keys: names of files, tools, variables, options."""
    candidates: dict[str, str] = {}
    for candidate in known:
        candidates.setdefault(_plain(candidate), candidate)
    plain = _plain(word)
    if plain in candidates:
        return candidates[plain]
    from difflib import get_close_matches

    return next((candidates[close] for close in get_close_matches(plain, candidates, n=1, cutoff=likeness)), None)


def _plain(word: str) -> str:
    return word.lower().replace("_", "-").replace(" ", "-")
