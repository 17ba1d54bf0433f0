"""How is a seat asked? Its clock starts when the question is sent and stops when the answer arrives."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from google.protobuf.message import DecodeError

from arena.proto import arena_pb2 as pb
from arena.record import Termination
from arena.referee.fault import Fault
from arena.referee.seat_server import MOST_BYTES, SeatServer, Stream, StreamRefused
from arena.units import SECOND_NS
from arena.wire import WireError, read_from_bot

SEND_S: Final = 5.0  # for messages that no clock counts
# Who has lost its stream is usually on its way out. An exit takes an interpreter some 40 ms of processor time, which is
# seconds on a busy host, so it may take longer while it is seen to be at work. No seat's clock runs meanwhile.
IDLE_S: Final = 3.0
GONE_S: Final = 20.0
LOOK_S: Final = 0.05
AT_WORK_NS: Final = 2_000_000  # a process that only sleeps wakes up for less


class Body(Protocol):
    """The process behind a seat, as far as the referee cares; the sandbox has the real one."""

    def freeze(self) -> bool:
        """Stop it; False if it goes on working all the same, and that is its own doing."""

    def thaw(self) -> None:
        """Let it run."""

    def cpu_ns(self) -> int:
        """Processor time that it has used."""

    def memory_exceeded(self) -> bool:
        """Whether it asked for more memory than it may have."""

    def exited(self) -> bool:
        """Whether it is gone."""

    def last_words(self) -> str:
        """The end of what it wrote to stderr, in one printable line."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer in time, and what it cost."""

    answer: pb.Answer
    wall_ns: int
    cpu_ns: int


@dataclass(frozen=True, slots=True)
class Failure:
    """No answer, and what that cost."""

    fault: Fault
    wall_ns: int
    cpu_ns: int


class EmptySeat:
    """A seat whose bot did not get as far as the table."""

    async def tell(self, message: bytes) -> None:
        """Nobody listens."""

    async def ask(self, question: bytes, id: int, allowance_ns: int) -> Reply | Failure:  # noqa: ARG002 - a seat like any other
        """Nobody answers."""
        return Failure(Fault(Termination.CRASH, "It was not there."), 0, 0)

    def unasked(self) -> Fault | None:
        """Nobody speaks."""
        return None


