"""What a document points to: files, headings and pages, by links, behind directory variables, in plugin manifests."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from skill_lsp.features.cursor import content_span
from skill_lsp.record import NamedTuple
from skill_lsp.syntax.manifest import Marketplace, PluginManifest
from skill_lsp.syntax.nodes import Mapping, Scalar, Sequence
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.syntax.markdown import Heading, Link
    from skill_lsp.syntax.nodes import Node

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+:")
_PATH = re.compile(r"/[\w./+@=-]*[\w+@=-]")
OWN_DIRECTORY = "directory"
"""The kind of a variable's value that stands for the skill's own directory."""


class Mention(NamedTuple):
    """A target as it is written. span: the characters of the target; path: the file, None for a page; anchor: the part
    after `#`; address: a page's; path_span: the characters that name the file."""

    span: Span
    path: str | None
    anchor: str | None = None
    address: str | None = None
    path_span: Span | None = None


def mentions(snapshot: Snapshot, document: Document) -> list[Mention]:
    """All mentions of a document in order."""
    key = ("mentions", snapshot.moment)
    if key not in document.known:
        found = [*_links(document), *_behind_variables(snapshot, document), *_in_manifest(document)]
        document.known[key] = sorted(found, key=lambda mention: mention.span)
    known: list[Mention] = document.known[key]
    return known


def at(snapshot: Snapshot, document: Document, offset: int) -> Mention | None:
    """The mention that an offset lies in."""
    return next((one for one in mentions(snapshot, document) if offset in one.span), None)


def heading(document: Document, anchor: str) -> Heading | None:
    """The heading that an anchor names."""
    found = document.markdown.headings if document.markdown else ()
    wanted = unquote(anchor)
    return next((one for one in found if one.slug == wanted), None) or next(
        (one for one in found if one.slug == wanted.lower()), None
    )


def relative(directory: str, path: str) -> str:
    """A path as a link in a file of that directory writes it."""
    return posixpath.relpath(path, directory)


def _links(document: Document) -> Iterator[Mention]:
    for link in document.markdown.links if document.markdown else ():
        if link.kind != "reference":
            yield _mention(document, link)


def _mention(document: Document, link: Link) -> Mention:
    written = document.text[link.target]
    if _SCHEME.match(written) or written.startswith("//"):
        return Mention(link.target, None, address=written)
    path, hash_sign, anchor = written.partition("#")
    span = Span(link.target.start, link.target.start + len(path))
    plain = unquote(path.partition("?")[0])
    target = posixpath.normpath(posixpath.join(document.directory, plain)) if plain else document.path
    return Mention(link.target, target, anchor if hash_sign else None, path_span=span if plain else None)


def manifest_root(document: Document) -> str:
    """The directory that the paths of a plugin's manifest start from."""
    hidden = posixpath.basename(document.directory).startswith(".")
    return posixpath.dirname(document.directory) if hidden else document.directory


def _in_manifest(document: Document) -> Iterator[Mention]:
    """Relative paths (`./skills/x`) in the values of a plugin's or marketplace's manifest, from the plugin's root."""
    if not isinstance(document.tree, PluginManifest | Marketplace):
        return
    root = manifest_root(document)
    pending: list[Node] = [document.root] if document.root else []
    while pending:
        node = pending.pop()
        if isinstance(node, Mapping):
            pending += [entry.value for entry in node.entries]
        elif isinstance(node, Sequence):
            pending += node.items
        elif isinstance(node, Scalar) and node.text.startswith("./"):
            span = content_span(node, document.text)
            yield Mention(span, posixpath.normpath(posixpath.join(root, node.text)), path_span=span)


def _behind_variables(snapshot: Snapshot, document: Document) -> Iterator[Mention]:
    """Paths that follow a variable which some host replaces by the skill's own directory."""
    context = snapshot.context(document)
    if context is None:
        return
    for token in document.placeholders:
        if token.kind != "variable":
            continue
        follows = _PATH.match(document.text.content, token.span.end)
        if follows is None or not snapshot.means(document, token, OWN_DIRECTORY):
            continue
        path = posixpath.normpath(document.directory + follows.group())
        span = Span(follows.start() + 1, follows.end())
        yield Mention(span, path, path_span=span)
