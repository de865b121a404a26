"""Files that note what they were asked and what they answered, so that a later run can tell whether all is the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill_lsp.steps import finished
from skill_lsp.text import Text
from skill_lsp.workspace.files import Files, home_directory
from skill_lsp.workspace.walking import Bounds

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from skill_lsp.workspace.files import Item, Unreadable

    Notes: TypeAlias = "dict[tuple[str, str], Any]"


class Witness(Files):
    """Files with notes: the answer to each question, in plain values."""

    def __init__(self) -> None:
        super().__init__(at_once=True)
        self.notes: Notes = {}

    def read(self, path: str) -> Text | Unreadable:
        answer = super().read(path)
        self.notes["read", path] = _digest(answer)
        return answer

    def exists(self, path: str) -> bool:
        answer = self.notes["exists", path] = super().exists(path)
        return answer

    def is_file(self, path: str) -> bool:
        answer = self.notes["is_file", path] = super().is_file(path)
        return answer

    def is_directory(self, path: str) -> bool:
        answer = self.notes["is_directory", path] = super().is_directory(path)
        return answer

    def items(self, directory: str) -> list[Item]:
        answer = super().items(directory)
        self.notes["items", directory] = [tuple(item) for item in answer]
        return answer

    def real(self, path: str) -> str:
        answer = self.notes["real", path] = super().real(path)
        return answer


def same(notes: Notes) -> bool:
    """Whether the files would answer all noted questions as they did."""
    files = Files()
    for (question, path), answer in notes.items():
        if question == "read":
            now: Any = _digest(files.read(path))
        elif question == "items":
            now = [tuple(item) for item in files.items(path)]
        else:
            now = getattr(files, question)(path)
        if now != answer:
            return False
    return True


def trees(tops: Iterable[str], own_directories: Iterable[str]) -> bytes:
    """What lies in some trees: names and kinds of files, what stands in the way; not what is in the files."""
    from hashlib import blake2b  # it loads OpenSSL, which a check without cache need not wait for

    digest = blake2b(digest_size=16)
    own = frozenset(own_directories)
    for top in tops:
        walk = finished(Files().walking(top, Bounds(own, home_directory())))
        for part in (walk.files, sorted(walk.bundled.items()), walk.aliases, walk.obstacles):
            digest.update(repr(part).encode("utf-8", "surrogatepass"))
    return digest.digest()


def _digest(answer: Text | Unreadable) -> bytes | tuple[str, str]:
    if isinstance(answer, Text):
        from hashlib import blake2b

        return blake2b(answer.content.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return answer.kind, answer.reason
