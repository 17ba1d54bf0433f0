"""Which commands exist, and how does wrong usage end?"""

import importlib
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from arena.cli.ending import in_plain_words

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
# The cores belong to the bots, so numerics take one thread, here and in every process that is started from here, unless
# the environment asks for more. BLAS looks at it when numpy is imported, which only commands do.
if not any(name in os.environ for name in THREADS):
    os.environ.update(dict.fromkeys(THREADS, "1"))

# The files of each command. The first has its `app`, and others add to it.
COMMANDS = {
    "match": ["match"],
    "replay": ["replay", "replay_list", "review"],
    "dataset": ["dataset"],
    "bot": ["bot"],
    "submit": ["submit"],
    "ladder": ["ladder", "plan"],
    "serve": ["serve"],
    "event": ["event", "event_people", "event_plan"],
    "login": ["login"],
    "status": ["status"],
    "games": ["remote_games"],
    "log": ["remote_log"],
    "challenge": ["remote_challenge"],
    "download": ["remote_download"],
    "rules": ["rules"],
    "docs": ["docs"],
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
            command = typer.main.get_command(_app_of(cmd_name))
            command.name = cmd_name
            self.add_command(command)
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called; for a wrong name the library needs all of them to say which may be meant."""
        if args[0] not in COMMANDS:
            for name in COMMANDS:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)


def _app_of(name: str) -> typer.Typer:
    files = [importlib.import_module(f"arena.cli.{file}") for file in COMMANDS[name]]
    found: typer.Typer = files[0].app
    return found


app = typer.Typer(
    cls=OnDemand,
    name="arena",
    help="Run the board game Alhambra for programs.",
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    """Print what `arena version` prints, and end."""
    if asked:
        from arena.cli.version import show  # noqa: PLC0415 - only who asks for it waits for the rules

        show()
        raise typer.Exit


@app.callback()
def arena(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print what `arena version` prints."
        ),
    ] = False,
) -> None:
    """Run the board game Alhambra for programs."""


def main() -> None:
    """Run one command; a user's mistake is one sentence on stderr and exit code 2."""
    try:
        code = app(prog_name="arena", standalone_mode=False)
        sys.stdout.flush()
    except SystemExit as ended:
        _leave_pipe(ended.__context__)
        raise
    except BrokenPipeError as closed:
        _leave_pipe(closed)
    except typer.TyperException as mistake:
        if sentence := mistake.format_message():  # `arena` alone prints the help and has nothing to add
            print(f"arena: {in_plain_words(sentence)}", file=sys.stderr)
        sys.exit(mistake.exit_code)
    sys.exit(code)


def _leave_pipe(reason: BaseException | None) -> None:
    """End well if whoever read has had enough, as `head` does; what Python flushes at its end goes nowhere."""
    if isinstance(reason, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(0)