class BotSeat:
    """A seat with a bot at the other end of a stream."""

    def __init__(self, server: SeatServer, body: Body, now_ns: Callable[[], int], ponder: bool) -> None:
        self._server = server
        self._body = body
        self._now_ns = now_ns
        self._ponder = ponder
        self._stream: Stream | None = None
        self._restless = False
        self._cpu_ns = 0  # as of the last answer

    async def start(self, welcome: bytes, timeout_s: float) -> Fault | None:
        """Wait for the bot to say hello, and welcome it."""
        entered = await self._enter(timeout_s)
        if isinstance(entered, Stream):
            self._stream = entered
            if await entered.send(welcome, SEND_S):
                self._rest()
                self._cpu_since()
                return self.unasked()
            return await self._broken("after it said hello")
        if isinstance(entered, StreamRefused):
            return Fault(Termination.PROTOCOL, f"At the start: {entered.sentence}.")
        if self._body.memory_exceeded() or self._body.exited():
            return self._gone("before it said hello")
        return Fault(Termination.STALLED_START, f"It did not say hello within {timeout_s:g} s.")

    async def _enter(self, timeout_s: float) -> Stream | StreamRefused | None:
        """The stream, as soon as it is there or the process is seen to be gone."""
        deadline = asyncio.get_running_loop().time() + timeout_s
        while True:
            left = deadline - asyncio.get_running_loop().time()
            entered = await self._server.entered(max(0.0, min(left, 0.05)))
            if entered is not None or left <= 0 or self._body.exited():
                return entered

    async def tell(self, message: bytes) -> None:
        """Send what needs no answer; a bot that does not take it is found out at its next question."""
        if self._stream is not None:
            self._wake()
            await self._stream.send(message, SEND_S)
            self._rest()

    async def dismiss(self, message: bytes) -> None:
        """Send the last message, and leave the bot running so that it can go."""
        if self._stream is not None:
            self._wake()
            await self._stream.send(message, SEND_S)

    async def ask(self, question: bytes, id: int, allowance_ns: int) -> Reply | Failure:
        """Put a question and wait for its answer as long as the clock allows."""
        stream = self._stream
        if stream is None:
            return Failure(self._gone("before it was asked"), 0, 0)
        # Ids can be guessed: an answer that was there before its question is none.
        unasked = self.unasked()
        if unasked is not None:
            return Failure(unasked, 0, 0)
        self._wake()
        started_ns = self._now_ns()
        answered_ns = started_ns
        fault: Fault | None = None
        message: bytes | None = None
        if not await stream.send(question, allowance_ns / SECOND_NS):
            answered_ns = self._now_ns()
            gone = stream.finished.is_set()
            fault = await self._broken("when it was asked") if gone else self._not_taken(allowance_ns)
        else:
            left_s = (started_ns + allowance_ns - self._now_ns()) / SECOND_NS
            arrival = await stream.inbox.get(max(0.0, left_s))
            answered_ns = self._now_ns() if arrival is None else max(started_ns, arrival.at_ns)
            if arrival is None:
                fault = self._late(allowance_ns)
            elif arrival.message is None:
                fault = await self._broken("while it was asked")
            else:
                message = arrival.message
        self._rest()
        cost = answered_ns - started_ns, self._cpu_since()
        if message is not None:
            misdeed = self._misdeed("while it was asked")
            if misdeed is not None:
                return Failure(misdeed, *cost)
            read = read_answer(message, id)
            if isinstance(read, pb.Answer):
                return Reply(read, *cost)
            fault = read
        assert fault is not None
        return Failure(fault, *cost)

    def unasked(self) -> Fault | None:
        """A fault if the bot has done or sent something that nobody asked for."""
        if self._stream is not None and self._stream.inbox.unread():
            return Fault(Termination.PROTOCOL, "It sent a message that nobody had asked for.")
        return self._misdeed("while it was not asked")

    def _cpu_since(self) -> int:
        """Processor time since this was last asked for: a bot that ponders works for its next answer meanwhile."""
        before_ns = self._cpu_ns
        self._cpu_ns = self._body.cpu_ns()
        return max(0, self._cpu_ns - before_ns)

    def _misdeed(self, when: str) -> Fault | None:
        """What is no matter of messages: memory, also a child's that was killed, and work out of turn."""
        if self._body.memory_exceeded():
            return Fault(Termination.MEMORY, f"It used more memory than it may, {when}.")
        if self._restless:
            return Fault(
                Termination.PROTOCOL,
                "It went on working when it was to stand still: it starts processes faster than they can be stopped.",
            )
        return None

    def _wake(self) -> None:
        if not self._ponder:
            self._body.thaw()

    def _rest(self) -> None:
        if not self._ponder and not self._body.freeze():
            self._restless = True

    def _not_taken(self, allowance_ns: int) -> Fault:
        if self._body.exited() or self._body.memory_exceeded():
            return self._gone("when it was asked")
        return Fault(
            Termination.TIMEOUT,
            f"It did not read the question within the {allowance_ns / SECOND_NS:.3f} s that it had.",
        )

    def _late(self, allowance_ns: int) -> Fault:
        if self._body.memory_exceeded():
            return self._gone("while it was asked")
        return Fault(
            Termination.TIMEOUT,
            f"No answer came within the {allowance_ns / SECOND_NS:.3f} s that it had left.",
        )

    async def _broken(self, when: str) -> Fault:
        """The stream ended: see whether the process does too."""
        now_s = asyncio.get_running_loop().time
        until_s = now_s() + GONE_S
        worked_s, cpu_ns = now_s(), self._body.cpu_ns()
        while not self._body.exited() and now_s() < min(until_s, worked_s + IDLE_S):
            await asyncio.sleep(LOOK_S)
            if self._body.cpu_ns() - cpu_ns >= AT_WORK_NS:
                worked_s, cpu_ns = now_s(), self._body.cpu_ns()
        return self._gone(when)

    def _gone(self, when: str) -> Fault:
        if self._body.memory_exceeded():
            return Fault(Termination.MEMORY, f"It used more memory than it may, {when}.")
        words = self._body.last_words()
        tail = f" Its last words on stderr: {words}" if words else ""
        if self._body.exited():
            return Fault(Termination.CRASH, f"Its process ended {when}.{tail}")
        return Fault(
            Termination.DISCONNECTED,
            f"Its stream ended {when}, but its process went on: it closed it, or sent more than {MOST_BYTES} bytes in one message.{tail}",
        )


def read_answer(message: bytes, id: int) -> pb.Answer | Fault:
    """The answer to question `id`, or what is wrong with the message."""
    try:
        said = read_from_bot(pb.FromBot.FromString(message))
    except DecodeError:
        return Fault(
            Termination.PROTOCOL,
            f"Decision {id} was answered with bytes that are no message of the protocol.",
        )
    except WireError as error:
        return Fault(
            Termination.PROTOCOL, f"Decision {id} was answered with a message that is refused: {error}."
        )
    if not isinstance(said, pb.Answer):
        return Fault(Termination.PROTOCOL, f"Decision {id} was answered with a second Hello.")
    if said.id != id:
        return Fault(
            Termination.PROTOCOL, f"Decision {id} was asked, and an answer to decision {said.id} came."
        )
    return said
