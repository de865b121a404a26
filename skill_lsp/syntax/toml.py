"""TOML (1.0 and 1.1) to the same nodes as YAML, with several errors located."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.record import NamedTuple
from skill_lsp.syntax.toml_scanner import STATEMENT, NestingError
from skill_lsp.syntax.toml_tables import Table, append_table, open_table, put
from skill_lsp.syntax.toml_values import LOOSE, Reader
from skill_lsp.text import BOM, Span

if TYPE_CHECKING:
    from skill_lsp.syntax.nodes import Mapping, SyntaxProblem
    from skill_lsp.text import Text

KINDS = (
    "after-value",
    "bare-key",
    "control-character",
    "date",
    "duplicate-key",
    "duplicate-table",
    "escape",
    "header",
    "missing-comma",
    "missing-equals",
    "missing-key",
    "missing-value",
    "nesting",
    "number",
    "unclosed-array",
    "unclosed-string",
    "unclosed-table",
    "unquoted-value",
)
"""The kinds of problems of a TOML text."""

MOST_PROBLEMS = 100
"""Problems that are kept: a text with more of them is no TOML, and nobody reads on."""


class TomlTree(NamedTuple):
    """A TOML document. `root` holds what could be read, also of a broken text; `problems` (the first of them) is empty
    exactly where a TOML 1.1 parser accepts it. `comments` are the spans of comments, `#` included."""

    root: Mapping
    problems: tuple[SyntaxProblem, ...]
    comments: tuple[Span, ...]


def parse(text: Text) -> TomlTree:
    """The tree of a text; a leading byte order mark is skipped. Linear in its length; never raises."""
    content = text.content
    scanner = Reader(content, 1 if content.startswith(BOM) else 0)
    root = table = Table(scanner.at, "root")
    while True:
        scanner.blank()
        if scanner.at >= len(content):
            break
        try:
            table = _statement(scanner, root, table)
        except NestingError:
            scanner.depth = 0
            scanner.problem("nesting", scanner.at, scanner.at + 1, "this is nested more than 80 levels deep")
            resume = STATEMENT.search(content, scanner.line_end())
            scanner.at = resume.start() if resume else len(content)
    problems = sorted(scanner.problems, key=lambda problem: problem.span)[:MOST_PROBLEMS]
    return TomlTree(root.frozen(len(content)), tuple(problems), tuple(scanner.comments))


def _statement(scanner: Reader, root: Table, table: Table) -> Table:
    """Reads one header or one key with its value; the table that the next key goes to."""
    if scanner.peek() == "[":
        table = _header(scanner, root)
    else:
        start = scanner.at
        parts = scanner.keys()
        if not parts:
            scanner.problem("missing-key", start, scanner.line_end(), "a key or a table must stand here")
            scanner.at = max(scanner.line_end(), start + 1)
            return table
        put(scanner, table, parts, scanner.after_equals(parts, LOOSE))
    _finish_line(scanner)
    return table


def _header(scanner: Reader, root: Table) -> Table:
    """`[a.b]` or `[[a.b]]`."""
    start = scanner.at
    brackets = 2 if scanner.content.startswith("[[", start) else 1
    scanner.at += brackets
    parts = scanner.keys()
    scanner.space()
    closed = 0
    while closed < brackets and scanner.peek() == "]":
        scanner.at += 1
        closed += 1
    header = Span(start, scanner.at)
    if not parts:
        scanner.problem("missing-key", *header, "a table needs a name between the brackets")
        return Table(start, "header")
    if closed < brackets:
        closer = "]" * brackets
        scanner.problem("header", start, parts[-1].span.end, f"the table's name is not closed: `{closer}` is missing")
    return (append_table if brackets == 2 else open_table)(scanner, root, parts, header)


def _finish_line(scanner: Reader) -> None:
    """Nothing but a comment may follow on the line."""
    scanner.space()
    scanner.comment()
    end = scanner.line_end()
    if scanner.at < end:
        rest = scanner.content[scanner.at : end].rstrip()
        scanner.problem(
            "after-value", scanner.at, scanner.at + len(rest), f"`{rest}` can't stand here: the line must end"
        )
        scanner.at = end
