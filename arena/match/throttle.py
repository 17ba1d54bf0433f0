"""How many games are played side by side? Fewer while the host is busy with other things."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from arena.match.host_load import HostLoad, HostWatch, what_it_does
from arena.record import GameRecord
from arena.referee import TOO_BUSY

# What the host took of the time in which bots were asked, in the latest games.
TOO_MUCH: Final = 0.25
LITTLE: Final = 0.05
LATEST_GAMES: Final = 8
LEAST_NS: Final = 200_000_000  # of thinking, before a share is worth anything
QUIET_S: Final = 60.0  # between two lines about the same


class Throttle:
    """Says that the host is busy, and halves the number of games at once until it is not."""

    def __init__(
        self, jobs: int, tier: int, say: Callable[[str], None], look: Callable[[], HostLoad] | None = None
    ) -> None:
        self._most = jobs
        self._tier = tier
        self._say = say
        self._look = look or HostWatch().look
        self._latest: deque[tuple[int, int]] = deque(maxlen=LATEST_GAMES)
        self._said_s = -QUIET_S
        self.games_at_once = jobs

    def before(self) -> None:
        """Look at the host before the first game; afterwards our own games are a load too."""
        load = self._look()
        if load.busy:
            self._fewer(f"{load}")

    def after(self, record: GameRecord) -> None:
        """See what the host took from the bots of a game."""
        if record.void and not record.void_reason.startswith(TOO_BUSY):
            return
        made = [one for one in record.decisions if not one.house]
        self._latest.append((sum(one.stolen_ns for one in made), sum(one.wall_ns for one in made)))
        taken_ns, asked_ns = (sum(column) for column in zip(*self._latest, strict=True))
        share = 1.0 if record.void else taken_ns / max(asked_ns, LEAST_NS)
        if share > TOO_MUCH:
            self._fewer(f"it took {share:.0%} of the bots' time in the latest games")
            self._latest.clear()
        elif share < LITTLE and len(self._latest) == LATEST_GAMES and self.games_at_once < self._most:
            self.games_at_once += 1
            self._latest.clear()

    def _fewer(self, what: str) -> None:
        before, self.games_at_once = self.games_at_once, max(1, self.games_at_once // 2)
        if self.games_at_once == before and time.monotonic() - self._said_s < QUIET_S:
            return
        self._said_s = time.monotonic()
        fewer = f"; {self.games_at_once} at once instead of {before}" if self.games_at_once < before else ""
        self._say(f"the host is busy ({what}): {what_it_does(self._tier)}{fewer}")
