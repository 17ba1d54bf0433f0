"""The arrays of a page as numpy sees them, for the tests of the encoding."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.encoding import Encoder

Numbers = NDArray[np.signedinteger[Any]]


def arrays_of(encoder: Encoder) -> dict[str, Numbers]:
    """Every array of the first game, copied."""
    layout = encoder.layout
    row = np.frombuffer(encoder.page.memory(), np.int16)[: layout.width]
    assert len(row) == layout.width
    found = {name: row[part].reshape(layout.shapes[name]).copy() for name, part in layout.parts.items()}
    mask = np.frombuffer(encoder.page.mask_memory(), np.int8)[: layout.limit]
    assert np.array_equal(mask, found["action_mask"])
    return found
