"""What if a message means nothing?"""


class WireError(ValueError):
    """A message with something unknown, unset or out of range; one sentence names the field and what is wrong with it."""
