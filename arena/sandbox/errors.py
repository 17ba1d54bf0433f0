"""Failures of the sandbox that are not the bot's fault."""


class SandboxError(Exception):
    """The host failed us: a game that this broke is void, and nobody's fault is recorded."""


class SandboxRefused(SandboxError):
    """This host cannot confine a bot well enough for what was asked; the message says what to install or pass."""


class LimitError(ValueError):
    """A limit is wrong; the message names its key."""
