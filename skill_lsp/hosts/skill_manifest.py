"""The keys of a `<name>.skill.toml` as oxo-flow takes them, and what keeps it from loading one.

*Source*: Traitome/oxo-flow b936dc14, `crates/oxo-flow-ai/src/skill.rs`, `SkillManifest` (executed with toml 1.1.4).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.hosts import dialects, mcp_address
from skill_lsp.hosts.keys import Choice, Key, Text, TextList
from skill_lsp.hosts.reading import DROPS, IGNORES, Effect, Problem, Severity, listed
from skill_lsp.pattern import pattern
from skill_lsp.spelling import nearest
from skill_lsp.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence, Style, scalars
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.syntax.toml import TomlTree

_NUMBERS = "toml-rs/toml 13a2030, crates/toml/src/de/deserializer/value.rs"
SOURCE = "Traitome/oxo-flow b936dc14, crates/oxo-flow-ai/src/skill.rs, SkillManifest"
_RUNTIME = "Traitome/oxo-flow b936dc14, crates/oxo-flow-cli/src/commands/ai_runtime.rs"
_PAGE = "oxo-flow documentation, Custom Skills"

SUFFIX = ".skill.toml"


class Addresses(TextList):
    """Addresses of servers."""

    holds = "addresses"


KEYS = (
    Key(
        "name", Text(minimum=1, length_rule="name-length"),
        "The name that activates the skill: an entry of `[ai] skills` must equal it exactly. Neither unique nor "
        "tied to the file's name: two skills of one name are both put into the prompt.", SOURCE, required=True,
    ),
    Key(
        "version", Text(minimum=1),
        "The documentation asks for a semantic version; any text that is not empty loads. Shown in one log line.",
        SOURCE, required=True,
    ),
    Key(
        "description", Text(),
        "Shown in the list of `oxo-flow ai`; the model never sees it.", SOURCE, required=True,
    ),
    Key(
        "skill_type", Choice(choices=("knowledge", "tool"), open=True),
        '`"tool"`, exactly so, connects the MCP server in `requires`; every other text is a knowledge skill.', SOURCE,
        required=True,
    ),
    Key("author", Text(), "Who wrote it; read and used nowhere.", SOURCE, inert=True),
    Key("domains", TextList(), "Free tags, shown in the list of `oxo-flow ai`. Nothing is matched with them.", SOURCE),
    Key(
        "prompt_additions", TextList(),
        "Texts for the system prompt, each under a heading `## Skill: <name>` of its own. Not trimmed, not limited.",
        SOURCE,
    ),
    Key(
        "requires", Addresses(),
        "The first entry that begins with `mcp://` is the MCP server of a tool skill, spoken to over plain HTTP "
        "(`mcp://host:port/path`). Other entries are never used.", _RUNTIME,
    ),
    Key("entry", Text(), "Reserved; read and used nowhere.", SOURCE, inert=True),
)  # fmt: skip

_REQUIRED = tuple(key.name for key in KEYS if key.required)
NO_TOOLS = Effect("connects no tools for this skill", "connect no tools for this skill", Severity.WARNING)
_NOTES = Effect("takes no notice", "take no notice", Severity.HINT)
_SEMANTIC = pattern(
    r"(?a:(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*))(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z.-]+)?"
)
_NAMED_IN_SOURCE = ("validator", "composite")


def dropping(tree: TomlTree, file: str) -> Iterator[Problem]:
    """Why the manifest is not loaded."""
    if file and not file.endswith(SUFFIX):
        cause = f"only files whose name ends with `{SUFFIX}`, in small letters, count"
        yield Problem("manifest-file-name", Span(0, 0), DROPS, cause, SOURCE, data=file)
    if tree.problems:
        for found in tree.problems:
            yield Problem(f"toml-{found.kind}", found.span, DROPS, found.message, SOURCE, data=found.kind)
        return
    yield from _misfits(tree.root)
    yield from _overflows(tree.root)
    missing = [key for key in _REQUIRED if tree.root.entry(key) is None]
    wrapped = next((entry for entry in tree.root.entries if _holds(entry, missing)), None)
    if wrapped is not None:
        keys = listed([f"`{key}`" for key in missing if key in _keys_of(wrapped.value)])
        cause = f"{keys} must stand above the first table, and here they are inside `[{wrapped.key.text}]`"
        yield Problem("manifest-wrapped", wrapped.key.span, DROPS, cause, SOURCE, data=wrapped.key.text)
        return
    for key in missing:
        yield _missing(tree.root, key)


def _misfits(root: Mapping) -> Iterator[Problem]:
    known = {key.name: key for key in KEYS}
    for entry in root.entries:
        key = known.get(entry.key.text)
        if key is not None:
            for misfit in key.kind.misfits(key.name, entry.value, dialects.TOML):
                yield Problem(misfit.rule, misfit.span, DROPS, misfit.cause, key.source, data=misfit.data)


def _overflows(root: Mapping) -> Iterator[Problem]:
    """Numbers that are too large for the reader, whatever their key. *Source*: toml-rs/toml 13a2030,
    crates/toml/src/de/deserializer/value.rs (read)."""
    for scalar in scalars(root):
        if scalar.style is Style.INTEGER and len(scalar.text) > 32:
            value = dialects.TOML.value(scalar)
            fits = isinstance(value, int) and -(2**127) <= value < 2**128
        else:
            fits = scalar.style is not Style.FLOAT or scalar.text[-3:] == "inf" or _is_finite(scalar.text)
        if not fits:
            cause = "this number is too large to be read"
            yield Problem("toml-number", scalar.span, DROPS, cause, _NUMBERS, data="number")


def _is_finite(text: str) -> bool:
    return abs(float(text.replace("_", ""))) != float("inf")


def _keys_of(node: Node) -> set[str]:
    return {entry.key.text for entry in node.entries} if isinstance(node, Mapping) else set()


def _holds(entry: Entry, missing: list[str]) -> bool:
    return isinstance(entry.value, Mapping) and not entry.value.flow and not _keys_of(entry.value).isdisjoint(missing)


def _missing(root: Mapping, key: str) -> Problem:
    span = root.entries[0].key.span if root.entries else Span(root.span.start, root.span.start)
    return Problem("key-required", span, DROPS, f"`{key}` is missing", SOURCE, data=key)


# ------------------------------------------------- loaded, but other than written


def remarks(root: Mapping, version: str) -> Iterator[Problem]:
    """What a manifest that loads does not do though its author wrote it."""
    yield from _kind(root)
    yield from _version(root)
    yield from _headings(root)
    entry = root.entry("entry")
    if entry is not None:
        yield Problem("manifest-inert-key", entry.key.span, _NOTES, "`entry` is reserved and never used", SOURCE)
    yield from _requires(root, version)


def skill_type(root: Mapping) -> str:
    """What the manifest says it is."""
    node = root.get("skill_type")
    return node.text if isinstance(node, Scalar) else ""


def _kind(root: Mapping) -> Iterator[Problem]:
    entry, kind = root.entry("skill_type"), skill_type(root)
    if entry is None or kind in ("tool", "knowledge"):
        return
    meant = nearest(kind.strip(), ("tool", "knowledge"))
    severity = Severity.WARNING if meant else Severity.HINT
    does = Effect("treats this as a knowledge skill", "treat this as a knowledge skill", severity)
    cause = '`skill_type` must be exactly `"tool"` for tools to be connected'
    if meant == "knowledge":
        cause = '`skill_type` is `"knowledge"` or `"tool"`, and everything but `"tool"` counts as knowledge'
    yield Problem("skill-type", entry.value.span, does, cause, SOURCE, data=meant)


def _version(root: Mapping) -> Iterator[Problem]:
    node = root.get("version")
    if isinstance(node, Scalar) and node.text and not _SEMANTIC.fullmatch(node.text):
        cause = f"its documentation wants a semantic version like `1.0.0`; its code takes `{node.text}` as well"
        yield Problem("manifest-version", node.span, _NOTES, cause, f"{_PAGE}; {SOURCE}")


def additions(root: Mapping) -> tuple[Scalar, ...]:
    """The texts that go into the prompt."""
    node = root.get("prompt_additions")
    return tuple(item for item in node.items if isinstance(item, Scalar)) if isinstance(node, Sequence) else ()


def _headings(root: Mapping) -> Iterator[Problem]:
    does = Effect("writes its own heading above", "write their own heading above", Severity.HINT)
    for item in additions(root):
        if item.text.lstrip().startswith("## Skill:"):
            cause = "each text gets a line `## Skill: <name>`, so this one shows two"
            yield Problem("prompt-heading", item.span, does, cause, SOURCE)
    if not additions(root) and skill_type(root) != "tool":
        where = root.entry("prompt_additions") or root.entry("skill_type") or root.entries[0]
        does = Effect("adds nothing for this skill", "add nothing for this skill", Severity.INFO)
        cause = "a knowledge skill consists of its `prompt_additions`, and there are none"
        yield Problem("prompt-additions-missing", where.key.span, does, cause, SOURCE)


# ----------------------------------------------------------------------- requires


def server_entry(root: Mapping) -> Scalar | None:
    """The entry of `requires` that a tool skill's server is taken from: the first that begins with `mcp://`."""
    node = root.get("requires")
    items = node.items if isinstance(node, Sequence) else ()
    return next((item for item in items if isinstance(item, Scalar) and item.text.startswith("mcp://")), None)


