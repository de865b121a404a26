"""What an author means by a dollar sign and a number: an argument, a price, a spreadsheet's cell, a script's own `$1`.

Hosts do not ask; they replace all of them. The rules do, so that an intended placeholder is never called a mistake.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.syntax.markdown import Markdown
    from skill_lsp.syntax.placeholders import Placeholder
    from skill_lsp.text import Text

_PRICE_AFTER = pattern(
    r"[.,]\d"
    r"|[kKmMB](?![A-Za-z0-9_])|(?:MM|bn|mn)\b"
    r"|[ -](?:thousand|million|billion|trillion|USD|US|dollars?|bucks)\b"
    r"|(?:/|\s?per\s|\s(?:a|an|each)\s)\s?\d*\s?(?:[kKM]?\s?tokens?|mo|months?|yr|years?|days?|weeks?|h|hr|hours?|min|minutes?"
    r"|GB|MB|TB|seats?|users?|persons?|people|units?|items?|km|miles?|requests?|calls?|nights?|kWh|sqft|acre|share)\b"
)
_PRICE_WORDS = frozenset(
    {
        "bill", "billed", "bills", "budget", "budgets", "charge", "charged", "charges", "cost", "costs", "donate",
        "donates", "donation", "fee", "fees", "maximum", "minimum", "paid", "pay", "pays", "price", "priced", "prices",
        "salary", "spend", "spends", "spent", "worth",
    }
)  # fmt: skip
_BETWEEN = frozenset({"is", "are", "of", "at", "about", "around", "only", "to", "up", "under", "over"})
"""Words that may stand between a word for money and the amount."""
_SIGNS = ("~", "≈", "≤", "≥", "±")
_CURRENCIES = frozenset({"us", "ca", "au", "nz", "hk", "cad", "usd"})
_CELL_BEFORE = pattern(r"(?<![A-Za-z0-9_])[A-Z]{1,3}\Z")
_INTERPRETER = pattern(r"\b(?:[gmn]?awk|perl|ruby)\b")
_WORD = pattern(r"'[^']*'|\"[^\"\n]*\"|[^'\"|;\n`]{1,400}")
"""What may follow an interpreter on its line: quoted texts, one of which is the program, and what is between them."""
_OWN_LINE = pattern(
    r"\.replace(?:All)?\(|\bre\.sub\(|\bg?sub\(|\bpreg_replace\(|\bRewriteRule\b|\brewrite\s|\bs/[^/\n]{0,200}/"
)
_OWN_PARAMETERS = pattern(
    r"\A\s*#!|\"?\$@|\$#|\$\*|\bshift\b|\$\{[1-9][:#%}-]|\bset --|\bgetopts\b"
    r"|^[ \t]*(?:function[ \t]+\w+|\w+[ \t]*\(\))[ \t]*(?:\(\)[ \t]*)?\{",
    re.MULTILINE,
)
_OWN_LANGUAGES = frozenset({"awk", "gawk", "perl", "pl", "sql", "psql", "postgres", "postgresql", "pgsql", "plpgsql"})


class Dollars:
    """The meanings of the positions (`$1`) of one body, as its author has them."""

    def __init__(self, text: Text, markdown: Markdown, placeholders: tuple[Placeholder, ...]) -> None:
        self.text = text
        self.markdown = markdown
        self._calls: dict[int, int] = {}
        """By the start of a line the end of the first such call on it, or of the line."""
        self.fences = list(self._fences())
        self.programs = list(self._programs())
        self.positions = {int(one.name) for one in placeholders if one.kind == "position" and len(one.name) == 1}
        self.few = len(self.positions) < 5

    def purpose(self, token: Placeholder) -> str:
        """What is meant: "argument", "price", "cell", "script" (the language's own variable), or "amount": a number of
        several digits, which is a price or the tenth argument."""
        content = self.text.content
        before = content[max(token.span.start - 24, 0) : token.span.start]
        if _PRICE_AFTER.match(content, token.span.end) or _speaks_of_money(before):
            return "price"
        if _CELL_BEFORE.search(before):
            return "cell"
        if self.language_at(token.span.start) or self._in_own_line(token):
            return "script"
        if len(token.name) > 1:
            return "amount" if self.few else "argument"
        return "price" if self._stands_alone(token) else "argument"

    def _stands_alone(self, token: Placeholder) -> bool:
        """Whether a number in prose is one that nobody counts up to: `$5` where neither `$4` nor `$3` is used."""
        number = int(token.name)
        counted = number < 3 or number - 1 in self.positions or number - 2 in self.positions
        return not counted and self.markdown.code_at(token.span.start) is None

    def language_at(self, offset: int) -> str:
        """The language whose own variable a `$1` is at this place ("awk", "shell", "other"), "" where it is none's."""
        for regions in (self.programs, self.fences):
            at = bisect_right(regions, (offset, 1 << 60, "")) - 1
            if at >= 0 and regions[at][1] > offset:
                return regions[at][2]
        return ""

    def _in_own_line(self, token: Placeholder) -> bool:
        """Whether a call stands before the token on its line, in code, that gives `$1` a meaning of its own."""
        if self.markdown.code_at(token.span.start) is None:
            return False
        line = self.text.line_at(token.span.start)
        if line.start not in self._calls:
            found = _OWN_LINE.search(self.text.content, line.start, line.end)
            self._calls[line.start] = found.end() if found else line.end
        return self._calls[line.start] <= token.span.start

    def _fences(self) -> Iterator[tuple[int, int, str]]:
        content = self.text.content
        for fence in self.markdown.fences:
            language = fence.info.split()[0].lower() if fence.info.split() else ""
            if language in _OWN_LANGUAGES:
                yield fence.content.start, fence.content.end, "awk" if "awk" in language else "other"
            elif _OWN_PARAMETERS.search(content[fence.content.start : fence.content.end]):
                yield fence.content.start, fence.content.end, "shell"

    def _programs(self) -> Iterator[tuple[int, int, str]]:
        """The quoted texts behind an interpreter's name, in code."""
        content = self.text.content
        at = 0
        if "awk" in content or "perl" in content or "ruby" in content:
            for found in _INTERPRETER.finditer(content):
                if found.start() < at or self.markdown.code_at(found.start()) is None:
                    continue
                at = found.end()
                while word := _WORD.match(content, at):
                    if word.group()[0] in "'\"":
                        yield word.start() + 1, word.end() - 1, "awk" if "awk" in found.group() else "other"
                    at = word.end()


def _speaks_of_money(before: str) -> bool:
    """Whether the words before a dollar sign make it a price."""
    text = before.rstrip(" ")
    if len(before) - len(text) > 1:
        return False
    if text.endswith(_SIGNS):
        return True
    words = text.lower().split()
    if text == before:
        return bool(words) and (words[-1] in _CURRENCIES or (words[-1][-1] == ":" and words[-1][:-1] in _PRICE_WORDS))
    while words and words[-1] in _BETWEEN:
        words.pop()
    return bool(words) and words[-1].rstrip(":") in _PRICE_WORDS
