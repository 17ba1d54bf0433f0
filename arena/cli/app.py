"""Which commands exist, and how does wrong usage end?"""

import importlib
import sys
from typing import Any

import typer
from typer.core import TyperGroup

# The files of each command. The first has its `app`, and others add to it.
COMMANDS = {
    "match": ["match"],
    "replay": ["replay"],
    "bot": ["bot"],
    "submit": ["submit"],
    "ladder": ["ladder", "plan"],
    "serve": ["serve"],
    "event": ["event"],
    "login": ["login"],
    "status": ["status"],
    "rules": ["rules"],
    "doctor": ["doctor"],
    "version": ["version"],
}


class OnDemand(TyperGroup):
    """Imports a command when it is asked for: nobody waits for what only others need."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - as the library calls it
        """All names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, or none."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            files = [importlib.import_module(f"arena.cli.{file}") for file in COMMANDS[cmd_name]]
            command = typer.main.get_command(files[0].app)
            command.name = cmd_name
            self.add_command(command)
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called; for a wrong name the library needs all of them to say which may be meant."""
        if args[0] not in COMMANDS:
            for name in COMMANDS:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=OnDemand,
    name="arena",
    help="Run the board game Alhambra for programs.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


@app.callback()
def arena() -> None:
    """Run the board game Alhambra for programs."""


def main() -> None:
    """Run one command; a user's mistake is one sentence on stderr and exit code 2."""
    try:
        code = app(prog_name="arena", standalone_mode=False)
    except typer.TyperException as mistake:
        if sentence := mistake.format_message():  # `arena` alone prints the help and has nothing to add
            print(f"arena: {sentence}", file=sys.stderr)
        sys.exit(mistake.exit_code)
    sys.exit(code)
