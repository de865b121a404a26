"""The address of an MCP server in a tool skill's `requires`, and the names that oxo-flow makes of it.

*Source*: Traitome/oxo-flow b936dc14, `crates/oxo-flow-cli/src/commands/ai_runtime.rs`, `crates/oxo-flow-ai/src/mcp.rs`.
"""

from __future__ import annotations

import ipaddress
import re

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple

SCHEME = "mcp://"
LONGEST_TOOL_NAME = 64
"""Characters that model providers, and oxo-flow itself since 0.19, take in a tool's name."""
ALLOW_VARIABLE = "OXO_FLOW_AI_FETCH_ALLOW"

_SCHEMES = pattern(r"(?:mcp://)*(?:http://)*(?:https://)*")
_UNNAMED = pattern(r"[^A-Za-z0-9_-]")
_AUTHORITY = pattern(
    r"(?:(?P<user>[^/?#@]*)@)?(?P<host>\[[^\]/?#]*\]|[^:/?#]*)(?::(?P<port>[^/?#]*))?(?P<rest>[\s\S]*)"
)
_ANOTHER_SCHEME = pattern(r"[A-Za-z][A-Za-z0-9+.-]*://")
_PORT = pattern(r"0*(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])")
_LOCAL_SUFFIXES = (".localhost", ".local", ".internal")


class Address(NamedTuple):
    """An `mcp://` entry taken apart. Each part is given with its offset in the entry."""

    entry: str
    user: str | None
    """What stands before `@`, None without one."""
    host: str
    port: str | None
    query: str | None
    """What follows `?`, None without one."""
    host_at: int
    user_at: int
    query_at: int

    @property
    def endpoint(self) -> str:
        """Where oxo-flow sends its requests: plain HTTP in every case."""
        return f"http://{self.entry.removeprefix(SCHEME)}"

    @property
    def server(self) -> str:
        """The server's name."""
        return server_name(self.entry)

    @property
    def prefix(self) -> str:
        """What the name of each of its tools begins with."""
        return f"mcp_{self.server}_"

    @property
    def has_secret(self) -> bool:
        """Whether credentials or a query stand in it, which may be secret."""
        return self.user is not None or self.query is not None

    def without_secrets(self, text: str) -> str:
        """A text with credentials and query of this address replaced by `…`."""
        for secret in (self.user, *(self.user or "").split(":"), self.query):
            if secret and len(secret) > 2:
                text = text.replace(secret, "…")
        return text

    @property
    def shown_server(self) -> str:
        """The server's name for a message or a report: `…` stands for credentials and query."""
        if not self.has_secret:
            return self.server
        rest = self.entry[self.host_at :].partition("?")[0]
        return ("…" if self.user is not None else "") + server_name(rest) + ("…" if self.query is not None else "")

    @property
    def shown(self) -> str:
        """The entry for a message or a report: credentials and query are left out."""
        rest, mark, _ = self.entry[self.host_at :].partition("?")
        rest += f"{mark}…" if mark else ""
        return f"{SCHEME}…@{rest}" if self.user is not None else f"{SCHEME}{rest}"


def parse(entry: str) -> Address | None:
    """The address of a `requires` entry; None where oxo-flow does not take it for one (it begins otherwise)."""
    if not entry.startswith(SCHEME):
        return None
    found = _AUTHORITY.match(entry, len(SCHEME))
    assert found is not None  # noqa: S101 - every part of the pattern may be empty
    rest = found["rest"]
    before_fragment = rest.partition("#")[0]
    mark = before_fragment.find("?")
    query = before_fragment[mark + 1 :] if mark >= 0 else None
    return Address(
        entry, found["user"], found["host"], found["port"], query, found.start("host"), len(SCHEME),
        found.start("rest") + max(mark, 0),
    )  # fmt: skip


def server_name(entry: str) -> str:
    """The name of a server: the address without scheme and closing slashes, `:` and `/` as `_`, and of the rest only
    ASCII letters, digits, `_` and `-`. User, password and query stay in it."""
    bare = entry[_SCHEMES.match(entry).end() :].rstrip("/")  # type: ignore[union-attr]
    return _UNNAMED.sub("", bare.replace(":", "_").replace("/", "_"))


def tool_name(server: str, tool: str, version: str) -> str:
    """The name under which a tool is registered.

    Before 0.19 the tool's own name is taken as it is; since then it is made to fit `^[a-zA-Z0-9_-]{1,64}$` (read in
    newer files; which character replaces a forbidden one is inferred).
    """
    name = f"mcp_{server}_{tool}"
    return name if version == "0.14" else re.sub(r"[^a-zA-Z0-9_-]", "_", name)[:LONGEST_TOOL_NAME]


def unreachable(address: Address) -> str | None:
    """Why no request to this address can ever succeed, as a clause; None where it may."""
    bare = address.entry.removeprefix(SCHEME)
    second = _ANOTHER_SCHEME.match(bare)
    if second:
        return f"a second scheme, `{second.group()}`, follows `mcp://`"
    if not address.host or address.host == "[]":
        return "it names no host"
    if address.port and not _PORT.fullmatch(address.port):
        return f"`{address.port}` is no port"
    if any(character.isspace() for character in bare):
        return "it has white space in it"
    return None


def local(host: str) -> str | None:
    """Why newer versions of oxo-flow refuse a host unless it is allowed, in words; None where they don't.

    *Source*: oxo-flow documentation at 0dbb88f6 (issue 518): loopback, private and link-local addresses, `localhost`,
    `.local` and `.internal`.
    """
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(_LOCAL_SUFFIXES):
        return "a name of this machine or of the local network"
    try:
        number = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(number, "ipv4_mapped", None)
    number = mapped or number
    if number.is_loopback:
        return "an address of this machine"
    if number.is_link_local:
        return "a link-local address"
    return "a private address" if number.is_private or number.is_unspecified else None
