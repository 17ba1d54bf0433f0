"""Lists of compact actions, kept as groups that are expanded when somebody reads them.

A group is one action with many *choices*. A choice is one number:

    bits  0-53   what it adds to the action: a tile, a square or cards (compact.py)
    bits 54-61   what a square asks of a tile (cells.py)
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules.bits import BYTE, bit, byte_at
from arena.rules.cells import denied_asks

ASKS_SHIFT: Final = 54
ADDED: Final = (1 << ASKS_SHIFT) - 1
UNKNOWN: Final = -1
ROOM: Final = 256


def _fitting_counts(first: int) -> vec[i64]:
    """For all that a square can ask: one in byte i if a tile with the marks first + i gives it, for eight values of i."""
    table = vec[i64]()
    for asks in range(256):
        fits = [denied_asks(marks) & asks == 0 for marks in range(first, first + 8)]
        table = append(table, sum([int(bit(BYTE * i)) for i in range(8) if fits[i]]))
    return table


FITS_LOW: Final = _fitting_counts(0)
FITS_HIGH: Final = _fitting_counts(8)


class CellList:
    """Cells of a city as choices, in ascending order, and for each way to mark a tile's sides how many of them it fits.

    The list keeps its memory when it is made anew; only the first `count` items are choices.
    """

    def __init__(self) -> None:
        self.items: vec[i64] = vec[i64]()
        self.count: i64 = UNKNOWN
        self.low: i64 = 0  # a byte for each of the marks 0 to 7: no city has 256 cells to choose from
        self.high: i64 = 0  # the same for 8 to 15

    def room_for(self, count: i64) -> vec[i64]:
        """The items, with room for at least this many."""
        if len(self.items) < count:
            self.items = vec[i64]([0] * (count + 8))
        return self.items

    def fitting(self, marks: i64) -> i64:
        """How many cells a tile with these marks fits."""
        return byte_at(self.high if marks & 8 else self.low, marks & 7)


class ActionGroup:
    """The actions that differ from each other in their choice alone. The groups of a list are a chain."""

    def __init__(self) -> None:
        self.following: ActionGroup | None = None  # kept when the list is made anew, and then filled again
        self.first: i64 = 0  # which number the first of them has in the list
        self.count: i64 = 0
        self.action: i64 = 0
        self.choices: vec[i64] = vec[i64]()
        self.denied: i64 = 0  # bits that a choice may not have: what its square may not ask

    def nth(self, n: i64) -> i64:
        """The action with the n-th choice, counted from 0, of those that have nothing denied."""
        choices = self.choices
        denied = self.denied
        i: i64 = 0
        if denied:
            while True:
                if choices[i] & denied == 0:
                    if n == 0:
                        break
                    n -= 1
                i += 1
        else:
            i = n
        return self.action | (choices[i] & ADDED)

    def write(self, items: vec[i64]) -> None:
        """Put all of them where they belong."""
        action = self.action
        choices = self.choices
        denied = self.denied
        at = self.first
        end = at + self.count
        i: i64 = 0
        if denied == 0:
            for i in range(self.count):
                items[at + i] = action | (choices[i] & ADDED)
            return
        while at < end:
            choice = choices[i]
            if choice & denied == 0:
                items[at] = action | (choice & ADDED)
                at += 1
            i += 1


class ActionCodes:
    """A growing list of compact actions, kept and refilled to save allocations.

    A group leaves a gap in the items as long as it is. `fill` closes all gaps; `at` needs none closed.
    """

    def __init__(self) -> None:
        self.items: vec[i64] = vec[i64]([0] * ROOM)
        self.count: i64 = 0
        self._start: Final = ActionGroup()  # stands before the groups and has no actions
        self._last: ActionGroup = self._start

    def clear(self) -> None:
        """Forget all actions."""
        self.count = 0
        self._last = self._start

    def add(self, code: i64) -> None:
        """Put one more at the end."""
        if self.count >= len(self.items):
            self._widen(self.count)
        self.items[self.count] = code
        self.count += 1

    def add_fitting(self, action: i64, cells: CellList, marks: i64) -> None:
        """Put an action at the end for every cell that a tile with these marks fits."""
        denied = denied_asks(marks) << ASKS_SHIFT
        self.add_group(action, cells.items, cells.fitting(marks), denied)

    def add_group(self, action: i64, choices: vec[i64], count: i64, denied: i64) -> None:
        """Put an action at the end for each choice that has nothing denied."""
        if count == 0:
            return
        group = self._last.following
        if group is None:
            group = ActionGroup()
            self._last.following = group
        group.first = self.count
        group.count = count
        group.action = action
        group.choices = choices
        group.denied = denied
        self._last = group
        self.count += count

    def fill(self) -> None:
        """Write the groups out, so that the items are complete."""
        if self.count > len(self.items):
            self._widen(self.count)
        group = self._start
        while group is not self._last:
            following = group.following
            if following is None:
                break
            following.write(self.items)
            group = following
        self._last = self._start

    def at(self, k: i64) -> i64:
        """The k-th action, counted from 0."""
        group = self._start
        while group is not self._last:
            following = group.following
            if following is None or following.first > k:
                break
            group = following
        n = k - group.first
        return group.nth(n) if n < group.count else self.items[k]

    def _widen(self, count: i64) -> None:
        wider = vec[i64]([0] * (2 * count))
        i: i64
        for i in range(len(self.items)):
            wider[i] = self.items[i]
        self.items = wider
