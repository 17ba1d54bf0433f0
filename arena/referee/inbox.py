"""What has a bot sent and nobody read yet? Messages with the moment of their arrival."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

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
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[Arrival | None] = loop.create_future()
        self._waiter = waiter
        alarm = loop.call_later(timeout_s, _ring, waiter)
        try:
            return await waiter
        finally:
            alarm.cancel()
            self._waiter = None

    def unread(self) -> bool:
        """Whether something came that nobody asked for (the end of the stream does not count)."""
        return self.flooded or any(arrival.message is not None for arrival in self._arrivals)


def _ring(waiter: "asyncio.Future[Arrival | None]") -> None:
    if not waiter.done():
        waiter.set_result(None)
