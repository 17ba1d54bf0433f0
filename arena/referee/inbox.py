"""The messages a bot has sent that nobody has read yet, with their times of arrival."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from arena.referee.timer import Timer

MOST_UNREAD: Final = 2  # a bot that answers what it is asked never has more


@dataclass(frozen=True, slots=True)
class Arrival:
    """A message, or None when the stream ended; the time is the referee's."""

    message: bytes | None
    at_ns: int


class Inbox:
    """A queue for one reader who waits with a deadline, without a task for each wait."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        self._now_ns = now_ns
        self._arrivals: deque[Arrival] = deque()
        self._waiter: asyncio.Future[Arrival | None] | None = None
        self._timer = Timer()
        self.flooded = False

    def put(self, message: bytes | None) -> bool:
        """Take a message in; False if the bot has sent more than anyone asked for, and should be read no further."""
        arrival = Arrival(message, self._now_ns())
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(arrival)
        elif message is None or len(self._arrivals) < MOST_UNREAD:
            self._arrivals.append(arrival)
        else:
            self.flooded = True
        return not self.flooded

    async def get(self, timeout_s: float) -> Arrival | None:
        """The next message, or None if none came in time."""
        if self._arrivals:
            return self._arrivals.popleft()
        self._waiter = asyncio.get_running_loop().create_future()
        self._timer.set(timeout_s, self._give_up)
        try:
            return await self._waiter
        finally:
            self._timer.off()
            self._waiter = None

    def close(self) -> None:
        """Nobody waits any more."""
        self._timer.close()

    def unread(self) -> bool:
        """Whether something came that nobody asked for (the end of the stream does not count)."""
        return self.flooded or any(arrival.message is not None for arrival in self._arrivals)

    def _give_up(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
