"""What did a bot do wrong? One termination, and a sentence for its author."""

from dataclasses import dataclass

from arena.record import Termination


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a seat's game ended early: what was asked, what came back, and which rule or limit refused it."""

    termination: Termination
    sentence: str


class HostFailure(Exception):
    """Something of ours broke: the game is void, and no bot is to blame."""
