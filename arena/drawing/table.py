"""What is drawn of a table besides the base game? Rows of text and marks in cities, from all modules."""

from collections.abc import Callable

from arena.drawing.modules import DRAWINGS
from arena.drawing.modules.drawn import ModuleDrawing, Offer, Rows, Square
from arena.rules import Observation, Placed, SeatView, Tile


def market_offers(seen: Observation) -> list[Offer]:
    """What is sold beside the market."""
    return [offer for drawing in _drawings(seen) for offer in drawing.offers(seen)]


def table_rows(seen: Observation) -> Rows:
    """Lines about what lies in the middle of the table."""
    return [row for drawing in _drawings(seen) for row in drawing.table_rows(seen)]


def seat_rows(seen: Observation, seat: int) -> Rows:
    """Lines about what a seat has."""
    return [row for drawing in _drawings(seen) for row in drawing.seat_rows(seen, seat)]


def corner_marks(seen: Observation, seat: int) -> dict[Square, str]:
    """Letters for what stands at corners of a city, by the square whose north-east corner it is."""
    return {
        square: letter
        for drawing in _drawings(seen)
        for square, letter in drawing.corners(seen, seat).items()
    }


def guarded_sides(seen: Observation, seat: int) -> dict[Square, str]:
    """The sides where guards stand, by the square of their tile."""
    return {
        square: sides for drawing in _drawings(seen) for square, sides in drawing.sides(seen, seat).items()
    }


def dressed(seen: Observation) -> Observation:
    """The same observation with every tile as it lies there, whatever modules have put on it."""
    dress = dresser(seen)

    def view(seat: SeatView) -> SeatView:
        city = tuple([Placed(dress(placed.tile), placed.x, placed.y) for placed in seat.city])
        reserve = tuple([dress(tile) for tile in seat.reserve])
        aside = tuple([dress(tile) for tile in seat.aside])
        return SeatView(seat.hand_size, seat.hand, city, reserve, aside, seat.score)

    return Observation(
        config=seen.config,
        viewer=seen.viewer,
        turn=seen.turn,
        on_turn=seen.on_turn,
        decision=seen.decision,
        decider=seen.decider,
        pending=seen.pending,
        market=tuple([None if tile is None else dress(tile) for tile in seen.market]),
        display=seen.display,
        deck_size=seen.deck_size,
        discard=seen.discard,
        bag_size=seen.bag_size,
        seats=tuple([view(seat) for seat in seen.seats]),
        dirk=None if seen.dirk is None else tuple([dress(tile) for tile in seen.dirk]),
        scorings=seen.scorings,
        modules=seen.modules,
    )


def dresser(seen: Observation) -> Callable[[Tile], Tile]:
    """What makes a printed tile one as it lies there."""
    drawings = _drawings(seen)

    def dress(tile: Tile) -> Tile:
        for drawing in drawings:
            tile = drawing.dressed(seen, tile)
        return tile

    return dress


def _drawings(seen: Observation) -> list[ModuleDrawing]:
    return [DRAWINGS[view.module] for view in seen.modules]
