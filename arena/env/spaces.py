"""The spaces of an environment, and its observations as views of one row of numbers."""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arena.encoding import Field, Layout

Form = Literal["flat", "dict"]
FORMS = ("flat", "dict")
Numbers = NDArray[np.int16]
Mask = NDArray[np.int8]


def check_form(form: str) -> None:
    """ValueError if there is no such form."""
    if form not in FORMS:
        raise ValueError(f"observation: {form!r} is not one of {', '.join(FORMS)}")


def observation_space(layout: Layout, form: str) -> spaces.Space[Any]:
    """A box of all numbers, or a dictionary of boxes by array."""
    lows, highs = _bounds(layout)
    if form == "flat":
        return spaces.Box(_joined(lows), _joined(highs), dtype=np.int16)
    boxes: dict[str, spaces.Space[Any]] = {
        name: spaces.Box(lows[name], highs[name], dtype=np.int16) for name in layout.shapes
    }
    boxes["action_mask"] = spaces.Box(0, 1, (layout.limit,), np.int8)
    return spaces.Dict(boxes)


def observation_of(layout: Layout, form: str, row: Numbers, mask: Mask) -> Any:
    """A row, or its arrays by name. They are views: nothing is copied."""
    if form == "flat":
        return row
    return {**arrays_of(layout, row), "action_mask": mask}


def arrays_of(layout: Layout, rows: Numbers) -> dict[str, Numbers]:
    """The arrays of one row or of many, as views."""
    ahead = rows.shape[:-1]
    return {
        name: rows[..., part].reshape(*ahead, *layout.shapes[name]) for name, part in layout.parts.items()
    }


def _joined(arrays: dict[str, Numbers]) -> Numbers:
    return np.concatenate([array.ravel() for array in arrays.values()])


def _bounds(layout: Layout) -> tuple[dict[str, Numbers], dict[str, Numbers]]:
    """The least and the most that each number can be."""
    lows, highs = ({name: np.zeros(shape, np.int16) for name, shape in layout.shapes.items()} for _ in "12")
    for plane in layout.planes:
        highs["cities"][:, plane.start] = plane.high
    fields: dict[str, list[Field]] = {
        "tiles": layout.tile_fields,
        "numbers": layout.numbers,
        "actions": layout.action_fields,
    }
    for name, parts in fields.items():
        for field in parts:
            lows[name][..., field.start : field.start + field.size] = field.low
            highs[name][..., field.start : field.start + field.size] = field.high
    for row in layout.card_rows:
        highs["cards"][row.start : row.start + row.size] = row.high
    highs["action_mask"][:] = 1
    return lows, highs
