"""What is a finished game? Its rules, seed, seats, timed decisions and result."""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from importlib import import_module
from typing import Final

from arena.record.clock import TimeSpent

RECORD_VERSION: Final = (
    3  # 2 has no info and no disk_ns; 1 has no stolen time either: what passed was charged
)


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


_FAULTS: Final = frozenset(Termination) - {Termination.NORMAL, Termination.VOID}

IDS_A_GAME: Final = 1_000_000  # the requests of game n of a match have the ids after n times this


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat: which bot sat there, and how the game ended for it."""

    bot: str  # its name
    version: str  # hash of its content
    termination: str  # a Termination, unless the record was damaged
    sentence: str  # for the bot's author, what went wrong; "" if nothing did
    wall_ns: int = 0  # of the request that it failed, as for a decision; 0 if it was not asked
    cpu_ns: int = 0
    stolen_ns: int = 0
    charged_ns: int = 0
    disk_ns: int = 0

    @property
    def failed(self) -> bool:
        """Whether its bot failed."""
        return is_fault(self.termination)


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """One decision and what was answered."""

    seat: int
    action: str  # canonical text
    wall_ns: int  # from the question to the answer
    cpu_ns: int  # processor time of the bot meanwhile
    stolen_ns: int  # what the host took meanwhile; 0 where it is not measured
    charged_ns: int  # taken off the clock
    house: bool  # played for a seat whose bot had failed
    id: int  # of the request, unique in the match; the house answers the one a bot failed at, then none (0)
    info: str = ""  # what the bot told of it (bot_info.py); "" if nothing
    disk_ns: int = 0  # what the bot waited for a disk meanwhile, which is charged; 0 where it is not measured

    @property
    def spent(self) -> TimeSpent:
        """What it took."""
        return TimeSpent(self.wall_ns, self.cpu_ns, self.stolen_ns, self.disk_ns)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. With `rules`, `seed` and `decisions` it can be played again; everything else can be checked against that."""

    match: str
    game: int  # number in the match, from 1
    set: int  # number of the set that it belongs to, from 1; with duplicates its games share a deal
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
    record_version: int = RECORD_VERSION
    seal: bytes = b""  # of all the fields above (digests.py)

    def _repr_html_(self) -> str:
        """What a notebook shows of it: the board, which a layer above draws and which is asked for by its name."""
        shown: str = import_module("arena.drawing").notebook_html(self)
        return shown


def is_fault(termination: str) -> bool:
    """Whether a game ended for a seat by a fault of its bot; when the host breaks it, no bot has failed."""
    return termination in _FAULTS


def commitment_of(seed: bytes, salt: bytes) -> bytes:
    """What is told before a game, so that nobody can choose the seed afterwards."""
    return sha256(seed + salt).digest()


def ranks_after(scores: tuple[int, ...], terminations: tuple[str, ...]) -> tuple[int, ...]:
    """Ranks by seat: by points, equals sharing a rank (10.3); seats whose bot failed share the last one."""
    good = [points for points, how in zip(scores, terminations, strict=True) if not is_fault(how)]
    return tuple(
        [
            len(good) + 1 if is_fault(how) else 1 + sum(other > points for other in good)
            for points, how in zip(scores, terminations, strict=True)
        ]
    )
