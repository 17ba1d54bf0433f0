"""Der Rote Palast in the picture of a table: pieces on tiles, the preview, guards, abilities and strips."""

from typing import Final

from arena.drawing.modules.drawn import ModuleDrawing, Rows, Square, TileSign
from arena.rules import Observation, PalaceView, Tile


def _table_rows(seen: Observation) -> Rows:
    palace = seen.palace
    if palace is None:
        return []
    abilities = [f"{name} (used)" if name in palace.abilities_used else name for name in palace.abilities]
    stands = " ".join([str(places) if places else "any" for places in palace.stands])
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
    return TileSign("Plza", "Plaza")


PALACE_DRAWING: Final = ModuleDrawing(
    table_rows=_table_rows, seat_rows=_seat_rows, sides=_sides, dressed=_dressed, signs={"plaza": _plaza}
)
