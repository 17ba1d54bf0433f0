"""How much time does a seat have? A bank and an increment for each decision, charged in one place."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from arena.units import SECOND_NS

_FORM: Final = re.compile(r"(\d{1,6}(?:\.\d{1,9})?)\+(\d{1,6}(?:\.\d{1,9})?)", re.ASCII)


class TimeControlError(ValueError):
    """A text that is no time control; it says what one looks like."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Thinking time: a bank at the start of each game, and what is added for each decision."""

    bank_ns: int
    increment_ns: int

    @staticmethod
    def parse(text: str) -> "TimeControl":
        """Read a text such as "30+0.5", in seconds."""
        found = _FORM.fullmatch(text)
        if found is None:
            raise TimeControlError(f"time: {text!r} is not BANK+INCREMENT in seconds, such as 30+0.5")
        control = TimeControl(_nanoseconds(found[1]), _nanoseconds(found[2]))
        if control.bank_ns + control.increment_ns == 0:
            raise TimeControlError(f"time: {text!r} leaves no time to think")
        return control

    def __str__(self) -> str:
        return f"{_seconds(self.bank_ns)}+{_seconds(self.increment_ns)}"


class GameClock:
    """The banks of all seats in one game, charged here and nowhere else."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control: Final = control
        self.bank_ns: Final = [control.bank_ns] * seats

    def allowance_ns(self, seat: int) -> int:
        """How long a seat may take for the decision that comes: its bank and the increment."""
        return self.bank_ns[seat] + self.control.increment_ns

    def charge(self, seat: int, spent_ns: int) -> bool:
        """Take the time of one decision off the seat's bank; False if it took too long."""
        left_ns = self.allowance_ns(seat) - spent_ns
        self.bank_ns[seat] = max(0, left_ns)
        return left_ns >= 0

    def stop(self, seat: int) -> None:
        """Leave nothing to a seat whose bot has failed."""
        self.bank_ns[seat] = 0


def _nanoseconds(seconds: str) -> int:
    return int(Decimal(seconds) * SECOND_NS)


def _seconds(nanoseconds: int) -> str:
    whole, rest = divmod(nanoseconds, SECOND_NS)
    return f"{whole}.{rest:09}".rstrip("0").rstrip(".") if rest else str(whole)
