"""What did a bot do wrong? A termination, and a sentence for the bot's author."""

from dataclasses import dataclass
from typing import Final

from arena.record import Termination

LONGEST_SENTENCE: Final = 500  # characters; a bot may have had much to say


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a seat's game ended early: what was asked, what came back, and which rule or limit refused it."""

    termination: Termination
    sentence: str

    def __post_init__(self) -> None:
        if len(self.sentence) > LONGEST_SENTENCE:
            object.__setattr__(self, "sentence", f"{self.sentence[: LONGEST_SENTENCE - 1]}…")


class HostFailure(Exception):
    """Something of ours broke: the game is void, and no bot is to blame."""
