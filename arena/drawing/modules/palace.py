"""Der Rote Palast in the picture of a table: pieces on tiles, the preview, guards, abilities and strips."""

from collections.abc import Mapping, Sequence
from typing import Final

from arena.drawing.modules.drawn import Fields, ModuleDrawing, Rows, Square, TableWords, TileSign
from arena.drawing.modules.palace_verbs import PALACE_VERBS
from arena.rules import Action, Observation, PalaceView, Tile

# 17.11: what each ability gives, and how many guards it costs.
_ABILITIES: Final[Mapping[str, tuple[int, str]]] = {
    "mason": (1, "A wall piece for an open side of a tile bought this turn."),
    "teller": (1, "Any one card of the display, besides your action."),
    "paver": (1, "A plaza: a tile with no walls, no kind and no price."),
    "haggler": (1, "A purchase for too much money counts as paid exactly, so you act once more."),
    "gambler": (1, "The tile you buy gets another piece, drawn blind from the bag."),
    "captain": (1, "Another of your guards moves to any free walled side of your tiles."),
    "architect": (2, "A half-building: it adds one half to the count of its kind in every scoring."),
    "exchanger": (
        1,
        "For a card in the currency of the slot, swap the pieces of a tile bought and a market tile.",
    ),
    "scout": (1, "For any one card more, buy a tile of the preview, paid exactly in any one currency."),
}


def _table_rows(seen: Observation) -> Rows:
    palace = seen.palace
    if palace is None:
        return []
    abilities = [f"{name} (used)" if name in palace.abilities_used else name for name in palace.abilities]
    stands = " ".join([str(guards) if guards else "any" for guards in palace.stands])
    standing = f"on the stands {palace.guards_on_stands} ({stands}), worth {palace.guard_points} each"
    return [
        ("Preview", ", ".join(_preview(palace)) or "empty"),
        ("Abilities", ", ".join(abilities)),
        *[
            (f"Set {number}", " ".join([card.name for card in cards]))
            for number, cards in palace.sets.items()
        ],
        *[(f"Strip {scoring}", " < ".join(order)) for scoring, order in enumerate(palace.strips, start=1)],
        ("Guards", f"supply {palace.guard_supply}, {standing}"),
        ("Pieces", " ".join([f"{kind} {count}" for kind, count in palace.pieces_left.items()])),
        ("Supply", f"wall pieces {palace.wall_pieces_left}, plazas {palace.plazas_left}"),
    ]


def _preview(palace: PalaceView) -> list[str]:
    tiles = [
        (field, palace.dressed(tile))
        for field, tile in enumerate(palace.preview, start=1)
        if tile is not None
    ]
    return [f"{field} {tile.name}{f' ({tile.kind})' if tile.kind else ''}" for field, tile in tiles]


def _seat_rows(seen: Observation, seat: int) -> Rows:
    palace = seen.palace
    if palace is None:
        return []
    view = seen.seats[seat]
    own = [placed.tile.name for placed in view.city] + [tile.name for tile in view.reserve]
    guards = [f"{name} {sides}" for name, sides in palace.guards.items() if name in own]
    halves = [kind for kind, owner in palace.half_buildings.items() if owner == seat]
    rows = [("guards", ", ".join(guards)), ("halves", ", ".join(halves))]
    return [(name, text) for name, text in rows if text]


def _sides(seen: Observation, seat: int) -> dict[Square, str]:
    palace = seen.palace
    if palace is None:
        return {}
    return {
        (placed.x, placed.y): palace.guards[placed.tile.name]
        for placed in seen.seats[seat].city
        if placed.tile.name in palace.guards
    }


def _dressed(seen: Observation, tile: Tile) -> Tile:
    return tile if seen.palace is None else seen.palace.dressed(tile)


def _plaza(_: Tile) -> TileSign:
    return TileSign("Plza", "a plaza", "Z")


def _header(seen: Observation) -> Fields:
    if seen.palace is None:
        return {}
    return {
        "abilities": {
            name: {"cost": _ABILITIES[name][0], "text": _ABILITIES[name][1], "rule": "17.11"}
            for name in seen.palace.abilities
        }
    }


