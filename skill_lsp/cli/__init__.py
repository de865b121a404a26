"""The command line: finds the verb and hands over to its module. A verb is a module here with `configure` and `run`."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from skill_lsp import __version__

if TYPE_CHECKING:
    from types import ModuleType

VERBS = {
    "check": "check skills headless",
    "hosts": "which host loads which skill, and why not",
    "render": "what the agent receives from a skill",
    "list": "every skill that a host discovers, in precedence order",
    "mcp": "ask an MCP server for its tools",
    "explain": "the documentation of a rule",
    "new": "write a skill that checks clean",
    "schema": "the JSON Schemas",
    "editor": "what an editor's configuration needs to start the server",
    "completion": "completion for bash, zsh or fish",
    "serve": "the language server (what `skill-lsp` alone does)",
}
"""The verbs with their one-line help, in the order shown."""

OK, FOUND, WRONG_CALL = 0, 1, 2


class WrongCallError(Exception):
    """The call itself was wrong: a message for stderr and exit status 2."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors end with status 2 and name the help."""

    def error(self, message: str) -> NoReturn:
        raise WrongCallError(message)


def run(words: list[str]) -> int:
    """Runs one call; returns its exit status, all output written. Never raises on bad input."""
    # None where it was closed before the start
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process lives
    sys.stderr = sys.stderr or sys.stdout
    try:
        status = _outcome(words)
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        _give_up_output()  # the reader has gone; so have we
        return OK
    except OSError as error:
        _give_up_output()
        print(f"skill-lsp: {error.filename or 'cannot write the output'}: {error.strerror or error}", file=sys.stderr)
        return WRONG_CALL
    return status


def _outcome(words: list[str]) -> int:
    try:
        return _dispatch(words)
    except WrongCallError as error:
        print(f"skill-lsp: {error}", file=sys.stderr)
        return WRONG_CALL
    except KeyboardInterrupt:
        return 130


def _give_up_output() -> None:
    """What is left to write goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _dispatch(words: list[str]) -> int:
    verb, rest = verb_of(words)
    if verb is None:
        if rest and rest[0] in ("-h", "--help"):
            print(overview())
            return OK
        if rest and rest[0] in ("-V", "--version"):
            print(f"skill-lsp {__version__}")
            return OK
        raise WrongCallError(_unknown(rest[0]))
    module = module_of(verb)
    parser = Parser(
        prog=f"skill-lsp {verb}",
        description=module.__doc__,
        formatter_class=_formatter,
    )
    module.configure(parser)
    try:
        arguments = parser.parse_args(rest)
    except SystemExit as done:  # --help
        return int(done.code or 0)
    from skill_lsp.config import BrokenConfigurationError

    try:
        status: int = module.run(arguments)
    except BrokenConfigurationError as error:
        raise WrongCallError(str(error)) from None
    return status


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Help in the width of the terminal; argparse would import `shutil` to ask for it even where no help is printed."""
    try:
        width = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):
        width = int(columns) if (columns := os.environ.get("COLUMNS", "")).isdecimal() else 100
    return argparse.RawDescriptionHelpFormatter(prog, width=max(width, 60) - 2)


def verb_of(words: list[str]) -> tuple[str | None, list[str]]:
    """The verb of a call and the words that belong to it. `--check` may stand anywhere, no verb means the server."""
    if "--check" in words:
        rest = [word for word in words if word != "--check"]
        return "check", rest[1:] if rest[:1] == ["check"] else rest
    if not words or words[0] in ("--stdio", "--tcp") or words[0].startswith("--tcp="):
        return "serve", words
    if words[0] in VERBS:
        return words[0], words[1:]
    return None, words


def module_of(verb: str) -> ModuleType:
    """The module of a verb."""
    return import_module(f"skill_lsp.cli.{verb}")


def overview() -> str:
    """What `skill-lsp --help` prints."""
    verbs = "\n".join(f"  {verb:<12}{text}" for verb, text in VERBS.items())
    return (
        "usage: skill-lsp [--stdio | --tcp HOST:PORT]\n"
        "       skill-lsp --check [PATH …] [OPTIONS]\n"
        "       skill-lsp VERB …\n\n"
        "Language server and headless checker for agent skills (SKILL.md and .skill.toml).\n"
        "Without a verb: a language server on stdio.\n\n"
        f"verbs:\n{verbs}\n\n"
        "options:\n"
        "  -h, --help     this text; `skill-lsp VERB --help` tells more\n"
        "  -V, --version  the version\n"
    )


def _unknown(word: str) -> str:
    from skill_lsp.spelling import nearest

    close = nearest(word.lstrip("-"), VERBS)  # the package has a module called list
    kind = "option" if word.startswith("-") else "verb"
    return f"unknown {kind} {word!r}" + (f"; did you mean `{close}`?" if close else "; see `skill-lsp --help`")
