"""Values on the wire: from `arena.rules` to protobuf messages and back.

Every value comes back exactly as it went. A message with anything unknown, unset or out of range is a `WireError`, one sentence
that names the field: nothing is ever guessed. What is on the referee's path is also offered as encoded bytes, which are made
without the detour over message objects.
"""

from arena.wire.action import action_bytes, action_from_wire, action_to_wire
from arena.wire.error import WireError
from arena.wire.event import event_bytes, event_from_wire, event_to_wire
from arena.wire.json_text import JsonForm
from arena.wire.message import PROTOCOL, chosen, decision_bytes, read_from_bot, refuse_unknown_fields
from arena.wire.observation import observation_bytes, observation_from_wire, observation_to_wire
from arena.wire.position import position_bytes
from arena.wire.request import (
    MOST_CONVERSATION_BYTES,
    conversation,
    conversation_json,
    game_start,
    read_conversation,
)
from arena.wire.tile_catalogue import catalogue

__all__ = [
    "MOST_CONVERSATION_BYTES",
    "PROTOCOL",
    "JsonForm",
    "WireError",
    "action_bytes",
    "action_from_wire",
    "action_to_wire",
    "catalogue",
    "chosen",
    "conversation",
    "conversation_json",
    "decision_bytes",
    "event_bytes",
    "event_from_wire",
    "event_to_wire",
    "game_start",
    "observation_bytes",
    "observation_from_wire",
    "observation_to_wire",
    "position_bytes",
    "read_conversation",
    "read_from_bot",
    "refuse_unknown_fields",
]
