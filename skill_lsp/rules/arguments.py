"""Placeholders for arguments that hosts count, spell or leave differently."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.hosts.body import named_arguments
from skill_lsp.hosts.reading import Severity
from skill_lsp.rules.bodies import Said, bodies
from skill_lsp.rules.registry import detects
from skill_lsp.rules.values import replacing, root_of
from skill_lsp.spelling import nearest
from skill_lsp.syntax.nodes import Mapping
from skill_lsp.syntax.skill import SkillMd

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.body import BodyLanguage
    from skill_lsp.rules.bodies import Bodies, Use
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix
    from skill_lsp.text import Span


def _intended(use: Use) -> bool:
    return use.token.kind == "position" and use.purpose == "argument" and not use.token.escaped


@detects("argument-base", when="has_positions", kinds=(SkillMd,))
def argument_base(context: Context) -> Iterator[Finding]:
    """Position that is another argument in another host.

    Why: Xum, goose and OpenCode count arguments from 1, Claude Code counts from 0. A skill with `$1` gets the first
    word in one host and the second in the other.
    Source: code.claude.com/docs/en/skills; Xum's Agent Skills page; aaif-goose/goose 4b8f1a8, arguments.rs.
    Targets: xum, claude-code
    Bad:
        ---
        name: compare
        description: Compares two files.
        ---
        Compare $1 with $2.
    Good:
        ---
        name: compare
        description: Compares two files.
        ---
        Compare the two files of $ARGUMENTS.
    """
    body = bodies(context)
    line = -1
    for use in body.uses if body else ():
        if not body or not _intended(use):
            continue
        at = context.text.position(use.token.span.start).line
        said = list(_places(body, use)) if at != line else []
        if len({one.one for one in said}) > 1:
            line = at
            yield from body.finding("argument-base", use.token.span, said)


def _places(body: Bodies, use: Use) -> Iterator[Said]:
    for host_id, meaning in use.meanings.items():
        if meaning.takes_arguments and (meaning.number or 0) < 10**9:
            end, absent = f"{meaning.text} here", meaning.absent
            left = f"`${use.token.name}` stays where none is given" if absent is None else ""
            yield Said(host_id, f"puts {end}", f"put {end}", Severity.INFO, left)
        elif meaning.is_literal and body.readers[host_id].host.body_language.first_position is not None:
            end = f"`${use.token.name}` as it is"
            yield Said(host_id, f"leaves {end}", f"leave {end}", Severity.INFO)


@detects("argument-form", when="has_names", kinds=(SkillMd,))
def argument_form(context: Context) -> Iterator[Finding]:
    """Placeholder in a form that the host does not know: `${ARGUMENTS}`, `${1}`, `$ARGUMENTS[0]` in Xum, `$arguments`.

    Why: The text stays as it is, or (`$ARGUMENTS[0]`) all arguments are put in with `[0]` behind them.
    Source: coder/mux f2160b194, skillArguments.ts (executed); code.claude.com/docs/en/skills.
    Targets: xum, claude-code
    Bad:
        ---
        name: greet
        description: Greets somebody.
        ---
        Say hello to ${ARGUMENTS}.
    Good:
        ---
        name: greet
        description: Greets somebody.
        ---
        Say hello to $ARGUMENTS.
    Fix: Writes the form that the host knows.
    """
    body = bodies(context)
    for use in body.uses if body else ():
        if body and use.token.kind not in {"arguments", "position"}:
            said = list(_unknown_form(body, use))
            yield from body.finding("argument-form", use.token.span, said)


def _unknown_form(body: Bodies, use: Use) -> Iterator[Said]:
    token = use.token
    written = body.context.text[token.span]
    for host_id, reader in body.readers.items():
        meaning, language = use.meanings[host_id], reader.host.body_language
        if token.kind == "indexed" and meaning.kind == "all":
            end = f"all arguments here and {{}} `[{token.name}]` behind them"
            one, many = f"puts {end.format('leaves')}", f"put {end.format('leave')}"
            yield Said(host_id, one, many, Severity.WARNING)
        elif meaning.is_literal and language.all_arguments and _means_argument(body, use, language):
            yield Said(host_id, f"leaves `{written}` as it is", f"leave `{written}` as it is", Severity.WARNING)


_ARGUMENTS = frozenset({"argument", "arguments"})


def _means_argument(body: Bodies, use: Use, language: BodyLanguage) -> bool:
    """Whether a literal `$…` plainly means an argument; in code it may be the language's own variable."""
    kind, name = use.token.kind, use.token.name
    if kind == "variable" and name == "ARGUMENTS":
        return True
    if kind == "defaulted":
        near = name.isdigit() and len(name) == 1 and language.first_position is not None
    else:
        near = kind in {"name", "variable"} and name.lower() in _ARGUMENTS
    return near and body.document.markdown.code_at(use.token.span.start) is None


