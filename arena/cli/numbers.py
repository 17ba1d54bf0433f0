"""Numbers as people read them: with their noun, and ∞ for what has no end."""

import math


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: 1 game, 2,000 games."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def decimal(value: float, digits: int, sign: str = "") -> str:
    """A number with this many digits after the point; with `sign` "+" it always has one."""
    if math.isinf(value):
        return ("+" if sign and value > 0 else "") + ("∞" if value > 0 else "−∞")
    return f"{value:{sign}.{digits}f}"
