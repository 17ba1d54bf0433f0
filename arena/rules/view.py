"""What does a viewer see? An observation, built field by field from what that viewer may know.

An observation is the table at one moment: public things, and the viewer's own hand. The history is what the viewer saw so
far, one event after the other. Together they are all that a player with a perfect memory can know.
"""

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules.components import CARDS, TILES, Card, Tile
from arena.rules.config import GameConfig
from arena.rules.event import Event
from arena.rules.hooks import ModuleView, view_of
from arena.rules.modules.bazaars import BazaarsView
from arena.rules.modules.falconers import FalconersView
from arena.rules.modules.vizier import VizierView
from arena.rules.money import pile_cards, pile_size
from arena.rules.palace.view import PalaceView
from arena.rules.steps import (
    END_TURN,
    NEXT_TURN,
    decision_name,
    step_detail,
    step_kind,
    step_seat,
)
from arena.rules.text_table import table_text

if TYPE_CHECKING:
    from arena.rules.city import City
    from arena.rules.state import Player, State


class Placed:
    """A tile on a square of a city."""

    def __init__(self, tile: Tile, x: int, y: int) -> None:
        self.tile: Final = tile
        self.x: Final = x
        self.y: Final = y

    def __repr__(self) -> str:
        return f"{self.tile.name} at {self.x},{self.y}"


class SeatView:
    """What is seen of one seat; `hand` is None unless it is the viewer's own."""

    def __init__(
        self,
        hand_size: int,
        hand: tuple[Card, ...] | None,
        city: tuple[Placed, ...],
        reserve: tuple[Tile, ...],
        aside: tuple[Tile, ...],
        score: int,
    ) -> None:
        self.hand_size: Final = hand_size
        self.hand: Final = hand
        self.city: Final = city  # by row from south to north, then from west to east
        self.reserve: Final = reserve
        self.aside: Final = aside  # bought and not yet placed
        self.score: Final = score

    def __repr__(self) -> str:
        return f"<SeatView: {self.score} points, {self.hand_size} cards, {len(self.city)} tiles in the city>"

    def key(self) -> tuple[Any, ...]:
        """All fields as plain values."""
        hand = None if self.hand is None else tuple([card.id for card in self.hand])
        city = tuple([(placed.tile.id, placed.x, placed.y) for placed in self.city])
        return (self.hand_size, hand, city, _ids(self.reserve), _ids(self.aside), self.score)


class Observation:
    """What a viewer sees at one moment; `viewer` is a seat, or None for a spectator."""

    def __init__(
        self,
        config: GameConfig,
        viewer: int | None,
        turn: int,
        on_turn: int,
        decision: str | None,
        decider: int | None,
        pending: tuple[int, ...],
        market: tuple[Tile | None, ...],
        display: tuple[Card, ...],
        deck_size: int,
        discard: tuple[Card, ...],
        bag_size: int,
        seats: tuple[SeatView, ...],
        dirk: tuple[Tile, ...] | None,
        scorings: tuple[int, ...],
        modules: tuple[ModuleView, ...],
    ) -> None:
        self.config: Final = config
        self.viewer: Final = viewer
        self.turn: Final = turn  # turns completed
        self.on_turn: Final = (
            on_turn  # whose turn it is, or is due after a window; -1 once the game has ended
        )
        self.decision: Final = decision  # "act", "place", ...; None when over
        self.decider: Final = decider  # None when over, and in a window for those not asked
        self.pending: Final = pending  # steps to come (steps.py), as far as the viewer knows them
        self.market: Final = market
        self.display: Final = display
        self.deck_size: Final = deck_size  # scoring cards included
        self.discard: Final = discard
        self.bag_size: Final = bag_size
        self.seats: Final = seats
        self.dirk: Final = dirk
        self.scorings: Final = scorings  # numbers of the scorings held
        self.modules: Final = modules  # what is seen of the modules of the game, in their order
        self.vizier: Final = view_of(modules, VizierView)
        self.bazaars: Final = view_of(modules, BazaarsView)
        self.falconers: Final = view_of(modules, FalconersView)
        self.palace: Final = view_of(modules, PalaceView)

    @property
    def extra(self) -> bool:
        """Whether the action asked for is an extra one (3.2)."""
        return self.decision == "act" and bool(self.pending) and step_detail(self.pending[-1]) == 1

    @property
    def final(self) -> bool:
        """Whether the game has ended and the last tiles are being placed (10.2)."""
        return self.decision == "place" and step_detail(self.pending[-1]) == 1

    def key(self) -> tuple[Any, ...]:
        """All fields as plain values: two observations are the same if their keys are."""
        return (
            self.config.text,
            self.viewer,
            self.turn,
            self.on_turn,
            self.decision,
            self.decider,
            self.pending,
            tuple([None if tile is None else tile.id for tile in self.market]),
            _card_ids(self.display),
            self.deck_size,
            _card_ids(self.discard),
            self.bag_size,
            tuple([seat.key() for seat in self.seats]),
            None if self.dirk is None else _ids(self.dirk),
            self.scorings,
            tuple([view.facts for view in self.modules]),
        )

    def to_bytes(self) -> bytes:
        """The observation as bytes, the same for the same observation."""
        return repr(self.key()).encode("utf-8")

    def __repr__(self) -> str:
        viewer = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        return f"<Observation by {viewer}: {self.config}, turn {self.turn}, {self.decision or 'over'}>"

    def __str__(self) -> str:
        return table_text(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Observation) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


