"""Where the frontmatter of a SKILL.md stands, also where its author put it in a place that hosts do not look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from skill_lsp.text import Span, Text


class Frontmatter(NamedTuple):
    """A block between two `---` lines.

    opener: the opening line without its line ending. content: the YAML between. closer: the closing line without its
    line ending, None where the block is not closed (content then ends where the YAML plainly does). body: what follows.
    displacement: None where it starts at the first character; else what keeps hosts from seeing it: "blank" (empty
    lines or spaces), "comment" (an HTML comment), "heading", "code-fence" (the whole file, or the block, stands in a code fence),
    "text", "missing-opener" (keys begin on line 1 and a `---` closes them), "missing-closer".
    before: the span of what stands before the opener (empty mostly). second: a further block that follows at once, whose
    keys nobody reads.
    """

    opener: Span
    content: Span
    closer: Span | None
    body: Span
    displacement: str | None
    before: Span
    second: Span | None = None


def find(text: Text) -> Frontmatter | None:
    """The frontmatter as its author means it; None where the text has none. A byte order mark is not a displacement."""
    raise NotImplementedError
