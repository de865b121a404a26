"""Completion of verbs, options, hosts and rules for a shell.

bash:  eval "$(skill-lsp completion bash)"             in ~/.bashrc
zsh:   eval "$(skill-lsp completion zsh)"              in ~/.zshrc, after compinit
fish:  skill-lsp completion fish | source              in ~/.config/fish/config.fish
"""

from __future__ import annotations

import argparse
from importlib import import_module
from importlib.util import find_spec

from skill_lsp.cli import OK, VERBS

SHELLS = ("bash", "zsh", "fish")
_FILES = frozenset({"PATH", "FILE"})


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("shell", choices=SHELLS, help="the shell to write for")


def run(arguments: argparse.Namespace) -> int:
    """Prints the script."""
    print({"bash": _bash, "zsh": _zsh, "fish": _fish}[arguments.shell](), end="")
    return OK


def _options(verb: str) -> list[argparse.Action]:
    parser = argparse.ArgumentParser(prog=f"skill-lsp {verb}", add_help=False)
    if find_spec(f"skill_lsp.cli.{verb}") is not None:
        import_module(f"skill_lsp.cli.{verb}").configure(parser)
    return parser._actions


def _words(action: argparse.Action) -> list[str]:
    """What an option's value or a positional may be; empty where it is a file or free."""
    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    meta = str(action.metavar or "")
    if meta.startswith("HOST") and ":" not in meta:
        from skill_lsp import hosts

        return [*hosts.ids(), *(["all"] if meta.endswith("all") else [])]
    if meta.startswith("RULE"):
        from skill_lsp.rules import registry

        return list(registry.ids())
    if action.dest == "name" and "schema" in str(action.help):
        from skill_lsp.cli import schema

        return list(schema.schemas())
    return []


def _bash() -> str:
    cases = []
    for verb in VERBS:
        flags: list[str] = []
        values = []
        rest: list[str] = []
        for action in _options(verb):
            flags += action.option_strings
            words = " ".join(_words(action))
            if action.option_strings and words:
                values.append(
                    f'{"|".join(action.option_strings)}) COMPREPLY=($(compgen -W "{words}" -- "$cur")); return ;;'
                )
            elif not action.option_strings:
                rest += _words(action)
        chosen = "\n        ".join(["case $prev in", *values, "esac"]) if values else ":"
        cases.append(
            f"    {verb})\n        {chosen}\n"
            f'        COMPREPLY=($(compgen -W "{" ".join([*flags, *rest])}" -- "$cur") $(compgen -f -- "$cur")) ;;\n'
        )
    first = " ".join([*VERBS, "--check", "--stdio", "--tcp", "--help", "--version"])
    return (
        "_skill_lsp() {\n"
        '    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" verb="${COMP_WORDS[1]}" word\n'
        '    for word in "${COMP_WORDS[@]:1}"; do [ "$word" = --check ] && verb=check; done\n'
        '    if [ "$COMP_CWORD" = 1 ]; then\n'
        f'        COMPREPLY=($(compgen -W "{first}" -- "$cur")); return\n'
        "    fi\n"
        '    case "$verb" in\n' + "".join(cases) + "    esac\n}\n"
        "complete -o filenames -F _skill_lsp skill-lsp\n"
    )


def _zsh() -> str:
    # zsh runs bash's completions since 4.2; one script is one truth
    return f"autoload -U +X bashcompinit && bashcompinit\n{_bash()}"


def _fish() -> str:
    lines = ["complete -c skill-lsp -n __fish_use_subcommand -a check -d 'check skills headless'"]
    lines = [
        f"complete -c skill-lsp -f -n __fish_use_subcommand -a {verb} -d {_quoted(text)}"
        for verb, text in VERBS.items()
    ]
    lines.append("complete -c skill-lsp -n __fish_use_subcommand -l check -d 'check skills headless'")
    for verb in VERBS:
        condition = (
            f"'__fish_seen_subcommand_from {verb}'"
            if verb != "check"
            else "'__fish_seen_subcommand_from check; or __fish_contains_opt check'"
        )
        for action in _options(verb):
            words = _words(action)
            parts = [f"complete -c skill-lsp -n {condition}"]
            parts += [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in action.option_strings]
            if words:
                parts.append(f"-a {_quoted(' '.join(words))}")
            if action.option_strings and action.nargs != 0:
                parts.append("-r" if action.metavar in _FILES else "-x" if words else "-r")
            elif not action.option_strings and not words:
                continue
            if action.help:
                parts.append(f"-d {_quoted(action.help)}")
            lines.append(" ".join(parts))
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
