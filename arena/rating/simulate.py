"""Simulated games between bots of known strength, to check the ratings.

The marginal law is exact: each game alone follows Bradley and Terry (two seats) or Plackett and Luce (more),
in which every pair again follows Bradley and Terry. The luck of the deal is put in beside it: a share of what
decides a game is drawn once for the deal and belongs to the seats, so that games of one set are correlated as
duplicates are.
"""

import math

import numpy as np

from arena.rating.arrays import Floats, Ints
from arena.rating.games import Games


def rotations(tables: Ints) -> tuple[Ints, Ints]:
    """Games (rows of bots by seat) and their sets, every rotation of each table's seats once."""
    sets, seats = tables.shape
    turn = (np.arange(seats)[:, None] + np.arange(seats)) % seats
    return tables[:, turn].reshape(sets * seats, seats), np.repeat(np.arange(sets), seats)


def simulate_games(
    rng: np.random.Generator,
    nats: Floats,
    tables: Ints,
    *,
    luck: float = 0.0,
    shared: float = 0.0,
    duplicates: bool = True,
) -> Games:
    """Play each table (a row of bots) in all rotations of its seats.

    `luck` is the share of a game's chance that the deal decides (0 none, 1 all), `shared` how many of the
    games of two that could be shared are (0 none, 1 all); without `duplicates` every game has a deal of its
    own.
    """
    bots, deal = rotations(tables)
    if not duplicates:
        deal = np.arange(len(bots))
    dealt = rng.standard_normal((int(deal.max(initial=-1)) + 1, bots.shape[1]))[deal]
    chance = math.sqrt(luck) * dealt + math.sqrt(1.0 - luck) * rng.standard_normal(bots.shape)
    rank = _ranks_of_two(nats[bots], chance, shared) if bots.shape[1] == 2 else _ranks(nats[bots], chance)
    game = np.repeat(np.arange(len(bots)), bots.shape[1])
    seat_deal = np.repeat(deal, bots.shape[1])
    return Games.of(len(nats), game=game, deal=seat_deal, bot=bots.ravel(), rank=rank.ravel())


def _ranks_of_two(nats: Floats, chance: Floats, shared: float) -> Floats:
    """A shared win takes as much from either side, so the expected score stays what the strengths say."""
    score = 0.5 * (1.0 + np.tanh(0.5 * (nats[:, 0] - nats[:, 1])))
    drawn = shared * np.minimum(score, 1.0 - score)
    fortune = _normal_cdf((chance[:, 1] - chance[:, 0]) / math.sqrt(2.0))
    second = 1.5 + 0.5 * (fortune > score + drawn) - 0.5 * (fortune < score - drawn)
    return np.stack([3.0 - second, second], axis=1)[:, ::-1]


def _ranks(nats: Floats, chance: Floats) -> Floats:
    """Plackett and Luce: strength plus Gumbel noise, sorted."""
    level = nats - np.log(-np.log(np.clip(_normal_cdf(chance), 1e-300, 1.0 - 1e-16)))
    return np.argsort(np.argsort(-level, axis=1), axis=1).astype(np.float64) + 1.0


def _normal_cdf(value: Floats) -> Floats:
    return np.array([0.5 * math.erfc(-x / math.sqrt(2.0)) for x in value.ravel().tolist()]).reshape(
        value.shape
    )
