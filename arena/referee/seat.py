"""How is a seat asked? Its clock starts when the question is sent and stops when the answer arrives."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from google.protobuf.message import DecodeError

from arena.proto import arena_pb2 as pb
from arena.record import NOTHING_SPENT, Allowance, Termination, TimeSpent
from arena.referee.fault import LAST_WORDS, Fault, HostTooBusy
from arena.referee.seat_server import GRACE_S, MOST_BYTES, SeatServer, Stream, StreamRefused
from arena.referee.stopwatch import Stopwatch
from arena.units import SECOND_NS
from arena.wire import WireError, read_from_bot

SEND_S: Final = 5.0  # for messages that no clock counts
# Who has lost its stream is usually on its way out. An exit takes an interpreter some 40 ms of processor time, which is
# seconds on a busy host, so it may take longer while it is seen to be at work. No seat's clock runs meanwhile.
IDLE_S: Final = 3.0
GONE_S: Final = 20.0
LOOK_S: Final = 0.05
CUT: Final = "It opened one stream after another beside its own, and was hung up on."
LEAST_WAIT_S: Final = 0.001  # between two looks at what the host took
AT_WORK_NS: Final = 2_000_000  # a process that only sleeps wakes up for less


class Body(Protocol):
    """The process behind a seat, as far as the referee cares; the sandbox has the real one."""

    async def freeze(self) -> str | None:
        """Stop it; None, or a sentence if it does not stand still and that is its own doing."""

    async def thaw(self) -> str | None:
        """Let it run; None, or a sentence if it did not stand still until now, and that is its own doing."""

    def cpu_ns(self) -> int:
        """Processor time that it has used."""

    def stolen_ns(self) -> int | None:
        """What others took of its processors so far; None where that is not measured."""

    def disk_ns(self) -> int:
        """What it waited for a disk so far; 0 where that is not measured."""

    @property
    def guessed(self) -> bool:
        """Whether what others took is only guessed from what they used."""

    @property
    def weighted(self) -> bool:
        """Whether it goes before the other programs of its host."""

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
    spent: TimeSpent


@dataclass(frozen=True, slots=True)
class Failure:
    """No answer, and what that cost."""

    fault: Fault
    spent: TimeSpent = NOTHING_SPENT


class EmptySeat:
    """A seat whose bot did not get as far as the table."""

    async def tell(self, message: bytes) -> None:
        """Nobody listens."""

    async def ask(self, question: bytes, id: int, allowance: Allowance) -> Reply | Failure:  # noqa: ARG002 - a seat like any other
        """Nobody answers."""
        return Failure(Fault(Termination.CRASH, "It was not there."))

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
        self._disobeyed: str | None = None
        self._stopwatch = Stopwatch(body, now_ns)

    async def start(self, welcome: bytes, timeout_s: float) -> Fault | None:
        """Wait for the bot to say hello, and welcome it."""
        allowance = Allowance(int(timeout_s * SECOND_NS))
        self._stopwatch.look()
        self._stopwatch.start()
        entered = await self._enter(allowance)
        if isinstance(entered, Stream):
            self._stream = entered
            if await entered.send(welcome, SEND_S):
                await self._rest()
                return self.unasked()
            return await self._broken("after it said hello")
        if isinstance(entered, StreamRefused):
            return Fault(Termination.PROTOCOL, f"At the start: {entered.sentence}.")
        if self._body.memory_exceeded() or self._body.exited():
            return self._gone("before it said hello")
        spent = self._stopwatch.last
        self._refuse_too_busy(allowance)
        return Fault(
            Termination.STALLED_START, f"It did not say hello within {timeout_s:g} s: {self._account(spent)}."
        )

    async def _enter(self, allowance: Allowance) -> Stream | StreamRefused | None:
        """The stream, as soon as it is there or the process is seen to be gone."""
        while True:
            left_s = (allowance.time_ns - self._stopwatch.wall_ns()) / SECOND_NS
            if left_s <= 0:
                left_s = self._more_s(allowance)
            entered = await self._server.entered(max(0.0, min(left_s, LOOK_S)))
            if entered is not None or left_s <= 0 or self._body.exited():
                return entered

    async def tell(self, message: bytes) -> None:
        """Send what needs no answer; a bot that does not take it is found out at its next question."""
        if self._stream is not None and self._disobeyed is None:
            await self._wake()
            await self._stream.send(message, SEND_S)
            await self._rest()

    async def dismiss(self, message: bytes) -> None:
        """Send the last message, and leave the bot running so that it can go."""
        if self._stream is not None and self._disobeyed is None:
            await self._wake()
            await self._stream.send(message, SEND_S)

    async def ask(self, question: bytes, id: int, allowance: Allowance) -> Reply | Failure:
        """Put a question and wait for its answer as long as the clock allows. HostTooBusy if the host let no bot answer."""
        stream = self._stream
        if stream is None:
            return Failure(self._gone("before it was asked"))
        # Ids can be guessed: an answer that was there before its question is none.
        unasked = self.unasked()
        if unasked is not None:
            return Failure(unasked)
        self._stopwatch.look()
        await self._wake()
        self._stopwatch.start()
        answer, spent = await self._answered(stream, question, allowance)
        await self._rest()
        if isinstance(answer, Fault):
            return Failure(answer, spent)
        misdeed = self._misdeed("while it was asked")
        if misdeed is not None:
            return Failure(misdeed, spent)
        read = read_answer(answer, id)
        return Reply(read, spent) if isinstance(read, pb.Answer) else Failure(read, spent)

    async def _answered(
        self, stream: Stream, question: bytes, allowance: Allowance
    ) -> tuple[bytes | Fault, TimeSpent]:
        """The answer or why there is none, and what it took; looked at before the bot is stopped, which can take long."""
        watch = self._stopwatch
        if not await stream.send(question, allowance.time_ns / SECOND_NS, lambda: self._more_s(allowance)):
            if stream.finished.is_set():
                spent = watch.spent()
                return await self._broken("when it was asked"), spent
            return self._not_taken(allowance, watch.last), watch.last
        left_s = max(0.0, (allowance.time_ns - watch.wall_ns()) / SECOND_NS)
        while (arrival := await stream.inbox.get(left_s)) is None:
            left_s = self._more_s(allowance)
            if left_s == 0:
                late = watch.last
                if (arrival := await stream.inbox.get(GRACE_S)) is None:
                    return self._late(allowance, late), late
                break
        spent = watch.spent(arrival.at_ns)
        if arrival.message is None:
            return await self._broken("while it was asked"), spent
        return arrival.message, spent

    def _more_s(self, allowance: Allowance) -> float:
        """How long it may take yet, when the time is over on the wall; 0 if nothing of that was the host's."""
        left_ns = allowance.time_ns - allowance.charged_ns(self._stopwatch.spent())
        return max(left_ns / SECOND_NS, LEAST_WAIT_S) if left_ns > 0 else 0.0

    def unasked(self) -> Fault | None:
        """A fault if the bot has done or sent something that nobody asked for."""
        if self._server.cut:
            return Fault(Termination.PROTOCOL, CUT)
        if self._stream is not None and self._stream.inbox.unread():
            return Fault(Termination.PROTOCOL, "It sent a message that nobody had asked for.")
        return self._misdeed("while it was not asked")

    def _misdeed(self, when: str) -> Fault | None:
        """What is no matter of messages: memory, also a child's that was killed, and work out of turn."""
        if self._body.memory_exceeded():
            return Fault(Termination.MEMORY, f"It used more memory than it may, {when}.")
        return None if self._disobeyed is None else Fault(Termination.PROTOCOL, self._disobeyed)

    async def _wake(self) -> None:
        if not self._ponder:
            self._disobeyed = await self._body.thaw() or self._disobeyed

    async def _rest(self) -> None:
        if not self._ponder:
            self._disobeyed = await self._body.freeze() or self._disobeyed

    def _not_taken(self, allowance: Allowance, spent: TimeSpent) -> Fault:
        if self._body.exited() or self._body.memory_exceeded():
            return self._gone("when it was asked")
        return self._too_late("It did not read the question", allowance, spent)

    def _late(self, allowance: Allowance, spent: TimeSpent) -> Fault:
        if self._body.memory_exceeded():
            return self._gone("while it was asked")
        return self._too_late("No answer came", allowance, spent)

    def _too_late(self, what: str, allowance: Allowance, spent: TimeSpent) -> Fault:
        self._refuse_too_busy(allowance)
        return Fault(
            Termination.TIMEOUT,
            f"{what} within the {allowance.time_ns / SECOND_NS:.3f} s that it had left: {self._account(spent)}.",
        )

    def _refuse_too_busy(self, allowance: Allowance) -> None:
        """Who goes before all other programs cannot bring this about; whoever has no such right might."""
        taken = self._stopwatch.last_taken
        if self._body.weighted and not self._body.guessed and allowance.exceeded_by_host(taken):
            raise HostTooBusy(taken)

    def _account(self, spent: TimeSpent) -> str:
        if self._body.stolen_ns() is None:
            return f"{spent}; what the host took is not measured here"
        return f"{spent}"

    async def _broken(self, when: str) -> Fault:
        """The stream ended: see whether the process does too."""
        if self._server.cut:
            return Fault(Termination.PROTOCOL, CUT)
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
        tail = f"{LAST_WORDS}{words}" if words else ""
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
