"""Documents that say which skills are active: a workflow (`*.oxoflow`) and `.oxo-flow/ai.toml`, both TOML."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from skill_lsp.syntax import toml
from skill_lsp.syntax.nodes import Entry, Mapping, Scalar, Sequence, Style

if TYPE_CHECKING:
    from skill_lsp.syntax.toml import TomlTree
    from skill_lsp.text import Text

WORKFLOW = "workflow"
PROJECT = "ai.toml"


class Activation:
    """An activation list. kind: "workflow" or "ai.toml"."""

    def __init__(self, text: Text, kind: str = WORKFLOW) -> None:
        self.text = text
        self.kind = kind

    @cached_property
    def toml(self) -> TomlTree:
        """The document's tree."""
        return toml.parse(self.text)

    @property
    def table(self) -> Mapping | None:
        """The table `ai` at the top of the document, however it is written; None where there is none."""
        node = self.toml.root.get("ai")
        return node if isinstance(node, Mapping) else None

    @property
    def skills(self) -> Entry | None:
        """`skills` in that table."""
        return self.table.entry("skills") if self.table is not None else None

    @property
    def items(self) -> tuple[Scalar, ...]:
        """The names in the list, in order: its texts, whatever else stands there."""
        node = self.skills.value if self.skills is not None else None
        items = node.items if isinstance(node, Sequence) else ()
        return tuple(item for item in items if isinstance(item, Scalar) and item.style is Style.STRING)

    @property
    def names(self) -> frozenset[str]:
        """The skills that the document activates: none where its TOML does not parse."""
        return frozenset() if self.toml.problems else frozenset(item.text for item in self.items)
