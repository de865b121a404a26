"""Regular expressions that are compiled when they are first used.

Compiling takes 0.1 to 5 ms for each one, and a check of one file uses a third of them: a check starts 30 ms sooner.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    pattern = re.compile
else:
    _METHODS = ("match", "search", "fullmatch", "finditer", "findall", "sub", "split")

    class pattern:  # noqa: N801 - stands where `re.compile` stands
        """What `re.compile` would give: takes a pattern and flags, and has the methods of a compiled one."""

        def __init__(self, text: str, flags: int = 0) -> None:
            self.pattern = text
            self.flags = flags

        def __getattr__(self, name: str) -> Any:
            compiled = re.compile(self.pattern, self.flags)
            for method in _METHODS:  # found without this method from now on, as fast as on the compiled one
                setattr(self, method, getattr(compiled, method))
            return getattr(compiled, name)
