"""Records: a finished game as a value that holds everything about it and can be replayed and checked.

Nothing here reads a file or a clock. A record is never believed: what follows from rules, seed and decisions is played again
and compared, and what does not is protected by a seal against damage.
"""

from arena.record.bot_info import BotInfo
from arena.record.clock import (
    NOTHING_SPENT,
    Allowance,
    GameClock,
    TimeControl,
    TimeControlError,
    TimeSpent,
)
from arena.record.digests import broken_fields, sealed, to_plain
from arena.record.game import (
    IDS_A_GAME,
    RECORD_VERSION,
    DecisionRecord,
    GameRecord,
    SeatRecord,
    Termination,
    commitment_of,
    is_fault,
    ranks_after,
)
from arena.record.playback import ReplayError, carry_out, events_digest, replay, start
from arena.record.verification import Problem, verify

__all__ = [
    "IDS_A_GAME",
    "NOTHING_SPENT",
    "RECORD_VERSION",
    "Allowance",
    "BotInfo",
    "DecisionRecord",
    "GameClock",
    "GameRecord",
    "Problem",
    "ReplayError",
    "SeatRecord",
    "Termination",
    "TimeControl",
    "TimeControlError",
    "TimeSpent",
    "broken_fields",
    "carry_out",
    "commitment_of",
    "events_digest",
    "is_fault",
    "ranks_after",
    "replay",
    "sealed",
    "start",
    "to_plain",
    "verify",
]
