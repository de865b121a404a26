"""Writing files whole, and what is no file into."""

from __future__ import annotations

import os
import stat
import threading
from typing import TYPE_CHECKING

from skill_lsp.workspace import writing

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    file.write_text("a longer text than the new one")
    writing.write(str(file), b"short")
    assert file.read_bytes() == b"short"
    assert os.listdir(tmp_path) == ["report.json"]


def test_a_pipe_is_written_into_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    writing.write(str(pipe), b"report")
    reader.join(10)
    assert read == [b"report"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
