"""How many connections may one address hold, and how long may it take over them? Limits beneath the application.

An application sees a request when its head is complete, so who sends half of one is out of its sight. uvicorn lets its
connections be replaced by a class of their own, which is where these limits are.
"""

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from arena.web.guard import network_of

HEAD_S: Final = 10.0  # from the first byte of a request, or from connecting, to the end of its head
STUCK_S: Final = 60.0  # without the other side taking a byte of the answer

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Connections:
    """The connections of all addresses; a trusted proxy stands for many people and has no limit."""

    def __init__(self, an_address: int, trusted: Sequence[Network] = ()) -> None:
        self._an_address = an_address
        self._trusted = trusted
        self._held: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Count a connection; whether its address may have it."""
        key = network_of(address)
        self._held[key] += 1
        return self._held[key] <= self._an_address or self._is_trusted(address)

    def give_back(self, address: str) -> None:
        """A connection has ended."""
        key = network_of(address)
        self._held[key] -= 1
        if self._held[key] <= 0:
            del self._held[key]

    def _is_trusted(self, address: str) -> bool:
        try:
            return any(ipaddress.ip_address(address) in network for network in self._trusted)
        except ValueError:
            return False


def limited_protocol(connections: Connections) -> type[H11Protocol]:
    """The class of uvicorn's connections, with these limits."""

    class Limited(LimitedProtocol):
        """A connection to one server."""

        all_connections = connections

    return Limited


class LimitedProtocol(H11Protocol):
    """A connection that is refused, or ended, when its address has too many or it takes too long."""

    all_connections: ClassVar[Connections]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Begin, or say why not."""
        super().connection_made(transport)
        self._head = _Timer(HEAD_S, self._end_late)
        self._stuck = _Timer(STUCK_S, transport.abort)
        if self.all_connections.take(self._address):
            self._head.begin()
        else:
            self._end(
                "429 Too Many Requests", "Your address has too many connections open. Close some first."
            )

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._head.cancel()
        self._stuck.cancel()
        self.all_connections.give_back(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came; the time of a request's head begins with its first byte and does not begin again."""
        if not self._is_answering():
            self._head.begin()
        super().data_received(data)
        if self._is_answering():
            self._head.cancel()

    def pause_writing(self) -> None:
        """The other side takes nothing for now."""
        super().pause_writing()
        self._stuck.begin()

    def resume_writing(self) -> None:
        """It takes something."""
        super().resume_writing()
        self._stuck.cancel()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _is_answering(self) -> bool:
        cycle = getattr(self, "cycle", None)  # which uvicorn says is always there, and is not
        return cycle is not None and not cycle.response_complete

    def _end_late(self) -> None:
        self._end("408 Request Timeout", "The request took too long to arrive.")

    def _end(self, status: str, sentence: str) -> None:
        if self.transport.is_closing():
            return
        head = "Content-Type: text/plain; charset=utf-8\r\nRetry-After: 10\r\nConnection: close"
        text = f"HTTP/1.1 {status}\r\n{head}\r\nContent-Length: {len(sentence) + 1}\r\n\r\n{sentence}\n"
        self.transport.write(text.encode())
        self.transport.close()


class _Timer:
    """Does something after a while, unless it is cancelled; to begin it again does not give it more time."""

    def __init__(self, seconds: float, then: Callable[[], None]) -> None:
        self._seconds = seconds
        self._then = then
        self._handle: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        if self._handle is None:
            self._handle = asyncio.get_running_loop().call_later(self._seconds, self._then)

    def cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
