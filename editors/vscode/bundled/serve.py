"""Starts the server from the wheels beside this file; VS Code runs it as `python -I serve.py`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "libs"))

from skill_lsp.__main__ import main

sys.exit(main())
