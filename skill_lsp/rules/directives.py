"""Directives: commands in the body that a host runs before the model reads it, or does not run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.rules.bodies import Said, bodies
from skill_lsp.rules.finding import FileEdit, Fix
from skill_lsp.rules.registry import detects
from skill_lsp.rules.values import replacing
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.bodies import Bodies
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding
    from skill_lsp.syntax.markdown import Fence
    from skill_lsp.syntax.placeholders import Directive


def _live(body: Bodies) -> Iterator[Directive]:
    """The directives that their author means as such: where some host runs that form, outside code and comments."""
    for directive in body.document.directives:
        if directive.after_space and not body.is_shown_only(directive):
            yield directive


@detects("directive-in-code", trigger="!", kinds=(SkillMd,))
def directive_in_code(context: Context) -> Iterator[Finding]:
    """Directive in an example or a comment, which runs nevertheless.

    Why: Hosts look for directives without reading Markdown. A command that is only shown runs each time the skill is
    called.
    Source: coder/mux f2160b194, skillDynamicContext.ts (executed); anthropics/claude-code 12781.
    Targets: claude-code, xum
    Bad:
        ---
        name: command-howto
        description: Teaches how to write commands.
        ---
        ```markdown
        !`git diff HEAD`
        ```
    Good:
        ---
        name: command-howto
        description: Teaches how to write commands.
        ---
        ```markdown
        KEY=!`git diff HEAD`
        ```
    Fix: A backslash before the `!`, which no host takes for a directive.
    """
    body = bodies(context)
    for directive in body.document.directives if body else ():
        if body and body.is_shown_only(directive):
            severity = _weight(body, directive) if directive.after_space else Severity.HINT
            said = [
                Said(
                    host,
                    "runs this command",
                    "run this command",
                    severity,
                    "code and comments make no difference there",
                )
                for host in body.runners(directive)
            ]
            yield from body.finding("directive-in-code", directive.span, said)


def _weight(body: Bodies, directive: Directive) -> Severity:
    """A fence that holds nothing but directives most likely frames their output; anything else shows an example."""
    fence = body.document.markdown.fence_at(directive.span.start)
    if fence is None or fence.info.split()[:1] in (["markdown"], ["md"], ["mdx"]):
        return Severity.WARNING
    return Severity.INFO if _only_directives(body, fence) else Severity.WARNING


def _only_directives(body: Bodies, fence: Fence) -> bool:
    lines = body.context.text[fence.content].split("\n")
    return all(re.fullmatch(r"\s*(?:!`[^`]+`\s*)?", line) for line in lines)


@directive_in_code.fixed_by
def _backslash(finding: Finding, context: Context) -> Iterator[Fix]:
    if finding.span:
        at = Span(finding.span.start, finding.span.start)
        yield replacing(at, "\\", "Write a backslash before it, so that no host runs it", safe=False)


def _portability(body: Bodies, directive: Directive, silent: list[str], cause: str) -> Iterator[Said]:
    """What hosts that don't run a directive say: a remark where another host under check runs it, more where the file
    lies in the host's own directory."""
    elsewhere = bool(body.runners(directive))
    for host in silent:
        at_home = body.is_at_home(host)
        severity = Severity.INFO if elsewhere and not at_home else Severity.WARNING
        yield Said(host, "does not run this command", "do not run this command", severity, cause)


@detects("directive-line", trigger="!`", kinds=(SkillMd,))
def directive_line(context: Context) -> Iterator[Finding]:
    """Directive that shares its line, for a host that runs whole lines only.

    Why: Xum runs a directive that stands alone on its line. Behind a list marker, or with text beside it, the model
    reads the command itself.
    Source: Xum's Agent Skills page; coder/mux f2160b194, skillDynamicContext.ts (executed).
    Targets: xum
    Bad (.xum/skills/pr-context/SKILL.md):
        ---
        name: pr-context
        description: Collects the context of a pull request.
        ---
        The change: !`git diff HEAD`
    Good (.xum/skills/pr-context/SKILL.md):
        ---
        name: pr-context
        description: Collects the context of a pull request.
        ---
        The change:
        !`git diff HEAD`
    Fix: Puts the directive on a line of its own.
    """
    body = bodies(context)
    for directive in _live(body) if body else ():
        if body and directive.kind == "inline" and not directive.whole_line:
            silent = [host for host, reader in body.readers.items() if reader.host.body_language.inline == "line"]
            said = _portability(body, directive, silent, "it must stand alone on its line there")
            yield from body.finding("directive-line", directive.span, said)


@directive_line.fixed_by
def _own_line(finding: Finding, context: Context) -> Iterator[Fix]:
    if finding.span is None:
        return
    line = context.text.line_at(finding.span.start)
    if line.end - line.start > _LONG_LINE:
        return
    before = context.text.content[line.start : finding.span.start]
    after = context.text.content[finding.span.end : line.end]
    marker = re.match(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])?[ \t]+|", before)
    indent = " " * len(marker.group()) if marker and ">" not in before else ""
    own_line = f"{context.text.newline}{indent}"
    if before.strip() and "|" not in before and before.strip() not in ("-", "*", "+"):
        lead = Span(line.start + len(before.rstrip()), finding.span.start)
        edits = [FileEdit(None, Edit(lead, own_line))]
        if after.strip():
            tail = Span(finding.span.end, finding.span.end + len(after) - len(after.lstrip()))
            edits.append(FileEdit(None, Edit(tail, own_line)))
        yield Fix("Put the directive on its own line", tuple(edits), safe=False)


_LONG_LINE = 2000
"""Characters of a line that nobody wrote by hand."""


