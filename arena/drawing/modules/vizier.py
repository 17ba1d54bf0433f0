"""The viziers in the picture of a table."""

from typing import Final

from arena.drawing.modules.drawn import Fields, ModuleDrawing, Path, Rows, TableWords, VerbDrawing
from arena.drawing.purchases import bought, offer_price, purchase_label, purchase_path
from arena.rules import Action, Observation


def _seat_rows(seen: Observation, seat: int) -> Rows:
    if seen.vizier is None:
        return []
    return [("vizier", "awake" if seen.vizier.awake[seat] else "asleep")]


def _seat(seen: Observation, seat: int) -> Fields:
    return {} if seen.vizier is None else {"vizier": seen.vizier.awake[seat]}


def _favour(words: TableWords, _: int, action: Action) -> str:
    return f"<send> the vizier: <buy> {bought(words, action)}"


def _wake(_: TableWords, __: int, ___: Action) -> str:
    return "<wake> the vizier"


def _decline(_: TableWords, __: int, ___: Action) -> str:
    return "<keep> the vizier waiting"


def _button(_: TableWords, __: int, action: Action) -> Path:
    return [("button", action.verb)]


VIZIER_DRAWING: Final = ModuleDrawing(
    seat_rows=_seat_rows,
    seat=_seat,
    verbs={
        "wake": VerbDrawing(_wake, _button, lambda _, __: "Wake your vizier"),
        "favour": VerbDrawing(_favour, purchase_path, purchase_label, offer_price),
        "decline": VerbDrawing(_decline, _button, lambda _, __: "Keep the vizier waiting"),
    },
    prompts={
        "favour": "Your vizier may buy one tile before the next turn, for an exact payment. It sleeps afterwards."
    },
    offered={"wake": "wake your vizier"},
)
