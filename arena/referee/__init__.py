"""The referee: it owns the truth of one game.

The referee holds the state, asks each seat over its own gRPC stream, charges clocks and turns whatever a bot does into exactly one
termination. It never starts a process (that is the sandbox's) and never chooses who plays (that is the match's).
"""

from arena.referee.fault import LAST_WORDS, TOO_BUSY, Fault, HostFailure, HostTooBusy
from arena.referee.game import GamePlan, GameReferee, GameResult, Seat
from arena.referee.judge import DecisionRequest
from arena.referee.loop import no_threads_left, run_to_end
from arena.referee.report import Circumstances, record_of
from arena.referee.seat import BotSeat, EmptySeat, Failure, Reply
from arena.referee.seat_server import SeatServer

__all__ = [
    "LAST_WORDS",
    "TOO_BUSY",
    "BotSeat",
    "Circumstances",
    "DecisionRequest",
    "EmptySeat",
    "Failure",
    "Fault",
    "GamePlan",
    "GameReferee",
    "GameResult",
    "HostFailure",
    "HostTooBusy",
    "Reply",
    "Seat",
    "SeatServer",
    "no_threads_left",
    "record_of",
    "run_to_end",
]
