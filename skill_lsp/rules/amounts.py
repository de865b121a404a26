"""Dollar signs with a number that are no arguments to their author, and are to a host: prices, cells, scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.pattern import pattern
from skill_lsp.rules.bodies import Said, bodies
from skill_lsp.rules.registry import detects
from skill_lsp.rules.values import replacing
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.body import Meaning
    from skill_lsp.rules.bodies import Use
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix

_MANY = 9
"""Nobody passes more arguments than this by chance."""
_AMOUNT = pattern(r"\d+(?:[.,]\d+)*(?:[kKM]\b)?")


def _taken(use: Use) -> Iterator[Said]:
    """What each host puts in the place of a number that its author did not mean as an argument."""
    for host_id, meaning in use.meanings.items():
        if meaning.takes_arguments:
            number, what = meaning.number or 0, _written(use, meaning)
            severity = Severity.INFO if meaning.absent is None and number > _MANY else Severity.WARNING
            if number >= 10**9:
                yield Said(host_id, f"removes {what}", f"remove {what}", Severity.WARNING)
            else:
                end = _where(meaning)
                yield Said(host_id, f"reads {what} as {end}", f"read {what} as {end}", severity)


def _written(use: Use, meaning: Meaning) -> str:
    rest = use.token.name[(meaning.consumed or 0) - 1 :] if meaning.consumed else ""
    taken = use.token.name.removesuffix(rest) if rest else use.token.name
    return f"`${taken}`"


def _where(meaning: Meaning) -> str:
    if meaning.absent is None:
        return f"{meaning.text} where that many are given"
    return f"{meaning.text}, or nothing where none is given"


def _in_words(amount: str) -> str:
    return f"{amount} dollar{'' if amount == '1' else 's'}"


def _fixes(finding: Finding, context: Context) -> Iterator[Fix]:
    body = context.bodies
    for use in body.uses_in(finding.span) if finding.span else ():
        token = use.token
        takers = [body.readers[host_id].host for host_id, meaning in use.meanings.items() if meaning.takes_arguments]
        language = body.dollars.language_at(token.span.start)
        amount = _AMOUNT.match(context.text.content, token.span.start + 1)
        if takers and all(host.body_language.escapes for host in takers):
            yield replacing(Span(token.span.start, token.span.start), "\\", "Escape the dollar sign")
        if language == "shell":
            yield replacing(token.span, f"${{{token.name}}}", f"Write `${{{token.name}}}`, which no host replaces")
        elif language == "awk":
            yield replacing(token.span, f"$({token.name})", f"Write `$({token.name})`, which no host replaces")
        elif use.purpose in {"price", "amount"} and amount is not None:
            words = _in_words(amount.group())
            yield replacing(Span(token.span.start, amount.end()), words, f"Write `{words}`", safe=False)


@detects("argument-price", when="has_positions", kinds=(SkillMd,))
def argument_price(context: Context) -> Iterator[Finding]:
    r"""Price, spreadsheet cell or script variable that a host reads as a placeholder.

    Why: A host replaces every `$` with a digit behind it, in prose and in code, when the skill is called. `$5,000`
    becomes a word of the arguments and `,000`; the file stays as it is, so nobody sees what the model got.
    Source: anthropics/claude-code 79859 and 94709, anthropics/skills 1779; coder/mux f2160b194, skillArguments.ts.
    Targets: claude-code
    Bad:
        ---
        name: grant-limits
        description: Lists grant limits.
        ---
        A small grant is $5,000.
    Good:
        ---
        name: grant-limits
        description: Lists grant limits.
        ---
        A small grant is \$5,000. Compare $0 with $1.
    Fix: A backslash where every host that reads the number knows it; braces in a script.
    """
    body = bodies(context)
    for use in body.uses if body else ():
        if (
            body
            and use.token.kind == "position"
            and not use.token.escaped
            and use.purpose in {"price", "cell", "script"}
        ):
            yield from body.finding("argument-price", use.token.span, _taken(use))


argument_price.fixed_by(_fixes)


@detects("argument-two-digits", when="has_positions", kinds=(SkillMd,))
def argument_two_digits(context: Context) -> Iterator[Finding]:
    """Number of two digits behind `$`, which hosts read differently.

    Why: Xum takes one digit, so `$10` is the first argument and a 0. Claude Code takes the number as a whole, counted
    from 0. What looks like a price or a tenth argument is neither.
    Source: Xum's Agent Skills page, skill arguments; coder/mux f2160b194, skillArguments.ts (executed);
    anthropics/claude-code 79859.
    Targets: xum, claude-code
    Bad:
        ---
        name: ten-tips
        description: Gives ten tips.
        ---
        Ten dollars ($10) are enough.
    Good:
        ---
        name: ten-tips
        description: Gives ten tips.
        ---
        Ten dollars are enough.
    Fix: A backslash where every host that reads the number knows it; `$1 0` where the argument is meant.
    """
    body = bodies(context)
    for use in body.uses if body else ():
        several = use.token.kind == "position" and len(use.token.name) > 1 and not use.token.escaped
        if body and several and use.purpose in {"amount", "argument"}:
            yield from body.finding("argument-two-digits", use.token.span, _split(use))


@argument_two_digits.fixed_by
def _apart(finding: Finding, context: Context) -> Iterator[Fix]:
    yield from _fixes(finding, context)
    for use in context.bodies.uses_in(finding.span) if finding.span else ():
        taken = next((one.consumed for one in use.meanings.values() if one.consumed is not None), None)
        if taken is not None:
            written = f"${use.token.name[: taken - 1]} {use.token.name[taken - 1 :]}"
            yield replacing(use.token.span, written, f"Write `{written}`, an argument and text behind it", safe=False)


def _split(use: Use) -> Iterator[Said]:
    for said in _taken(use):
        meaning = use.meanings[said.host]
        if meaning.consumed is not None:
            rest = use.token.name[meaning.consumed - 1 :]
            end = f" as {meaning.text} and leaves `{rest}` behind it"
            what = _written(use, meaning)
            yield said._replace(one=f"reads {what}{end}", many=f"read {what}{end.replace('leaves', 'leave')}")
        else:
            yield said._replace(severity=Severity.INFO) if use.purpose == "argument" else said


@detects("argument-escape", trigger="\\$", kinds=(SkillMd,))
def argument_escape(context: Context) -> Iterator[Finding]:
    r"""Backslash before a placeholder, which does not keep a host from replacing it.

    Why: Only Claude Code knows `\$1` as text. Xum and others put the argument in and leave the backslash.
    Source: anthropics/claude-code changelog 2.1.163; coder/mux f2160b194, skillArguments.ts (executed).
    Targets: xum
    Bad (.xum/skills/print-cost/SKILL.md):
        ---
        name: print-cost
        description: Prints the cost.
        ---
        It costs \$5.
    Good (.xum/skills/print-cost/SKILL.md):
        ---
        name: print-cost
        description: Prints the cost.
        ---
        It costs 5 dollars.
    Fix: Writes the amount in words.
    """
    body = bodies(context)
    for use in body.uses if body else ():
        if body and use.token.escaped:
            yield from body.finding("argument-escape", use.token.span, _unescaped(use))


def _unescaped(use: Use) -> Iterator[Said]:
    for host_id, meaning in use.meanings.items():
        if meaning.takes_arguments:
            end = f"the backslash and puts {meaning.text} behind it"
            yield Said(host_id, f"keeps {end}", f"keep {end.replace('puts', 'put')}", Severity.WARNING)


@argument_escape.fixed_by
def _without_dollar(finding: Finding, context: Context) -> Iterator[Fix]:
    for use in context.bodies.uses_in(finding.span) if finding.span else ():
        amount = _AMOUNT.match(context.text.content, use.token.span.start + 1)
        if use.token.kind == "position" and amount is not None:
            words = _in_words(amount.group())
            yield replacing(Span(use.token.span.start - 1, amount.end()), words, f"Write `{words}`", safe=False)
