"""How does a command fail? One sentence on stderr and an exit code that says whose fault it is."""

import re

import typer

from arena.operating_system import CAN_RUN_BOTS, NEEDS_LINUX

# What the library says of a value, and how we say it.
_PLAIN = (
    (r"Input should be a valid integer.*", "must be a whole number"),
    (r"Input should be a valid number.*", "must be a number"),
    (r"Input should be greater than or equal to (\S+)", r"must be \1 or more"),
    (r"Input should be less than or equal to (\S+)", r"must be \1 or less"),
    (r"Input should be (.*)", r"must be \1"),
    (r"Value error, ", ""),
)
_FORMS = (
    (r"Invalid value for '([^']+)': (.*)", r"\1: \2"),
    (r"Missing (?:argument|option) '([^']+)'\.?", r"\1 is missing"),
    (r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", r"unexpected argument: \1"),
    (r"Option '([^']+)' requires an argument\.", r"\1 needs a value"),
    (r"Option '([^']+)' does not take a value\.", r"\1 takes no value"),
    (r"No such command '(.*?)'\.(.*)", r"there is no command '\1'.\2"),
    (r"No such option: (\S+) \(Possible options: (.*)\)", r"there is no option \1. Did you mean \2?"),
    (r"No such option: (\S+)", r"there is no option \1"),
    (r"(.* is not one of) (.*)\.", lambda found: f"{found[1]} {found[2].replace(chr(39), '')}"),
)


def in_plain_words(sentence: str) -> str:
    """A sentence of the library's about wrong usage, with the option as it was typed and without a validator's words."""
    for pattern, form in _FORMS:
        sentence = re.sub(f"^{pattern}$", form, sentence)
    for pattern, form in _PLAIN:
        sentence = re.sub(pattern, form, sentence)
    return sentence


class Mistake(typer.TyperException):
    """The user asked for something that is not there: exit code 2."""

    exit_code = 2


class Failed(typer.TyperException):
    """The job was done and failed: exit code 1."""

    exit_code = 1


class HostFailed(typer.TyperException):
    """The host could not do the job: exit code 3."""

    exit_code = 3


def refuse_without_linux() -> None:
    """For a command that runs bots: say what to use instead where that cannot be done."""
    if not CAN_RUN_BOTS:
        raise HostFailed(NEEDS_LINUX)
