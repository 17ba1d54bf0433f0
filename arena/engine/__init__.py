"""The engine service: the rules as a gRPC service for one bot, in the bot's own sandbox.

It knows only what the bot tells it, and keeps nothing but states that the bot made. Whatever a bot sends is answered or refused
with a sentence. It has no secret, no file and no other socket, so a bot that breaks it has broken its own.
"""

from arena.engine.refusal import EngineRefusal
from arena.engine.server import ENGINE_VARIABLE, start_server
from arena.engine.service import EngineService
from arena.engine.states import MOST_AT_ONCE, MOST_STATES, StateTable

__all__ = [
    "ENGINE_VARIABLE",
    "MOST_AT_ONCE",
    "MOST_STATES",
    "EngineRefusal",
    "EngineService",
    "StateTable",
    "start_server",
]
