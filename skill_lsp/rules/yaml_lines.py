"""Lines of a frontmatter that YAML does not take: tabs, odd blanks, wrong depth, lines that are no key."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.rules.finding import FileEdit, Finding, Fix
from skill_lsp.rules.registry import reported
from skill_lsp.rules.values import replacing, root_of
from skill_lsp.syntax.nodes import entry_at
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.syntax.yaml_diagnosis import ODD_SPACE
from skill_lsp.text import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context


@reported("yaml-bare-line")
def yaml_bare_line(finding: Finding, context: Context) -> Iterator[Fix]:
    """Line that is neither a key with a value nor indented as part of the value above it.

    Why: A text that goes on over several lines must be indented. A line at the margin that is no key makes the
    frontmatter invalid.
    Source: YAML 1.2.2, sections 6.1 and 7.3.3.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables
        and tells when a harbour can be entered.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables
          and tells when a harbour can be entered.
        ---
        Body.
    Fix: Indents the line, if a text stands above it.
    """
    document = context.document
    if finding.span is None or not isinstance(document, SkillMd) or document.frontmatter is None:
        return
    line = context.text.position(finding.span.start).line
    if line == 0:
        return
    above = context.text.line(line - 1)
    words = context.text[above].strip()
    inside = above.start >= document.frontmatter.content.start
    if inside and words and not words.startswith("#") and not re.search(r"[:|>][-+0-9]*$|^[-?]|[\"'\]}]$", words):
        yield replacing(Span(finding.span.start, finding.span.start), "  ", "Indent the line", safe=False)


@reported("yaml-missing-space")
def yaml_missing_space(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key without a blank behind its colon.

    Why: Without the blank the whole line is one text for YAML and no key, so the frontmatter is invalid.
    Source: YAML 1.2.2, section 7.4.2.
    Bad:
        ---
        name: tide-table
        description:Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Writes the blank.
    """
    if finding.span is not None:
        yield replacing(Span(finding.span.end, finding.span.end), " ", "Write a blank behind the colon")


