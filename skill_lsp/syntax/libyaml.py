"""PyYAML's parser over libyaml and its events, imported without what its pure Python twin needs.

Importing PyYAML compiles a dozen regular expressions for a reader and a resolver that are not used here, a tenth of
the time that a check of one file takes. They wait as those of this program do.
"""

from __future__ import annotations

import re
from typing import Any

from skill_lsp.pattern import pattern

_compile, re.compile = re.compile, pattern
try:
    import yaml as libyaml
finally:
    re.compile = _compile

Parser: Any = getattr(libyaml, "CSafeLoader", libyaml.SafeLoader)
"""libyaml; PyYAML's own parser, 30 times slower, where PyYAML was built without it."""

__all__ = ["Parser", "libyaml"]
