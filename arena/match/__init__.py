"""One match: start the bots, play N games between them, return the records.

Who plays whom in the long run is the ladder's affair; what a result is worth statistically is `arena.rating`'s.
"""

from arena.match.archive import MOST_PACKED_BYTES, BadArchive, pack_folder, unpack_archive
from arena.match.ask import Asked, AskError, Question, ask_bot
from arena.match.bot_process import BotProcess, fault_who_stayed
from arena.match.build import BuildFailed, build_bot, built_folder
from arena.match.cache import cache_folder
from arena.match.check import CheckPlan, CheckStep, check_bot
from arena.match.content import IGNORED_NAMES, MANIFEST, alike
from arena.match.deals import (
    Dealing,
    Seating,
    duplicate_deals,
    fresh_deals,
    missing_games,
    new_salt,
    seat_orders,
    set_number,
)
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
from arena.match.host_load import HostWatch, busy_line
from arena.match.house_bots import bot_folder, house_bots, starter_file, starter_ladders
from arena.match.kit import BOTKIT, KitError, assemble, kit_names, names_kit, new_bot, zipped_kit
from arena.match.live_game import LiveGame, Watch
from arena.match.local_executor import cpu_shares
from arena.match.manifest import BOT_NAME, Bot, ManifestError
from arena.match.order import MatchOrder, refuse_below
from arena.match.packed_bot import PACKED, PackedBot
from arena.match.recording_sandbox import RecordingSandbox
from arena.match.remote import REMOTE_PREFIX, Listen, ListenError, remote_bot
from arena.match.runner import HostError, MatchError, MatchPlan, MatchRun, first_interrupt
from arena.match.session import Session
from arena.match.settings import ANY_SANDBOX, NO_SANDBOX, MatchSettings, MatchTerms
from arena.match.summary import FaultSummary, Summary
from arena.match.tally import Tally, summarise
from arena.match.throttle import Throttle
from arena.match.trial_start import NotStarted, refuse_unless_started

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
    "Dealing",
    "Executor",
    "ExecutorEvent",
    "FaultSummary",
    "GamePlayed",
    "GamePlayer",
    "GameSeen",
    "HostError",
    "HostWatch",
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
    "NotStarted",
    "OrderEnded",
    "PackedBot",
    "Question",
    "RecordingSandbox",
    "Seating",
    "Session",
    "Summary",
    "Tally",
    "Throttle",
    "Watch",
    "WorkerFailed",
    "WorkerLost",
    "alike",
    "ask_bot",
    "assemble",
    "bot_folder",
    "build_bot",
    "built_folder",
    "busy_line",
    "cache_folder",
    "check_bot",
    "cpu_shares",
    "duplicate_deals",
    "fault_who_stayed",
    "first_interrupt",
    "fresh_deals",
    "game_plan",
    "house_bots",
    "house_choice",
    "kit_names",
    "missing_games",
    "names_kit",
    "new_bot",
    "new_salt",
    "open_executor",
    "pack_folder",
    "play_game",
    "refuse_below",
    "refuse_unless_started",
    "remote_bot",
    "seat_orders",
    "set_number",
    "starter_file",
    "starter_ladders",
    "summarise",
    "unpack_archive",
    "zipped_kit",
]
