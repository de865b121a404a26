"""Which known word a misspelt one was meant to be."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_OWN_WORDS = frozenset({"agents", "content", "contents", "contest", "mode", "models", "named", "names", "test"})
"""Words close to a key that mean something else; other tools use them as keys."""


def folded(name: str) -> str:
    """A key without what writers vary: case, camelCase, `_` and blanks for `-`."""
    return re.sub(r"[\s_-]+", "-", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name.strip())).lower()


def meant(name: str, known: Iterable[str]) -> str | None:
    """The key that was probably meant: another spelling of it, or one or two typing errors away. None where it is not
    plain which."""
    plain = folded(name)
    candidates = list(known)
    for candidate in candidates:
        if folded(candidate) == plain:
            return candidate
    if len(plain) < 4 or plain in _OWN_WORDS:
        return None
    limit = 1 if len(plain) < 8 else 2
    near = [(distance(plain, folded(candidate), limit), candidate) for candidate in candidates]
    near = [one for one in near if one[0] <= limit]
    if not near:
        return None
    near.sort()
    return near[0][1] if len(near) == 1 or near[0][0] < near[1][0] else None


def distance(one: str, other: str, limit: int) -> int:
    """Letters added, left out, changed or swapped with their neighbour; beyond `limit` all is `limit` + 1."""
    if abs(len(one) - len(other)) > limit or len(one) > 64:
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
