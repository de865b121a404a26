"""Half-typed documents: each feature at five places of many prefixes, as an editor asks while someone types.

`python bench/half_typed.py [FILE …]` takes SKILL.md files; without any it makes one of 500 lines. Prints the
processor's time in milliseconds for each feature: median, 95th percentile, maximum. The first question about a text is
the one that parses it, and it is asked here about every prefix; so the numbers hold the parse.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from keystroke import percentile, skill
from lsprotocol import types as lsp

from skill_lsp.features import (
    code_actions,
    code_lens,
    completion,
    definition,
    diagnostics,
    folding,
    formatting,
    hover,
    inlay_hints,
    links,
    references,
    rename,
    selection,
    semantic_tokens,
    symbols,
)
from skill_lsp.server.session import Session
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot

LIMIT = 50.0
"""Milliseconds that the 95th percentile of a feature may take."""
PREFIXES = 24
"""Prefixes tried of each file."""

FEATURES: dict[str, Callable[[Snapshot, Document, lsp.Position], object]] = {
    "diagnostics": lambda now, document, here: diagnostics.diagnostics(now, document),
    "completion": completion.completion,
    "hover": hover.hover,
    "code actions": lambda now, document, here: code_actions.code_actions(now, document, lsp.Range(here, here)),
    "definition": definition.definition,
    "references": lambda now, document, here: references.references(
        now, document, here, lsp.ReferenceContext(include_declaration=True)
    ),
    "highlights": references.highlights,
    "prepare rename": rename.prepare,
    "symbols": lambda now, document, here: symbols.document_symbols(now, document),
    "folding": lambda now, document, here: folding.folding_ranges(document),
    "selection": lambda now, document, here: selection.selection_ranges(document, [here]),
    "links": lambda now, document, here: links.document_links(now, document),
    "tokens": lambda now, document, here: semantic_tokens.semantic_tokens(now, document),
    "hints": lambda now, document, here: inlay_hints.inlay_hints(
        now, document, document.range(Span(0, len(document.text)))
    ),
    "lenses": lambda now, document, here: code_lens.code_lenses(now, document),
    "formatting": lambda now, document, here: formatting.formatting(now, document),
}


def main(files: list[str]) -> int:
    """Asks and prints; status 1 where a feature takes longer than the limit."""
    contents = [Path(file).read_text(encoding="utf-8", errors="replace") for file in files] or [skill()]
    times: dict[str, list[float]] = {name: [] for name in FEATURES}
    with tempfile.TemporaryDirectory() as folder:
        for number, content in enumerate(contents):
            ask(folder, f"skill-{number}", content, times)
    for name, found in times.items():
        middle, most = statistics.median(found), percentile(found, 0.95)
        print(f"{name:<15} median {middle:7.2f}  p95 {most:7.2f}  max {max(found):7.2f}")
    return int(any(percentile(found, 0.95) > LIMIT for found in times.values()))


def ask(folder: str, name: str, content: str, times: dict[str, list[float]]) -> None:
    """Asks every feature about the prefixes of one file; each feature meets each prefix fresh."""
    path = Path(folder, ".claude", "skills", name, "SKILL.md")
    path.parent.mkdir(parents=True)
    path.write_text(content, encoding="utf-8")
    session = Session()
    session.start(lsp.InitializeParams(lsp.ClientCapabilities()), "utf-16")
    session.workspace.add_folder(folder)
    version = 0
    step = max(len(content) // PREFIXES, 1)
    for length in range(step, len(content) + 1, step):
        for feature, answer in FEATURES.items():
            version += 1
            session.open(lsp.TextDocumentItem(path.as_uri(), "markdown", version, content[:length]))
            document = session.snapshot.documents[path.as_uri()]
            for place in (0, length // 3, length // 2, length - 1, length):
                here = document.range(Span(place, place)).start
                begun = time.process_time()
                answer(session.snapshot, document, here)
                times[feature].append(1000 * (time.process_time() - begun))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
