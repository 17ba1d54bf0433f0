"""What happened? Events report each step of a game; each viewer gets those it may know.

All that players do is done in the open but for two things: the cards of a closed deal (2.3), and who was asked in a
window and declined (12.3), since being asked tells something about the hand.
"""

from typing import Final

from arena.rules.action import Action
from arena.rules.components import CARDS, TILES

DEALT: Final = "dealt"  # seat, cards (or only their number)
STARTS: Final = "starts"  # seat
ACTED: Final = "acted"  # seat, action
FILLED: Final = "filled"  # slot, tile
LAID_BESIDE: Final = "laid beside"  # tile
DRAWN: Final = "drawn"  # one card for the display
SCORING_CARD: Final = "scoring card"  # number
SCORED: Final = "scored"  # number (1 to 3), name of the row, points per seat
DIRK: Final = "dirk"  # tile
RESHUFFLED: Final = "reshuffled"  # number of cards
AWARDED: Final = "awarded"  # slot, tile, seat or nobody
RETURNED: Final = "returned"  # seat, name
OVER: Final = "over"  # points per seat
SET: Final = "set"  # number, cards
PREVIEWED: Final = "previewed"  # slot: the field, tile
PIECE: Final = "piece"  # tile, name of its kind
MANNED: Final = "manned"  # seat, tile, number of guards
STATIONED: Final = "stationed"  # number of guards
POINTS_PAID: Final = "points paid"  # seat, number

KINDS_OF_EVENT: Final = (
    DEALT,
    STARTS,
    ACTED,
    FILLED,
    LAID_BESIDE,
    DRAWN,
    SCORING_CARD,
    SCORED,
    DIRK,
    RESHUFFLED,
    AWARDED,
    RETURNED,
    OVER,
    SET,
    PREVIEWED,
    PIECE,
    MANNED,
    STATIONED,
    POINTS_PAID,
)


class Event:
    """One thing that happened. Which fields it has depends on its kind; the others keep their defaults."""

    def __init__(
        self,
        kind: str,
        seat: int = -1,
        action: Action | None = None,
        slot: int = 0,
        tile: int = -1,
        cards: tuple[int, ...] = (),
        number: int = 0,
        name: str = "",
        points: tuple[int, ...] = (),
        private: bool = False,
    ) -> None:
        self.kind: Final = kind
        self.seat: Final = seat
        self.action: Final = action
        self.slot: Final = slot  # 1 to 4
        self.tile: Final = tile
        self.cards: Final = cards
        self.number: Final = number
        self.name: Final = name
        self.points: Final = points
        self.private: Final = private  # only its seat knows it, or knows all of it

    def seen_by(self, viewer: int | None) -> "Event | None":
        """This event as a viewer knew it, or None."""
        if not self.private or viewer == self.seat:
            return self
        return Event(DEALT, self.seat, number=self.number) if self.kind == DEALT else None

    def __str__(self) -> str:
        return _TEXTS[self.kind].format(
            seat="nobody" if self.seat < 0 else f"seat {self.seat}",
            action=self.action,
            slot=self.slot,
            tile="" if self.tile < 0 else TILES[self.tile].name,
            cards="+".join(CARDS[card].name for card in self.cards) if self.cards else f"{self.number} cards",
            number=self.number,
            name=self.name,
            points=" ".join(str(points) for points in self.points),
        )

    def __repr__(self) -> str:
        return f"<Event {self}>"

    def key(self) -> tuple[object, ...]:
        """All fields, for comparison."""
        action = -1 if self.action is None else int(self.action.code)
        return (
            self.kind,
            self.seat,
            action,
            self.slot,
            self.tile,
            self.cards,
            self.number,
            self.name,
            self.points,
            self.private,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


_TEXTS: Final = {
    DEALT: "{seat} is dealt {cards}",
    STARTS: "{seat} starts",
    ACTED: "{seat}: {action}",
    FILLED: "slot {slot} gets {tile}",
    LAID_BESIDE: "{tile} is laid beside the market",
    DRAWN: "the display gets {cards}",
    SCORING_CARD: "scoring card {number} comes up",
    SCORED: "scoring {number}, {name}: {points}",
    DIRK: "Dirk gets {tile}",
    RESHUFFLED: "the discard, {number} cards, is shuffled into a new deck",
    AWARDED: "{tile} of slot {slot} goes to {seat}",
    RETURNED: "{name} of {seat} returns to the supply",
    OVER: "the game is over: {points}",
    SET: "set {number} is {cards}",
    PREVIEWED: "preview field {slot} gets {tile}",
    PIECE: "{tile} carries {name}",
    MANNED: "{tile} of {seat} gets guards: {number}",
    STATIONED: "guards go to the stands: {number}",
    POINTS_PAID: "{seat} pays in points: {number}",
}
