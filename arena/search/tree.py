"""The search tree: visits, availability and values of actions, in flat lists.

A node stands for an action after the actions above it, whatever the hidden cards are, so that all determinizations share one
tree. Children are found by a hash table over parent and key. Node 0 is the root.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules.engine import SHAPE_OF, SLOT_PAID, TILE_SHIFT, slot_of, verb_of

NONE: Final = -1
KEY_MASK: Final = 0x3FFFFFFFFFFFFFFF
FIRST_SLOTS: Final = 4096


def key_of(market: vec[i64], code: i64) -> i64:
    """An action with the tile that it buys: another tile in the same slot makes it another action."""
    if buys_a_slot(code):
        return code | (market[slot_of(code)] << TILE_SHIFT)
    return code


def buys_a_slot(code: i64) -> bool:
    """Whether an action, or its key, buys the tile of a market slot."""
    return SHAPE_OF[verb_of(code)] == SLOT_PAID


class Tree:
    """Nodes by number. It never holds more than `limit` of them."""

    def __init__(self, seats: i64, limit: i64) -> None:
        self.seats = seats
        self.limit = limit
        self.size: i64 = 0
        self.key: vec[i64] = vec[i64]()
        self.parent: vec[i64] = vec[i64]()
        self.first: vec[i64] = vec[i64]()  # newest child
        self.next: vec[i64] = vec[i64]()  # the sibling that is older
        self.visits: vec[i64] = vec[i64]()
        self.seen: vec[i64] = vec[i64]()  # how often it was available
        self.total: vec[float] = vec[float]()  # sum of values, `seats` for each node
        self._slots: vec[i64] = vec[i64]([NONE] * FIRST_SLOTS)
        self._mask: i64 = FIRST_SLOTS - 1
        self.add(NONE, 0)

    @property
    def full(self) -> bool:
        """Whether no node can be added."""
        return self.size >= self.limit

    def add(self, parent: i64, key: i64) -> i64:
        """A new node, which must not be there yet; its number."""
        node = self.size
        self.size += 1
        self.key = append(self.key, key)
        self.parent = append(self.parent, parent)
        self.first = append(self.first, NONE)
        self.visits = append(self.visits, 0)
        self.seen = append(self.seen, 0)
        older: i64 = NONE
        if parent >= 0:
            older = self.first[parent]
            self.first[parent] = node
        self.next = append(self.next, older)
        while len(self.total) < self.size * self.seats:
            self.total = append(self.total, 0.0)
        if 2 * self.size > self._mask:
            self._grow()
        self._slots[self._slot(parent, key)] = node
        return node

    def child(self, parent: i64, key: i64) -> i64:
        """The node of an action, or NONE."""
        return self._slots[self._slot(parent, key)]

    def mean(self, node: i64, seat: i64) -> float:
        """What the node is worth to a seat; it must have been visited."""
        return self.total[node * self.seats + seat] / float(self.visits[node])

    def _slot(self, parent: i64, key: i64) -> i64:
        """Where a node is in the hash table, or where it would be."""
        mixed = key ^ (key >> 29) ^ (parent << 3)
        mixed = (mixed * 0x2545F491 + parent) & KEY_MASK
        slot = (mixed ^ (mixed >> 17) ^ (mixed >> 34)) & self._mask
        while True:
            node = self._slots[slot]
            if node == NONE or (self.key[node] == key and self.parent[node] == parent):
                return slot
            slot = (slot + 1) & self._mask

    def _grow(self) -> None:
        count = 4 * (self._mask + 1)
        self._slots = vec[i64]([NONE] * count)
        self._mask = count - 1
        node: i64
        for node in range(self.size - 1):
            self._slots[self._slot(self.parent[node], self.key[node])] = node

    def below(self, top: i64) -> "Tree":
        """A tree of its own from a node down."""
        tree = Tree(self.seats, self.limit)
        self._copy(top, tree, 0)
        numbers = vec[i64]([top])  # by new number the old one
        done: i64 = 0
        while done < len(numbers):
            child = self.first[numbers[done]]
            while child != NONE:
                self._copy(child, tree, tree.add(done, self.key[child]))
                numbers = append(numbers, child)
                child = self.next[child]
            done += 1
        return tree

    def _copy(self, old: i64, tree: "Tree", new: i64) -> None:
        tree.visits[new] = self.visits[old]
        tree.seen[new] = self.seen[old]
        i: i64
        for i in range(self.seats):
            tree.total[new * self.seats + i] = self.total[old * self.seats + i]
