"""Files that could not be read as text, or not at all, and those on which this program itself failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.pattern import pattern
from skill_lsp.rules.finding import sentence
from skill_lsp.rules.registry import detects, reported
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix


@detects("file-encoding", takes=("file-encoding",))
def file_encoding(context: Context) -> Iterator[Finding]:
    """File that is not UTF-8.

    Why: Every host reads its files as UTF-8. One that is strict about it does not load the skill; the others show the
    model a replacement character for each byte that does not fit, and find no frontmatter at all in UTF-16.
    Source: Traitome/oxo-flow b936dc14, skill.rs (read_to_string fails); WHATWG Encoding Standard, UTF-8 decode.
    """
    undecodable = context.text.undecodable
    if undecodable is None:
        yield from _without_mark(context)
        return
    group = [
        (host_id, next(host.title for host in context.targets if host.id == host_id), problem)
        for host_id, reading in getattr(context, "readings", {}).items()
        for problem in reading.problems
        if problem.rule == "file-encoding"
    ]
    if undecodable.reason == "invalid":
        start = context.text.content.find("\ufffd")
        span = Span(max(start, 0), max(start, 0) + 1)
        message = f"Byte {undecodable.byte + 1} of this file is not UTF-8, and stands for no character."
        severity = Severity.WARNING
    else:
        span = Span(0, 0)
        message = f"This file is {undecodable.reason.upper()}. Hosts read UTF-8, and find nothing here that they know."
        severity = Severity.ERROR
    hosts = {host.id: severity for host in context.targets if host.reads(context.document)}
    hosts |= {host_id: problem.effect.severity for host_id, _, problem in group}
    if group:
        message += f" {sentence(group)}"
    yield context.finding("file-encoding", span, message, max([severity, *hosts.values()]), hosts)


_WIDE = pattern(r"(?:[^\0]\0){16}|(?:\0[^\0]){16}")
"""The beginning of English text in UTF-16 without a byte order mark. Each byte of it is a character of UTF-8."""


def _without_mark(context: Context) -> Iterator[Finding]:
    if _WIDE.match(context.text.content):
        hosts = {host.id: Severity.ERROR for host in context.targets if host.reads(context.document)}
        message = (
            "This file is UTF-16 without a byte order mark. Hosts read UTF-8, and find nothing here that they know."
        )
        yield context.finding("file-encoding", Span(0, 0), message, Severity.ERROR, hosts)


@reported("file-unreadable")
def file_unreadable(finding: Finding, context: Context) -> Iterator[Fix]:
    """File that cannot be read: no permission, no regular file, or larger than 16 MiB.

    Why: A host that cannot read a skill's file leaves the skill out without a word.
    Source: skill-lsp.
    """
    return iter(())


@reported("internal-error")
def internal_error(finding: Finding, context: Context) -> Iterator[Fix]:
    """skill-lsp itself failed on this file.

    Why: This is a defect of skill-lsp, not of the file. The other files are checked all the same.
    Source: skill-lsp.
    """
    return iter(())
