"""The error of a message that makes no sense."""


class WireError(ValueError):
    """A message with something unknown, unset or out of range; one sentence names the field and what is wrong with it."""
