"""YAML to nodes with exact spans, kept usable while the YAML is broken.

Knows no host: `YamlTree.problems` records everything that some YAML parser may stumble over; which of it a given host
refuses is said in `hosts/dialects.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple
from skill_lsp.syntax import yaml_characters, yaml_gaps, yaml_lines
from skill_lsp.syntax.nodes import Mapping, Scalar, Style, mappings

if TYPE_CHECKING:
    from skill_lsp.syntax.nodes import Node, SyntaxProblem
    from skill_lsp.text import Span, Text

KINDS = {
    # what breaks the document for every parser
    "plain-colon": "a colon and a blank inside a plain value",
    "reserved-start": "a plain value that begins with a reserved character",
    "text-after-quote": "text behind the closing quote of a value",
    "text-after-flow": "text behind the closing bracket of a value",
    "unclosed-quote": "a quote that is never closed",
    "quote-at-end": "a quote that only an escaped one at the very end seems to close",
    "unclosed-flow": "a bracket that is never closed",
    "bare-line": "a line that is neither a key with a value nor part of one",
    "missing-space": "no blank behind the colon of a key",
    "odd-colon": "`=` or a full-width colon behind a key",
    "odd-space": "a blank that is none for YAML, where one must stand",
    "bad-escape": "a backslash sequence that double quotes do not have",
    "block-header": "text behind the `|` or `>` of a block",
    "alias": "an alias without an anchor (also a glob that begins with `*`)",
    "tab": "a tab where YAML wants spaces",
    "indentation": "a line at a depth that fits nothing before it",
    "documents": "a second document",
    "directive": "a `%` line",
    "depth": "nested more deeply than any reader follows",
    "alias-bomb": "aliases that unfold to more than a reader takes",
    "syntax": "anything else",
    # what some parsers take and others do not
    "duplicate-key": "a key that stands twice in one mapping",
    "flow-style": "a list or map in brackets",
    "anchor": "an anchor or an alias to one",
    "tag": "a tag of YAML itself",
    "own-tag": "a tag that YAML does not have",
    "tab-line": "a tab in a line that is empty or a comment",
    "tab-gap": "a tab outside quotes that indents nothing",
    "comment-glued": "a `#` directly behind a quote or a bracket",
    "header-comment": "a `#` directly behind a block indicator",
    "flow-indent": "a line of a quoted or bracketed value that is not indented",
    "dash-in-flow": "a list item in brackets",
    "empty-key": "a colon without a key",
    "flow-key": "a bracketed value that is itself a key",
    "inner-mark": "a byte order mark that is not at the beginning",
    "control-character": "a control character",
    "line-separator": "a character that ends a line for some readers only",
}
"""The kinds of problems, each with what it is."""


class YamlTree(NamedTuple):
    """A YAML document.

    root: the tree, None for an empty document. Where the text is broken it is the tree of what could be recovered: the
    keys before and after the broken place are in it. broken: libyaml did not accept the text.
    problems: in order, each with a `kind` (see `KINDS`). comments: the spans of comments, `#` included.
    uncontested: a map in which no parser minds anything: without problems, each key once, and nothing that only some
    parsers have a meaning for.
    """

    root: Node | None
    broken: bool
    problems: tuple[SyntaxProblem, ...]
    comments: tuple[Span, ...]
    uncontested: bool = False


def parse(text: Text, span: Span) -> YamlTree:
    """The tree of one part of a text. Linear in its length; never raises."""
    source = text.content[span.start : span.end]
    problems: list[SyntaxProblem] = []
    root = yaml_lines.mapping(source, span.start, problems)
    if root is not None:
        if problems:
            return YamlTree(root, True, tuple(problems), ())
        return YamlTree(root, False, (), (), len({entry.key.text for entry in root.entries}) == len(root.entries))
    return parse_events(source, span.start)


def parse_events(source: str, base: int) -> YamlTree:
    """The tree of a source that begins at `base` in its text, by libyaml's events."""
    from skill_lsp.syntax import yaml_nodes

    if source.endswith(("\n\n", "\r\n\r\n", "\r\r")):
        # the last empty line ends at the closing `---`; only `|+` would see it, and hosts join the lines without it
        source = source.removesuffix("\n").removesuffix("\r")
    problems: list[SyntaxProblem] = []
    masked, originals = (
        (source, None) if yaml_characters.ordinary(source) else yaml_characters.masked(source, base, problems)
    )
    broken = False
    if not masked.endswith(("\n", "\r")):
        masked += "\n"  # npm yaml and js-yaml end a block's last line also where the text ends without
    try:
        root = yaml_nodes.Builder(masked, base, problems, originals, len(source)).build()
        if (
            isinstance(root, Scalar)
            and root.style is Style.PLAIN
            and root.text[:1].isalpha()
            and _KEYLIKE.search(root.text)
        ):
            raise yaml_nodes.Unreadable(0, "this is one text and no map")
    except yaml_nodes.Unreadable as error:
        from skill_lsp.syntax import yaml_recovery

        broken = True
        root = yaml_recovery.recover(masked, base, error, problems, originals)
    if "*" in source and root is not None:
        yaml_nodes.check_unfolding(root, problems)
    comments = yaml_gaps.comments(source, base, root) if "#" in source else ()
    if "\t" in source and all(problem.kind != "tab" for problem in problems):
        problems += yaml_gaps.tabs(source, base, root, [*comments, *(problem.span for problem in problems)])
    if problems:
        problems.sort(key=lambda problem: problem.span)
    uncontested = not problems and not broken and isinstance(root, Mapping) and _uncontested(root)
    return YamlTree(root, broken, tuple(problems), comments, uncontested)


_KEYLIKE = pattern(r"^[\w-]+[ \t]*[:=\uff1a]")


def _uncontested(root: Mapping) -> bool:
    """Whether a map without problems holds nothing that only some parsers mind: a key that stands twice or is no
    scalar, `<<`, and `=` alone."""
    for mapping in mappings(root):
        keys = {entry.key.text for entry in mapping.entries}
        if len(keys) < len(mapping.entries) or "<<" in keys:
            return False
        for entry in mapping.entries:
            value = entry.value
            if entry.complex_key is not None or (
                type(value) is Scalar and value.text == "=" and value.style is Style.PLAIN
            ):
                return False
    return True
