"""How much time does a seat have? A bank and an increment for each decision, charged by one function."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from arena.units import SECOND_NS

# Most of what the host takes from a seat that is not charged: in one decision, and in one game unless its bank is larger.
DECISION_REFUND_NS: Final = 10 * SECOND_NS
GAME_REFUND_NS: Final = 30 * SECOND_NS
_HOST_SHARE: Final = (
    0.8  # of the time in which a bot was asked, taken by the host: no bot could have answered
)

_WORTH_TELLING_NS: Final = 10_000_000

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


@dataclass(frozen=True, slots=True)
class TimeSpent:
    """What one decision took, measured four ways."""

    wall_ns: int  # from the question to the answer
    cpu_ns: int  # processor time of the bot, all its processes and processors together
    stolen_ns: (
        int  # what others took of its processors, and how late the referee was; 0 where that is not measured
    )
    disk_ns: int = (
        0  # what it waited for a disk, which a bot can bring about: charged, and told if it is late
    )

    def __str__(self) -> str:
        wall, cpu, stolen, disk = (
            f"{ns / SECOND_NS:.3f} s" for ns in (self.wall_ns, self.cpu_ns, self.stolen_ns, self.disk_ns)
        )
        waited = (
            f"; it waited {disk} for a disk, which is charged" if self.disk_ns >= _WORTH_TELLING_NS else ""
        )
        return f"{wall} passed, in which it used {cpu} of processor time and the host took {stolen}{waited}"


NOTHING_SPENT: Final = TimeSpent(0, 0, 0)  # of a seat that was not asked


@dataclass(frozen=True, slots=True)
class Allowance:
    """How long a seat may take for one decision, and how much of what the host takes is not charged."""

    time_ns: int
    refund_ns: int = DECISION_REFUND_NS

    def charged_ns(self, spent: TimeSpent) -> int:
        """The time of a decision that was the seat's own: never less than the processor time that it used."""
        own_ns = spent.wall_ns - min(spent.stolen_ns, self.refund_ns)
        return max(min(spent.wall_ns, spent.cpu_ns), own_ns)

    def exceeded_by_host(self, spent: TimeSpent) -> bool:
        """Whether it is the bound on refunds that makes a decision too late, and the host took nearly all of its time."""
        own_ns = max(min(spent.wall_ns, spent.cpu_ns), spent.wall_ns - spent.stolen_ns)
        return own_ns < self.time_ns and spent.stolen_ns > _HOST_SHARE * spent.wall_ns


class GameClock:
    """The banks of all seats in one game, charged here and nowhere else."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control: Final = control
        self.bank_ns: Final = [control.bank_ns] * seats
        self._refund_ns = [max(GAME_REFUND_NS, control.bank_ns)] * seats

    def allowance(self, seat: int) -> Allowance:
        """How long a seat may take for the decision that comes: its bank and the increment."""
        time_ns = self.bank_ns[seat] + self.control.increment_ns
        return Allowance(time_ns, min(DECISION_REFUND_NS, self._refund_ns[seat]))

    def charge(self, seat: int, spent: TimeSpent) -> int:
        """Take one decision off the seat's bank; the time charged, which is more than the allowance if it took too long."""
        allowance = self.allowance(seat)
        charged_ns = allowance.charged_ns(spent)
        self._refund_ns[seat] -= spent.wall_ns - charged_ns
        self.bank_ns[seat] = max(0, allowance.time_ns - charged_ns)
        return charged_ns

    def stop(self, seat: int) -> None:
        """Leave nothing to a seat whose bot has failed."""
        self.bank_ns[seat] = 0


def _nanoseconds(seconds: str) -> int:
    return int(Decimal(seconds) * SECOND_NS)


def _seconds(nanoseconds: int) -> str:
    whole, rest = divmod(nanoseconds, SECOND_NS)
    return f"{whole}.{rest:09}".rstrip("0").rstrip(".") if rest else str(whole)
