"""The Falconers in the arrays: a plane of falcons for each city, and who has each."""

from typing import Final

from mypy_extensions import i64

from arena.encoding.fields import Field
from arena.encoding.modules.module_encoding import Columns, ModuleEncoding
from arena.encoding.page import Page
from arena.rules import State
from arena.rules.engine import FALCON_NAMES, Falconers, falcon_column, falcon_row, falcon_seat

FALCONS: Final = 15


class FalconersEncoding(ModuleEncoding):
    """Where each falcon is (15.1)."""

    def planes(self) -> list[Field]:
        return [
            Field("falcons", 1, 0, FALCONS, "n + 1 if falcon n stands at the north-east corner of the square")
        ]

    def numbers(self, players: int) -> list[Field]:
        return [
            Field(
                "falcons",
                len(FALCON_NAMES),
                0,
                players,
                "0 if the falcon is unsold, else 1 + the seat, by falcon",
            )
        ]

    def write(self, state: State, index: i64, viewer: i64, page: Page, columns: Columns) -> None:
        module = state.modules[index]
        assert isinstance(module, Falconers)
        seats: i64 = len(state.players)
        falcon: i64
        for falcon in range(len(module.where)):
            spot = module.where[falcon]
            seat = falcon_seat(spot)
            if seat < 0:
                page.number(0)
            else:
                relative = (seat - viewer + seats) % seats
                page.number(relative + 1)
                plane = relative * columns.planes + columns.plane
                page.square(plane, falcon_column(spot), falcon_row(spot), falcon + 1)


FALCONERS_ENCODING: Final = FalconersEncoding()
