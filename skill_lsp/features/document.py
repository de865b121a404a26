"""One document as an editor shows it: its text and tree, with ranges in the client's units."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp

from skill_lsp.features import positions
from skill_lsp.syntax.nodes import Mapping
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Span

if TYPE_CHECKING:
    from skill_lsp.syntax.frontmatter import Frontmatter
    from skill_lsp.syntax.markdown import Markdown
    from skill_lsp.syntax.placeholders import Directive, Placeholder
    from skill_lsp.text import Text


_FORMS = ("yaml", "toml", "json")
"""The attributes that parsed documents have their tree in."""


class Document:
    """An immutable value: a change makes a new one.

    version: the client's, None for a file that is not open. tree: the parsed document, None where the kind of file has
    none. known: results of costly questions by what they depend on; it never changes an answer. unseen: how many
    characters at the start the client does not have: editors keep a byte order mark to themselves, hosts do not.
    """

    def __init__(self, uri: str, path: str, text: Text, tree: Any, *, version: int | None, encoding: str) -> None:
        self.uri = uri
        self.path = path
        self.text = text
        self.tree = tree
        self.version = version
        self.encoding = encoding
        self.unseen = 0
        self.known: dict[Any, Any] = {}

    # ---------------------------------------------------------------- positions

    def offset(self, position: lsp.Position) -> int:
        """The offset of a client's position."""
        return positions.offset_of(self.text, self._shifted(position, self._unseen_units), self.encoding)

    def span(self, selection: lsp.Range) -> Span:
        """The span of a client's range."""
        start = self.offset(selection.start)
        return Span(start, max(start, self.offset(selection.end)))

    def range(self, span: Span) -> lsp.Range:
        """The client's range of a span."""
        found = positions.range_of(self.text, span, self.encoding)
        if not self.unseen or found.start.line:
            return found
        return lsp.Range(*(self._shifted(one, -self._unseen_units) for one in (found.start, found.end)))

    @property
    def _unseen_units(self) -> int:
        return positions.units(self.text.content[: self.unseen], self.encoding) if self.unseen else 0

    @staticmethod
    def _shifted(position: lsp.Position, units: int) -> lsp.Position:
        """A position on the first line some units further on; others as they are."""
        return lsp.Position(0, max(0, position.character + units)) if units and not position.line else position

    # -------------------------------------------------------------------- parts

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.rpartition("/")[2]

    @property
    def directory(self) -> str:
        """The path of the directory that the file lies in."""
        return self.path.rpartition("/")[0]

    @property
    def is_skill_md(self) -> bool:
        """Whether it is a SKILL.md."""
        return isinstance(self.tree, SkillMd)

    @cached_property
    def root(self) -> Mapping | None:
        """The keys: of the frontmatter, the manifest or the configuration."""
        parsed = next((found for form in _FORMS if (found := getattr(self.tree, form, None)) is not None), None)
        root = getattr(parsed, "root", None)
        return root if isinstance(root, Mapping) else None

    @property
    def frontmatter(self) -> Frontmatter | None:
        """The frontmatter of a SKILL.md."""
        return self.tree.frontmatter if isinstance(self.tree, SkillMd) else None

    @property
    def body(self) -> Span:
        """The Markdown; empty for documents without any."""
        body: Span = getattr(self.tree, "body", None) or Span(len(self.text), len(self.text))
        return body

    @property
    def markdown(self) -> Markdown | None:
        """Headings, links and the like, where the document has any."""
        found: Markdown | None = getattr(self.tree, "markdown", None)
        return found

    @property
    def placeholders(self) -> tuple[Placeholder, ...]:
        """The placeholder forms of the body."""
        return self.tree.placeholders if isinstance(self.tree, SkillMd) else ()

    @property
    def directives(self) -> tuple[Directive, ...]:
        """The directive forms of the body."""
        return self.tree.directives if isinstance(self.tree, SkillMd) else ()

    def in_keys(self, offset: int) -> bool:
        """Whether an offset lies where keys stand: in the frontmatter, or anywhere in a file of keys."""
        if not isinstance(self.tree, SkillMd):
            return self.markdown is None
        frontmatter = self.frontmatter
        if frontmatter is None or offset <= frontmatter.opener.end:
            return False
        if offset <= frontmatter.content.end:
            return True
        between = self.text.content[frontmatter.content.end : offset]
        return frontmatter.closer is None and not between.strip() and between.count("\n") <= 1
