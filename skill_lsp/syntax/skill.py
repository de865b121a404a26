"""The two skill documents, SKILL.md and `<name>.skill.toml`, parsed once and shared by every host's reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from skill_lsp.record import cached_property
from skill_lsp.syntax import frontmatter, yaml
from skill_lsp.text import Span

if TYPE_CHECKING:
    from skill_lsp.syntax.frontmatter import Cut, Frontmatter
    from skill_lsp.syntax.markdown import Markdown
    from skill_lsp.syntax.placeholders import Directive, Placeholder
    from skill_lsp.syntax.toml import TomlTree
    from skill_lsp.syntax.yaml import YamlTree
    from skill_lsp.text import Text


class SkillMd:
    """A SKILL.md. Each part is parsed when first asked for, once."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self._trees: dict[Span, YamlTree] = {}

    @cached_property
    def frontmatter(self) -> Frontmatter | None:
        """Where the frontmatter stands, also where no host would find it (`displacement` says why)."""
        return frontmatter.find(self.text)

    @cached_property
    def plain_cut(self) -> Cut | None:
        """Frontmatter and body where all hosts find them in the same place; None where they may differ."""
        return frontmatter.plain_cut(self.text.content)

    def yaml_of(self, span: Span) -> YamlTree:
        """The tree of one part of the text. Hosts cut the frontmatter differently, mostly they agree."""
        tree = self._trees.get(span)
        if tree is None:
            usual = self._usual(span)
            tree = self._trees.get(usual) or yaml.parse(self.text, usual)
            self._trees[span] = self._trees[usual] = tree
        return tree

    def _usual(self, span: Span) -> Span:
        """The span that most hosts have for the same YAML: from the beginning of its first line to the end of its last
        one, line end included."""
        content, (start, end) = self.text.content, span
        if content[end - 1 : end] != "\n" and content[end : end + 1] in ("\r", "\n"):
            end += 2 if content.startswith("\r\n", end) else 1
        first = start + (2 if content.startswith("\r\n", start) else content.startswith("\n", start))
        return Span(first if first < end else start, end)

    @cached_property
    def yaml(self) -> YamlTree | None:
        """The frontmatter's tree as its author means it."""
        return self.yaml_of(self.frontmatter.content) if self.frontmatter else None

    @property
    def body(self) -> Span:
        """The span of the Markdown after the frontmatter; the whole text where there is none."""
        return self.frontmatter.body if self.frontmatter else Span(0, len(self.text))

    @cached_property
    def markdown(self) -> Markdown:
        """Headings, links, fences and the like of the body."""
        from skill_lsp.syntax import markdown

        return markdown.scan(self.text, self.body)

    @cached_property
    def placeholders(self) -> tuple[Placeholder, ...]:
        """`$1`, `$ARGUMENTS`, `${CLAUDE_SKILL_DIR}` … of the body, in order."""
        from skill_lsp.syntax import placeholders

        return placeholders.scan(self.text, self.body)

    @cached_property
    def highest_position(self) -> int:
        """The greatest number in a `$N` of the body, 0 where there is none (nobody passes a billion arguments)."""
        return max((int(token.name[:9]) for token in self.placeholders if token.kind == "position"), default=0)

    @cached_property
    def directives(self) -> tuple[Directive, ...]:
        """``!`cmd` `` forms of the body, in order."""
        from skill_lsp.syntax import placeholders

        return placeholders.scan_directives(self.text, self.body)


class SkillToml:
    """A `<name>.skill.toml`."""

    def __init__(self, text: Text) -> None:
        self.text = text

    @cached_property
    def toml(self) -> TomlTree:
        """The document's tree."""
        from skill_lsp.syntax import toml

        return toml.parse(self.text)


Skill: TypeAlias = SkillMd | SkillToml
SKILLS = (SkillMd, SkillToml)