def observe(state: "State", viewer: int | None) -> Observation:
    """Assemble what a viewer sees."""
    check_viewer(state, viewer)
    pending = _known_steps(state, viewer)
    decision: str | None = None
    decider: int | None = None
    if pending:
        decision = decision_name(step_kind(pending[-1]))
        decider = int(step_seat(state.top())) if state.top() == pending[-1] else None
    return Observation(
        config=state.config,
        viewer=viewer,
        turn=state.turn,
        on_turn=_on_turn(pending),
        decision=decision,
        decider=decider,
        pending=pending,
        market=tuple([None if tile < 0 else TILES[tile] for tile in state.market]),
        display=_cards(state.display),
        deck_size=len(state.deck) - int(state.deck_next),
        discard=_cards(pile_cards(state.discard)),
        bag_size=len(state.bag) - int(state.bag_next),
        seats=tuple([_seat_view(player, seat == viewer) for seat, player in enumerate(state.players)]),
        dirk=_tiles(state.dirk) if len(state.players) == 2 else None,
        scorings=tuple(state.scorings),
        modules=tuple([module.view() for module in state.modules]),
    )


def check_viewer(state: "State", viewer: int | None) -> None:
    """ValueError if there is no such seat."""
    if viewer is not None and not 0 <= viewer < len(state.players):
        raise ValueError(f"seat {viewer} is not from 0 to {len(state.players) - 1}")


def known_events(log: list[Event], viewer: int | None) -> list[Event]:
    """The events of a log as a viewer knew them."""
    known: list[Event] = []
    for event in log:
        seen = event.seen_by(viewer)
        if seen is not None:
            known.append(seen)
    return known


def _known_steps(state: "State", viewer: int | None) -> tuple[int, ...]:
    steps: list[int] = []
    for step in state.pending():
        owner = state.owner_of(step_kind(step))
        steps.append(int(step if owner is None else owner.seen_step(state, step, viewer)))
    return tuple(steps)


def _on_turn(pending: tuple[int, ...]) -> int:
    bottom = step_kind(pending[0]) if pending else 0
    return int(step_seat(pending[0])) if bottom == END_TURN or bottom == NEXT_TURN else -1


def _seat_view(player: "Player", own: bool) -> SeatView:
    return SeatView(
        hand_size=int(pile_size(player.hand)),
        hand=_cards(pile_cards(player.hand)) if own else None,
        city=_placed(player.city),
        reserve=_tiles(player.reserve),
        aside=_tiles(player.aside),
        score=int(player.score),
    )


def _placed(city: "City") -> tuple[Placed, ...]:
    placed: list[Placed] = []
    for spot in city.spots:
        tile = TILES[(city.cells[spot] & 255) - 1]
        placed.append(Placed(tile, int(city.x_of(spot)), int(city.y_of(spot))))
    return tuple(placed)


def _cards(ids: vec[i64]) -> tuple[Card, ...]:
    return tuple([CARDS[card] for card in ids])


def _tiles(ids: vec[i64]) -> tuple[Tile, ...]:
    return tuple([TILES[tile] for tile in ids])


def _ids(tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    return tuple([tile.id for tile in tiles])


def _card_ids(cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple([card.id for card in cards])
