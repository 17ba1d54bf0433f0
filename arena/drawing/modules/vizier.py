"""The viziers in the picture of a table."""

from typing import Final

from arena.drawing.modules.drawn import ModuleDrawing, Rows
from arena.rules import Observation


def _seat_rows(seen: Observation, seat: int) -> Rows:
    if seen.vizier is None:
        return []
    return [("vizier", "awake" if seen.vizier.awake[seat] else "asleep")]


VIZIER_DRAWING: Final = ModuleDrawing(seat_rows=_seat_rows)