def _requires(root: Mapping, version: str) -> Iterator[Problem]:
    entry = root.entry("requires")
    used = server_entry(root)
    if skill_type(root) != "tool":
        if used is not None and entry is not None and nearest(skill_type(root), ("tool",)) is None:
            cause = '`requires` is read only where `skill_type` is `"tool"`'
            yield Problem("requires-knowledge", entry.key.span, IGNORES, cause, _RUNTIME)
        return
    items = entry.value.items if entry is not None and isinstance(entry.value, Sequence) else ()
    if used is None:
        where = entry.value.span if entry is not None else root.entry("skill_type").value.span  # type: ignore[union-attr]
        cause = "no entry of `requires` begins with `mcp://`" if entry is not None else "`requires` is missing"
        yield Problem("requires-missing", where, NO_TOOLS, cause, _RUNTIME)
    else:
        yield from _address(used, version)
    for item in items:
        if isinstance(item, Scalar) and item is not used:
            yield _unused(item, used)


def _unused(item: Scalar, used: Scalar | None) -> Problem:
    text = item.text
    scheme = re.match(r"\s*([A-Za-z][A-Za-z0-9+.-]*)://", text)
    if text.startswith("mcp://"):
        cause, severity = "only the first `mcp://` entry is connected", Severity.WARNING
    elif text.lstrip().lower().startswith("mcp://"):
        cause, severity = "an entry must begin with exactly `mcp://`, in small letters", Severity.WARNING
    elif scheme:
        cause, severity = f"`{scheme[1]}://` entries are never used, `mcp://` ones are", Severity.WARNING
    else:
        cause, severity = "entries that are no `mcp://` address are never used", Severity.HINT
    does = Effect("does not use this entry", "do not use this entry", severity)
    return Problem("requires-unused", item.span, does, cause, _RUNTIME, data="server" if used is None else None)


