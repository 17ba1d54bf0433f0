"""What does a bot tell of its choice? A value, a win chance, a line or a text, for its author and for those who watch."""

from dataclasses import dataclass
from typing import Final

from arena.proto import arena_pb2 as pb
from arena.rules import Action

MOST_LINE: Final = 32
MOST_BYTES: Final = 1024


@dataclass(frozen=True, slots=True)
class Info:
    """What a bot thinks of its choice: return it beside the action. It is cut to what the protocol allows."""

    value: float | None = None  # what it expects, in a unit of its own; finite
    win: float | None = None  # its chance to win, from 0 to 1
    iterations: int = 0  # how many tries, positions or playouts that rests on
    line: tuple[Action | str, ...] = ()  # actions that it expects, its own first
    text: str = ""

    def to_wire(self) -> pb.Info:
        """The message."""
        text = self.text.encode("utf-8")[:MOST_BYTES].decode("utf-8", "ignore")
        return pb.Info(
            value=self.value,
            win=self.win,
            iterations=self.iterations,
            line=[str(action) for action in self.line[:MOST_LINE]],
            text=text,
        )
