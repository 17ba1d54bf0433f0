"""x"""
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from arena.rules.state import State
    from arena.rules.event import Event
class Observation:
    pass
def observe(state: "State", seat: int | None) -> Observation:
    return Observation()
def known_events(log: "list[Event]", seat: int | None) -> "list[Event]":
    return log
