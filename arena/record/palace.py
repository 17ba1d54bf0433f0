"""What does Der Rote Palast add to a game as people see it? Pieces on tiles, guards, abilities and strips."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from arena.rules import Card, Observation, Placed, SeatView, Tile


def has_palace(seen: Observation) -> bool:
    """Whether this is a game of the second edition."""
    return "preview" in seen.extras


def dressed(seen: Observation) -> Observation:
    """The same observation with every tile as it lies there: of the kind of its piece, with its wall pieces as walls."""
    if not has_palace(seen):
        return seen
    extras: Mapping[str, Any] = seen.extras

    def dress(tile: Tile) -> Tile:
        walls = tile.walls + "".join([side for name, side in extras["wall_pieces"] if name == tile.name])
        kind = extras["pieces"].get(tile.name, tile.kind)
        return Tile(
            tile.id,
            tile.group,
            tile.name,
            tile.price,
            walls,
            tile.join,
            kind,
            tile.currency,
            tile.kinds,
            tile.towers,
        )

    def view(seat: SeatView) -> SeatView:
        city = tuple([Placed(dress(placed.tile), placed.x, placed.y) for placed in seat.city])
        reserve = tuple([dress(tile) for tile in seat.reserve])
        aside = tuple([dress(tile) for tile in seat.aside])
        return SeatView(seat.hand_size, seat.hand, city, reserve, aside, seat.score)

    preview = tuple([None if tile is None else dress(tile) for tile in extras["preview"]])
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
        facts=seen.facts,
        extras={**seen.extras, "preview": preview},
    )


def table_rows(seen: Observation) -> list[tuple[str, str]]:
    """Lines about what lies in the middle of the table."""
    extras: Mapping[str, Any] = seen.extras
    preview = [
        f"{field} {tile.name}{f' ({tile.kind})' if tile.kind else ''}"
        for field, tile in enumerate(cast(tuple[Tile | None, ...], extras["preview"]), start=1)
        if tile is not None
    ]
    abilities = [
        f"{name} (used)" if name in extras["abilities_used"] else name for name in extras["abilities"]
    ]
    rows = [("Preview", ", ".join(preview) or "empty"), ("Abilities", ", ".join(abilities))]
    for number, cards in cast(Mapping[int, Sequence[Card]], extras["sets"]).items():
        rows.append((f"Set {number}", " ".join([card.name for card in cards])))
    for scoring, order in enumerate(extras["strips"], start=1):
        rows.append((f"Strip {scoring}", " < ".join(order)))
    stands = " ".join([str(places) if places else "any" for places in extras["stands"]])
    standing = f"on the stands {extras['guards_on_stands']} ({stands}), worth {extras['guard_points']} each"
    rows.append(("Guards", f"supply {extras['guard_supply']}, {standing}"))
    left = " ".join([f"{kind} {count}" for kind, count in extras["pieces_left"].items()])
    rows.append(("Pieces", left))
    rows.append(("Supply", f"wall pieces {extras['wall_pieces_left']}, plazas {extras['plazas_left']}"))
    return rows


def seat_rows(seen: Observation, seat: int) -> list[tuple[str, str]]:
    """Lines about what a seat has."""
    extras: Mapping[str, Any] = seen.extras
    view = seen.seats[seat]
    own = [placed.tile.name for placed in view.city] + [tile.name for tile in view.reserve]
    guards = [f"{name} {sides}" for name, sides in extras["guards"].items() if name in own]
    halves = [kind for kind, owner in extras["half_buildings"].items() if owner == seat]
    rows = [("guards", ", ".join(guards)), ("halves", ", ".join(halves))]
    return [(name, text) for name, text in rows if text]


def guarded_sides(seen: Observation, seat: int) -> dict[tuple[int, int], str]:
    """The sides where guards stand, by the square of their tile."""
    guards = cast(Mapping[str, str], seen.extras.get("guards", {}))
    return {
        (placed.x, placed.y): guards[placed.tile.name]
        for placed in seen.seats[seat].city
        if placed.tile.name in guards
    }
