"""Variables of a host in the body: `${CLAUDE_SKILL_DIR}` and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp import hosts
from skill_lsp.hosts.body import VARIABLE_WORDS
from skill_lsp.hosts.reading import Severity
from skill_lsp.pattern import pattern
from skill_lsp.rules.bodies import Said, bodies
from skill_lsp.rules.registry import detects
from skill_lsp.rules.values import replacing
from skill_lsp.spelling import nearest
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.body import BodyLanguage
    from skill_lsp.rules.bodies import Bodies, Use
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix


def _kind(language: BodyLanguage, name: str) -> str | None:
    """The kind of a variable's value in a host, None where the host does not know it."""
    found = language.variables.get(name)
    if found is None:
        found = next((kind for prefix, kind in language.variable_prefixes.items() if name.startswith(prefix)), None)
    return found


@detects("variable-plugin-root", trigger="${", kinds=(SkillMd,))
def variable_plugin_root(context: Context) -> Iterator[Finding]:
    """Variable of a plugin in a skill that lies in none.

    Why: `${CLAUDE_PLUGIN_ROOT}` is replaced in plugin skills only. Elsewhere the model and the shell get the text.
    Source: Xum's Agent Skills page; code.claude.com/docs/en/skills; anthropics/claude-code 48230.
    Targets: claude-code, xum
    Bad:
        ---
        name: lint-all
        description: Lints everything.
        ---
        Run `python "${CLAUDE_PLUGIN_ROOT}/tools/lint.py"`.
    Good:
        ---
        name: lint-all
        description: Lints everything.
        ---
        Run `python "${CLAUDE_SKILL_DIR}/tools/lint.py"`.
    Fix: Writes the skill's directory.
    """
    body = bodies(context)
    if body is None or context.place.plugin is not None or not context.place.path:
        return
    for use in body.uses:
        if use.token.kind == "variable":
            knowing = [
                host for host, reader in body.readers.items() if _kind(reader.host.body_language, use.token.name)
            ]
            end = f"`${{{use.token.name}}}` as it is"
            cause = "it is replaced only in the skills of a plugin, and this file lies in none"
            said = [
                Said(host, f"leaves {end}", f"leave {end}", Severity.WARNING, cause)
                for host in knowing
                if use.meanings[host].is_literal
            ]
            yield from body.finding("variable-plugin-root", use.token.span, said)


@variable_plugin_root.fixed_by
def _skill_directory(finding: Finding, context: Context) -> Iterator[Fix]:
    if finding.span and context.text[finding.span] == "${CLAUDE_PLUGIN_ROOT}":
        yield replacing(finding.span, "${CLAUDE_SKILL_DIR}", "Write `${CLAUDE_SKILL_DIR}`", safe=False)


@detects("variable-host", trigger="${", kinds=(SkillMd,))
def variable_host(context: Context) -> Iterator[Finding]:
    """Variable that a host under check does not replace.

    Why: The model sees `${CLAUDE_SKILL_DIR}` instead of a path. Hosts that resolve paths against the skill's directory
    need none.
    Source: dialects of the hosts as their sources and pages show them; yonatangross/orchestkit 3822.
    Targets: codex, gemini-cli
    Bad:
        ---
        name: verify-all
        description: Verifies a change.
        ---
        Read ${CLAUDE_SKILL_DIR}/references/rules.md first.
    Good:
        ---
        name: verify-all
        description: Verifies a change.
        ---
        Read the rules in the skill's directory first.
    Fix: Writes the path relative to the skill.
    """
    body = bodies(context)
    told: set[str] = set()
    for use in body.uses if body else ():
        if body and use.token.kind == "variable" and _is_known(use.token.name):
            fresh = [host for host in _strangers(body, use) if host not in told]
            told.update(fresh)
            end = f"`${{{use.token.name}}}` as it is"
            said = [Said(host, f"leaves {end}", f"leave {end}", Severity.INFO) for host in fresh]
            yield from body.finding("variable-host", use.token.span, said)


def _is_known(name: str) -> bool:
    return any(_kind(host.body_language, name) for host in hosts.everyone())


def _strangers(body: Bodies, use: Use) -> Iterator[str]:
    for host_id, reader in body.readers.items():
        if _kind(reader.host.body_language, use.token.name) is None:
            yield host_id


@variable_host.fixed_by
def _relative(finding: Finding, context: Context) -> Iterator[Fix]:
    if finding.span and context.text[finding.span] == "${CLAUDE_SKILL_DIR}":
        end = finding.span.end
        if context.text.content[end : end + 1] == "/":
            yield replacing(Span(finding.span.start, end + 1), "", "Write the path relative to the skill", safe=False)


@detects("variable-misspelt", when="has_names", kinds=(SkillMd,))
def variable_misspelt(context: Context) -> Iterator[Finding]:
    """Variable whose name is nearly one of the host's.

    Why: A name that the host does not know stays as it is, and the shell finds no such variable. The forms without
    braces and with a default (`${CLAUDE_SKILL_DIR:-.}`) are in no host's documentation.
    Source: Xum's Agent Skills page; code.claude.com/docs/en/skills.
    Targets: claude-code, xum
    Bad:
        ---
        name: go
        description: Goes.
        ---
        List the files in `${CLAUDE_SKILLS_DIR}`.
    Good:
        ---
        name: go
        description: Goes.
        ---
        List the files in `${CLAUDE_SKILL_DIR}` and in `${CLAUDE_CONFIG_DIR}`.
    Fix: Writes the name that the host knows.
    """
    body = bodies(context)
    for use in body.uses if body else ():
        token = use.token
        if body and token.kind in {"variable", "name", "defaulted"} and token.name.upper().startswith("CLAUDE_"):
            said = list(_misspelt(body, use))
            yield from body.finding("variable-misspelt", token.span, said, _meant(body, use))


def _misspelt(body: Bodies, use: Use) -> Iterator[Said]:
    written = body.context.text[use.token.span]
    meant = _meant(body, use)
    exact = meant == _bare(use)
    if meant is None or (exact and use.token.kind == "variable"):
        return
    for host_id, reader in body.readers.items():
        kind = reader.host.body_language.variables.get(meant)
        if kind is not None and use.meanings[host_id].is_literal:
            cause = f"it replaces `${{{meant}}}`, {VARIABLE_WORDS[kind]}"
            severity = Severity.HINT if exact else Severity.WARNING
            yield Said(host_id, f"leaves `{written}` as it is", f"leave `{written}` as it is", severity, cause)


_WORD = pattern(r"\w*")


def _bare(use: Use) -> str:
    """The variable's name, without what the shell knows behind it (`:-default`)."""
    found = _WORD.match(use.token.name)
    return found.group() if found and use.token.kind == "defaulted" else use.token.name


def _meant(body: Bodies, use: Use) -> str | None:
    """The known variable that a name stands for: exactly, but for case and `DIRECTORY`, or but for a letter or two."""
    known = {name for reader in body.readers.values() for name in reader.host.body_language.variables}
    name = _bare(use).upper().replace("DIRECTORY", "DIR")
    return name if name in known else nearest(name, sorted(known), 0.93)


@variable_misspelt.fixed_by
def _known_name(finding: Finding, context: Context) -> Iterator[Fix]:
    if finding.data and finding.span:
        written = context.text[finding.span]
        safe = written != f"${finding.data}" and ":" not in written
        yield replacing(finding.span, f"${{{finding.data}}}", f"Write `${{{finding.data}}}`", safe=safe)
