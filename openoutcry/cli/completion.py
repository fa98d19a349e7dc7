"""`outcry completion SHELL`: what lets a shell complete commands, options and titles."""

from argparse import Namespace
from collections.abc import Mapping

from openoutcry.cli.parser import Parser, Subparsers, command
from openoutcry.cli.terminal import Terminal
from openoutcry.titles import names as title_names

SHELLS = ("bash", "zsh", "fish")


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "completion",
        "Print what lets your shell complete commands, options and titles.",
        "outcry completion fish > ~/.config/fish/completions/outcry.fish\n"
        'eval "$(outcry completion bash)"   # in ~/.bashrc\n'
        'eval "$(outcry completion zsh)"    # in ~/.zshrc',
        run,
    )
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help="bash, zsh or fish")


def run(args: Namespace, terminal: Terminal) -> int:
    from openoutcry.cli import build

    write = {"bash": _bash, "zsh": _zsh, "fish": _fish}[args.shell]
    print(write(words_of(build())), end="")
    return 0


def words_of(parser: Parser) -> dict[str, list[str]]:
    """What may follow each command; what may stand first, under the empty name."""
    commands = parser.subparsers
    found = {"": [*commands, *parser.options]}
    for name, one in commands.items():
        tasks = list(one.subparsers)
        options = dict.fromkeys([*one.options, *_options_of(one.subparsers)])
        titles = title_names() if _takes_title(one) else []
        found[name] = [*tasks, *titles, *(SHELLS if name == "completion" else ()), *options]
    return found


def _options_of(tasks: Mapping[str, Parser]) -> list[str]:
    return [option for task in tasks.values() for option in task.options]


def _takes_title(parser: Parser) -> bool:
    """Does it, or one of its tasks, name a title?"""
    every = [parser, *parser.subparsers.values()]
    return any("TITLE" in str(action.metavar) for one in every for action in one._actions)


def _bash(words: Mapping[str, list[str]]) -> str:
    cases = "".join(
        f'    {name}) words="{" ".join(known)}" ;;\n' for name, known in words.items() if name
    )
    return f"""_outcry() {{
  local words here="${{COMP_WORDS[COMP_CWORD]}}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{" ".join(words[""])}" -- "$here"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{cases}  esac
  COMPREPLY=($(compgen -W "$words" -- "$here"))
}}
complete -o default -F _outcry outcry
"""


def _zsh(words: Mapping[str, list[str]]) -> str:
    cases = "".join(
        f"    {name}) compadd -- {' '.join(known)} ;;\n" for name, known in words.items() if name
    )
    return f"""#compdef outcry
_outcry() {{
  if (( CURRENT == 2 )); then
    compadd -- {" ".join(words[""])}
    return
  fi
  case "${{words[2]}}" in
{cases}  esac
  _files
}}
compdef _outcry outcry
"""


def _fish(words: Mapping[str, list[str]]) -> str:
    first = [f"complete -c outcry -n __fish_use_subcommand -a '{' '.join(words[''])}'\n"]
    later = [
        f"complete -c outcry -n '__fish_seen_subcommand_from {name}' -a '{' '.join(known)}'\n"
        for name, known in words.items()
        if name
    ]
    return "".join(first + later)
