"""What does one more tile of a kind gain? Points of the scorings to come, in tables (rules 9.5, 9.6)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import State
from arena.rules.engine import (
    AWARDED_RANKS,
    BOOK,
    BYTE,
    BYTE_MASK,
    MOST_TIED,
    ONE_OF,
    SIGN,
    Shares,
    bit,
    byte_at,
)

KINDS: Final = 6
SCORINGS: Final = 3
MOST_RIVALS: Final = 6
ALL_KINDS: Final = 0xFFFF_FFFF_FFFF  # a byte for each kind, as in the counts of a city


class Majorities:
    """The tiles of all at the table, as they were last counted."""

    def __init__(self, weights: vec[i64]) -> None:
        self._weights: Final = weights  # of a point in the next scoring, in the one after it, and in the last
        # What the scorings to come give, by scorings held, kind, others above and others tied:
        self._worth: vec[i64] = vec[i64]([0] * (SCORINGS * KINDS * MOST_TIED * MOST_TIED))
        self._shares: Shares = BOOK.shares
        self._held: i64 = 0
        self._rivals: i64 = 0  # how many have tiles, Dirk among them
        self._counts: vec[i64] = vec[i64]([0] * MOST_RIVALS)  # their tiles, as in a city; Dirk's last
        self._known: vec[i64] = vec[i64]([0] * KINDS)  # by kind: the seats whose gains are right, as bits
        self._gains: vec[i64] = vec[i64]([0] * (MOST_RIVALS * KINDS))
        self._learn(BOOK.shares)

    def count(self, state: State, held: i64) -> None:
        """Look at a table after a number of scorings. Gains stay right as long as nobody's tiles of their kind change."""
        if self._shares is not state.book.shares:
            self._learn(state.book.shares)
        counts = self._counts
        seats: i64 = len(state.players)
        rivals = seats
        changed: i64 = 0
        seat: i64
        for seat in range(seats):
            tiles = state.players[seat].city.counts
            changed |= counts[seat] ^ tiles
            counts[seat] = tiles
        if seats == 2:
            rivals = 3
            given: i64 = 0
            kinds = state.book.kind
            for tile in state.dirk:
                if kinds[tile] >= 0:
                    given += ONE_OF[kinds[tile]]
            changed |= counts[2] ^ given
            counts[2] = given
        if held != self._held or rivals != self._rivals:
            self._held = held
            self._rivals = rivals
            self._forget(ALL_KINDS)
        elif changed:
            self._forget(changed)

    def _forget(self, changed: i64) -> None:
        """Gains of the kinds that have any bit in here are to be worked out anew."""
        kind: i64
        for kind in range(KINDS):
            if byte_at(changed, kind):
                self._known[kind] = 0

    def gain(self, seat: i64, kind: i64) -> i64:
        """What one more tile of a kind gains a seat, over one less if it has two."""
        index = seat * KINDS + kind
        if (self._known[kind] >> seat) & 1:
            return self._gains[index]
        self._known[kind] |= bit(seat)
        counts = self._counts
        shift = BYTE * kind
        own = (counts[seat] >> shift) & BYTE_MASK
        more = own + 1
        less = own - 1
        above_more: i64 = 0
        above_less: i64 = -1  # the seat itself, which has one more than this
        tied_more: i64 = 0
        tied_less: i64 = 0
        other: i64
        for other in range(self._rivals):
            # Without branches, since nobody can foresee them: a difference shifted so far is -1 if it is below 0, else 0.
            count = (counts[other] >> shift) & BYTE_MASK
            above_more -= (more - count) >> SIGN
            above_less -= (less - count) >> SIGN
            tied_more += 1 + (((more - count) | (count - more)) >> SIGN)
            tied_less += 1 + (((less - count) | (count - less)) >> SIGN)
        first = (self._held * KINDS + kind) * MOST_TIED
        gain = self._worth[(first + above_more) * MOST_TIED + tied_more]
        if own >= 2:
            gain -= self._worth[(first + above_less) * MOST_TIED + tied_less]
        self._gains[index] = gain
        return gain

    def _learn(self, shares: Shares) -> None:
        """Make the table anew, since the points are others."""
        self._shares = shares
        self._forget(ALL_KINDS)
        held: i64
        kind: i64
        above: i64
        tied: i64
        scoring: i64
        for held in range(SCORINGS):
            for kind in range(KINDS):
                for above in range(AWARDED_RANKS):
                    for tied in range(MOST_TIED):
                        points: i64 = 0
                        for scoring in range(held, SCORINGS):
                            rank = (scoring * KINDS + kind) * AWARDED_RANKS + above
                            share = shares.each[rank * MOST_TIED + tied]
                            points += self._weights[scoring - held] * share
                        self._worth[((held * KINDS + kind) * MOST_TIED + above) * MOST_TIED + tied] = points
