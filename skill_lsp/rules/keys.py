"""Keys of a frontmatter or manifest, seen over all hosts at once: missing, misspelt, read by some, read by nobody."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.record import cached_property
from skill_lsp.rules.finding import Finding, Fix, sentence
from skill_lsp.rules.readers import Reader, ids_of_readers, readers_of, who
from skill_lsp.rules.registry import detects, reported
from skill_lsp.rules.values import replacing, root_of
from skill_lsp.spelling import meant
from skill_lsp.syntax.nodes import Entry, Mapping, Scalar, dereferenced
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.text import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Problem
    from skill_lsp.rules.context import Context


def _refuses(host: Host) -> bool:
    """Whether the host says no to every key that it does not know."""
    return host.unknown_key is not None and host.unknown_key.severity is Severity.ERROR


# ------------------------------------------------------------------- one look at a document


class _Keys:
    """The outermost keys of one document, with what the target hosts said about them."""

    def __init__(self, context: Context, root: Mapping) -> None:
        self.context = context
        self.root = root
        self.readers = readers_of(type(context.document))
        self.targets = {host.id: host for host in context.targets if host.id in context.readings}
        self.required: list[tuple[Host, Problem]] = []
        self.refused: dict[Span, list[Host]] = {}
        for host_id, reading in context.readings.items():
            for problem in reading.problems:
                if problem.rule == "key-required":
                    self.required.append((self.targets[host_id], problem))
                elif problem.rule == "key-unknown" and problem.effect.severity is Severity.ERROR:
                    self.refused.setdefault(problem.span, []).append(self.targets[host_id])

    def findings(self) -> Iterator[Finding]:
        """What there is to say about each key, then about those that are missing."""
        for entry in _first_of_each(self.root):
            name = entry.key.text
            if name in self.readers:
                yield from self._unread(entry)
                continue
            known = meant(name, self._absent)
            yield from self._misspelt(entry, known) if known is not None else self._unknown(entry)
        yield from self._missing()

    @cached_property
    def _absent(self) -> list[str]:
        """The keys that some host reads and that do not stand here."""
        present = {entry.key.text for entry in self.root.entries}
        return [name for name, readers in self.readers.items() if name not in present and not readers[0].key.within]

    def _refusing(self, entry: Entry, at_place: Severity) -> dict[Host, Severity]:
        """The target hosts that say no to a key; at most `at_place` where nobody asked for them by name."""
        severity = min(Severity.ERROR, at_place) if self.context.placed else Severity.ERROR
        return dict.fromkeys(self.refused.get(entry.key.span, ()), severity)

    def _unread(self, entry: Entry) -> Iterator[Finding]:
        """A key that some target does not read though another host does."""
        name = entry.key.text
        reading = ids_of_readers(type(self.context.document))[name]
        refusing = self._refusing(entry, Severity.INFO)
        if not refusing and self.targets.keys() <= reading:
            return
        readers = self.readers[name]
        matters = not any(reader.key.inert for reader in readers) and not _is_default(entry, readers)
        ignoring = [host for host in self.targets.values() if matters and host.id not in reading and not _refuses(host)]
        if not refusing and not ignoring:
            return
        severities = {host.id: Severity.INFO for host in ignoring}
        severities |= {host.id: severity for host, severity in refusing.items()}
        message = f"{who(readers, 'reads', 'read')} `{name}`."
        if ignoring:
            guards = next((reader.key.guards for reader in readers if reader.key.guards), "")
            message += f" {who(ignoring, 'does', 'do')} not" + (f", and there {guards}." if guards else ".")
        if refusing:
            message += f" {who(refusing, 'refuses', 'refuse')} this skill for it."
        message += _instead(ignoring, name)
        yield self.context.finding("key-unread", entry.key.span, message, hosts=severities, data=name)

    def _unknown(self, entry: Entry) -> Iterator[Finding]:
        """A key that no known host reads."""
        refusing = self._refusing(entry, Severity.HINT)
        name = entry.key.text
        severities = {host.id: Severity.HINT for host in self.targets.values()}
        severities |= {host.id: Severity.INFO for host in self.targets.values() if name in host.instead}
        severities |= {host.id: severity for host, severity in refusing.items()}
        message = f"No host that is known reads `{name}`."
        if refusing:
            message += f" {who(refusing, 'refuses', 'refuse')} this skill for it."
        message += _instead(self.targets.values(), name)
        yield self.context.finding("key-unknown", entry.key.span, message, hosts=severities, data=name)

    def _misspelt(self, entry: Entry, known: str) -> Iterator[Finding]:
        """A key that no host reads, close to one that some host reads."""
        lost = [(host, problem) for host, problem in self.required if problem.data == known]
        self.required = [one for one in self.required if one not in lost]
        readers = [reader for reader in self.readers[known] if reader.id in self.targets]
        guarded = any(reader.key.guards for reader in self.readers[known])
        refusing = self._refusing(entry, Severity.WARNING if readers or guarded else Severity.INFO)
        losing = {host.id for host, _ in lost}
        lenient = [reader for reader in readers if entry.key.text in reader.key.aliases]
        without = [reader for reader in readers if reader.id not in losing and reader not in lenient]
        severities = {reader.id: Severity.HINT if reader.key.inert else Severity.WARNING for reader in without}
        for host, severity in refusing.items():
            severities[host.id] = max(severity, severities.get(host.id, Severity.HINT))
        for host, problem in lost:
            severities[host.id] = max(problem.effect.severity, severities.get(host.id, Severity.HINT))
        if not severities:
            severities = {host.id: Severity.HINT for host in self.targets.values()}
        message = f"No host reads `{entry.key.text}`; `{known}` is probably meant."
        if lost:
            told = [
                (host.id, host.title, problem._replace(cause=f"`{known}` is missing", span=entry.key.span))
                for host, problem in lost
            ]
            message += f" {sentence(told)}"
        said_no = {host.id for host in refusing}
        acting = [reader for reader in without if reader.id not in said_no]
        if acting:
            guards = next((reader.key.guards for reader in acting if reader.key.guards), "")
            message += f" {who(acting, 'leaves', 'leave')} it out"
            message += f", so {guards}." if guards else "."
        saying_no = [host for host in refusing if host.id not in losing]
        if lenient:
            severities |= {reader.id: Severity.INFO for reader in lenient}
            message += f" {who(lenient, 'takes', 'take')} this old spelling as well."
        if saying_no:
            message += f" {who(saying_no, 'refuses', 'refuse')} this skill for it."
        yield self.context.finding("key-misspelt", entry.key.span, message, hosts=severities, data=known)

    def _missing(self) -> Iterator[Finding]:
        """Required keys that nothing stands in for, one finding for each."""
        by_key: dict[str | None, list[tuple[Host, Problem]]] = {}
        for host, problem in self.required:
            by_key.setdefault(problem.data, []).append((host, problem))
        for key, group in by_key.items():
            severities: dict[str, Severity] = {}
            for host, problem in group:
                severities[host.id] = max(problem.effect.severity, severities.get(host.id, Severity.HINT))
            message = sentence([(host.id, host.title, problem) for host, problem in group])
            spans = [problem.span for _, problem in group]
            yield self.context.finding("key-required", max(spans, key=spans.count), message, hosts=severities, data=key)


def _instead(asked: Iterable[Host], name: str) -> str:
    """What to write for the hosts that have something else in place of a key."""
    return "".join(f" For {host.title} write {host.instead[name]}." for host in asked if name in host.instead)


def _first_of_each(root: Mapping) -> list[Entry]:
    return list({entry.key.text: entry for entry in reversed(root.entries)}.values())[::-1]


def _is_default(entry: Entry, readers: tuple[Reader, ...]) -> bool:
    """Whether the value says what holds without the key."""
    value = dereferenced(entry.value)
    return isinstance(value, Scalar) and any(
        reader.key.default in ("true", "false") and value.text.lower() == reader.key.default for reader in readers
    )


# ------------------------------------------------------------------- rules


@detects("key-misspelt", takes=("key-required", "key-unknown"), kinds=(SkillMd, SkillToml))
def key_misspelt(context: Context) -> Iterator[Finding]:
    """Key that no host reads, one or two letters, a capital or a `_` away from one that some host reads.

    Why: Hosts pass over a key they do not know. A required one is then missing and the skill is lost; a switch that was
    to keep the model or people from the skill does nothing.
    Source: the key tables of all hosts; anthropics/claude-code 27411 (an editor that suggested `user-invokable`, the
    spelling of VS Code's documentation of 2026-02-04).
    Bad:
        ---
        name: tide-table
        descripton: Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Renames the key.
    """
    root = root_of(context)
    if not isinstance(root, Mapping):
        yield from _without_tree(context)
    elif not _is_known_to_all(context, root):
        yield from _Keys(context, root).findings()


def _is_known_to_all(context: Context, root: Mapping) -> bool:
    """Whether every target host reads every key that stands here, and misses none: there is nothing to say then."""
    readers = ids_of_readers(type(context.document))
    readings = context.readings
    return all(readings.keys() <= readers.get(entry.key.text, frozenset()) for entry in root.entries) and not any(
        problem.rule in key_misspelt.takes for reading in readings.values() for problem in reading.problems
    )


def _without_tree(context: Context) -> Iterator[Finding]:
    """What readings report about keys where the document has no tree of them."""
    if not isinstance(context.document, SkillMd | SkillToml):
        return
    from skill_lsp.rules.finding import merged

    named = {host.id: host.title for host in context.targets}
    yield from merged(
        context.place.path,
        (
            (host_id, named[host_id], problem)
            for host_id, reading in context.readings.items()
            for problem in reading.problems
            if problem.rule in key_misspelt.takes
        ),
    )


@key_misspelt.fixed_by
def rename(finding: Finding, context: Context) -> Iterator[Fix]:
    """The key's right name; not safe where the value does not fit it."""
    entry = _entry_of(finding, context)
    if entry is None or finding.data is None:
        return
    yield replacing(entry.key.span, finding.data, f"Rename to {finding.data}", safe=_fits(entry, finding.data, context))


def _fits(entry: Entry, name: str, context: Context) -> bool:
    """Whether no target host stumbles over the entry's value once the key has its right name."""
    document = type(context.document)(context.text.edited([Edit(entry.key.span, name)]))
    by = len(name) - (entry.key.span.end - entry.key.span.start)
    value = entry.value.span.moved(by)
    return not any(
        value.start <= problem.span.start <= value.end and problem.effect.severity > Severity.HINT
        for host in context.targets
        if host.reads(document)
        for problem in host.read(document, context.place).problems
    )


def _entry_of(finding: Finding, context: Context) -> Entry | None:
    root = root_of(context)
    if not isinstance(root, Mapping):
        return None
    if finding.span is None:
        return None
    at = bisect_left(root.entries, finding.span, key=lambda entry: entry.key.span)
    found = root.entries[at] if at < len(root.entries) else None
    return found if found is not None and found.key.span == finding.span else None


@reported("key-required")
def key_required(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key that a host can't do without is missing.

    Why: Without a name the hosts do not know what to call the skill, without a description the model has nothing to
    choose it by. Most drop the skill without a word.
    Source: coder/mux f2160b194, agentSkill.ts; skills-ref 0.1.1 validator.py; openai/codex 033d1d0 loader.rs;
    gemini-cli 5411f11 skillLoader.ts; aaif-goose/goose skills/mod.rs; anomalyco/opencode skill/index.ts.
    Bad:
        ---
        description: Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Takes the name from the directory or, for a manifest, from the file's name; adds `version = "0.1.0"` and the
    `skill_type` to a manifest. A description is the author's to write.
    """
    from skill_lsp.rules.manifest import missing_key
    from skill_lsp.rules.name import is_portable

    yield from missing_key(finding, context)
    document = context.document
    directory = context.place.directory
    if finding.data != "name" or not isinstance(document, SkillMd) or not directory or not is_portable(directory):
        return
    root = root_of(context)
    if isinstance(root, Mapping) and root.entries and not root.flow and root.entry("name") is None:
        start = context.text.line_at(root.entries[0].key.span.start).start
        line = f"name: {directory}{context.text.newline}"
        yield replacing(Span(start, start), line, f"Take the name from the directory: {directory}")


def _is_better_under_metadata(finding: Finding, context: Context) -> bool:
    """Whether a host that the finding concerns refuses the key where it is, or reads it under `metadata`."""
    name = finding.data or ""
    return any(
        _refuses(host) or f"`{name}` under `metadata`" == host.instead.get(name)
        for host in context.targets
        if host.id in finding.hosts
    )


@reported("key-unknown")
def key_unknown(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key that no known host reads.

    Why: It does nothing; the specification's validator and an upload to claude.ai refuse the skill for it.
    Source: skills-ref 0.1.1 validator.py ("Unexpected fields"); anthropics/skills 9d2f1ae quick_validate.py.
    Targets: agent-skills
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        moon-phase: full
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        metadata:
          moon-phase: full
        ---
        Body.
    Fix: Where a host refuses it, moves the key under `metadata`, where any key may stand.
    """
    entry = _entry_of(finding, context)
    if entry is not None and isinstance(context.document, SkillMd) and _is_better_under_metadata(finding, context):
        from skill_lsp.rules.portability import under_metadata

        yield from under_metadata(context, entry, safe=False)


@reported("key-unread")
def key_unread(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key that some hosts read and others among the targets do not.

    Why: The skill behaves otherwise there; the specification's validator and an upload to claude.ai take none but six
    keys. Where the place alone chose the targets this is never more than a remark.
    Source: the key tables of all hosts; skills-ref 0.1.1 validator.py; anthropics/skills 9d2f1ae quick_validate.py.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        argument-hint: "[harbour]"
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Where a host refuses it, moves the key under `metadata` (unsafe: the hosts that read it no longer do); never a
    protecting switch.
    """
    entry = _entry_of(finding, context)
    readers = readers_of(SkillMd).get(finding.data or "", ())
    protects = any(reader.key.guards for reader in readers)
    if entry is None or not isinstance(context.document, SkillMd) or protects:
        return
    if _is_better_under_metadata(finding, context):
        from skill_lsp.rules.portability import under_metadata

        yield from under_metadata(context, entry, safe=False)
