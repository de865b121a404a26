"""Gemini CLI: a strict look at the fences, js-yaml behind them, and a scan for two lines where YAML fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts import delimiters, dialects
from skill_lsp.hosts.host import Cut, Host, Root, head
from skill_lsp.hosts.keys import Key, Text
from skill_lsp.hosts.reading import Effect, Problem, Reading, Severity
from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple
from skill_lsp.syntax.nodes import Mapping, Scalar, dereferenced
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.reading import Place
    from skill_lsp.syntax.nodes import Node, SyntaxProblem
    from skill_lsp.syntax.skill import Skill

_LOADER = "google-gemini/gemini-cli 5411f11, packages/core/src/skills/skillLoader.ts"
_MANAGER = "google-gemini/gemini-cli 5411f11, packages/core/src/skills/skillManager.ts"

_FRONTMATTER = pattern(r"---\r?\n(?P<yaml>[\s\S]*?)\r?\n---(?:\r?\n(?P<body>[\s\S]*))?")
_SPACE = rf"[\r\n{delimiters.JS_SPACE}]"
_LINE = pattern(rf"[{delimiters.JS_SPACE}\r]*(?P<key>name|description):{_SPACE}*(?P<value>[^\n\r\u2028\u2029]*)\Z")
_INDENTED = pattern(r"[ \t]+[^\s]")
_REPLACED = pattern(r"[:\\/<>*?\"|]")
_MISREAD = pattern(r"[\"'>|{\[&*!]")

REPLACES = Effect("writes `-` for these characters", "write `-` for these characters", Severity.INFO)
SCANS = Effect("reads this line as it stands", "read this line as it stands", Severity.WARNING)
DROPS_BODY = Effect("reads an empty body", "read an empty body", Severity.WARNING)


class Scanned(NamedTuple):
    """A value that the line scan found: its text, its source, where its line begins, and whether it belongs to another
    key (`metadata:` above it)."""

    text: str
    span: Span
    line: int
    nested: bool


class GeminiCli(Host):
    """Google's Gemini CLI."""

    id = "gemini-cli"
    title = "Gemini CLI"
    sources = (_LOADER, _MANAGER, "google-gemini/gemini-cli 5411f11, docs/cli/skills.md of 2026-04-30")
    dialect = dialects.JS_YAML
    own_directories = (".gemini",)
    keys = (
        Key(
            "name", Text(),
            "The skill's name. Each of `: \\ / < > * ? \" |` becomes `-`; looked up without regard to case.",
            _LOADER, required=True,
        ),
        Key("description", Text(), "What the model reads in its list of skills; may be empty.", _LOADER, required=True),
    )  # fmt: skip
    later_wins = True  # skillManager.ts puts them into a map one after the other (google-gemini/gemini-cli 16022)
    roots = (
        Root(".agents/skills", flat=True, condition="a trusted folder", source=_MANAGER),
        Root(".gemini/skills", flat=True, condition="a trusted folder", source=_MANAGER),
        Root("~/.agents/skills", "user", flat=True, source=_MANAGER),
        Root("~/.gemini/skills", "user", flat=True, source=_MANAGER),
    )
    plugin_manifests = ("gemini-extension.json",)

    def cut(self, document: SkillMd) -> Cut | Problem:
        if document.plain_cut is not None:
            return document.plain_cut
        content = document.text.content
        found = delimiters.matched(content, _FRONTMATTER)
        if isinstance(found, delimiters.Missing):
            return delimiters.problem(self, document, found)
        # js-yaml puts a line end behind a text that has none
        return found._replace(content=found.content._replace(end=content.find("---", found.content.end)))

    def read_content(self, document: Skill, place: Place) -> Reading:
        """YAML where it gives two texts, else the scan."""
        if not isinstance(document, SkillMd):
            return Reading(self.id, loaded=False)
        cut = self.cut(document)
        if isinstance(cut, Problem):
            return Reading(self.id, loaded=False, problems=(cut,))
        tree = document.yaml_of(cut.content)
        refused = list(self.dialect.refuses(tree))
        found = self._parsed(tree.root) if not refused else None
        problems: list[Problem] = []
        if found is None:
            scanned = scan(document.text.content, cut.content)
            problems += self._scan_problems(scanned, tree.root, cut, refused)
            found = {key: value.text for key, value in scanned.items()}
        problems += self._body_problems(document, cut)
        return self._reading(document, place, cut, found, problems)

    def _parsed(self, root: Node | None) -> dict[str, str] | None:
        """Name and description as YAML gives them, None where it does not give two texts."""
        found: dict[str, str] = {}
        for key in self.keys:
            node = root.get(key.name) if isinstance(root, Mapping) else None
            target = dereferenced(node) if node is not None else None
            value = self.dialect.value(target) if isinstance(target, Scalar) else None
            if not isinstance(value, str):
                return None
            found[key.name] = value
        return found

    def _scan_problems(
        self, scanned: dict[str, Scanned], root: Node | None, cut: Cut, refused: list[SyntaxProblem]
    ) -> Iterator[Problem]:
        """What the scan does not find, and where it finds something else than written.

        Where YAML fails, its error is the defect, and this is only what Gemini CLI does about it.
        """
        for key in self.keys:
            value = scanned.get(key.name)
            if value is None:
                yield self._missing(root, cut, key.name, refused)
            elif _MISREAD.match(value.text):
                near = next((one for one in refused if value.line <= one.span.start <= value.span.end), None)
                rule, span = ("yaml-scanned", value.span) if near is None else (dialects.rule_of(near), near.span)
                cause = f"`{key.name}` is no text in YAML, so every mark behind the colon belongs to it"
                yield Problem(rule, span, SCANS, cause, _LOADER)
            elif value.nested:
                cause = f"its search for `{key.name}:` also takes an indented line, and this is the last one"
                yield Problem("yaml-scanned", value.span, SCANS, cause, _LOADER)

    def _missing(self, root: Node | None, cut: Cut, key: str, refused: list[SyntaxProblem]) -> Problem:
        if refused:
            cause = f"{refused[0].message}, and it finds no line `{key}:`"
            return self.problem(dialects.rule_of(refused[0]), refused[0].span, cause)
        if isinstance(root, Mapping):
            return self.problem("key-required", head(root), f"`{key}` is missing", data=key)
        span = root.span if root is not None else cut.content
        return self.problem("frontmatter-not-a-map", span, "the frontmatter must be a map of keys and values")

    def _body_problems(self, document: SkillMd, cut: Cut) -> list[Problem]:
        if document.plain_cut is not None:
            return []
        content = document.text.content
        closer = content.find("---", cut.content.end)
        line = document.text.line_at(closer)
        if line.end == closer + 3:
            return []
        cause = "the line that closes the frontmatter must be `---` and nothing else"
        return [Problem("frontmatter-fence", line, DROPS_BODY, cause, _LOADER)]

    def _reading(
        self, document: SkillMd, place: Place, cut: Cut, found: dict[str, str], problems: list[Problem]
    ) -> Reading:
        root = document.yaml_of(cut.content).root
        entry = root.entry("name") if isinstance(root, Mapping) else None
        name = found.get("name")
        if name is not None and _REPLACED.search(name):
            span = entry.value.span if entry is not None else cut.content
            kept = _REPLACED.sub("-", name)
            problems.append(Problem("name-format", span, REPLACES, f"the skill is called `{kept}` there", _LOADER))
            name = kept
        loaded = not any(problem.effect.severity is Severity.ERROR for problem in problems)
        description = found.get("description")
        return Reading(
            self.id,
            loaded=loaded,
            problems=tuple(problems),
            name=name if loaded else None,
            description=description if loaded else None,
            body=delimiters.js_trim(document.text[cut.body]) if loaded else None,
            body_span=cut.body,
            values=found,
            index_entry=_entry(name, description, place.path) if loaded else None,
        )


