"""One match: start the bots, play N games between them, return the records.

Who plays whom in the long run is the ladder's affair; what a result is worth statistically is `arena.rating`'s.
"""

from arena.match.ask import Asked, AskError, Question, ask_bot
from arena.match.bot_process import BotProcess, MatchTerms
from arena.match.build import BuildFailed, build_bot, built_folder
from arena.match.cache import cache_folder
from arena.match.check import CheckPlan, CheckStep, check_bot
from arena.match.content import IGNORED_NAMES, MANIFEST, alike
from arena.match.duplicates import Seating, seat_orders, seatings
from arena.match.kit import BOTKIT, KitError, assemble, kit_names, names_kit, new_bot
from arena.match.live_game import LiveGame, Watch
from arena.match.manifest import BOT_NAME, Bot, ManifestError
from arena.match.recording_sandbox import RecordingSandbox
from arena.match.remote import REMOTE_PREFIX, Listen, ListenError, remote_bot
from arena.match.runner import HostError, MatchError, MatchPlan, MatchRun, complete_sets, first_interrupt
from arena.match.session import Contest, Session, house_choice
from arena.match.summary import Summary, summarise
from arena.match.workers import FAREWELL_S, cpu_shares, default_jobs

__all__ = [
    "BOTKIT",
    "BOT_NAME",
    "FAREWELL_S",
    "IGNORED_NAMES",
    "MANIFEST",
    "REMOTE_PREFIX",
    "AskError",
    "Asked",
    "Bot",
    "BotProcess",
    "BuildFailed",
    "CheckPlan",
    "CheckStep",
    "Contest",
    "HostError",
    "KitError",
    "Listen",
    "ListenError",
    "LiveGame",
    "ManifestError",
    "MatchError",
    "MatchPlan",
    "MatchRun",
    "MatchTerms",
    "Question",
    "RecordingSandbox",
    "Seating",
    "Session",
    "Summary",
    "Watch",
    "alike",
    "ask_bot",
    "assemble",
    "build_bot",
    "built_folder",
    "cache_folder",
    "check_bot",
    "complete_sets",
    "cpu_shares",
    "default_jobs",
    "first_interrupt",
    "house_choice",
    "kit_names",
    "names_kit",
    "new_bot",
    "remote_bot",
    "seat_orders",
    "seatings",
    "summarise",
]
