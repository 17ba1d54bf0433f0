"""On which simulated ladders are the intervals tried?"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from arena.rating import rate
from arena.rating.arrays import Bools, Floats, Ints
from arena.rating.elo import ELO_PER_NAT
from arena.rating.games import Games
from arena.rating.simulate import simulate_games

Rng = np.random.Generator


@dataclass(frozen=True)
class Ladder:
    """Bots of known strength and the tables that they sat at."""

    nats: Floats
    tables: Ints
    luck: float
    shared: float
    fresh: int = 0  # how many of the tables, from the first, were dealt a new deal for every game


@dataclass(frozen=True)
class Coverage:
    """How often the truth lay below, above and inside the intervals."""

    below: float
    above: float

    @property
    def inside(self) -> float:
        return 1.0 - self.below - self.above


def round_robin(bots: int, sets: int) -> Ints:
    """Every two bots play this many sets."""
    return np.tile(np.stack(np.triu_indices(bots, 1), axis=1), (sets, 1))


def random_tables(rng: Rng, bots: int, seats: int, sets: int) -> Ints:
    """Tables of different bots drawn at random."""
    return np.argsort(rng.random((sets, bots)), axis=1)[:, :seats]


def duplicates(rng: Rng) -> Ladder:
    """Eight bots, all against all, five sets each, decided in good part by the deal."""
    return Ladder(rng.normal(0.0, 1.0, 8), round_robin(8, 5), luck=0.6, shared=0.05)


def independent(rng: Rng) -> Ladder:
    """The same when the deal decides nothing."""
    return Ladder(rng.normal(0.0, 1.0, 8), round_robin(8, 5), luck=0.0, shared=0.05)


def fresh(rng: Rng) -> Ladder:
    """The same with a deal of its own for every game."""
    return Ladder(rng.normal(0.0, 1.0, 8), round_robin(8, 5), luck=0.6, shared=0.05, fresh=5 * 28)


def mixed(rng: Rng) -> Ladder:
    """Begun in duplicate deals, and gone on with fresh ones at tables of four."""
    return Ladder(rng.normal(0.0, 1.0, 8), random_tables(rng, 8, 4, 60), luck=0.6, shared=0.0, fresh=30)


def lopsided(rng: Rng) -> Ladder:
    """Six bots so far apart that some win nearly all their games."""
    return Ladder(rng.normal(0.0, 2.0, 6), round_robin(6, 20), luck=0.6, shared=0.05)


def tables_of_four(rng: Rng) -> Ladder:
    """Eight bots at tables of four, in rotations."""
    return Ladder(rng.normal(0.0, 1.0, 8), random_tables(rng, 8, 4, 60), luck=0.6, shared=0.0)


def tables_of_six(rng: Rng) -> Ladder:
    """Eight bots at tables of six, in rotations."""
    return Ladder(rng.normal(0.0, 1.0, 8), random_tables(rng, 8, 6, 60), luck=0.6, shared=0.0)


def newcomer(rng: Rng) -> Ladder:
    """Six bots that have met often and a seventh with ten sets, the last row of the table."""
    fresh = np.stack([rng.integers(0, 6, 10), np.full(10, 6)], axis=1)
    return Ladder(rng.normal(0.0, 1.0, 7), np.concatenate([round_robin(6, 10), fresh]), luck=0.6, shared=0.05)


ALL: tuple[Callable[[Rng], Ladder], ...] = (
    duplicates,
    independent,
    fresh,
    mixed,
    lopsided,
    tables_of_four,
    tables_of_six,
    newcomer,
)


def coverage(make: Callable[[Rng], Ladder], ladders: int, seed: int) -> Coverage:
    """How often the 95 % intervals of all bots but the anchor hold the truth."""
    rng = np.random.default_rng(seed)
    below = above = total = 0
    for _ in range(ladders):
        ladder = make(rng)
        low, high, judged = _misses(_played(rng, ladder), ladder.nats)
        below, above, total = below + low, above + high, total + judged
    return Coverage(below / total, above / total)


def _played(rng: Rng, ladder: Ladder) -> Games:
    parts = [
        simulate_games(
            rng, ladder.nats, tables, luck=ladder.luck, shared=ladder.shared, duplicates=duplicates
        )
        for tables, duplicates in (
            (ladder.tables[: ladder.fresh], False),
            (ladder.tables[ladder.fresh :], True),
        )
        if len(tables)
    ]
    return Games.of(
        len(ladder.nats),
        game=np.concatenate([part.game + 100_000 * number for number, part in enumerate(parts)]),
        deal=np.concatenate([part.deal + 100_000 * number for number, part in enumerate(parts)]),
        bot=np.concatenate([part.bot for part in parts]),
        rank=np.concatenate([part.rank for part in parts]),
    )


def _misses(games: Games, nats: Floats) -> tuple[int, int, int]:
    ratings = rate(games, anchor=0)
    truth = ELO_PER_NAT * (nats - nats[0])
    judged: Bools = ratings.connected & (np.arange(len(nats)) != 0)
    low, high = truth < ratings.low, truth > ratings.high
    return int(low[judged].sum()), int(high[judged].sum()), int(judged.sum())
