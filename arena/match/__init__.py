"""One match: start the bots, play N games between them, return the records.

Who plays whom in the long run is the ladder's affair; what a result is worth statistically is `arena.rating`'s.
"""

from arena.match.archive import MOST_PACKED_BYTES, BadArchive, pack_folder, unpack_archive
from arena.match.ask import Asked, AskError, Question, ask_bot
from arena.match.bot_process import BotProcess
from arena.match.build import BuildFailed, build_bot, built_folder
from arena.match.cache import cache_folder
from arena.match.check import CheckPlan, CheckStep, check_bot
from arena.match.content import IGNORED_NAMES, MANIFEST, alike
from arena.match.duplicates import Seating, seat_orders, seatings
from arena.match.executor import (
    Executor,
    ExecutorEvent,
    GamePlayed,
    GameSeen,
    OrderEnded,
    WorkerFailed,
    WorkerLost,
)
from arena.match.executors import open_executor
from arena.match.game import GamePlayer, game_plan, house_choice, play_game
from arena.match.kit import BOTKIT, KitError, assemble, kit_names, names_kit, new_bot
from arena.match.live_game import LiveGame, Watch
from arena.match.manifest import BOT_NAME, Bot, ManifestError
from arena.match.order import MatchOrder, refuse_below
from arena.match.packed_bot import PACKED, PackedBot
from arena.match.recording_sandbox import RecordingSandbox
from arena.match.remote import REMOTE_PREFIX, Listen, ListenError, remote_bot
from arena.match.runner import HostError, MatchError, MatchPlan, MatchRun, complete_sets, first_interrupt
from arena.match.session import Session
from arena.match.settings import ANY_SANDBOX, NO_SANDBOX, MatchSettings, MatchTerms
from arena.match.summary import Summary, summarise

__all__ = [
    "ANY_SANDBOX",
    "BOTKIT",
    "BOT_NAME",
    "IGNORED_NAMES",
    "MANIFEST",
    "MOST_PACKED_BYTES",
    "NO_SANDBOX",
    "PACKED",
    "REMOTE_PREFIX",
    "AskError",
    "Asked",
    "BadArchive",
    "Bot",
    "BotProcess",
    "BuildFailed",
    "CheckPlan",
    "CheckStep",
    "Executor",
    "ExecutorEvent",
    "GamePlayed",
    "GamePlayer",
    "GameSeen",
    "HostError",
    "KitError",
    "Listen",
    "ListenError",
    "LiveGame",
    "ManifestError",
    "MatchError",
    "MatchOrder",
    "MatchPlan",
    "MatchRun",
    "MatchSettings",
    "MatchTerms",
    "OrderEnded",
    "PackedBot",
    "Question",
    "RecordingSandbox",
    "Seating",
    "Session",
    "Summary",
    "Watch",
    "WorkerFailed",
    "WorkerLost",
    "alike",
    "ask_bot",
    "assemble",
    "build_bot",
    "built_folder",
    "cache_folder",
    "check_bot",
    "complete_sets",
    "first_interrupt",
    "game_plan",
    "house_choice",
    "kit_names",
    "names_kit",
    "new_bot",
    "open_executor",
    "pack_folder",
    "play_game",
    "refuse_below",
    "remote_bot",
    "seat_orders",
    "seatings",
    "summarise",
    "unpack_archive",
]
