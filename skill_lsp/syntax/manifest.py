"""The documents beside skills: plugin manifests, lock files, OpenAI's interface file, bundled Markdown."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from skill_lsp.text import Span

if TYPE_CHECKING:
    from skill_lsp.syntax.json import JsonTree
    from skill_lsp.syntax.markdown import Markdown
    from skill_lsp.syntax.yaml import YamlTree
    from skill_lsp.text import Text


class JsonDocument:
    """A JSON file, parsed when first asked for."""

    def __init__(self, text: Text) -> None:
        self.text = text

    @cached_property
    def json(self) -> JsonTree:
        """The document's tree."""
        from skill_lsp.syntax import json

        return json.parse(self.text)


class PluginManifest(JsonDocument):
    """A plugin.json."""


class Marketplace(JsonDocument):
    """A marketplace.json."""


class LockFile(JsonDocument):
    """A skills-lock.json."""


class OpenaiYaml:
    """An agents/openai.yaml beside a SKILL.md."""

    def __init__(self, text: Text) -> None:
        self.text = text

    @cached_property
    def yaml(self) -> YamlTree:
        """The document's tree."""
        from skill_lsp.syntax import yaml

        return yaml.parse(self.text, Span(0, len(self.text)))


class Reference:
    """A Markdown file that a skill bundles."""

    def __init__(self, text: Text) -> None:
        self.text = text

    @property
    def body(self) -> Span:
        """The span of the Markdown: all of it."""
        return Span(0, len(self.text))

    @cached_property
    def markdown(self) -> Markdown:
        """Headings, links, fences and the like."""
        from skill_lsp.syntax import markdown

        return markdown.scan(self.text, self.body)
