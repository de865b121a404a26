"""What a skill's Markdown refers to: links, paths in code spans, paths behind a directory variable; and where that is.

for reference in references.of(document, markdown):       # pure, from the text alone
    target = references.resolve(reference, place, skill_directory, files)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple
from skill_lsp.text import Span
from skill_lsp.workspace.files import joined, parent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.reading import Place
    from skill_lsp.syntax.markdown import Link, Markdown
    from skill_lsp.text import Text


class Reference(NamedTuple):
    """A place in a text that names a file.

    form: "link" (a Markdown link, image or definition), "code" (a path in a code span) or "variable" (a path behind
    `${CLAUDE_SKILL_DIR}` and the like). span: of the path as written, without fragment. path: as meant (`%20` decoded).
    fragment: what follows `#`, None without one, with its span. base: "file" (relative to the file it stands in),
    "skill" or "plugin" (relative to that directory).
    """

    form: str
    span: Span
    path: str
    base: str = "file"
    fragment: str | None = None
    fragment_span: Span = Span(0, 0)
    image: bool = False


_SCHEME = pattern(r"[A-Za-z][A-Za-z0-9+.-]+:")
_EXAMPLE = pattern(
    r"[{}<>*$|…\[\]^`\"]|\.\.\.|(?:^|/)path/to(?:/|$)|(?:^|[/_.-])(?:your|my|foo|bar|xxx|example)(?:[/_.-]|$)|X{3}",
    re.IGNORECASE,
)
_FILE = pattern(r"(?:\./|\.\./)*[\w@+-][\w.@+-]*(?:/[\w.@+-]+)*/?\Z")
_EXTENSION = pattern(r"\.[A-Za-z][A-Za-z0-9]{0,9}\Z")
_VARIABLE = pattern(
    r"(\$\{CLAUDE_SKILL_DIR\}|\$\{CLAUDE_PLUGIN_ROOT\}|\{baseDir\})[\"']?/((?:[\w.@+-]+/)*[\w.@+-]*[\w@+])(?![\w{}<>*$\[/])"
)
_BUNDLE_DIRECTORIES = frozenset({"references", "reference", "scripts", "assets", "resources", "templates"})
_HOME = pattern(r"~/|/(?:home|Users)/[^/\s]+/|[A-Za-z]:[\\/]")
_BACKSLASH = pattern(r"[\w.@+-]\\[\w.@+-]")


_SIGNS = {
    "]": ("](", "]:"),
    "/": ("reference/", "references/", "scripts/", "assets/", "resources/", "templates/"),
    "_": ("CLAUDE_",),
    "{": ("{baseDir}",),
}
"""By a character of theirs, which is looked for much faster."""


def may_have(text: Text) -> bool:
    """Whether a text can hold a reference at all: a quick look before its Markdown is read."""
    content = text.content
    return any(sign in content for character, signs in _SIGNS.items() if character in content for sign in signs)


def of(text: Text, markdown: Markdown, body: Span) -> Iterator[Reference]:
    """The references of a body. Examples are left out: what stands in a fence or comment, or holds a placeholder."""
    for link in markdown.links:
        if link.kind == "definition" and text[link.title].lstrip("[").startswith("^"):
            continue  # a footnote (GitHub Flavored Markdown), whose text is no path
        if link.kind in ("inline", "image", "definition") and markdown.comment_at(link.span.start) is None:
            yield from _link(text, link)
    for span in markdown.code_spans:
        if markdown.comment_at(span.start) is None:
            yield from _code(text, span)
    if "CLAUDE_" in text.content or "{baseDir}" in text.content:
        for match in _VARIABLE.finditer(text.content, body.start, body.end):
            base = "plugin" if "PLUGIN" in match[1] else "skill"
            yield Reference("variable", Span(*match.span(2)), match[2], base)


def _link(text: Text, link: Link) -> Iterator[Reference]:
    raw = text[link.target]
    image = link.kind == "image"
    written, hash_, fragment = raw.partition("#")
    if not raw or _SCHEME.match(raw) or raw.startswith(("//", "@", "?")) or _EXAMPLE.search(written):
        return
    start = link.target.start
    span = Span(start, start + len(written))
    fragment_span = Span(span.end + 1, link.target.end)
    path = written.partition("?")[0]
    if "%" in path:
        from urllib.parse import unquote

        path = unquote(path)
    yield Reference("link", span, path, "file", fragment if hash_ else None, fragment_span, image)


def _code(text: Text, span: Span) -> Iterator[Reference]:
    inner = text[span].strip("`").strip()
    if " " in inner or "/" not in inner or not _FILE.match(inner) or _EXAMPLE.search(inner):
        return
    first = inner.removeprefix("./").partition("/")[0]
    if first in _BUNDLE_DIRECTORIES and _EXTENSION.search(inner):
        start = text.content.index(inner, span.start)
        yield Reference("code", Span(start, start + len(inner)), inner)


def names_a_file(path: str) -> bool:
    """Whether a link's target looks like a file or directory and not like a word put in as an example."""
    return "/" in path or _EXTENSION.search(path) is not None


def is_home(path: str) -> bool:
    """Whether a path leads into one person's home, or to a drive."""
    return _HOME.match(path) is not None


def has_backslash(path: str) -> bool:
    """Whether a path uses backslashes between its parts, as Windows writes it."""
    return _BACKSLASH.search(path) is not None


def resolve(reference: Reference, place: Place, skill_directory: str) -> str | None:
    """The absolute path that a reference leads to; None where it has no base: a plugin variable outside a plugin, a
    path from the root of some site."""
    path = reference.path.replace("\\", "/")
    if reference.base == "plugin":
        return joined(place.plugin.root, path) if place.plugin else None
    if reference.base == "skill":
        return joined(skill_directory, path)
    if path.startswith(("/", "~")) or is_home(reference.path):
        return None
    return joined(parent(place.path), path) if path else place.path


def other_bases(reference: Reference, place: Place, skill_directory: str, checkout: str | None) -> Iterator[str]:
    """Where the same path leads from other places that authors have in mind: the skill, the plugin, the repository."""
    path = reference.path.replace("\\", "/").lstrip("/")
    while path.startswith(("./", "../")):
        path = path.partition("/")[2]
    for base in (skill_directory, place.plugin.root if place.plugin else None, checkout):
        if base:
            yield joined(base, path)


def slug(heading: str) -> str:
    """GitHub's anchor of a heading (https://github.com/gjtorikian/html-pipeline, table of contents filter)."""
    plain = re.sub(r"<[^>]*>", "", heading.strip().lower())
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
