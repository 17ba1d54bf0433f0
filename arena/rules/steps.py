"""What is still to happen in this turn? The steps pending on a game's stack.

A step is one number:

    bits  0-5    kind
    bits  6-9    seat
    bits 10-     a detail that the kind gives a meaning
"""

from typing import Final

from mypy_extensions import i64

ACT: Final = 1  # an action is due; detail 1: an extra one (3.2)
PLACING: Final = 2  # tiles set aside are placed one by one (3.4); detail 1: after the end (10.2)
END_TURN: Final = 3
NEXT_TURN: Final = 4  # the seat's turn starts
FINISH: Final = 5  # scoring 3 (10.3)
OPENING: Final = 6  # the display and the deck are made ready (2.5, 2.6)

KIND_MASK: Final = 0x3F
SEAT_SHIFT: Final = 6
SEAT_MASK: Final = 0xF
DETAIL_SHIFT: Final = 10

NOBODY: Final = 15  # the seat of a step that asks nobody yet, or nobody that a viewer knows of

_DECISIONS: Final[dict[int, str]] = {ACT: "act", PLACING: "place"}


def name_decision(kind: int, name: str) -> None:
    """Give a module's decision its name."""
    _DECISIONS[kind] = name


def decision_name(kind: i64) -> str:
    """What a step asks, in a word."""
    return _DECISIONS[int(kind)]


def decision_kinds() -> dict[int, str]:
    """The names of all decisions, by the kind of their steps."""
    return dict(_DECISIONS)


def asks_decision(kind: i64) -> bool:
    """Whether a step of this kind is a decision."""
    return int(kind) in _DECISIONS


def is_step(step: i64, seats: i64) -> bool:
    """Whether a number can be a step of a game with this many seats."""
    kind = int(step_kind(step))
    known = kind in _DECISIONS or ACT <= kind <= OPENING or kind & ~7 in {name & ~7 for name in _DECISIONS}
    return step > 0 and known and (step_seat(step) < seats or step_seat(step) == NOBODY)


def step_of(kind: i64, seat: i64, detail: i64) -> i64:
    """A step as one number."""
    return kind | (seat << SEAT_SHIFT) | (detail << DETAIL_SHIFT)


def step_kind(step: i64) -> i64:
    """Its kind."""
    return step & KIND_MASK


def step_seat(step: i64) -> i64:
    """Its seat."""
    return (step >> SEAT_SHIFT) & SEAT_MASK


def step_detail(step: i64) -> i64:
    """Its detail."""
    return step >> DETAIL_SHIFT