@detects("directive-fenced", trigger="`!", kinds=(SkillMd,))
def directive_fenced(context: Context) -> Iterator[Finding]:
    """Fence with `!`, which a host that runs directives does not run.

    Why: Only Claude Code runs a code fence whose info string is `!`. Xum takes single lines.
    Source: code.claude.com/docs/en/skills; coder/mux f2160b194, skillDynamicContext.ts (executed).
    Targets: xum
    Bad (.xum/skills/today/SKILL.md):
        ---
        name: today
        description: Tells the date.
        ---
        ```!
        date
        ```
    Good (.xum/skills/today/SKILL.md):
        ---
        name: today
        description: Tells the date.
        ---
        !`date`
    Fix: Writes each line as a directive of its own.
    """
    body = bodies(context)
    for directive in _live(body) if body else ():
        if body and directive.kind == "fenced":
            silent = [
                host
                for host, reader in body.readers.items()
                if reader.host.body_language.inline and not reader.host.body_language.fenced
            ]
            said = _portability(body, directive, silent, "it runs single lines, not the fence with `!`")
            opener = context.text.line_at(directive.span.start)
            span = Span(directive.span.start, opener.start + len(context.text[opener].rstrip()))
            yield from body.finding("directive-fenced", span, said)


@directive_fenced.fixed_by
def _single_lines(finding: Finding, context: Context) -> Iterator[Fix]:
    for directive in context.bodies.document.directives:
        here = finding.span is not None and directive.span.start == finding.span.start
        if here and directive.kind == "fenced":
            commands = [line.strip() for line in context.text[directive.command].splitlines() if line.strip()]
            if commands and not any("`" in command or command.endswith("\\") for command in commands):
                text = context.text.newline.join(f"!`{command}`" for command in commands)
                yield replacing(directive.span, text, "Write each line as a directive", safe=False)


@detects("directive-host", trigger="!", kinds=(SkillMd,))
def directive_host(context: Context) -> Iterator[Finding]:
    """Directive that reaches the model of a host as text, told once for each file.

    Why: Hosts without directives pass the body on. The model reads the command instead of its output, and may run it.
    Source: openai/codex 22738; the hosts' own sources, none of which runs a command from a body.
    Targets: codex
    Bad (.agents/skills/pr-context/SKILL.md):
        ---
        name: pr-context
        description: Prepares a review.
        ---
        !`git log -3`
    Good (.agents/skills/pr-context/SKILL.md):
        ---
        name: pr-context
        description: Prepares a review.
        ---
        Run `git log -3` and read its output.
    """
    body = bodies(context)
    first = next(_live(body), None) if body else None
    if body and first:
        cause = "the model gets the text instead of the output"
        said = [
            Said(host, "does not run this command", "do not run this command", Severity.INFO, cause)
            for host, reader in body.readers.items()
            if not reader.host.body_language.inline
        ]
        yield from body.finding("directive-host", first.span, said)


@detects("directive-limit", trigger="!`", kinds=(SkillMd,))
def directive_limit(context: Context) -> Iterator[Finding]:
    """More directives than the host runs.

    Why: Xum runs the first ten. What follows stays as text, with a note.
    Source: coder/mux f2160b194, skillDynamicContext.ts (executed).
    Targets: xum
    Bad (.xum/skills/many/SKILL.md):
        ---
        name: many
        description: Runs many commands.
        ---
        !`a`
        !`b`
        !`c`
        !`d`
        !`e`
        !`f`
        !`g`
        !`h`
        !`i`
        !`j`
        !`k`
    Good (.xum/skills/many/SKILL.md):
        ---
        name: many
        description: Runs many commands.
        ---
        !`a; b; c; d; e; f; g; h; i; j; k`
    """
    body = bodies(context)
    counts: dict[str, list[Directive]] = {}
    for directive in body.document.directives if body else ():
        for host in body.runners(directive) if body else ():
            counts.setdefault(host, []).append(directive)
    for host, running in counts.items():
        limit = body.readers[host].host.body_language.directive_limit if body else None
        if body and limit is not None and len(running) > limit:
            end = "not run this command and those after it"
            cause = f"it runs the first {limit} of a body, and this one has {len(running)}"
            said = [Said(host, f"does {end}", f"do {end}", Severity.WARNING, cause)]
            yield from body.finding("directive-limit", running[limit].span, said)


@detects("directive-argument-unquoted", trigger="!", kinds=(SkillMd,))
def directive_argument_unquoted(context: Context) -> Iterator[Finding]:
    """Argument that goes into a command without quotes.

    Why: The host writes the argument's text into the shell's command line. A blank splits it, and `;` begins another
    command.
    Source: coder/mux f2160b194, skillArguments.ts and skillDynamicContext.ts.
    Targets: xum
    Bad (.xum/skills/history/SKILL.md):
        ---
        name: history
        description: Shows the history of a branch.
        ---
        !`git log $1`
    Good (.xum/skills/history/SKILL.md):
        ---
        name: history
        description: Shows the history of a branch.
        ---
        !`git log "$1"`
    """
    body = bodies(context)
    for directive in body.document.directives if body else ():
        for use in body.uses_in(directive.command) if body else ():
            if body and not _is_quoted(context, directive, use.token.span.start):
                runners = [host for host in body.runners(directive) if use.meanings[host].takes_arguments]
                end = "the argument into the shell without quotes"
                said = [Said(host, f"puts {end}", f"put {end}", Severity.INFO) for host in runners]
                yield from body.finding("directive-argument-unquoted", use.token.span, said)


def _is_quoted(context: Context, directive: Directive, at: int) -> bool:
    before = context.text.content[directive.command.start : at]
    return before.count('"') % 2 == 1 or before.count("'") % 2 == 1
