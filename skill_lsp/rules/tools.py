"""Keys that say what the agent may use: the rules of `allowed-tools` and `disallowed-tools`, and `model`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.pattern import pattern
from skill_lsp.rules.bodies import Said, bodies
from skill_lsp.rules.registry import detects, reported
from skill_lsp.rules.values import replacing, root_of
from skill_lsp.spelling import nearest
from skill_lsp.syntax import tool_rules
from skill_lsp.syntax.nodes import Mapping, Scalar, Style
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.bodies import Bodies
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix
    from skill_lsp.syntax.tool_rules import ToolRule

_KEYS = ("allowed-tools", "disallowed-tools")


def _rules(context: Context, *keys: str) -> Iterator[ToolRule]:
    root = root_of(context)
    for key in keys:
        node = root.get(key) if isinstance(root, Mapping) else None
        if node is not None:
            yield from tool_rules.rules_of(node)


def _readers(body: Bodies) -> list[str]:
    """The hosts under check that act on tool rules."""
    return [host for host, reader in body.readers.items() if reader.host.tools]


@detects("tool-unknown", trigger="allowed-tools", kinds=(SkillMd,))
def tool_unknown(context: Context) -> Iterator[Finding]:
    """Tool in `allowed-tools` whose name is nearly that of a known tool.

    Why: A rule for a tool that does not exist grants nothing, and the host says nothing.
    Source: code.claude.com/docs/en/skills, `allowed-tools`; bendrucker/claude 770.
    Targets: claude-code
    Bad:
        ---
        name: pr-open
        description: Opens a pull request.
        allowed-tools: Raed, Grep
        ---
        Body.
    Good:
        ---
        name: pr-open
        description: Opens a pull request.
        allowed-tools: Read, Grep, mcp__tides__read
        ---
        Body.
    Fix: Writes the known name.
    """
    body = bodies(context)
    for rule in _rules(context, *_KEYS) if body else ():
        if body and re.fullmatch(r"[A-Za-z]+", rule.tool):
            for host in _readers(body):
                tools = body.readers[host].host.tools
                by_word = {tool.lower(): tool for tool in tools}
                meant = by_word.get(nearest(rule.tool.lower(), tuple(by_word)) or "")
                if rule.tool not in tools and meant is not None:
                    cause = f"it has no tool `{rule.tool}`, `{meant}` is probably meant"
                    said = Said(host, "ignores this rule", "ignore this rule", Severity.WARNING, cause)
                    yield from body.finding("tool-unknown", rule.tool_span, [said], meant)


@tool_unknown.fixed_by
def _known_tool(finding: Finding, context: Context) -> Iterator[Fix]:
    if finding.data and finding.span and context.text[finding.span].isalpha():
        yield replacing(finding.span, finding.data, f"Write `{finding.data}`", safe=False)


@detects("tool-parenthesis", trigger="allowed-tools", kinds=(SkillMd,))
def tool_parenthesis(context: Context) -> Iterator[Finding]:
    """Rule of a tool with a parenthesis that has no counterpart.

    Why: The rule takes in all that follows it, and matches nothing.
    Source: code.claude.com/docs/en/skills, `allowed-tools`; bendrucker/claude 770.
    Targets: claude-code
    Bad:
        ---
        name: pr-open
        description: Opens a pull request.
        allowed-tools: Bash(git push *, Read
        ---
        Body.
    Good:
        ---
        name: pr-open
        description: Opens a pull request.
        allowed-tools: Bash(git push *), Read
        ---
        Body.
    Fix: Closes the parenthesis before the next comma.
    """
    body = bodies(context)
    for rule in _rules(context, *_KEYS) if body else ():
        if body and not rule.closed:
            cause = f"the parentheses of `{rule.tool}` do not match, and the rule takes in all that follows"
            said = [
                Said(host, "can't use this rule", "can't use this rule", Severity.ERROR, cause)
                for host in _readers(body)
            ]
            yield from body.finding("tool-parenthesis", rule.span, said)


@tool_parenthesis.fixed_by
def _closed(finding: Finding, context: Context) -> Iterator[Fix]:
    source = context.text[finding.span] if finding.span else ""
    if finding.span and source.count("(") > source.count(")") and "\n" not in source:
        comma = re.search(r",\s*(?=[A-Z]\w*(?:\(|,|\s|$))", source)
        at = finding.span.start + (comma.start() if comma else len(source))
        yield replacing(Span(at, at), ")", "Close the parenthesis", safe=False)


_READ_ONLY = pattern(
    r"(?:ls|cat|head|tail|grep|rg|find|wc|pwd|echo|which|stat|du|df|date|whoami|uname|hostname|id|sort|uniq|cut|file|tree|diff"
    r"|git\s+(?:status|log|diff|show|branch|blame|rev-parse|remote|ls-files|describe|tag|config\s+--get|merge-base|shortlog))"
    r"(?:\s|\Z)"
)
"""Commands that only read; a host may let them pass by itself (inferred), so that no rule is asked for."""


@detects("tool-directive", trigger="allowed-tools", kinds=(SkillMd,))
def tool_directive(context: Context) -> Iterator[Finding]:
    """Directive that no rule of `allowed-tools` covers, in a skill that has rules for its commands.

    Why: A directive never asks for permission. Where nothing allows its command, the whole call of the skill ends.
    Source: code.claude.com/docs/en/skills, dynamic context; bendrucker/claude 770.
    Targets: claude-code
    Bad:
        ---
        name: pr-open
        description: Opens a pull request.
        allowed-tools: Bash(git push *)
        ---
        !`bun scripts/template.ts`
    Good:
        ---
        name: pr-open
        description: Opens a pull request.
        allowed-tools: Bash(git push *), Bash(bun scripts/*)
        ---
        !`bun scripts/template.ts`
    Fix: Adds a rule for the command.
    """
    body = bodies(context)
    rules = [rule for rule in _rules(context, "allowed-tools") if rule.tool in ("Bash", "PowerShell")] if body else []
    if not body or not rules:
        return
    patterns = [found for rule in rules if rule.closed and (found := _allowed_by(rule))]
    for directive in body.document.directives:
        command = context.text[directive.command].strip()
        if "\n" not in command and not body.is_shown_only(directive) and not _is_allowed(command, patterns):
            cause = "no rule of `allowed-tools` covers it, and unless the settings allow it the whole call ends here"
            said = [
                Said(host, "may refuse this command", "may refuse this command", Severity.WARNING, cause)
                for host in body.runners(directive)
                if body.readers[host].host.tools
            ]
            yield from body.finding("tool-directive", directive.span, said, command)


def _allowed_by(rule: ToolRule) -> re.Pattern[str] | None:
    """What a rule allows: `git push:*` and `git push *` are beginnings, any other `*` stands for any text.

    A `:*` behind another `*` fits no directive. *Source*: code.claude.com/docs/en/permissions; bendrucker/claude 770.
    """
    written = (rule.pattern or "*").strip()
    beginning = written.removesuffix(":*").removesuffix(" *")
    if beginning != written and "*" not in beginning:
        return re.compile(rf"{re.escape(beginning)}(?:\s.*)?\Z", re.DOTALL)
    if written.endswith(":*"):
        return None
    return re.compile(".*".join(map(re.escape, re.split(r"\*+", written))) + r"\Z", re.DOTALL)


_JOINED = pattern(r"\s*(?:&&|\|\||[;|])\s*")


def _is_allowed(command: str, patterns: list[re.Pattern[str]]) -> bool:
    """Whether each command of a line is covered. Redirections and environment settings are not looked at."""
    for part in _JOINED.split(command):
        bare = re.sub(r"\s*\d?>(?:&\d|\s*/dev/null)", "", part).strip()
        covered = not bare or _READ_ONLY.match(bare) or any(one.match(bare) for one in patterns)
        if not covered:
            return False
    return True


@tool_directive.fixed_by
def _rule_added(finding: Finding, context: Context) -> Iterator[Fix]:
    root = root_of(context)
    node = root.get("allowed-tools") if isinstance(root, Mapping) else None
    word = re.match(r"\S+(?:\s+[\w./${}-]+)?", finding.data or "")
    if word and isinstance(node, Scalar) and node.style is Style.PLAIN and "\n" not in context.text[node.span]:
        rule = f"Bash({word.group()} *)"
        if all(rule.closed for rule in tool_rules.rules_of(node)):
            text = f", {rule}" if "," in node.text else f" {rule}"
            yield replacing(Span(node.span.end, node.span.end), text, f"Add `{rule}`", safe=False)


@reported("model-unknown")
def model_unknown(finding: Finding, context: Context) -> Iterator[Fix]:
    """Model whose name is nearly one of the aliases.

    Why: The host accepts any text here and asks for that model; where there is none, the call fails.
    Source: code.claude.com/docs/en/skills, `model`; anthropics/claude-code 32841. The list of models is open.
    Targets: claude-code
    Bad:
        ---
        name: cheap-sum
        description: Sums up a long log.
        model: claude-sonet
        ---
        Body.
    Good:
        ---
        name: cheap-sum
        description: Sums up a long log.
        model: sonnet
        ---
        Body.
    Fix: Writes the alias.
    """
    if finding.data and finding.span:
        yield replacing(finding.span, finding.data, f"Write `{finding.data}`", safe=False)
