"""Alhambra: the whole game and nothing else. It uses no clock, file, socket or global randomness.

Everything that the rest of the project, bots and notebooks rely on is exported here. Compiled or interpreted, the same source gives
the same game.
"""

from typing import Final

from arena.rules import chance
from arena.rules.action import Action, ActionError
from arena.rules.chance import GENERATOR, Rng
from arena.rules.components import CARDS, CURRENCIES, KINDS, TILES, Card, Tile
from arena.rules.config import EDITIONS, ConfigError, GameConfig
from arena.rules.deals import DealError
from arena.rules.determinization import Determinizer, determinize
from arena.rules.event import DRAWN, FILLED, LAID_BESIDE, PREVIEWED, RESHUFFLED, Event
from arena.rules.refusal import IllegalAction, Refusal
from arena.rules.scoring import ScoringSheet
from arena.rules.setup import new_game
from arena.rules.state import State
from arena.rules.storage import StateError
from arena.rules.tables import DATA_FILE, PROVENANCES, ComponentTable, numbers_of, tables_of
from arena.rules.view import Observation, Placed, SeatView, known_events

RULES_VERSION: Final = "1.0"
compiled: Final[bool] = not str(chance.__file__).endswith(".py")

__all__ = [
    "CARDS",
    "CURRENCIES",
    "DATA_FILE",
    "DRAWN",
    "EDITIONS",
    "FILLED",
    "GENERATOR",
    "KINDS",
    "LAID_BESIDE",
    "PREVIEWED",
    "PROVENANCES",
    "RESHUFFLED",
    "RULES_VERSION",
    "TILES",
    "Action",
    "ActionError",
    "Card",
    "ComponentTable",
    "ConfigError",
    "DealError",
    "Determinizer",
    "Event",
    "GameConfig",
    "IllegalAction",
    "Observation",
    "Placed",
    "Refusal",
    "Rng",
    "ScoringSheet",
    "SeatView",
    "State",
    "StateError",
    "Tile",
    "compiled",
    "determinize",
    "known_events",
    "new_game",
    "numbers_of",
    "tables_of",
]