def scan(content: str, span: Span) -> dict[str, Scanned]:
    """The values of the last `name:` and `description:` lines, indented or not; indented lines continue a description.

    *Source*: gemini-cli 5411f11, skillLoader.ts `parseSimpleFrontmatter`.
    """
    found: dict[str, Scanned] = {}
    lines = list(_lines(content, span))
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        match = _LINE.match(content[line.start : line.end])
        if match is None:
            continue
        parts = [delimiters.js_trim(match["value"])]
        start = line.start + match.start("value")
        end = line.end
        while match["key"] == "description" and at < len(lines) and _INDENTED.match(content, *lines[at]):
            parts.append(delimiters.js_trim(content[lines[at].start : lines[at].end]))
            end = lines[at].end
            at += 1
        text = " ".join(part for part in parts if part)
        found[match["key"]] = Scanned(text, Span(min(start, end), end), line.start, False)
    return {key: value._replace(nested=_has_parent(content, lines, value.line)) for key, value in found.items()}


def _has_parent(content: str, lines: list[Span], start: int) -> bool:
    """Whether the line at `start` belongs to a key above it: the nearest line that is less deep ends with a colon."""
    at = next(index for index, line in enumerate(lines) if line.start == start)
    depth = _depth(content, lines[at])
    for line in reversed(lines[:at]):
        text = content[line.start : line.end].strip()
        if text and _depth(content, line) < depth:
            return text.endswith(":")
    return False


def _depth(content: str, line: Span) -> int:
    return line.end - line.start - len(content[line.start : line.end].lstrip())


def _lines(content: str, span: Span) -> list[Span]:
    """The lines of a part of the content, split at LF and CRLF, without their ends."""
    lines = []
    start = span.start
    while True:
        end = content.find("\n", start, span.end)
        stop = span.end if end < 0 else end
        lines.append(Span(start, stop - 1 if stop > start and end >= 0 and content[stop - 1] == "\r" else stop))
        if end < 0:
            return lines
        start = end + 1


def _entry(name: str | None, description: str | None, path: str) -> str:
    return (
        f"  <skill>\n    <name>{name}</name>\n    <description>{description}</description>\n"
        f"    <location>{path}</location>\n  </skill>"
    )


HOST = GeminiCli
