"""What is a finished game? Its rules, seed, seats, timed decisions and result."""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Final


class Termination(StrEnum):
    """How a game ended for a seat."""

    NORMAL = "normal"
    ILLEGAL_ACTION = "illegal action"
    TIMEOUT = "timeout"
    CRASH = "crash"
    STALLED_START = "stalled start"
    PROTOCOL = "protocol"
    MEMORY = "memory"
    DISCONNECTED = "disconnected"
    VOID = "void"  # the host broke the game


FAULTS: Final = frozenset(Termination) - {
    Termination.NORMAL,
    Termination.VOID,
}  # those that are the bot's own


IDS_A_GAME: Final = 1_000_000  # the requests of game n of a match have the ids after n times this


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat: which bot sat there, and how the game ended for it."""

    bot: str  # its name
    version: str  # hash of its content
    termination: str  # a Termination, unless the record was damaged
    sentence: str  # for the bot's author, what went wrong; "" if nothing did

    @property
    def failed(self) -> bool:
        """Whether its bot failed; when the host breaks a game, no bot has."""
        return self.termination in FAULTS


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """One decision and what was answered."""

    seat: int
    action: str  # canonical text
    wall_ns: int  # charged to the clock
    cpu_ns: int  # used since the answer before; a bot that ponders uses some of it out of turn
    house: bool  # played for a seat whose bot had failed
    id: int  # of the request, unique in the match; the house answers the one a bot failed at, then none (0)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. With `rules`, `seed` and `decisions` it can be played again; everything else can be checked against that."""

    match: str
    game: int  # number in the match, from 1
    set: int  # number of the set of games with the same deal, from 1
    rules: str  # canonical text
    rules_version: str
    generator: str
    seed: bytes
    salt: bytes
    commitment: bytes  # what the bots were told before the game
    time_control: str
    limits: str
    tier: int  # how well the bots were shut in
    started_ns: int  # wall clock, since 1970
    seats: tuple[SeatRecord, ...]
    decisions: tuple[DecisionRecord, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    void: bool  # the host broke the game: it does not count
    void_reason: str
    events_digest: bytes  # of everything that happened (playback.py)
    seal: bytes = b""  # of all the fields above (digests.py)


def commitment_of(seed: bytes, salt: bytes) -> bytes:
    """What is told before a game, so that nobody can choose the seed afterwards."""
    return sha256(seed + salt).digest()


def ranks_after(scores: tuple[int, ...], terminations: tuple[str, ...]) -> tuple[int, ...]:
    """Ranks by seat: by points, equals sharing a rank (10.3); seats whose bot failed share the last one."""
    good = [points for points, how in zip(scores, terminations, strict=True) if how not in FAULTS]
    return tuple(
        [
            len(good) + 1 if how in FAULTS else 1 + sum(other > points for other in good)
            for points, how in zip(scores, terminations, strict=True)
        ]
    )