def _part(item: Scalar, start: int, end: int) -> Span:
    """The span of a part of an entry; that of the whole entry where it is written with escapes."""
    if item.style is Style.STRING and item.span.end - item.span.start == len(item.text) + 2:
        return Span(item.span.start + 1 + start, item.span.start + 1 + end)
    return item.span


def _address(item: Scalar, version: str) -> Iterator[Problem]:
    address = mcp_address.parse(item.text)
    if address is None:
        return
    why = mcp_address.unreachable(address)
    if why is not None:
        does = Effect("can't connect", "can't connect", Severity.ERROR)
        yield Problem("requires-address", item.span, does, f"{why}; `mcp://host:port/path` is the form", _RUNTIME)
        return
    leak = Effect("makes this a part of every tool's name", "make this a part of every tool's name", Severity.WARNING)
    if address.user is not None:
        cause = "the model and the logs then see user and password"
        yield Problem("requires-secret", _part(item, address.user_at, address.host_at), leak, cause, _RUNTIME)
    if address.query is not None:
        cause = "the model and the logs then see what follows `?`"
        yield Problem("requires-secret", _part(item, address.query_at, len(item.text)), leak, cause, _RUNTIME)
    if len(address.prefix) >= mcp_address.LONGEST_TOOL_NAME:
        yield _long_prefix(item, address, version)
    local = mcp_address.local(address.host)
    if local is not None:
        span = _part(item, address.host_at, address.host_at + len(address.host))
        yield _local(span, address, local, version)


def _long_prefix(item: Scalar, address: mcp_address.Address, version: str) -> Problem:
    cause = f"`{address.prefix}` has {len(address.prefix)} characters, and model providers take names of 64 (inferred)"
    does = Effect("gives tools names that are too long", "give tools names that are too long", Severity.HINT)
    if version == "0.19":
        does = Effect("cuts the names of the tools", "cut the names of the tools", Severity.WARNING)
        cause = (
            f"`{address.prefix}` alone has {len(address.prefix)} of the 64 characters, so the tools can't be told apart"
        )
    return Problem("requires-name-length", item.span, does, cause, _RUNTIME)


def _local(span: Span, address: mcp_address.Address, what: str, version: str) -> Problem:
    allow = f"`{mcp_address.ALLOW_VARIABLE}` names `{address.host}`"
    source = "oxo-flow documentation at 0dbb88f6, issue 518"
    if version == "0.19":
        does = Effect("refuses to connect", "refuse to connect", Severity.WARNING)
        return Problem("requires-local", span, does, f"this is {what}, taken only where {allow}", source)
    does = Effect("connects here only before 0.19", "connect here only before 0.19", Severity.HINT)
    return Problem("requires-local", span, does, f"this is {what}, and newer versions refuse it unless {allow}", source)
