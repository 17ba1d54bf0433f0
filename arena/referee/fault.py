"""What did a bot do wrong? A termination, and a sentence for the bot's author."""

from dataclasses import dataclass
from typing import Final

from arena.record import Termination, TimeSpent

LAST_WORDS: Final = " Its last words on stderr: "
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


TOO_BUSY: Final = "the host is too busy"  # how the reason of such a void game begins


class HostTooBusy(HostFailure):
    """The host took nearly all of the time in which a bot was asked, and more than can be made up for."""

    def __init__(self, spent: TimeSpent) -> None:
        super().__init__(f"{TOO_BUSY}: while a bot was asked, {spent}")
