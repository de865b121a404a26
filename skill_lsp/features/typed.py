"""Where among half-typed keys a cursor is: read off the lines, since the tree may be broken just there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.record import NamedTuple
from skill_lsp.text import Span

if TYPE_CHECKING:
    from skill_lsp.features.document import Document

_YAML_LINE = re.compile(r"(?P<indent>[ \t]*)(?P<dash>(?:- +)*-?)(?P<rest>.*)\Z", re.DOTALL)
_YAML_KEY = re.compile(
    r"(?P<key>[^\s:#'\"\[\]{},-][^:#\[\]{}]*?|'[^']*'|\"[^\"]*\")\s*:(?:[ \t]+|\Z)(?P<value>.*)\Z", re.DOTALL
)
_WORD = re.compile(r"[\w-]*\Z")
_TOML_TABLE = re.compile(r"[ \t]*\[\[?[ \t]*(?P<names>[\w.\" '-]+?)[ \t]*\]")
_TOML_KEY = re.compile(r"[ \t]*(?P<key>[\w.\"' -]+?)[ \t]*=[ \t]*(?P<value>.*)\Z", re.DOTALL)
_ITEM = re.compile(r"(?:.*[\[,])?[ \t]*(?P<quote>[\"']?)(?P<word>[^\"'\[\],]*)\Z", re.DOTALL)
_CONTINUES = frozenset(" \t\"'")
"""What a line begins with that goes on in a list of the lines above; anything else begins a key, the list being open
because it is half typed."""
_LOOK_BACK = 200
"""Lines above the cursor that are looked at for what it belongs to."""


class Typed(NamedTuple):
    """The place of a cursor. parents: the keys above; key: the key whose value is typed, None where a key is typed;
    span: what is typed already and is replaced; quote: the quote that was opened before it; in_list: an item of a list
    is typed; at_line_start: nothing but white space stands before it."""

    parents: tuple[str, ...]
    key: str | None
    span: Span
    quote: str = ""
    in_list: bool = False
    at_line_start: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The keys that lead to the value."""
        return (*self.parents, self.key) if self.key is not None else self.parents


def at(document: Document, offset: int) -> Typed:
    """The place of a cursor in a frontmatter or in a file of keys."""
    return _yaml(document, offset) if document.is_skill_md else _toml(document, offset)


# ------------------------------------------------------------------------- YAML


def _yaml(document: Document, offset: int) -> Typed:
    text = document.text
    line = text.position(offset).line
    typed = text.content[text.line(line).start : offset]
    shape = _YAML_LINE.match(typed)
    assert shape is not None  # noqa: S101 - every part may be empty
    rest, indent = shape["rest"], len(shape["indent"])
    key = _YAML_KEY.match(rest)
    if key is not None:
        parents = _yaml_parents(document, line, indent + len(shape["dash"]))
        return _value(parents, _unquoted(key["key"]), key["value"], offset, "[")
    if shape["dash"]:
        parents = _yaml_parents(document, line, indent + 1)
        if parents:
            return _value(parents[:-1], parents[-1], rest, offset, "[")._replace(in_list=True)
    open_list = _open_flow(document, line) if typed[:1] in _CONTINUES else None
    if open_list is not None:
        return _value((), open_list, typed, offset, "[")._replace(in_list=True)
    word = _WORD.search(rest)
    start = offset - len(word.group() if word else "")
    parents = _yaml_parents(document, line, indent) if indent else ()
    return Typed(parents, None, Span(start, offset), at_line_start=not typed[: start - offset + len(typed)].strip())


def _yaml_parents(document: Document, line: int, indent: int) -> tuple[str, ...]:
    """The keys that the lines above, each indented less, stand for."""
    text = document.text
    first = max(
        text.position(document.frontmatter.content.start).line if document.frontmatter else 0, line - _LOOK_BACK
    )
    parents: list[str] = []
    for number in range(line - 1, first - 1, -1):
        shape = _YAML_LINE.match(text[text.line(number)])
        if shape is None or not shape["rest"].strip():
            continue
        depth = len(shape["indent"]) + len(shape["dash"])
        key = _YAML_KEY.match(shape["rest"])
        if depth < indent and key is not None:
            parents.append(_unquoted(key["key"]))
            indent = len(shape["indent"])
        if not indent:
            break
    return tuple(reversed(parents))


def _open_flow(document: Document, line: int) -> str | None:
    """The key whose `[` list was opened on a line above and is not closed yet."""
    text = document.text
    first = text.position(document.frontmatter.content.start).line if document.frontmatter else 0
    for number in range(line - 1, max(first, line - _LOOK_BACK) - 1, -1):
        above = text[text.line(number)]
        key = _YAML_KEY.match(above)
        if "]" in above:
            return None
        if key is not None:
            return _unquoted(key["key"]) if key["value"].lstrip().startswith("[") else None
    return None


# ------------------------------------------------------------------------- TOML


def _toml(document: Document, offset: int) -> Typed:
    text = document.text
    line = text.position(offset).line
    typed = text.content[text.line(line).start : offset]
    table = _table(document, line)
    key = _TOML_KEY.match(typed)
    if key is not None:
        *parents, name = (_unquoted(part.strip()) for part in key["key"].split("."))
        return _value((*table, *parents), name, key["value"], offset, "[")
    open_list = _open_array(document, line) if typed[:1] in _CONTINUES else None
    if open_list is not None:
        return _value(table, open_list, typed, offset, "[")._replace(in_list=True)
    word = _WORD.search(typed)
    start = offset - len(word.group() if word else "")
    before = typed[: start - offset + len(typed)].strip()
    return Typed(table, None, Span(start, offset), at_line_start=not before)


def _table(document: Document, line: int) -> tuple[str, ...]:
    text = document.text
    for number in range(line - 1, -1, -1):
        header = _TOML_TABLE.match(text[text.line(number)])
        if header is not None and "=" not in text[text.line(number)]:
            return tuple(_unquoted(part.strip()) for part in header["names"].split("."))
    return ()


def _open_array(document: Document, line: int) -> str | None:
    text = document.text
    for number in range(line - 1, max(-1, line - _LOOK_BACK - 1), -1):
        above = text[text.line(number)]
        key = _TOML_KEY.match(above)
        if key is not None:
            value = key["value"].strip()
            return _unquoted(key["key"]) if value.startswith("[") and value.count("[") > value.count("]") else None
        if "]" in above:
            return None
    return None


# ------------------------------------------------------------------------ values


def _value(parents: tuple[str, ...], key: str, value: str, offset: int, opener: str) -> Typed:
    item = _ITEM.match(value)
    in_list = value.lstrip().startswith(opener)
    quote, word = (item["quote"], item["word"]) if item else ("", "")
    if not in_list and "," not in word and not quote:
        word = value.lstrip()
    return Typed(parents, key, Span(offset - len(word), offset), quote, in_list)


def _unquoted(key: str) -> str:
    return key[1:-1] if len(key) > 1 and key[0] == key[-1] and key[0] in "\"'" else key.strip()
