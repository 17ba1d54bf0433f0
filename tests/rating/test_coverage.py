"""Does the truth lie inside the 95 % intervals 94 to 96 % of the time?"""

import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest

from arena.rating import duel, expected_score, rate
from arena.rating.simulate import simulate_games
from tests.rating import ladders
from tests.rating.ladders import Ladder, Rng


def test_all_ladders_together() -> None:
    """A thousand ladders and more, of eight kinds; by chance alone the share moves by about 0.4 %."""
    found = [ladders.coverage(make, 170, seed=2024) for make in ladders.ALL]
    inside = np.mean([coverage.inside for coverage in found])
    assert 0.94 <= inside <= 0.96
    assert np.mean([coverage.below for coverage in found]) == pytest.approx(0.025, abs=0.008)


@pytest.mark.soak
@pytest.mark.parametrize("make", ladders.ALL, ids=lambda make: make.__name__)
def test_each_kind_of_ladder(make: Callable[[Rng], Ladder]) -> None:
    """Four thousand ladders of each kind; by chance alone the share moves by about 0.2 %."""
    found = ladders.coverage(make, 4000, seed=1)
    assert 0.94 <= found.inside <= 0.96
    assert 0.018 <= found.below <= 0.032
    assert 0.018 <= found.above <= 0.032


def test_clustering_is_what_makes_them_cover() -> None:
    """The control: sets whose games repeat each other, taken as independent games, miss the truth often."""
    rng = np.random.default_rng(3)
    inside = {"sets": 0, "games": 0}
    for _ in range(200):
        won = np.repeat(rng.random(40) < expected_score(100.0), 4)
        for name, deal in (("sets", np.repeat(np.arange(40), 4)), ("games", np.arange(160))):
            lead = duel(won.astype(float), deal).elo
            inside[name] += lead.low <= 100.0 <= lead.high
    assert inside["sets"] / 200 > 0.91
    assert inside["games"] / 200 < 0.80


@pytest.mark.parametrize("games", [10, 20, 50])
def test_short_matches_exactly(games: int) -> None:
    """All outcomes of a match of independent games, summed with their probabilities over leads up to ±600."""
    ends = [duel(np.repeat([1.0, 0.0], [won, games - won]), np.arange(games)).elo for won in range(games + 1)]
    inside = []
    for lead in np.linspace(-600.0, 600.0, 61).tolist():
        score = expected_score(lead)
        chance = [
            math.comb(games, won) * score**won * (1 - score) ** (games - won) for won in range(games + 1)
        ]
        inside.append(sum(p for p, end in zip(chance, ends, strict=True) if end.low <= lead <= end.high))
    assert 0.945 <= np.mean(inside) <= 0.97
    assert min(inside) > 0.90


def test_short_duplicate_matches_exactly() -> None:
    """All outcomes of six sets of two games whose results oppose each other as duplicates do."""
    chance = np.array([0.05, 0.02, 0.60, 0.05, 0.28])
    lead = 400.0 * math.log10(0.6225 / 0.3775)
    points = ((0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.0, 0.5), (1.0, 1.0))
    inside = 0.0
    for outcome in itertools.combinations_with_replacement(range(5), 6):
        count = np.bincount(outcome, minlength=5)
        ways = math.factorial(6) / math.prod(math.factorial(n) for n in count.tolist())
        end = duel(np.array([points[k] for k in outcome]).ravel(), np.repeat(np.arange(6), 2)).elo
        inside += ways * float(np.prod(chance**count)) * (end.low <= lead <= end.high)
    assert 0.94 <= inside <= 0.995


def test_superiority_is_as_often_right_as_it_says() -> None:
    """Of all pairs that are put at 80 to 95 %, so many are really in that order."""
    rng = np.random.default_rng(5)
    right, said = [], []
    for _ in range(150):
        nats = rng.normal(0.0, 0.4, 8)
        likely = rate(simulate_games(rng, nats, ladders.round_robin(8, 6), luck=0.6), anchor=0).superiority()
        sure = (likely > 0.8) & (likely < 0.95)
        right.append((nats[:, None] > nats[None, :])[sure])
        said.append(likely[sure])
    assert np.mean(np.concatenate(right)) == pytest.approx(np.mean(np.concatenate(said)), abs=0.04)
