"""The falcons in the picture of a table."""

from typing import Final

from arena.drawing.modules.drawn import (
    Fields,
    ModuleDrawing,
    Path,
    Rows,
    Square,
    TableWords,
    VerbDrawing,
)
from arena.drawing.phrases import card_words, falcon_words, square_words
from arena.rules import Action, Falcon, Observation

_LETTERS: Final = {"black": "b", "brown": "r", "white": "w"}
_PREFIX: Final = "falcon-"


def _table_rows(seen: Observation) -> Rows:
    if seen.falconers is None or not seen.falconers.supply:
        return []
    return [("Falcons", ", ".join([name.removeprefix(_PREFIX) for name in seen.falconers.supply]))]


def _seat_rows(seen: Observation, seat: int) -> Rows:
    falcons = [f"{one.name.removeprefix(_PREFIX)} at {one.x},{one.y}" for one in _falcons(seen, seat)]
    return [("falcons", ", ".join(falcons))] if falcons else []


def _corners(seen: Observation, seat: int) -> dict[Square, str]:
    return {(one.x, one.y): _LETTERS[one.name.split("-")[1]] for one in _falcons(seen, seat)}


def _falcons(seen: Observation, seat: int) -> list[Falcon]:
    return [] if seen.falconers is None else [one for one in seen.falconers.falcons if one.seat == seat]


def _frame(seen: Observation) -> Fields:
    return {"falcons": [] if seen.falconers is None else list(seen.falconers.supply)}


def _seat(seen: Observation, seat: int) -> Fields:
    return {"falcons": {f"{one.x},{one.y}": one.name for one in _falcons(seen, seat)}}


def _counts(seen: Observation) -> dict[str, list[float]]:
    counts: list[float] = [len(_falcons(seen, seat)) for seat in range(len(seen.seats))]
    return {"falconers": counts if seen.dirk is None else [*counts, 0]}


def _corner_words(action: Action) -> str:
    x, y = action.square or (0, 0)
    return (
        f"the north-east corner of the tile {square_words(x, y)}"
        if (x, y) != (0, 0)
        else ("the north-east corner of the fountain")
    )


def _say(_: TableWords, __: int, action: Action) -> str:
    price = card_words(action.cards[0])
    return f"<buy> {falcon_words(action.tile)} for {price} and <put> it at {_corner_words(action)}"


def _path(_: TableWords, __: int, action: Action) -> Path:
    x, y = action.square or (0, 0)
    return [("falcon", action.tile), ("corner", f"{x},{y}"), ("pay", action.cards[0])]


def _done(_: TableWords, __: int, ___: Action) -> str:
    return "<buy> no more falcons"


def _button(_: TableWords, __: int, action: Action) -> Path:
    return [("button", action.verb)]


FALCONERS_DRAWING: Final = ModuleDrawing(
    table_rows=_table_rows,
    seat_rows=_seat_rows,
    corners=_corners,
    frame=_frame,
    seat=_seat,
    counts=_counts,
    verbs={
        "falcon": VerbDrawing(_say, _path, lambda _, action: card_words(action.cards[0])),
        "done": VerbDrawing(_done, _button, lambda _, __: "No more falcons"),
    },
    prompts={"falcon": "Buy another falcon for any card, or say that you want no more."},
    offered={"falcon": "buy falcons"},
)
