"""How are short lists of numbers changed without harm to others who hold them?

A `vec` shares its memory with those made from it by `append`. So the rules treat a vec as a value: these functions return
a new one and leave the old one alone, and a clone of a game can hold the same vec.
"""

from librt.vecs import append, vec
from mypy_extensions import i64


def pushed(items: vec[i64], item: i64) -> vec[i64]:
    """The items and one more at the end."""
    return append(items[:], item)


def popped(items: vec[i64]) -> vec[i64]:
    """The items but for the last."""
    return items[: len(items) - 1]


def replaced(items: vec[i64], i: i64, item: i64) -> vec[i64]:
    """The items with another one at place i."""
    result = items[:]
    result[i] = item
    return result


def inserted(items: vec[i64], item: i64) -> vec[i64]:
    """An ascending vec with one more item, in its place."""
    size: i64 = len(items)
    result = append(items[:], item)
    i = size
    while i > 0 and result[i - 1] > item:
        result[i] = result[i - 1]
        i -= 1
    result[i] = item
    return result


def left_out(items: vec[i64], item: i64) -> vec[i64]:
    """A vec without one item that it holds."""
    size: i64 = len(items)
    result = items[: size - 1]
    i: i64 = size - 1
    moved = items[i]
    while moved != item:
        i -= 1
        kept = items[i]
        result[i] = moved
        moved = kept
    return result


def contains(items: vec[i64], item: i64) -> bool:
    """Whether a vec holds an item."""
    for other in items:
        if other == item:
            return True
    return False
