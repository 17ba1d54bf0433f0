"""How does a command fail? One sentence on stderr and an exit code that says whose fault it is."""

import typer


class Mistake(typer.TyperException):
    """The user asked for something that is not there: exit code 2."""

    exit_code = 2


class Failed(typer.TyperException):
    """The job was done and failed: exit code 1."""

    exit_code = 1


class HostFailed(typer.TyperException):
    """The host could not do the job: exit code 3."""

    exit_code = 3
