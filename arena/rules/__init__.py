"""Alhambra: the whole game, and nothing else. No clock, file, socket or global randomness is used here."""

from arena.rules.action import Action, ActionError
from arena.rules.chance import GENERATOR, Rng
from arena.rules.components import CARDS, CURRENCIES, KINDS, TILES, Card, Tile
from arena.rules.config import ConfigError, GameConfig
from arena.rules.event import Event
from arena.rules.refusal import IllegalAction, Refusal
from arena.rules.setup import new_game
from arena.rules.state import State

RULES_VERSION = "1.0"
