"""The YAML dialects of the hosts: which texts each parser refuses and what a plain scalar means to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.syntax.nodes import Mapping, Scalar, Style, SyntaxProblem, scalars

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skill_lsp.syntax.yaml import YamlTree

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_PLAIN = Style.PLAIN  # looking up a member of an enumeration is dear


class Dialect:
    """A parser's view of a YAML tree. The base class is YAML 1.2 core as npm `yaml` 2.8.2 reads it.

    *Source*: npm yaml 2.8.2, `schema/core` (executed).
    """

    name = "YAML 1.2"
    source = "npm yaml 2.8.2 (executed)"
    tolerates: frozenset[str] = frozenset(
        {
            *("flow-style", "anchor", "tag", "own-tag", "tab-line", "tab-gap", "empty-key", "flow-key"),
            "quote-at-end",
            *("control-character", "line-separator", "inner-mark"),
        }
    )
    """Kinds of problems that this parser takes without a word."""
    duplicates_refused = True
    merges = False
    """`<<` takes over the keys of another map."""
    typed_fields = False
    """It reads into typed fields: a field that stands twice is refused, and what it makes of a field without a value
    is not known, so that no problem is claimed."""

    def value(self, scalar: Scalar) -> object:
        """The value of a scalar: str, bool, int, float or None."""
        if scalar.style is not _PLAIN or scalar.tag is not None:
            return self.tagged(scalar)
        return self.plain(scalar.text)

    def tagged(self, scalar: Scalar) -> object:
        """The value of a scalar that is quoted, a block or tagged. A tag counts only where the text fits it."""
        if scalar.tag is None:
            return scalar.text
        if scalar.tag == f"{CORE}binary":
            return b""
        test = _CORE_TAGS.get(scalar.tag or "")
        return self.plain(scalar.text) if test is not None and test.fullmatch(scalar.text) else scalar.text

    def plain(self, text: str) -> object:
        """What a plain scalar means."""
        if text in _NULL:
            return None
        if text in _TRUE:
            return True
        if text in _FALSE:
            return False
        if text[0] in "0123456789+-.":
            return core_number(text)
        return text

    def type_of(self, scalar: Scalar) -> str:
        """The type of a scalar in words: "text", "a number", "a boolean", "nothing" …"""
        value = self.value(scalar)
        if value is None:
            return "nothing"
        if isinstance(value, bool):
            return "a boolean"
        if isinstance(value, int | float):
            return "a number"
        if isinstance(value, bytes):
            return "binary data"
        return "text" if isinstance(value, str) else "a date"

    def remarks(self, tree: YamlTree) -> Iterable[SyntaxProblem]:
        """What this parser takes for something else than its author."""
        if not tree.problems or "own-tag" not in self.tolerates:
            return ()
        from skill_lsp.hosts import objections

        return objections.lost_tags(tree)

    def refuses(self, tree: YamlTree) -> Iterable[SyntaxProblem]:
        """The places that make this parser give up, in order; nothing where it parses."""
        return () if tree.uncontested else self.grounds(tree)

    def grounds(self, tree: YamlTree) -> Iterator[SyntaxProblem]:
        """What `refuses` finds in a tree in which some parser minds something."""
        for problem in tree.problems:
            if problem.kind not in self.tolerates:
                yield problem
        if not isinstance(tree.root, Mapping):
            return
        from skill_lsp.hosts import objections

        if self.duplicates_refused:
            yield from objections.duplicate_keys(tree.root)
        if self.merges:
            yield from objections.useless_merges(tree.root)


_CORE_INT = pattern(r"[-+]?[0-9]+")
_CORE_OCT = pattern(r"0o[0-7]+")
_CORE_HEX = pattern(r"0x[0-9a-fA-F]+")
_CORE_FLOAT = pattern(r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?|[-+]?[0-9]+[eE][-+]?[0-9]+")
_CORE_INF = pattern(r"[-+]?\.(?:inf|Inf|INF)")
_CORE_NAN = frozenset({".nan", ".NaN", ".NAN"})


CORE = "tag:yaml.org,2002:"
_BASE64 = pattern(r"[A-Za-z0-9+/=\r\n]*")
_BASE64_SKIPS = pattern(r"[\r\n]")
_CORE_TAGS = {
    "tag:yaml.org,2002:null": pattern(r"~|[Nn]ull|NULL|"),
    "tag:yaml.org,2002:bool": pattern(r"[Tt]rue|TRUE|[Ff]alse|FALSE"),
    "tag:yaml.org,2002:int": pattern(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"),
    "tag:yaml.org,2002:float": pattern(f"{_CORE_FLOAT.pattern}|{_CORE_INF.pattern}|\\.nan|\\.NaN|\\.NAN"),
}


def core_number(text: str) -> object:
    """A number of the YAML 1.2 core schema, the text itself where it is none."""
    if _CORE_INT.fullmatch(text):
        return _integer(text, 10)
    if _CORE_FLOAT.fullmatch(text):
        return float(text)
    if _CORE_OCT.fullmatch(text):
        return _integer(text[2:], 8)
    if _CORE_HEX.fullmatch(text):
        return _integer(text[2:], 16)
    if _CORE_INF.fullmatch(text):
        return float("-inf") if text[0] == "-" else float("inf")
    if text in _CORE_NAN:
        return float("nan")
    return text


def _may_be_number(text: str) -> bool:
    """Whether a text begins as a number or a date does, with the digits of any script."""
    return text[0].isdecimal() or text[0] in "+-."


def _integer(digits: str, base: int) -> int | float:
    """An integer; as a float where it has more digits than anyone can mean (and Python converts)."""
    return int(digits, base) if len(digits) < 1000 else float("inf")


def _a_date() -> object:
    """What stands for any date or time. It is imported where one is met: few skills have any."""
    from datetime import date

    return date.min


_BY_TAG = {"null": type(None), "bool": bool, "int": int, "float": int}
_TRUE_11 = frozenset(f(w) for w in ("yes", "true", "on") for f in (str.lower, str.title, str.upper))
_FALSE_11 = frozenset(f(w) for w in ("no", "false", "off") for f in (str.lower, str.title, str.upper))
_INT_11 = pattern(
    r"[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+"
)
_FLOAT_11 = pattern(
    r"[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?"
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_DATE = pattern(r"\d{4}-\d\d-\d\d")
_TIMESTAMP = pattern(r"\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?")


class Yaml11(Dialect):
    """PyYAML's `safe_load`: YAML 1.1, so yes/no are booleans, dates are dates, duplicates pass and the last one wins.

    *Source*: PyYAML 6.0.3 `resolver.py` (executed).
    """

    name = "YAML 1.1"
    source = "PyYAML 6.0.3 (executed)"
    tolerates = frozenset({"flow-style", "anchor", "tag", "comment-glued", "flow-indent", "dash-in-flow", "inner-mark"})
    duplicates_refused = False
    merges = True

    def grounds(self, tree: YamlTree) -> Iterator[SyntaxProblem]:
        from skill_lsp.hosts import objections

        yield from super().grounds(tree)
        if isinstance(tree.root, Mapping):
            yield from objections.unreadable_11(tree.root)

    def plain(self, text: str) -> object:
        if text in _NULL:
            return None
        if text in _TRUE_11:
            return True
        if text in _FALSE_11:
            return False
        if not _may_be_number(text):
            return text
        if _INT_11.fullmatch(text) or _FLOAT_11.fullmatch(text):
            return 0
        if _DATE.fullmatch(text) or _TIMESTAMP.fullmatch(text):
            return _a_date()
        return text


class TextOnly(Dialect):
    """strictyaml: every scalar is text; flow style, anchors, tags and duplicates are refused.

    *Source*: strictyaml 1.7.3 `scanner.py`, `parser.py` (executed through skills-ref 0.1.1).
    """

    name = "strictyaml"
    source = "skills-ref 0.1.1 over strictyaml 1.7.3 (executed)"
    tolerates = frozenset({"comment-glued", "flow-indent", "dash-in-flow", "inner-mark", "line-separator"})
    merges = True

    def value(self, scalar: Scalar) -> object:
        """The text; a plain `=` or `<<` is none (ruamel's own tags for them are no text)."""
        if scalar.style is not _PLAIN:
            return scalar.text
        if scalar.text in ("=", "<<"):
            return None
        return _NEXT_LINES.sub(" ", scalar.text).strip() if "\x85" in scalar.text else scalar.text

    def type_of(self, scalar: Scalar) -> str:
        return "text" if self.value(scalar) is not None else "no text"


_NEXT_LINES = pattern(r"[ \t]*\x85[ \t\x85]*")


class Serde(Dialect):
    """serde_yaml into typed fields: YAML 1.2 core over libyaml. A field that stands twice is refused (see
    `objections.repeated_fields`), a key that no field takes may.

    *Source*: openai/codex `codex-rs/core-skills/src/loader.rs`@033d1d0; serde_yaml 0.9.
    """

    name = "serde_yaml"
    source = "openai/codex 033d1d0, core-skills loader.rs over serde_yaml (libyaml's grammar)"
    tolerates = frozenset(
        {
            *("flow-style", "anchor", "tag", "own-tag", "tab-gap", "comment-glued", "header-comment"),
            *("flow-indent", "dash-in-flow", "inner-mark"),
        }
    )
    duplicates_refused = False
    typed_fields = True


class JsYaml(Dialect):
    """js-yaml 4: YAML 1.2 core with dates and signed numbers of every base; duplicates are refused.

    *Source*: js-yaml 4.1 `type/int.js`, `type/float.js`, `type/timestamp.js` (executed).
    """

    name = "js-yaml 4"
    source = "js-yaml 4.1 (executed)"
    tolerates = frozenset(
        {
            *("flow-style", "anchor", "tag", "tab-line", "tab-gap", "comment-glued", "flow-indent"),
            *("line-separator", "inner-mark"),
        }
    )
    merges = True
    integer = pattern(r"[-+]?(?:0b_*[01][01_]*|0x_*[0-9a-fA-F][0-9a-fA-F_]*|0o_*[0-7][0-7_]*)(?<!_)")
    decimal = pattern(
        r"(?:[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+]?[0-9]+)?"
        r"|[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)(?<!_)"
    )

    def grounds(self, tree: YamlTree) -> Iterator[SyntaxProblem]:
        yield from super().grounds(tree)
        for scalar in scalars(tree.root):
            if scalar.tag is not None and not self._fits(scalar.tag.removeprefix(CORE), scalar):
                word = scalar.tag.removeprefix(CORE)
                yield SyntaxProblem("tag", scalar.span, f"the tag `!!{word}` does not fit what follows it")

    def _fits(self, tag: str, scalar: Scalar) -> bool:
        """Whether a scalar can be what its tag says. Tags of the author's own are refused in any case."""
        text = scalar.text
        if not text and scalar.style is Style.PLAIN:
            return tag in ("str", "null", "merge")
        if tag in _BY_TAG:
            return isinstance(self.plain(text), _BY_TAG[tag])
        if tag == "timestamp":
            return isinstance(self.plain(text), type(_a_date()))
        if tag == "binary":
            return _BASE64.fullmatch(text) is not None and len(_BASE64_SKIPS.sub("", text)) % 4 == 0
        return text == "<<" if tag == "merge" else tag not in ("seq", "map", "set", "omap", "pairs")

    def plain(self, text: str) -> object:
        if text in _NULL:
            return None
        if text in _TRUE:
            return True
        if text in _FALSE:
            return False
        if not _may_be_number(text):
            return text
        if self.integer.fullmatch(text) or self.decimal.fullmatch(text):
            return 0
        if _DATE.fullmatch(text) or _TIMESTAMP.fullmatch(text):
            return _a_date()
        return text


class GrayMatter(JsYaml):
    """gray-matter's js-yaml 3: octal `0755`, `1_000` and `12:30` are numbers too. *Source*: gray-matter 4.0.3
    (executed)."""

    name = "js-yaml 3"
    source = "gray-matter 4.0.3 over js-yaml 3 (executed)"
    integer = pattern(
        r"[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|0[0-7_]*|[1-9][0-9_]*(?::[0-5]?[0-9])*)(?<!_)",
    )
    decimal = pattern(
        r"(?:[-+]?(?:0|[1-9][0-9_]*)(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+]?[0-9]+)?"
        r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)(?<!_)"
    )