def _frame(seen: Observation) -> Fields:
    palace = seen.palace
    if palace is None:
        return {}
    walls: dict[str, str] = {}
    for name, side in palace.wall_pieces:
        walls[name] = walls.get(name, "") + side
    return {
        "pieces": dict(palace.pieces),
        "wall_pieces": walls,
        "guards": dict(palace.guards),
        "preview": ["" if tile is None else tile.name for tile in palace.preview],
        "stands": {
            "sizes": list(palace.stands),
            "stood": palace.guards_on_stands,
            "points": palace.guard_points,
        },
        "used": list(palace.abilities_used),
        "strips": [list(order) for order in palace.strips],
        "sets": {str(number): [card.name for card in cards] for number, cards in palace.sets.items()},
        "left": {
            "guards": palace.guard_supply,
            "wall_pieces": palace.wall_pieces_left,
            "plazas": palace.plazas_left,
            "pieces": dict(palace.pieces_left),
        },
        "holds_wall": palace.wall_piece_held,
    }


def _seat(seen: Observation, seat: int) -> Fields:
    if seen.palace is None:
        return {}
    return {"halves": [kind for kind, owner in seen.palace.half_buildings.items() if owner == seat]}


def _counts(seen: Observation) -> dict[str, list[float]]:
    """Guards in the cities, and half a tile more for each half-building."""
    palace = seen.palace
    if palace is None:
        return {}
    guards: list[float] = [
        sum(len(palace.guards.get(placed.tile.name, "")) for placed in seat.city) for seat in seen.seats
    ]
    columns = len(seen.seats) + (seen.dirk is not None)
    halves = {
        kind: [0.5 if column == owner else 0.0 for column in range(columns)]
        for kind, owner in palace.half_buildings.items()
    }
    return {"guards": guards if seen.dirk is None else [*guards, 0], **halves}


def _closed(words: TableWords, seat: int, legal: Sequence[Action]) -> list[Fields]:
    """Why an ability in play cannot be used now."""
    palace = words.seen.palace
    if palace is None or words.seen.decision not in ("act", "ability"):
        return []
    offered = {action.verb for action in legal} | {
        name for action in legal for name in action.ending.removeprefix("using ").split("+") if action.ending
    }
    return [
        {"ability": name, **_why_not(words, seat, name)} for name in palace.abilities if name not in offered
    ]


def _why_not(words: TableWords, seat: int, name: str) -> Fields:
    palace = words.seen.palace
    if palace is not None and name in palace.abilities_used:
        return {"sentence": f"The {name} has been used this turn.", "rule": "17.9"}
    view = words.seen.seats[seat]
    own = [placed.tile.name for placed in view.city] + [tile.name for tile in view.reserve]
    guards = 0 if palace is None else sum(len(palace.guards.get(tile, "")) for tile in own)
    if guards < _ABILITIES[name][0] and (guards or name == "captain" or not view.score):
        return {"sentence": f"You have too few guards to pay for the {name}.", "rule": "17.10"}
    return {"sentence": f"The {name} has nothing to do now. {_ABILITIES[name][1]}", "rule": "17.11"}


PALACE_DRAWING: Final = ModuleDrawing(
    table_rows=_table_rows,
    seat_rows=_seat_rows,
    sides=_sides,
    dressed=_dressed,
    signs={"plaza": _plaza},
    header=_header,
    frame=_frame,
    seat=_seat,
    counts=_counts,
    verbs=PALACE_VERBS,
    prompts={
        "choose": "Choose a set of money cards to begin with.",
        "ability": "Use another ability, or go on.",
        "pay": "Choose the guard that pays for the ability: it goes to the stands.",
        "post": "Choose the wall to which the captain moves the guard.",
        "wall": "Attach the wall piece to an open side of a tile that you bought.",
    },
    offered=dict.fromkeys(
        ("mason", "teller", "paver", "captain", "architect", "exchanger", "scout"), "use an ability"
    ),
    closed=_closed,
)
