"""Keys of plugin manifests and marketplaces: which ones are missing at a place, and what a key is for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, get_args, get_origin

from lsprotocol import types as lsp

from skill_lsp import hosts
from skill_lsp.features.cursor import key_at
from skill_lsp.record import NamedTuple
from skill_lsp.syntax.manifest import Marketplace, PluginManifest
from skill_lsp.syntax.nodes import Mapping, Sequence
from skill_lsp.text import Span

if TYPE_CHECKING:
    from pydantic import BaseModel

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.syntax.nodes import Node

_TOKEN = re.compile(r'"(?:[^"\\\r\n]|\\.)*(?P<end>"?)|[{}\[\],:]')
_REST = re.compile(r'[\w$-]*"')


class _Place(NamedTuple):
    """A place where a key can stand: the keys above it, and what is typed of it with its quotes."""

    parents: tuple[str, ...]
    span: Span


class _Open(NamedTuple):
    """A brace or bracket that is open: the key whose value it is, and whether it is an object's."""

    key: str
    is_object: bool


class _Key(NamedTuple):
    """A key of a model. inner: the model of its value, where that is an object or a list of objects."""

    name: str
    label: str
    skeleton: str
    doc: str
    required: bool
    inner: type[BaseModel] | None = None


def items(snapshot: Snapshot, document: Document, offset: int) -> list[lsp.CompletionItem]:
    """The keys that can be written at an offset and are not there yet."""
    place = _place(document, offset)
    model = _model(document, place.parents) if place else None
    if place is None or model is None:
        return []
    content = document.text.content
    bare = content[place.span.end : place.span.end + 40].lstrip().startswith(":")
    present = _present(document, offset)
    offers = []
    for index, key in enumerate(sorted(_keys(model), key=lambda one: not one.required)):
        quoted = f'"{key.name}"'
        if key.name in present and quoted != document.text[place.span]:
            continue
        text = quoted
        if not bare and snapshot.client.snippets:
            text = f"{quoted}: ".replace("$", "\\$") + key.skeleton
        elif not bare:
            text = f"{quoted}: "
        is_snippet = not bare and snapshot.client.snippets
        offers.append(
            lsp.CompletionItem(
                label=key.name,
                kind=lsp.CompletionItemKind.Property,
                detail=key.label,
                documentation=key.doc or None,
                sort_text=f"{index:03}",
                filter_text=quoted if document.text[place.span].startswith('"') else key.name,
                insert_text_format=lsp.InsertTextFormat.Snippet if is_snippet else None,
                text_edit=lsp.TextEdit(document.range(place.span), text),
            )
        )
    return offers


def hover(document: Document, offset: int) -> tuple[Span, str] | None:
    """What the key at an offset is for."""
    place = key_at(document.root, offset)
    if place is None or not place.on_key:
        return None
    model = _model(document, place.names[:-1])
    key = next((one for one in _keys(model) if one.name == place.names[-1]), None) if model else None
    title = _host(document)
    if model is None:
        return None
    if key is None:
        return place.entry.key.span, f"**{place.names[-1]}**: {title} does nothing with this key that we know of."
    needed = " Required." if key.required else ""
    source = _source(document)
    return place.entry.key.span, f"**{key.name}** — {key.label}\n\n- **{title}**: {key.doc}{needed}\n\nSource: {source}"


# ------------------------------------------------------------------------- places


def _place(document: Document, offset: int) -> _Place | None:
    """Where among half-typed braces a key can stand."""
    content = document.text.content
    stack: list[_Open] = []
    key, last = "", ""
    start = offset
    for token in _TOKEN.finditer(content, 0, offset):
        found = token.group()
        if found[0] == '"':
            if not token["end"] or len(found) == 1:
                start = token.start()
                break
            key = found[1:-1] if last in ("{", ",") else key
        elif found in "{[":
            stack.append(_Open(key, found == "{"))
            key = ""
        elif found in "}]" and stack:
            key = stack.pop().key
        last = found
    word = re.search(r"[\w$-]*\Z", content[:offset])
    if start == offset and word:
        start = offset - len(word.group())
    if not stack or not stack[-1].is_object or last not in ("{", ","):
        return None
    end = offset
    rest = _REST.match(content, offset) if content[start : start + 1] == '"' else None
    if rest is not None:
        end = rest.end()
    return _Place(tuple(one.key for one in stack if one.key), Span(start, end))


def _present(document: Document, offset: int) -> set[str]:
    """The keys of the innermost object around an offset."""
    node: Node | None = document.root
    found: set[str] = set()
    while node is not None:
        inner: list[Node] = []
        if isinstance(node, Mapping):
            found = {entry.key.text for entry in node.entries}
            inner = [entry.value for entry in node.entries]
        elif isinstance(node, Sequence):
            inner = list(node.items)
        node = next(
            (one for one in inner if isinstance(one, Mapping | Sequence) and one.span.start < offset <= one.span.end),
            None,
        )
    return found


# ------------------------------------------------------------------------- models


def _top(document: Document) -> type[BaseModel] | None:
    from skill_lsp.hosts import companions

    if isinstance(document.tree, Marketplace):
        return companions.ClaudeMarketplace
    if not isinstance(document.tree, PluginManifest):
        return None
    hidden = document.directory.rpartition("/")[2].startswith(".")
    return companions.ClaudePlugin if hidden else companions.XumPlugin


def _host(document: Document) -> str:
    """The host that reads the manifest: the one with a schema of its own reads a bare plugin.json."""
    bare = isinstance(document.tree, PluginManifest) and not document.directory.rpartition("/")[2].startswith(".")
    return next(
        (one.title for one in hosts.everyone() if (one.plugin_schema if bare else one.marketplaces)), "The host"
    )


def _source(document: Document) -> str:
    top = _top(document)
    return str(getattr(top, "source", ""))


def _model(document: Document, parents: tuple[str, ...]) -> type[BaseModel] | None:
    """The model of the object below some keys."""
    model = _top(document)
    for name in parents:
        key = next((one for one in _keys(model) if one.name == name), None) if model else None
        model = key.inner if key else None
    return model


def _keys(model: type[BaseModel]) -> list[_Key]:
    docs: dict[str, str] = getattr(model, "docs", {})
    found = []
    for attribute, field in model.model_fields.items():
        name = field.alias or attribute
        label, skeleton, inner = _shape(field.annotation)
        found.append(_Key(name, label, skeleton, docs.get(name, ""), field.is_required(), inner))
    return found + [
        _Key(name, "anything", "$1", docs.get(name, ""), required=False)
        for name in getattr(model, "known", ())
        if name not in {one.name for one in found}
    ]


def _shape(kind: Any) -> tuple[str, str, type[BaseModel] | None]:
    """What a value is called, its skeleton, and the model of the object in it."""
    if get_origin(kind) is list:
        inner = get_args(kind)[0]
        if hasattr(inner, "model_fields"):
            return "a list of objects", "[\n  {\n    $1\n  }\n]", inner
        return "a list of texts", '["$1"]', None
    if hasattr(kind, "model_fields"):
        return "an object", "{\n  $1\n}", kind
    if kind is str:
        return "text", '"$1"', None
    words = [one for one in get_args(kind) if isinstance(one, str)]
    if words:
        escaped = words[0].replace("$", "\\$")
        return "text", f'"{escaped}"', None
    return "a value", "$1", None