@reported("yaml-odd-colon")
def yaml_odd_colon(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key followed by `=` or by a full-width colon.

    Why: Only an ordinary colon makes a key. With anything else the line is plain text and the frontmatter invalid.
    Source: YAML 1.2.2, section 7.4.2.
    Bad:
        ---
        name: tide-table
        description = Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Writes a colon and a blank.
    """
    if finding.span is None:
        return
    line = context.text.line_at(finding.span.start)
    before = context.text[Span(line.start, finding.span.start)]
    after = context.text[Span(finding.span.end, line.end)]
    end = finding.span.end + len(after) - len(after.lstrip(" \u3000"))
    yield replacing(Span(line.start + len(before.rstrip()), end), ": " if after.strip() else ":", "Write a colon")


@reported("yaml-odd-space")
def yaml_odd_space(finding: Finding, context: Context) -> Iterator[Fix]:
    """No-break space or another blank that YAML does not know behind a key's colon.

    Why: It looks like a blank and is a letter for YAML, so the line has no key and the frontmatter is invalid. Text
    copied from a web page or typed with the option key brings it.
    Source: YAML 1.2.2, section 5.5; stacklok/toolhive 6178.
    Bad:
        ---
        name: tide-table
        description:\u00a0Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Writes an ordinary blank.
    """
    if finding.span is not None:
        end = finding.span.start
        while ODD_SPACE.match(context.text.content, end) or context.text.content[end : end + 1] == " ":
            end += 1
        yield replacing(Span(finding.span.start, end), " ", "Write an ordinary blank")


@reported("yaml-tab")
def yaml_tab(finding: Finding, context: Context) -> Iterator[Fix]:
    """Tab in the indentation of a frontmatter line.

    Why: YAML indents with spaces only. One tab there makes the frontmatter invalid; some hosts lose their whole list
    of skills to it.
    Source: YAML 1.2.2, section 6.1; agentscope-ai/QwenPaw 4800.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        metadata:
        \tteam: harbour
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        metadata:
          team: harbour
        ---
        Body.
    Fix: Writes two spaces for each tab that indents, in all lines of the frontmatter.
    """  # noqa: D301 - the example needs the character
    document = context.document
    if not isinstance(document, SkillMd) or document.frontmatter is None:
        return
    start, end = document.frontmatter.content
    edits = [
        FileEdit(None, Edit(Span(*found.span(1)), found[1].replace("\t", "  ")))
        for found in _INDENTATION.finditer(context.text.content, start, end)
        if "\t" in found[1]
    ]
    if edits:
        yield Fix("Write spaces for the tabs", tuple(edits))


_INDENTATION = pattern(r"(?:(?<=[\r\n])|^)([ \t]+)(?=[^ \t\r\n])")


@reported("yaml-tab-line")
def yaml_tab_line(finding: Finding, context: Context) -> Iterator[Fix]:
    """Tab at the beginning of an empty line, or before a comment.

    Why: YAML 1.2 readers take it. libyaml and PyYAML do not, so that Codex, goose and an upload to claude.ai refuse
    the frontmatter.
    Source: PyYAML 6.0.3 and libyaml 0.2 (executed); npm yaml 2.8.2 and js-yaml 4.1 take it (executed).
    Bad:
        ---
        name: tide-table
        \t# from the harbour office
        description: Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        # from the harbour office
        description: Reads tide tables.
        ---
        Body.
    Fix: Removes the tab.
    """  # noqa: D301 - the example needs the character
    if finding.span is not None:
        behind_dash = context.text.content[finding.span.start - 1 : finding.span.start] == "-"
        yield replacing(finding.span, " " if behind_dash else "", "Remove the tab")


@reported("yaml-tab-gap")
def yaml_tab_gap(finding: Finding, context: Context) -> Iterator[Fix]:
    """Tab between a key and its value, within a plain value or behind it.

    Why: The specification's validator and PyYAML refuse every tab outside quotes; other readers take it for a blank.
    Source: strictyaml 1.7.3 and PyYAML 6.0.3 (executed).
    Bad:
        ---
        name:\ttide-table
        description: Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Writes a blank; removes a tab at the end of a line.
    """  # noqa: D301 - the example needs the character
    if finding.span is None:
        return
    content = context.text.content
    line = context.text.line_at(finding.span.start)
    before, after = content[line.start : finding.span.start], content[finding.span.end : line.end]
    if not after.strip():
        yield replacing(Span(line.start + len(before.rstrip()), line.end), "", "Remove the tab")
    else:
        yield replacing(finding.span, " ", "Write a blank for the tab")


@reported("yaml-indentation")
def yaml_indentation(finding: Finding, context: Context) -> Iterator[Fix]:
    """Line at a depth that fits nothing before it.

    Why: All keys of one map begin at the same column. A key that is indented more belongs to the value above it, and
    one in between belongs to nothing; YAML refuses the frontmatter.
    Source: YAML 1.2.2, sections 6.1 and 8.2.2.
    Bad:
        ---
        name: tide-table
          description: Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Moves a key that the hosts know to the margin.
    """
    if finding.span is None or context.text[finding.span].strip(" "):
        return
    line = context.text.line_at(finding.span.start)
    key = re.match(r" *([\w-]+)[ \t]*:", context.text[line])
    if finding.span.start != line.start or key is None:
        return
    if key[1] in {known.name for host in context.targets for known in host.keys}:
        yield replacing(finding.span, "", f"Move `{key[1]}` to the margin")


@reported("yaml-flow-indent")
def yaml_flow_indent(finding: Finding, context: Context) -> Iterator[Fix]:
    """Line of a quoted or bracketed value that begins at the margin.

    Why: Xum's YAML parser wants every line of a value indented more than its key and refuses the frontmatter otherwise;
    most others do not care.
    Source: npm yaml 2.8.2 `lexer.ts` (executed).
    Targets: xum
    Bad (.xum/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: "Reads tide tables
        of every harbour."
        ---
        Body.
    Good (.xum/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: "Reads tide tables
          of every harbour."
        ---
        Body.
    Fix: Indents the lines of the value.
    """
    entry = entry_at(root_of(context), finding.span) if finding.span else None
    if entry is None:
        return
    first, last = (context.text.position(at).line for at in entry.value.span)
    lines = [context.text.line(number) for number in range(first + 1, last + 1)]
    edits = [FileEdit(None, Edit(Span(line.start, line.start), "  ")) for line in lines if line.end > line.start]
    yield Fix("Indent the lines of the value", tuple(edits))


@reported("yaml-comment-glued")
def yaml_comment_glued(finding: Finding, context: Context) -> Iterator[Fix]:
    """Comment that begins directly behind a quote or a bracket.

    Why: A blank must stand before the `#`. Xum's YAML parser refuses the frontmatter, most others do not care.
    Source: npm yaml 2.8.2 (executed).
    Targets: xum
    Bad (.xum/skills/tide-table/SKILL.md):
        ---
        name: "tide-table"# of the harbour
        description: Reads tide tables.
        ---
        Body.
    Good (.xum/skills/tide-table/SKILL.md):
        ---
        name: "tide-table" # of the harbour
        description: Reads tide tables.
        ---
        Body.
    Fix: Writes the blank.
    """
    if finding.span is not None:
        yield replacing(Span(finding.span.start, finding.span.start), " ", "Write a blank before the comment")


@reported("yaml-header-comment")
def yaml_header_comment(finding: Finding, context: Context) -> Iterator[Fix]:
    """Comment that begins directly behind the `|` or `>` of a block.

    Why: A blank must stand before the `#`; only libyaml does without.
    Source: npm yaml 2.8.2, js-yaml 4.1, PyYAML 6.0.3 and strictyaml 1.7.3 refuse it (executed).
    Bad:
        ---
        name: tide-table
        description: >-# what it does
          Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: >- # what it does
          Reads tide tables.
        ---
        Body.
    Fix: Writes the blank.
    """
    if finding.span is not None:
        yield replacing(Span(finding.span.start, finding.span.start), " ", "Write a blank before the comment")


@reported("yaml-empty-key")
def yaml_empty_key(finding: Finding, context: Context) -> Iterator[Fix]:
    """Line that begins with a colon, without a key before it.

    Why: YAML 1.2 allows an empty key and Xum loads the skill; libyaml, PyYAML and js-yaml refuse the frontmatter.
    Source: libyaml 0.2, PyYAML 6.0.3, js-yaml 4.1 and strictyaml 1.7.3 (executed).
    Targets: codex, agent-skills
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        : of every harbour
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables of every harbour.
        ---
        Body.
    Fix: None.
    """
    yield from ()
