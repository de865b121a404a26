"""Which configuration holds for a file: the nearest one upwards, found once per directory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp import config
from skill_lsp.config import NOTHING_CONFIGURED, Configuration, Settings
from skill_lsp.text import Text
from skill_lsp.workspace.files import all_within, parent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from skill_lsp.workspace.files import Files


class Configurations:
    """The configurations of a tree. `fixed` holds for every file in place of what lies there. The methods raise
    `BrokenConfigurationError`; with `broken` they tell it that instead, and nothing is configured there."""

    def __init__(
        self,
        files: Files,
        known_rules: Callable[[], Iterable[str]],
        fixed: Configuration | None = None,
        broken: Callable[[config.BrokenConfigurationError], None] | None = None,
    ) -> None:
        self._files = files
        self._known_rules = known_rules
        self._fixed = fixed
        self._broken = broken
        self._by_directory: dict[str, Configuration] = {}

    def of(self, directory: str) -> Configuration:
        """The configuration for what lies in a directory."""
        if self._fixed is not None:
            return self._fixed
        found = self._by_directory.get(directory)
        if found is None:
            above = parent(directory)
            outer = NOTHING_CONFIGURED if above == directory else self.of(above)
            found = self._by_directory[directory] = self._in(directory) or outer
        return found

    def forget(self) -> None:
        """Reads all files again when they are asked for."""
        self._by_directory.clear()

    def forget_in(self, directory: str) -> None:
        """A directory came, went or changed as a whole: what lies in it is read again. Where something is known of a
        directory it is of those above too, so that nothing has to be searched for behind a file."""
        for known in all_within(self._by_directory, directory) if directory in self._by_directory else ():
            del self._by_directory[known]

    def _in(self, directory: str) -> Configuration | None:
        for name in config.FILE_NAMES:
            path = f"{directory.rstrip('/')}/{name}"
            if self._files.is_file(path):
                text = self._files.read(path)
                found = self._parsed(path, text) if isinstance(text, Text) else None
                if found is not None:
                    return found
        return None

    def _parsed(self, path: str, text: Text) -> Configuration | None:
        try:
            return config.parse(path, text, self._known_rules())
        except config.BrokenConfigurationError as error:
            if self._broken is None:
                raise
            self._broken(error)
            return NOTHING_CONFIGURED

    def settings(self, path: str) -> Settings:
        """The settings for a file."""
        return self.of(parent(path)).settings_for(path)

    def excludes(self, path: str) -> bool:
        """Whether a configuration leaves out a file, or a directory (given with a final `/`)."""
        configuration = self.of(parent(path.rstrip("/")))
        return bool(configuration.exclude) and configuration.excludes(path)