class ClaudeYaml(Dialect):
    """Claude Code's parser, closed. *Source*: code.claude.com/docs/en/skills (inferred in detail)."""

    name = "Claude Code's YAML"
    source = "code.claude.com/docs/en/skills of 2026-08-22; the parser itself is closed"
    duplicates_refused = False


class VsCodeYaml(Dialect):
    """VS Code's own frontmatter parser. *Source*: microsoft/vscode `promptFileAttributes.ts`@1cf1df3."""

    name = "VS Code's YAML"
    source = "microsoft/vscode 1cf1df3, promptFileAttributes.ts"


class TomlTypes(Dialect):
    """TOML: the type is in the text. What a recovered tree holds without quotes counts as text."""

    name = "TOML"

    def value(self, scalar: Scalar) -> object:
        text = scalar.text
        if scalar.style is Style.BOOLEAN:
            return text == "true"
        if scalar.style is Style.INTEGER:
            digits = text.lower().replace("_", "")
            return int(digits, 0) if len(digits) < 1000 else float("inf")
        if scalar.style is Style.FLOAT:
            return float(text.replace("_", ""))
        return _a_date() if scalar.style is Style.DATETIME else text


YAML_1_2 = Dialect()
YAML_1_1 = Yaml11()
STRICT_YAML = TextOnly()
SERDE_YAML = Serde()
JS_YAML = JsYaml()
GRAY_MATTER = GrayMatter()
CLAUDE_YAML = ClaudeYaml()
VSCODE_YAML = VsCodeYaml()
TOML = TomlTypes()


def rule_of(problem: SyntaxProblem) -> str:
    """The id of the rule that documents a syntax problem."""
    return f"yaml-{problem.kind}"
