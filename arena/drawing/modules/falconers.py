"""The falcons in the picture of a table."""

from typing import Final

from arena.drawing.modules.drawn import Mark, ModuleDrawing, Rows, Square
from arena.rules import Falcon, Observation

_LETTERS: Final = {"black": "b", "brown": "r", "white": "w"}
_PREFIX: Final = "falcon-"


def _table_rows(seen: Observation) -> Rows:
    if seen.falconers is None or not seen.falconers.supply:
        return []
    return [("Falcons", ", ".join([name.removeprefix(_PREFIX) for name in seen.falconers.supply]))]


def _seat_rows(seen: Observation, seat: int) -> Rows:
    falcons = [f"{one.name.removeprefix(_PREFIX)} at {one.x},{one.y}" for one in _falcons(seen, seat)]
    return [("falcons", ", ".join(falcons))] if falcons else []


def _corners(seen: Observation, seat: int) -> dict[Square, Mark]:
    return {(one.x, one.y): _mark(one) for one in _falcons(seen, seat)}


def _mark(falcon: Falcon) -> Mark:
    colour = falcon.name.split("-")[1]
    return Mark(_LETTERS[colour], colour, f"{colour} falcon")


def _falcons(seen: Observation, seat: int) -> list[Falcon]:
    return [] if seen.falconers is None else [one for one in seen.falconers.falcons if one.seat == seat]


FALCONERS_DRAWING: Final = ModuleDrawing(table_rows=_table_rows, seat_rows=_seat_rows, corners=_corners)
