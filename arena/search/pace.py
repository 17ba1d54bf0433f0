"""How long may a decision take? A share of the clock, with a reserve for a busy machine."""

from typing import Final

RESERVE_NS: Final = 40_000_000  # kept back from the last of the time in any case,
PART: Final = 4  # and a quarter of the time that the game began with,
MOST_NS: Final = (
    2_000_000_000  # but no more than this: a bot that does not run for so long can do nothing about it,
)
SAFETY: Final = 3  # and three times the longest delay in mind,
FADING: Final = 4  # of which a quarter is forgotten with each decision: a stall passes, a load stays


class Pace:
    """The time of one seat in one game."""

    def __init__(self, move_ns: int) -> None:
        self._move_ns: Final = move_ns  # what a decision should take; 0: what the clock allows
        self._slowest_ns = 0  # the longest that a decision went on after it should have stopped, fading
        self._stop_ns = 0
        self._asked_ns = 0
        self._took_ns = 0
        self._first_ns = -1  # bank and increment before the first decision
        self._full_ns = -1  # and before the last one

    def stop_ns(self, asked_ns: int, bank_ns: int, increment_ns: int, fair_ns: int) -> int:
        """When to stop thinking about a decision that came at `asked_ns`, which may be at once; `fair_ns` is its share of the time."""
        if self._full_ns >= 0:
            charged_ns = self._full_ns - bank_ns
            self._slowest_ns = max(self._slowest_ns, charged_ns - self._took_ns)
        self._full_ns = bank_ns + increment_ns
        if self._first_ns < 0:
            self._first_ns = self._full_ns
        kept_ns = max(RESERVE_NS, min(self._first_ns // PART, MOST_NS)) + SAFETY * self._slowest_ns
        wanted_ns = self._move_ns or fair_ns - self._slowest_ns
        budget_ns = max(min(wanted_ns, self._full_ns - kept_ns), 0)
        self._asked_ns = asked_ns
        self._stop_ns = asked_ns + budget_ns
        return self._stop_ns

    def answered(self, now_ns: int) -> None:
        """The decision has been made."""
        self._took_ns = now_ns - self._asked_ns
        faded_ns = self._slowest_ns - self._slowest_ns // FADING
        self._slowest_ns = max(faded_ns, now_ns - self._stop_ns)