@argument_form.fixed_by
def _known_form(finding: Finding, context: Context) -> Iterator[Fix]:
    for use in context.bodies.uses_in(finding.span) if finding.span else ():
        token = use.token
        bases = {
            reader.host.body_language.first_position for reader in context.bodies.readers.values() if reader.fills_in
        }
        if token.kind == "variable" and token.name == "ARGUMENTS":
            yield replacing(token.span, "$ARGUMENTS", "Write `$ARGUMENTS`")
        elif token.kind in {"name", "variable"}:
            yield replacing(token.span, "$ARGUMENTS", "Write `$ARGUMENTS`", safe=False)
        elif token.kind == "defaulted":
            yield replacing(token.span, f"${token.name}", f"Write `${token.name}`", safe=len(bases) == 1)
        elif token.kind == "indexed" and bases == {1} and len(token.name) == 1 and token.name != "9":
            form = f"${int(token.name) + 1}"
            yield replacing(token.span, form, f"Write `{form}`")


@detects("argument-unknown-name", when="has_names", kinds=(SkillMd,))
def argument_unknown_name(context: Context) -> Iterator[Finding]:
    """Named placeholder that is not declared, and nearly is.

    Why: Only the names of `arguments` are replaced. A misspelt one reaches the model as it is written.
    Source: code.claude.com/docs/en/skills, `arguments`; anthropics/claude-code 89225.
    Targets: claude-code
    Bad:
        ---
        name: compare-refs
        description: Compares two refs.
        arguments: [base, head]
        ---
        Diff $base against $hed, then show $head.
    Good:
        ---
        name: compare-refs
        description: Compares two refs.
        arguments: [base, head]
        ---
        Diff $base against $head in $HOME.
    Fix: Writes the declared name.
    """
    body = bodies(context)
    names = _declared(body) if body else {}
    for use in body.uses if body and names else ():
        token = use.token
        if body and token.kind == "name" and token.name.lower() == token.name and not _is_assigned(token.name, context):
            known = {host: found for host, found in names.items() if token.declared(found) is None}
            meant = next((near for found in known.values() if (near := nearest(token.name, found))), None)
            if meant is not None:
                cause = f"`{token.name}` is not among its `arguments`, `{meant}` is"
                end = f"`${token.name}` as it is"
                said = [Said(host, f"leaves {end}", f"leave {end}", Severity.WARNING, cause) for host in known]
                yield from body.finding("argument-unknown-name", token.span, said, meant)


def _declared(body: Bodies) -> dict[str, tuple[str, ...]]:
    """The names of the arguments by host, for hosts that have some here."""
    every = {host_id: reader.host.argument_names(body.document) for host_id, reader in body.readers.items()}
    return {host_id: names for host_id, names in every.items() if names}


def _is_assigned(name: str, context: Context) -> bool:
    """Whether a script in the body sets a variable of that name."""
    pattern = rf"\b{re.escape(name)}\s*=|\b(?:for|read|local|my|foreach)\s+\$?{re.escape(name)}\b"
    return re.search(pattern, context.text.content) is not None


@argument_unknown_name.fixed_by
def _declared_name(finding: Finding, context: Context) -> Iterator[Fix]:
    if finding.data and finding.span:
        yield replacing(finding.span, f"${finding.data}", f"Write `${finding.data}`", safe=False)


