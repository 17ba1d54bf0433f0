"""Does docs/cli.md say what the commands' own help says? `make golden` writes it anew."""

import os
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
import typer

from arena.cli.app import app

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"
HEAD = """# The command line

This page lists every command and option, as `--help` does; `make golden` writes it. A command ends with exit code 0 if all went well, 1 if
the job failed, 2 if the command line or a file was wrong, and 3 if the host failed. It says why in one sentence on stderr.
"""


def commands(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    """Every command that does something, by its whole name."""
    if hasattr(command, "commands"):
        for word in command.list_commands(None):
            yield from commands(f"{name} {word}", command.get_command(None, word))
    else:
        yield name, command


def page() -> str:
    return "\n".join([HEAD, *(section(*one) for one in commands("arena", typer.main.get_command(app)))])


def section(name: str, command: Any) -> str:
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    options = [param for param in command.params if param.param_type_name == "option"]
    usage = " ".join([name, *(param.metavar for param in arguments), *(["[OPTIONS]"] if options else [])])
    rows = [f"| `{param.metavar}` | | {param.help} |" for param in arguments]
    rows += [f"| `{spelling(param)}` | {default(param)} | {param.help} |" for param in options]
    table = "\n".join(["| argument or option | default | meaning |", "|---|---|---|", *rows])
    return f"## `{name}`\n```text\n{usage}\n```\n{command.help}\n\n{table}\n"


def spelling(option: Any) -> str:
    words = "/".join([option.opts[0], *option.secondary_opts])
    words = words if option.is_flag else f"{words} {option.metavar}"
    return words.replace("|", "\\|")


def default(option: Any) -> str:
    if option.required:
        return "required"
    value = option.default.value if isinstance(option.default, Enum) else option.default
    return "" if option.is_flag or value in (None, "", [], ()) else f"`{value}`"


def test_the_page_is_what_the_help_says() -> None:
    if os.environ.get("ARENA_GOLDEN") == "rewrite":
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize(
    ("name", "command"), [pytest.param(*one, id=one[0]) for one in commands("", typer.main.get_command(app))]
)
def test_everything_has_words(name: str, command: Any) -> None:
    assert command.help, name
    for param in command.params:
        assert param.help, param.name
        assert param.metavar or param.is_flag, param.name
