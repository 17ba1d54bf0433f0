"""Which commands are there, and how does a wrong one end?"""

import sys

import typer

from arena.cli import bot, doctor, event, ladder, login, match, plan, replay, serve, submit, version

app = typer.Typer(
    name="arena",
    help="Run the board game Alhambra for programs.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.add_typer(replay.app, name="replay")
app.add_typer(bot.app, name="bot")
ladder.app.command("plan")(plan.plan)
app.add_typer(ladder.app, name="ladder")
app.add_typer(event.app, name="event")
app.command("match")(match.play)
app.command("serve")(serve.serve)
app.command("login")(login.login)
app.command("submit")(submit.enter)
app.command("status")(login.status)
app.command("doctor")(doctor.show)
app.command("version")(version.show)


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