@detects("argument-unused", trigger="arguments", kinds=(SkillMd,))
def argument_unused(context: Context) -> Iterator[Finding]:
    """Declared argument that the body never uses.

    Why: What a person types there has no place of its own in the body.
    Source: code.claude.com/docs/en/skills, `arguments`; anthropics/claude-code 89225.
    Targets: claude-code
    Bad:
        ---
        name: compare-refs
        description: Compares two refs.
        arguments: [base, head]
        ---
        Diff against $base.
    Good:
        ---
        name: compare-refs
        description: Compares two refs.
        arguments: [base, head]
        ---
        Diff $base against $head.
    """
    body = bodies(context)
    names = _declared(body) if body else {}
    if not body or not names:
        return
    for span, name in _declarations(context):
        hosts = [
            host_id for host_id, declared in names.items() if name in declared and not _is_used(body, host_id, name)
        ]
        end = "this argument, and the body never uses it"
        said = [Said(host_id, f"takes {end}", f"take {end}", Severity.INFO) for host_id in hosts]
        yield from body.finding("argument-unused", span, said)


def _declarations(context: Context) -> Iterator[tuple[Span, str]]:
    root = root_of(context)
    metadata = root.get("metadata") if isinstance(root, Mapping) else None
    for holder in (root, metadata):
        node = holder.get("arguments") if isinstance(holder, Mapping) else None
        if node is not None:
            yield from named_arguments(node)


def _is_used(body: Bodies, host_id: str, name: str) -> bool:
    index = body.readers[host_id].host.argument_names(body.document).index(name)
    meanings = [use.meanings[host_id] for use in body.uses]
    return any(meaning.kind == "all" or (meaning.takes_arguments and meaning.number == index) for meaning in meanings)


@detects("argument-host", trigger="$", kinds=(SkillMd,))
def argument_host(context: Context) -> Iterator[Finding]:
    """Placeholder that a host under check leaves as it is.

    Why: The model reads `$ARGUMENTS` where the author expects the words that a person typed.
    Source: openai/codex injection.rs d1056ef, google-gemini/gemini-cli 5411f11, code.claude.com/docs/en/skills.
    Targets: codex, claude-code
    Bad:
        ---
        name: greet
        description: Greets somebody.
        ---
        Say hello to $ARGUMENTS.
    Good:
        ---
        name: greet
        description: Greets somebody.
        ---
        Say hello to the person that the user names.
    """
    body = bodies(context)
    told: set[tuple[str, bool]] = set()
    expects = body is not None and _expects_arguments(body)
    for use in body.uses if body else ():
        if body and not use.token.escaped and (expects or use.token.kind != "position"):
            fresh = [said for said in _left(body, use) if (said.host, use.token.kind == "name") not in told]
            told |= {(said.host, use.token.kind == "name") for said in fresh}
            yield from body.finding("argument-host", use.token.span, fresh)


def _expects_arguments(body: Bodies) -> bool:
    """Whether the skill is plainly called with arguments: it says so, or places more than one."""
    root = root_of(body.context)
    if isinstance(root, Mapping) and (root.entry("argument-hint") or root.entry("arguments")):
        return True
    kinds = {use.token.kind for use in body.uses}
    return "arguments" in kinds or len({use.token.name for use in body.uses if _intended(use)}) > 1


def _left(body: Bodies, use: Use) -> Iterator[Said]:
    token = use.token
    if token.kind == "position":
        wanted = use.purpose == "argument" and len(token.name) == 1 and token.name != "0"
        wanted = wanted and any(one.takes_arguments for one in use.meanings.values())
    elif token.kind == "name":
        wanted = any(meaning.takes_arguments for meaning in use.meanings.values())
    else:
        wanted = token.kind in {"arguments", "indexed"}
    end = f"`{body.context.text[token.span]}` as it is"
    for host_id, meaning in use.meanings.items():
        if wanted and meaning.is_literal:
            language = body.readers[host_id].host.body_language
            fills = token.kind != "name" and language.all_arguments
            cause = (
                "arguments are put in only when a person calls the skill, and nobody can call this one" if fills else ""
            )
            yield Said(host_id, f"leaves {end}", f"leave {end}", Severity.WARNING if fills else Severity.INFO, cause)
