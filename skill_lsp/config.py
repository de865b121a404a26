"""Settings: what is checked, for which hosts, and how much each finding matters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Settings:
    """What a configuration says. Empty `targets` leave it to the place, empty `select` takes every rule."""

    targets: tuple[str, ...] = ()
    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    severity: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    exclude: tuple[str, ...] = ()
    baseline: str | None = None


DEFAULTS = Settings()
