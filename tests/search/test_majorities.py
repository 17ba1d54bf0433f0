"""Is what one more tile gains the difference between two scorings?"""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import GameConfig, State
from arena.rules.scoring import majority_share
from arena.search.majorities import Majorities
from tests.rules.games import played

WEIGHTS = vec[i64]([5, 3, 2])  # of a point in the next scoring, in the one after it, and in the last


def points(state: State, kind: int, seat: int, tiles: int, held: int) -> int:
    """What so many tiles earn a seat, all others as they are, by the scoring's own reckoning (9.5, 9.6)."""
    counts = [int(player.city.count_of(kind)) for player in state.players]
    if len(counts) == 2:
        counts.append(sum(state.book.kind[tile] == kind for tile in state.dirk))
    counts[seat] = tiles
    total = 0
    for scoring in range(held, 3):
        first = (scoring * 6 + kind) * 3
        share = majority_share(state.book.shares.each, vec[i64](counts), seat, first)
        total += WEIGHTS[scoring - held] * int(share)
    return total


@pytest.mark.parametrize("rules", ["classic,players=2", "classic,players=6", "red-palace,players=3"])
def test_one_more_tile(rules: str) -> None:
    """One more than now, over one less if there are two; below that over none, which earn nothing."""
    majorities = Majorities(WEIGHTS)
    gained = 0
    for number, state in enumerate(played(GameConfig.parse(rules), 5)):
        held = min(len(state.scorings), 2)
        majorities.count(state, held)
        for seat in range(len(state.players)):
            for kind in range(6):
                own = int(state.players[seat].city.count_of(kind))
                gain = points(state, kind, seat, own + 1, held)
                if own >= 2:
                    gain -= points(state, kind, seat, own - 1, held)
                assert majorities.gain(seat, kind) == gain, number
                gained += gain > 0
    assert gained > 200
