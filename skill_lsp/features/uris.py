"""Addresses of documents to paths and back. A path is absolute with `/` on every system."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote, urlsplit

_DRIVE = re.compile(r"/([a-zA-Z]):")


def path_of(uri: str) -> str:
    """The path in an address, also of another scheme than `file` (its name says what kind of document it is)."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return unquote(uri)
    path = unquote(parts.path)
    if parts.netloc and parts.scheme == "file" and parts.netloc != "localhost":
        return f"//{parts.netloc}{path}"
    drive = _DRIVE.match(path)
    return f"{drive[1].lower()}:{path[3:]}" if drive else path


def uri_of(path: str) -> str:
    """The `file` address of a path."""
    if path.startswith("//"):
        return "file:" + quote(path)
    if not path.startswith("/"):
        return "file:///" + path[:2] + quote(path[2:]) if path[1:2] == ":" else "file:///" + quote(path)
    return "file://" + quote(path)
