"""What a model refuses in a parsed file, as places in its text and clauses for a message."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from skill_lsp.record import NamedTuple
from skill_lsp.syntax.nodes import Mapping, Node, Scalar, Sequence, Style, dereferenced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pydantic import BaseModel

    from skill_lsp.hosts.dialects import Dialect
    from skill_lsp.text import Span

MAX_NODES = 10_000
_WANTED = {
    "string_type": "text",
    "bool_type": "true or false",
    "int_type": "a number",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}


class ModelMisfit(NamedTuple):
    """A place that a model refuses. key: the field, from the top (`owner.name`). cause: why, as a clause."""

    key: str
    span: Span
    cause: str


def json_value(node: Node) -> Any:
    """The Python value of a JSON node."""
    node = dereferenced(node)
    if isinstance(node, Mapping):
        return {entry.key.text: json_value(entry.value) for entry in node.entries}
    if isinstance(node, Sequence):
        return [json_value(item) for item in node.items]
    if isinstance(node, Scalar) and node.style in (Style.INTEGER, Style.FLOAT, Style.BOOLEAN, Style.NULL):
        try:
            return json.loads(node.text)
        except ValueError:
            return node.text
    return node.text if isinstance(node, Scalar) else None


def yaml_value(dialect: Dialect) -> Callable[[Node], Any]:
    """The function that turns YAML nodes into Python values in a dialect.

    Aliases can make a small text stand for a tree without end, so what lies behind the first 10,000 nodes is nothing.
    """
    left = MAX_NODES

    def value(node: Node) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            return None
        node = dereferenced(node)
        if isinstance(node, Mapping):
            return {entry.key.text: value(entry.value) for entry in node.entries}
        if isinstance(node, Sequence):
            return [value(item) for item in node.items]
        return dialect.value(node) if isinstance(node, Scalar) else None

    return value


def of(model: type[BaseModel], root: Node, value: Callable[[Node], Any] = json_value) -> Iterator[ModelMisfit]:
    """What the model refuses in a tree. `value` turns nodes into Python values, in the reader's dialect."""
    from pydantic import ValidationError

    try:
        model.model_validate(value(root))
    except ValidationError as errors:
        said: set[tuple[str, Span]] = set()
        for error in errors.errors(include_url=False):
            location = [part for part in error["loc"] if not _is_branch(part)]
            key = ".".join(str(part) for part in location if not isinstance(part, int))
            span = node_at(root, location, missing=error["type"] == "missing")
            cause = _cause(error, key, _written(root, location, value), _wanted(model, location))
            if (cause, span) not in said:
                said.add((cause, span))
                yield ModelMisfit(key, span, cause)


def _is_branch(part: int | str) -> bool:
    """Whether a part of pydantic's location names a branch of a union and no key."""
    return isinstance(part, str) and ("[" in part or part in ("str", "list", "dict"))


def node_at(root: Node, location: list[int | str], *, missing: bool = False) -> Span:
    """The span of the value at a location; where it is missing, of what should hold it: its key, or the first one."""
    node, span = root, _opening(root)
    for part in location[:-1] if missing else location:
        child = _child(node, part)
        if child is None:
            return span
        node, span = child
    return span if missing else node.span if node is not root else _opening(root)


def _child(node: Node, part: int | str) -> tuple[Node, Span] | None:
    node = dereferenced(node)
    if isinstance(node, Mapping) and isinstance(part, str):
        entries = [entry for entry in node.entries if entry.key.text == part]
        return (entries[-1].value, entries[-1].key.span) if entries else None
    if isinstance(node, Sequence) and isinstance(part, int) and part < len(node.items):
        item = node.items[part]
        return item, _opening(item)
    return (node, node.span) if isinstance(node, Scalar) and isinstance(part, int) else None


def _opening(node: Node) -> Span:
    """The span to show for a whole object: its first key, so that not the whole file is underlined."""
    if isinstance(node, Mapping):
        return node.entries[0].key.span if node.entries else node.span
    return node.span


def _written(root: Node, location: list[int | str], value: Callable[[Node], Any]) -> str:
    node: Node | None = root
    for part in location:
        child = _child(node, part) if node is not None else None
        node = child[0] if child else None
    return kind_of(value(node)) if node is not None else "nothing"


def kind_of(value: object) -> str:
    """What a value is, in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, list) else "an object"


def _wanted(model: Any, location: list[int | str]) -> str:
    """What the field at a location describes itself as."""
    described = ""
    for part in location:
        fields = getattr(model, "model_fields", {})
        field = next((field for name, field in fields.items() if part in (field.alias, name)), None)
        if field is not None:
            described = field.description or ""
            inner = field.annotation
            model = next(iter(getattr(inner, "__args__", ())), inner)
    return described


def _cause(error: Any, key: str, written: str, wanted: str) -> str:
    kind, context = error["type"], error.get("ctx", {})
    name = f"`{key}`" if key else "the file"
    if kind == "missing":
        return f"{name} is missing"
    if kind in _WANTED:
        return f"{name} must be {_WANTED[kind]}, and this is {written}"
    if kind == "string_too_long":
        return f"{name} is longer than {context['max_length']} characters"
    if kind == "string_too_short":
        return f"{name} is empty"
    if kind == "literal_error":
        return f"{name} must be exactly {context['expected'].strip(chr(39))}"
    if kind == "extra_forbidden":
        return f"{name} is not a key here"
    if kind == "value_error":
        return str(context["error"])
    if kind == "string_pattern_mismatch":
        return f"{name} must be {wanted}" if wanted else f"{name} does not have the form that is wanted"
    return f"{name}: {error['msg'][0].lower()}{error['msg'][1:]}"
