"""How are short lists of numbers changed without affecting other holders of the same list?

A `vec` shares its memory with those made from it by `append`. So a list that several games may hold is treated as a value:
these functions return a new one and leave the old one alone. Only `insert` changes the list that it is given.
"""

from librt.vecs import append, vec
from mypy_extensions import i64


def replaced(items: vec[i64], i: i64, item: i64) -> vec[i64]:
    """The items with another one at index i."""
    result = items[:]
    result[i] = item
    return result


def inserted(items: vec[i64], item: i64) -> vec[i64]:
    """Ascending items with one more, still ascending."""
    i: i64 = len(items)
    result = vec[i64]([item] * (i + 1))
    while i > 0 and items[i - 1] > item:
        result[i] = items[i - 1]
        i -= 1
    while i > 0:
        i -= 1
        result[i] = items[i]
    return result


def insert(items: vec[i64], item: i64) -> vec[i64]:
    """Put one more where it belongs among ascending items that nobody else holds; use the list returned."""
    i: i64 = len(items)
    items = append(items, item)
    while i > 0 and items[i - 1] > item:
        items[i] = items[i - 1]
        i -= 1
    items[i] = item
    return items


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
