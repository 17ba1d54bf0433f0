"""How much time does a seat have? A bank for the game and an increment for each decision, charged in one place."""

import re
from dataclasses import dataclass
from typing import Final

SECOND_NS: Final = 1_000_000_000
_LONGEST_S: Final = 86_400
_TEXT: Final = re.compile(r"(\d{1,5}(?:\.\d{1,9})?)\+(\d{1,5}(?:\.\d{1,9})?)")


class TimeControlError(ValueError):
    """A text that is no time control; it says what one looks like."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Bank for a whole game and increment for each decision, such as 30+0.5 (seconds)."""

    bank_ns: int
    increment_ns: int

    @staticmethod
    def parse(text: str) -> "TimeControl":
        """Read bank and increment in seconds, joined by a plus."""
        match = _TEXT.fullmatch(text)
        if match is None:
            raise TimeControlError(f"time: {text!r} is not BANK+INCREMENT in seconds, such as 30+0.5")
        bank_ns, increment_ns = (round(float(part) * SECOND_NS) for part in match.groups())
        if bank_ns + increment_ns == 0 or max(bank_ns, increment_ns) > _LONGEST_S * SECOND_NS:
            raise TimeControlError(f"time: {text!r} must be more than 0 and at most {_LONGEST_S} seconds each")
        return TimeControl(bank_ns, increment_ns)

    def __str__(self) -> str:
        return f"{_seconds(self.bank_ns)}+{_seconds(self.increment_ns)}"


def _seconds(time_ns: int) -> str:
    return f"{time_ns / SECOND_NS:.9f}".rstrip("0").rstrip(".")


class Clock:
    """The banks of all seats in one game."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self.bank_ns = [control.bank_ns] * seats

    def allowance_ns(self, seat: int) -> int:
        """How long the seat may take for the decision that comes."""
        return self.bank_ns[seat] + self.control.increment_ns

    def charge(self, seat: int, spent_ns: int) -> bool:
        """Take the time of one decision off the seat's bank; False if it took too long."""
        left_ns = self.allowance_ns(seat) - spent_ns
        self.bank_ns[seat] = max(0, left_ns)
        return left_ns >= 0
