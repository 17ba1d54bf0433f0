"""What does everybody see of Der Rote Palast? Everything public, by name (rule 17)."""

from typing import TYPE_CHECKING, Final

from arena.rules.components import CARDS, KINDS, SIDES, TILES, Card, Tile
from arena.rules.hooks import ModuleView, numbers
from arena.rules.palace.guards import last_stand
from arena.rules.palace.parts import (
    FLOOR_FIRST,
    RED_PALACE,
    STAND_POINTS,
    STRIP_ORDERS,
    ability_names,
    post_side,
    post_tile,
    set_card,
    set_of,
)
from arena.rules.palace.records import pieces_left

if TYPE_CHECKING:
    from arena.rules.palace.edition import Palace


class PalaceView(ModuleView):
    """Pieces, preview, guards, abilities and strips; tiles go by their names."""

    def __init__(self, palace: "Palace") -> None:
        super().__init__(RED_PALACE, numbers(palace.facts()))
        left = [int(kind) for kind in pieces_left(palace)]
        stand = last_stand(palace)
        self.preview: Final = tuple([None if tile < 0 else TILES[tile] for tile in palace.preview])
        self.pieces: Final[dict[str, str]] = {
            TILES[FLOOR_FIRST + i].name: KINDS[kind] for i, kind in enumerate(palace.pieces) if kind >= 0
        }
        self.pieces_left: Final[dict[str, int]] = {name: left.count(kind) for kind, name in enumerate(KINDS)}
        self.wall_pieces: Final = tuple(
            [(TILES[post_tile(wall)].name, SIDES[post_side(wall)]) for wall in palace.walls]
        )
        self.wall_pieces_left: Final = int(palace.wall_pieces)
        self.wall_piece_held: Final = palace.wall_held == 1
        self.plazas_left: Final = len(palace.plazas)
        self.guards: Final[dict[str, str]] = {
            TILES[tile].name: _sides(int(standing)) for tile, standing in enumerate(palace.guards) if standing
        }
        self.guard_supply: Final = int(palace.supply)
        self.stands: Final = tuple([int(guards) for guards in palace.stands])
        self.guards_on_stands: Final = int(palace.stood)
        self.guard_points: Final = int(STAND_POINTS[stand - 1]) if stand else 0
        self.half_buildings: Final[dict[str, int]] = {
            KINDS[kind]: int(seat) for kind, seat in enumerate(palace.halves) if seat >= 0
        }
        self.abilities: Final = ability_names(palace.abilities)
        self.abilities_used: Final = ability_names(palace.used)
        self.strips: Final = tuple([STRIP_ORDERS[strip] for strip in palace.strips if strip >= 0])
        self.sets: Final[dict[int, tuple[Card, ...]]] = _sets(palace)

    def rows(self) -> list[tuple[str, str]]:
        coming = ["empty" if tile is None else _with_kind(self.dressed(tile)) for tile in self.preview]
        sizes = [str(size) if size else "any" for size in self.stands]
        used = f" (used: {', '.join(self.abilities_used)})" if self.abilities_used else ""
        rows = [
            ("preview", ", ".join(coming)),
            ("ability", ", ".join(self.abilities) + used),
            (
                "stands",
                f"{' '.join(sizes)}, with {self.guards_on_stands} guards; {self.guard_supply} in supply",
            ),
        ]
        if self.guards:
            rows.append(("guards", ", ".join([f"{tile} {sides}" for tile, sides in self.guards.items()])))
        if self.half_buildings:
            halves = [f"{kind} of seat {seat}" for kind, seat in self.half_buildings.items()]
            rows.append(("halves", ", ".join(halves)))
        rows += [(f"strip {i + 1}", " ".join(order)) for i, order in enumerate(self.strips)]
        for number, cards in self.sets.items():
            rows.append((f"set {number}", " ".join([card.name for card in cards])))
        return rows

    def dressed(self, tile: Tile) -> Tile:
        """A tile as it lies there: of the kind of its piece, with its wall pieces as walls."""
        return Tile(
            tile.id,
            tile.group,
            tile.name,
            tile.price,
            tile.walls + "".join([side for name, side in self.wall_pieces if name == tile.name]),
            tile.join,
            self.pieces.get(tile.name, tile.kind),
            tile.currency,
            tile.kinds,
            tile.towers,
        )


def _with_kind(tile: Tile) -> str:
    return f"{tile.name} ({tile.kind})" if tile.kind else tile.name


def _sides(standing: int) -> str:
    return "".join([side for i, side in enumerate(SIDES) if (standing >> i) & 1])


def _sets(palace: "Palace") -> dict[int, tuple[Card, ...]]:
    sets: dict[int, tuple[Card, ...]] = {}
    for card in palace.sets:
        number = int(set_of(card))
        sets[number] = (*sets.get(number, ()), CARDS[set_card(card)])
    return sets
