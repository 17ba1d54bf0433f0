"""Der Rote Palast in the arrays: preview, pieces, guards, abilities, strips and sets (rule 17)."""

from typing import Final

from mypy_extensions import i64

from arena.encoding.fields import Field, flag, flags
from arena.encoding.modules.module_encoding import Columns, ModuleEncoding
from arena.encoding.page import Page
from arena.rules import State
from arena.rules.engine import (
    ABILITIES,
    COPIES_BITS,
    GUARDS,
    KIND_COUNT,
    PREVIEW,
    STANDS,
    VALUES,
    WALL_PIECES,
    Palace,
    bit,
    empty_pile,
    guards_due,
    guards_owned,
    pieces_left,
    set_card,
    set_of,
)

POINTS: Final = 54  # three ranks of six kinds in three scorings
MOST_POINTS: Final = 21
PIECES: Final = 9
PLAZAS_IN_ALL: Final = 6


class PalaceEncoding(ModuleEncoding):
    """Everything public that the classic edition does not have."""

    def places(self) -> list[Field]:
        return [
            flags("preview", int(PREVIEW), "it lies on this field of the preview"),
            flag("supply", "a plaza that nobody has"),
        ]

    def qualities(self) -> list[Field]:
        return [flags("guards", 4, "a guard stands on this side: N, E, S, W")]

    def card_rows(self, players: int) -> list[Field]:
        return [Field("sets", players, 0, 3, "the open sets that are still to be taken")]

    def numbers(self, players: int) -> list[Field]:
        return [
            flags("abilities", len(ABILITIES), "which abilities are in play"),
            flags("abilities used", len(ABILITIES), "which were used this turn"),
            Field("stands", int(STANDS), 0, int(GUARDS), "guards that a stand holds; 0: any number"),
            Field("guards on stands", 1, 0, int(GUARDS), "guards paid so far"),
            Field("guard supply", 1, 0, int(GUARDS), "guards that are left"),
            Field("guards due", 1, 0, 2, "guards to be paid in this decision"),
            Field("guards owned", players, 0, int(GUARDS), "in city and reserve, by seat"),
            Field("half-buildings", KIND_COUNT, 0, players, "0 if nobody has it, else 1 + the seat, by kind"),
            Field("wall pieces left", 1, 0, int(WALL_PIECES), ""),
            flag("wall piece held", "one is to be attached this turn"),
            Field("plazas left", 1, 0, PLAZAS_IN_ALL, ""),
            Field("pieces left", KIND_COUNT, 0, PIECES, "building pieces in the bag, by kind"),
            Field(
                "points",
                POINTS,
                0,
                MOST_POINTS,
                "what the first three ranks are worth, by scoring and kind (17.5)",
            ),
        ]

    def write(self, state: State, index: i64, viewer: i64, page: Page, columns: Columns) -> None:
        palace = state.modules[index]
        assert isinstance(palace, Palace)
        self._tiles(state, palace, page, columns)
        self._cards(state, palace, page, columns)
        seats: i64 = len(state.players)
        i: i64
        page.bits(len(ABILITIES), palace.abilities)
        page.bits(len(ABILITIES), palace.used)
        for i in range(STANDS):
            page.number(palace.stands[i])
        page.number(palace.stood)
        page.number(palace.supply)
        page.number(0 if state.depth == 0 else guards_due(state.top()))
        for i in range(seats):
            page.number(guards_owned(palace, state, (viewer + i) % seats))
        for i in range(KIND_COUNT):
            owner = palace.halves[i]
            page.number(0 if owner < 0 else 1 + (owner - viewer + seats) % seats)
        page.number(palace.wall_pieces)
        page.number(palace.wall_held)
        page.number(len(palace.plazas))
        first = page.at
        page.one_of(KIND_COUNT, -1)
        for kind in pieces_left(palace):
            page.values[first + kind] += 1
        for i in range(POINTS):
            page.number(state.book.points[i])

    def _tiles(self, state: State, palace: Palace, page: Page, columns: Columns) -> None:
        field: i64
        for field in range(PREVIEW):
            if palace.preview[field] >= 0:
                page.place(palace.preview[field], columns.place + field)
        for plaza in palace.plazas:
            page.place(plaza, columns.place + PREVIEW)
        page.dress(state.book)
        tile: i64
        side: i64
        for tile in range(len(palace.guards)):
            if page.sizes.rows[tile] >= 0:
                for side in range(4):
                    page.quality(tile, columns.quality + side, (palace.guards[tile] >> side) & 1)

    def _cards(self, state: State, palace: Palace, page: Page, columns: Columns) -> None:
        number: i64
        for number in range(len(state.players)):
            pile = empty_pile()
            for card in palace.sets:
                if set_of(card) == number + 1:
                    money = set_card(card)
                    pile[money // VALUES] += bit(COPIES_BITS * (money % VALUES))
            page.card_row(columns.card_row + number, pile, 0)


PALACE_ENCODING: Final = PalaceEncoding()
