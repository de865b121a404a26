"""A baseline: findings that a team knows of and does not want to see again, recognised after lines have moved."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from skill_lsp.text import Text
from skill_lsp.workspace import files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from skill_lsp.rules.finding import Finding


class BrokenBaselineError(Exception):
    """A baseline that cannot be read."""


def fingerprint(finding: Finding, path: str, text: Text | None) -> str:
    """What stays the same when other lines come and go: the rule, the file and the line that the finding stands on,
    without its white space. `path` is relative, so that it is the same on every machine."""
    from hashlib import sha256

    line = ""
    if text is not None and finding.span is not None:
        line = " ".join(text[text.line_at(finding.span.start)].split())
    return sha256("\0".join((finding.rule, path, line)).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def written(entries: Iterable[tuple[Finding, Text | None]], baseline: str) -> str:
    """The content of a baseline at that path for these findings."""
    import json
    from collections import Counter

    directory = baseline.rpartition("/")[0]
    counts: Counter[tuple[str, str, str]] = Counter()
    for finding, text in entries:
        path = relative(finding.path, directory)
        counts[path, finding.rule, fingerprint(finding, path, text)] += 1
    known = [
        {"path": path, "rule": rule, "fingerprint": mark, "count": count}
        for (path, rule, mark), count in sorted(counts.items())
    ]
    return json.dumps({"version": 1, "findings": known}, ensure_ascii=False, indent=1) + "\n"


def relative(path: str, directory: str) -> str:
    """A path from a directory, both absolute, with `/`."""
    if path.startswith(directory + "/"):
        return path[len(directory) + 1 :]
    from posixpath import relpath

    return relpath(path, directory or "/") if path.startswith("/") else path


def unknown(findings: list[Finding], text_of: Callable[[str], Text | None], baseline: str) -> list[Finding]:
    """The findings that a baseline (its absolute path) does not hold. Raises BrokenBaselineError."""
    known = _counts(baseline, files.stamp(baseline))
    if not known or not findings:
        return findings
    left = dict(known)
    directory = baseline.rpartition("/")[0]
    kept = []
    for finding in findings:
        mark = fingerprint(finding, relative(finding.path, directory), text_of(finding.path))
        if left.get(mark, 0) > 0:
            left[mark] -= 1
        else:
            kept.append(finding)
    return kept


@lru_cache(maxsize=16)
def _counts(baseline: str, stamp: tuple[int, int] | None) -> dict[str, int]:
    """How often each fingerprint is known. `stamp` says when to read the file again."""
    import json

    content = files.read(baseline)
    if not isinstance(content, Text):
        raise BrokenBaselineError(f"{baseline}: {content.reason}")
    try:
        payload = json.loads(content.content)
        if payload["version"] != 1:
            raise BrokenBaselineError(f"{baseline}: written by a later version of skill-lsp")
        return {str(entry["fingerprint"]): int(entry["count"]) for entry in payload["findings"]}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BrokenBaselineError(f"{baseline}: this is no baseline of skill-lsp") from None
