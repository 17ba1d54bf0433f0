"""Alhambra: the whole game and nothing else. It uses no clock, file, socket or global randomness.

Everything that the rest of the project, bots and notebooks rely on is exported here. Compiled or interpreted, the same source gives
the same game.
"""

from typing import Final

from arena.rules import chance
from arena.rules.action import Action, ActionError
from arena.rules.chance import GENERATOR, Rng
from arena.rules.components import CARDS, CURRENCIES, FINGERPRINT, KINDS, TILES, Card, Tile
from arena.rules.config import MAX_PLAYERS, MIN_PLAYERS, ConfigError, GameConfig, options_of
from arena.rules.deals import DealError
from arena.rules.determinization import Determinizer, determinize
from arena.rules.event import DRAWN, FILLED, LAID_BESIDE, PREVIEWED, RESHUFFLED, Event
from arena.rules.hooks import ModuleView
from arena.rules.modules import editions, modules_of
from arena.rules.modules.bazaars import BazaarsView
from arena.rules.modules.falconers import Falcon, FalconersView
from arena.rules.modules.vizier import VizierView
from arena.rules.palace.view import PalaceView
from arena.rules.refusal import IllegalAction, Refusal
from arena.rules.scoring import ScoringSheet
from arena.rules.setup import new_game
from arena.rules.staging import is_complete, staged
from arena.rules.state import State
from arena.rules.storage import StateError
from arena.rules.tables import PROVENANCES, ComponentTable, numbers_of, scoring_rows, tables_of
from arena.rules.view import Observation, Placed, SeatView, known_events

# Before the sign the version of the rules, after it the fingerprint of the component tables.
RULES_VERSION: Final = f"1.0+{FINGERPRINT}"
# Versions of records that can be replayed: until tables had a fingerprint, there was one set of them.
REPLAYED_VERSIONS: Final = (RULES_VERSION, "1.0") if FINGERPRINT == "a2ead071" else (RULES_VERSION,)
# Whether the rules run compiled rather than interpreted.
compiled: Final[bool] = not str(chance.__file__).endswith(".py")

__all__ = [
    "CARDS",
    "CURRENCIES",
    "DRAWN",
    "FILLED",
    "FINGERPRINT",
    "GENERATOR",
    "KINDS",
    "LAID_BESIDE",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "PREVIEWED",
    "PROVENANCES",
    "REPLAYED_VERSIONS",
    "RESHUFFLED",
    "RULES_VERSION",
    "TILES",
    "Action",
    "ActionError",
    "BazaarsView",
    "Card",
    "ComponentTable",
    "ConfigError",
    "DealError",
    "Determinizer",
    "Event",
    "Falcon",
    "FalconersView",
    "GameConfig",
    "IllegalAction",
    "ModuleView",
    "Observation",
    "PalaceView",
    "Placed",
    "Refusal",
    "Rng",
    "ScoringSheet",
    "SeatView",
    "State",
    "StateError",
    "Tile",
    "VizierView",
    "compiled",
    "determinize",
    "editions",
    "is_complete",
    "known_events",
    "modules_of",
    "new_game",
    "numbers_of",
    "options_of",
    "scoring_rows",
    "staged",
    "tables_of",
]
