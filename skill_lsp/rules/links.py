"""References inside a skill: files that are missing, links that leave the skill, files that nobody mentions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple
from skill_lsp.rules.finding import FileEdit, Finding, Fix
from skill_lsp.rules.referring import References, relative
from skill_lsp.rules.registry import detects
from skill_lsp.spelling import nearest
from skill_lsp.syntax.manifest import Reference as ReferenceFile
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Edit
from skill_lsp.workspace import references
from skill_lsp.workspace.files import is_markdown, joined, within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.workspace.references import Reference

_MADE = pattern(
    r"\b(?:creat|writ|sav|generat|add|output|produc|stor|append|export|new file|populat|initiali[sz])\w*\b"
    r"[^.\n]{0,60}\Z",
    re.IGNORECASE,
)
_EXAMPLE = pattern(r"\b(?:examples?|e\.g|such as|for instance|like|would|could|might)\b", re.IGNORECASE)
_NEARBY = 1_000
"""Characters around a reference that say what it is meant as."""
_BLANK = pattern(r"(?<![\]\w])\[[A-Za-z][^\]\[\n]{2,40}\](?![(\[:])")
"""`[Description]`: a blank to fill in, so the line is a template."""
_TEMPLATES = frozenset({"assets", "template", "templates"})
_SCRIPT = pattern(r"\.(?:py|sh|bash|js|mjs|cjs|ts|rb|pl|ps1)\Z")
# ----------------------------------------------------------------- missing files


@detects("link-missing", when="leads_somewhere")
def link_missing(context: Context) -> Iterator[Finding]:
    """Link to a file that does not exist.

    Why: The model opens what a link names. A file that is not there costs it a turn, or it makes up the content.
    Source: agentskills.io specification of 2026-08-04, file references; microsoft/vscode promptValidator.ts 01a5990.
    Bad (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Read the [harbours](references/harbors.md).
    Bad (.claude/skills/tide-table/references/harbours.md):
        # Harbours
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Read the [harbours](references/harbours.md).
    Good (.claude/skills/tide-table/references/harbours.md):
        # Harbours
    Fix: Writes the path of the one file of that name, where only the base or the case was wrong; a file with a similar
        name is offered, but not written by itself.
    """
    view = context.references
    if view is None or _is_template(view):
        return
    for reference, path, exists in view.targets:
        if exists or reference.form != "link" or not references.names_a_file(reference.path):
            continue
        if references.has_backslash(reference.path) or references.is_home(reference.path):
            continue
        if _BLANK.search(_line(context, reference)):
            continue
        near = _near(view, reference, path)
        shown = context.text[reference.span]
        severity = Severity.WARNING
        if not within(path, view.top) and context.place.plugin is None and view.workspace.checkout_of(path) is None:
            severity = Severity.INFO  # what lies around the skill may not have been copied with it
        if near is not None and near.elsewhere:
            message = f"`{shown}` does not exist as seen from this file; it is `{view.shown(near.path)}` from here."
            yield context.finding(
                "link-missing", reference.span, message, Severity.INFO, fixes=_fixes(view, reference, near)
            )
        elif near is not None:
            message = f"`{shown}` does not exist; did you mean `{view.shown(near.path)}`?"
            yield context.finding(
                "link-missing", reference.span, message, severity, fixes=_fixes(view, reference, near)
            )
        else:
            yield context.finding("link-missing", reference.span, f"`{shown}` does not exist.", severity)


def _is_template(view: References) -> bool:
    """Whether the file is one that is put elsewhere, where its links have their targets."""
    *above, name = relative(view.context.place.path, view.top).lower().split("/")
    return view.context.place.path != view.skill and ("template" in name or not _TEMPLATES.isdisjoint(above))


class _Near(NamedTuple):
    """The file that was probably meant. certain: the same name, and the only one. elsewhere: the path is right from
    another base (the skill's directory, the repository)."""

    path: str
    certain: bool
    elsewhere: bool = False


def _near(view: References, reference: Reference, path: str) -> _Near | None:
    files = view.workspace.files
    for other in references.other_bases(reference, view.context.place, view.top, view.checkout):
        if other != path and files.exists(other):
            return _Near(other, certain=True, elsewhere=True)
    bundled = [one for one in view.workspace.bundled(view.skill) if one != view.context.place.path]
    name = path.rpartition("/")[2]
    same = [one for one in bundled if one.rpartition("/")[2].lower() == name.lower()]
    if len(same) == 1:
        return _Near(same[0], certain=True)
    stem = name.rpartition(".")[0].lower()
    relatives = [one for one in bundled if stem and one.rpartition("/")[2].rpartition(".")[0].lower() == stem]
    if len(relatives) == 1:
        return _Near(relatives[0], certain=False)
    names = {one.rpartition("/")[2]: one for one in bundled}
    close = nearest(name, names, 0.8)
    return _Near(names[close], certain=False) if close else None


def _fixes(view: References, reference: Reference, near: _Near) -> tuple[Fix, ...]:
    written = view.shown(near.path)
    if any(character in written for character in " ()<>"):
        return ()
    edit = FileEdit(None, Edit(reference.span, written))
    return (Fix(f"Change to {written}", (edit,), safe=near.certain),)


def _line(context: Context, reference: Reference) -> str:
    """The line around a reference, of a very long one what is near: many references stand on one line there."""
    line = context.text.line_at(reference.span.start)
    start, end = max(line.start, reference.span.start - _NEARBY), min(line.end, reference.span.end + _NEARBY)
    return context.text.content[start:end]


def _is_made_or_made_up(context: Context, reference: Reference) -> bool:
    """Whether a path stands for a file that the skill makes, or for an example."""
    line = context.text.line_at(reference.span.start)
    paragraph = context.text.content.rfind("\n\n", max(0, line.start - 300), line.start)
    before = context.text.content[
        max(paragraph, line.start - 300, reference.span.start - _NEARBY, 0) : reference.span.start
    ]
    if _MADE.search(context.text.content[max(line.start, reference.span.start - _NEARBY) : reference.span.start]):
        return True
    whole = before + context.text.content[reference.span.end : min(line.end, reference.span.end + _NEARBY)]
    return reference.form == "code" and (_EXAMPLE.search(whole) is not None or _BLANK.search(whole) is not None)


@detects("reference-missing", when="leads_somewhere")
def reference_missing(context: Context) -> Iterator[Finding]:
    """Path in the text that leads to no file of the skill.

    Why: A path in a code span (`references/tides.md`) or behind `${CLAUDE_SKILL_DIR}` is read by the model as a file
    that is there. A script that is missing makes the command fail.
    Source: agentskills.io specification of 2026-08-04, file references.
    Bad (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Run `sh ${CLAUDE_SKILL_DIR}/script/collect.sh` first.
    Bad (.claude/skills/tide-table/scripts/collect.sh):
        echo tides
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Run `sh ${CLAUDE_SKILL_DIR}/scripts/collect.sh` first.
    Good (.claude/skills/tide-table/scripts/collect.sh):
        echo tides
    Fix: Writes the path of the one file of that name; a file with a similar name is offered, but not written by itself.
    """
    view = context.references
    for reference, path, exists in view.targets if view else ():
        if view is None or exists or reference.form not in ("code", "variable"):
            continue
        if _is_made_or_made_up(context, reference):
            continue
        near = _near(view, reference, path)
        if near is not None and near.elsewhere:
            continue
        shown = context.text[reference.span]
        runs = reference.form == "variable" and _SCRIPT.search(reference.path) is not None
        severity = Severity.WARNING if runs else Severity.INFO
        message = f"`{shown}` does not exist in this skill"
        if reference.base == "plugin":
            message = f"`{shown}` does not exist in this plugin"
        if near is None:
            yield context.finding("reference-missing", reference.span, f"{message}.", severity)
            continue
        written = relative(near.path, view.top)
        fix = Fix(f"Change to {written}", (FileEdit(None, Edit(reference.span, written)),), safe=near.certain)
        message += f"; did you mean `{written}`?"
        yield context.finding("reference-missing", reference.span, message, severity, fixes=(fix,))


# ---------------------------------------------------------------- where links lead


@detects("link-backslash", trigger="\\")
def link_backslash(context: Context) -> Iterator[Finding]:
    r"""Link with backslashes between the parts of its path.

    Why: Only Windows takes `\` for a separator. Elsewhere the file is not found, and Markdown itself reads a backslash
    as an escape.
    Source: CommonMark 0.31, backslash escapes; agentskills.io specification of 2026-08-04, file references.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Read the [harbours](references\harbours.md).
    Bad (.claude/skills/tide-table/references/harbours.md):
        # Harbours
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Read the [harbours](references/harbours.md).
    Good (.claude/skills/tide-table/references/harbours.md):
        # Harbours
    Fix: Writes `/`.
    """
    view = context.references
    for reference in (*(target.reference for target in view.targets), *view.loose) if view else ():
        shown = context.text[reference.span]
        if reference.form != "link" or not references.has_backslash(shown) or references.is_home(shown):
            continue
        written = shown.replace("\\", "/")
        fix = Fix(f"Change to {written}", (FileEdit(None, Edit(reference.span, written)),))
        message = f"`{shown}` is found on Windows only; links use `/`."
        yield context.finding("link-backslash", reference.span, message, fixes=(fix,))


@detects("link-home", when="leads_nowhere")
def link_home(context: Context) -> Iterator[Finding]:
    """Link into somebody's home directory, or to a drive.

    Why: The path exists on one machine. For everybody else the link is dead.
    Source: agentskills.io specification of 2026-08-04, file references (relative paths from the skill's root).
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Read the [harbours](/home/rosa/notes/harbours.md).
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Read the notes on harbours.
    Fix: None.
    """
    view = context.references
    for reference in view.loose if view else ():
        shown = context.text[reference.span]
        if reference.form == "link" and references.is_home(shown):
            message = f"`{shown}` exists on one machine only; bundle the file and link to it with a relative path."
            yield context.finding("link-home", reference.span, message)


@detects("link-rooted", trigger="(/")
def link_rooted(context: Context) -> Iterator[Finding]:
    """Link that begins with `/` and means a file of the skill.

    Why: `/references/x.md` is a path from the root of the machine for a model that opens it. Only a web site reads it
    from its own root. Told only where the file is there without the `/`.
    Source: agentskills.io specification of 2026-08-04, file references (relative paths from the skill's root).
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Read the [harbours](/references/harbours.md).
    Bad (.claude/skills/tide-table/references/harbours.md):
        # Harbours
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Read the [harbours](references/harbours.md).
    Good (.claude/skills/tide-table/references/harbours.md):
        # Harbours
    Fix: Writes the path from this file.
    """
    view = context.references
    for reference in view.loose if view else ():
        if view is None or reference.form != "link" or not reference.path.startswith("/"):
            continue
        path = joined(view.top, reference.path.lstrip("/"))
        if view.workspace.files.exists(reference.path) or not view.workspace.files.is_file(path):
            continue
        written = view.shown(path)
        fixes = () if any(mark in written for mark in " ()<>") else (
            Fix(f"Change to {written}", (FileEdit(None, Edit(reference.span, written)),)),
        )  # fmt: skip
        message = f"`{context.text[reference.span]}` is a path from the root of the machine; the file is `{written}`."
        yield context.finding("link-rooted", reference.span, message, fixes=fixes)


@detects("link-outside", trigger="..")
def link_outside(context: Context) -> Iterator[Finding]:
    """Link that leaves the skill's directory.

    Why: A skill is copied, uploaded and installed as its directory. What lies outside stays behind, and Xum reads no
    file of a skill beyond its directory.
    Source: coder/mux f2160b194, agent_skill_read_file; agentskills.io specification of 2026-08-04, file references.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Read the [harbours](../harbours.md).
    Bad (.claude/skills/harbours.md):
        # Harbours
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Read the [harbours](references/harbours.md).
    Good (.claude/skills/tide-table/references/harbours.md):
        # Harbours
    Fix: None.
    """
    view = context.references
    if view is None:
        return
    plugin = context.place.plugin
    limit = plugin.root if plugin else (view.checkout or view.top) if context.place.unnamed else view.top
    for reference, path, exists in view.targets:
        if exists and reference.form == "link" and not within(path, limit):
            shown = context.text[reference.span]
            message = f"`{shown}` lies outside of the skill's directory; installed alone, the skill loses it."
            yield context.finding("link-outside", reference.span, message, Severity.INFO)


@detects("link-anchor", trigger="#")
def link_anchor(context: Context) -> Iterator[Finding]:
    """Link to a heading that does not exist.

    Why: The part that is meant is not found by a reader who follows the link, and a search for it fails.
    Source: GitHub's anchors of headings.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        See [neaps](#neap-tide).

        ## Neap tides
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        See [neaps](#neap-tides).

        ## Neap tides
    Fix: Writes the one similar anchor; never by itself.
    """
    view = context.references
    for reference, path, exists in view.targets if view else ():
        if view is None or not exists or not reference.fragment or reference.form != "link" or reference.image:
            continue
        known = _anchors(view, path)
        fragment = reference.fragment.lower()
        if known is None or fragment in known or re.match(r"l\d", fragment):
            continue
        close = nearest(fragment, known)
        message = f"No heading here has the anchor `#{reference.fragment}`"
        if path != context.place.path:
            message = f"No heading of {view.shown(path)} has the anchor `#{reference.fragment}`"
        message += f"; did you mean `#{close}`?" if close else "."
        edit = FileEdit(None, Edit(reference.fragment_span, close)) if close else None
        fixes = (Fix(f"Change to #{close}", (edit,), safe=False),) if edit else ()
        yield context.finding("link-anchor", reference.fragment_span, message, Severity.INFO, fixes=fixes)


def _anchors(view: References, path: str) -> list[str] | None:
    """The anchors of a Markdown file; None where it has none to check against."""
    if path != view.context.place.path and not is_markdown(path):
        return None
    document = view.context.document if path == view.context.place.path else view.workspace.document(path)
    if not isinstance(document, SkillMd | ReferenceFile) or not document.markdown.headings:
        return None
    written = re.findall(r"\b(?:id|name)=[\"']([^\"'\s]+)", document.text.content)
    return [heading.slug.lower() for heading in document.markdown.headings] + [one.lower() for one in written]
