"""What is the result of a match whose games come in sets with the same deal?"""

import math
from dataclasses import dataclass

import numpy as np

from arena.rating.arrays import Bools, Floats, Ints, added_up
from arena.rating.bradley_terry import most_likely
from arena.rating.elo import ELO_PER_NAT, expected_score
from arena.rating.estimate import Estimate, mean_over_sets, ratio_of_scatters
from arena.rating.games import Games
from arena.rating.intervals import fall, interval
from arena.rating.pairs import meetings_of, pairs_of
from arena.rating.sandwich import spread
from arena.rating.student import t_cdf


@dataclass(frozen=True)
class Duel:
    """One bot against another over all games that both sat in."""

    games: int
    sets: int
    wins: int
    shared: int
    losses: int
    points: float
    elo: Estimate
    """How much stronger the first one is: the rating that it would have on a ladder of these two."""
    score: Estimate
    """The score that this lead stands for; half a game to each side keeps it off 0 and 1."""
    superiority: float
    """How likely the first one is the stronger one."""
    pentanomial: tuple[int, int, int, int, int]
    """Sets of exactly two games by the first one's points: 0, ½, 1, 1½, 2."""


@dataclass(frozen=True)
class Standing:
    """How one bot did at the table of a match."""

    games: int
    wins: int
    shared_wins: int
    rank: Estimate
    share: Estimate
    """Share of the others that it stood above."""
    faults: int


def duel(points: Floats, deal: Ints) -> Duel:
    """What the first one's points (1, ½, 0) in each game say; `deal` tells which games belong to one set."""
    count = len(points)
    if not np.isin(points, (0.0, 0.5, 1.0)).all():
        raise ValueError("points has values other than 0, ½ and 1")
    ranks = np.stack([2.0 - points, 1.0 + points], axis=1).ravel()
    games = Games.of(
        2,
        game=np.repeat(np.arange(count), 2),
        deal=np.repeat(deal, 2),
        bot=np.tile([0, 1], count),
        rank=ranks,
    )
    pairs = pairs_of(games)
    meetings = meetings_of(pairs)
    strengths = most_likely(meetings, anchor=1)
    uncertain = spread(pairs, meetings, strengths, anchor=1)
    low, high = interval(meetings, strengths, uncertain, anchor=1)
    lead = float(strengths.nats[0])
    spare = float(uncertain.variance[0] * strengths.curvature.diagonal()[0])
    down, _ = fall(meetings, strengths, np.array([-lead, 0.0]))
    distance = math.copysign(math.sqrt(2.0 * max(float(down[0]), 0.0) / spare), lead) if spare > 0.0 else 0.0
    elo = Estimate(ELO_PER_NAT * lead, ELO_PER_NAT * float(low[0]), ELO_PER_NAT * float(high[0]))
    return Duel(
        games=count,
        sets=pairs.sets,
        wins=int(np.sum(points == 1.0)),
        shared=int(np.sum(points == 0.5)),
        losses=int(np.sum(points == 0.0)),
        points=float(points.sum()),
        elo=elo,
        score=Estimate(expected_score(elo.value), expected_score(elo.low), expected_score(elo.high)),
        superiority=float(t_cdf(distance, float(uncertain.degrees[0]))),
        pentanomial=pentanomial(points, deal),
    )


def pentanomial(points: Floats, deal: Ints) -> tuple[int, int, int, int, int]:
    """How many sets of two games gave the first one 0, ½, 1, 1½ and 2 points; other sets are not counted."""
    _, row = np.unique(deal, return_inverse=True)
    complete = np.bincount(row) == 2
    halves = np.rint(2.0 * added_up(points, row, len(complete))[complete]).astype(np.int64)
    nil, half, one, more, two = np.bincount(halves, minlength=5).tolist()
    return nil, half, one, more, two


def duels(games: Games) -> dict[tuple[int, int], Duel]:
    """Every two bots of a match against each other, the lower number first."""
    pairs = pairs_of(games)
    first, second, deal = pairs.bot[pairs.first], pairs.bot[pairs.second], pairs.deal[pairs.first]
    met = sorted(set(zip(first.tolist(), second.tolist(), strict=True)))
    both = {two: (first == two[0]) & (second == two[1]) for two in met}
    return {two: duel(pairs.result[rows], deal[rows]) for two, rows in both.items()}


def set_scores(games: Games, bot: int, games_in_set: int) -> Floats:
    """A bot's share of the others that it stood above, one number a complete set, for the sequential test."""
    pairs = pairs_of(games)
    won, others = pairs.stood_above()
    own = np.flatnonzero((pairs.bot == bot) & (others > 0))
    played = np.bincount(pairs.deal[own], minlength=pairs.sets)
    share = added_up(won[own] / others[own], pairs.deal[own], pairs.sets)
    return np.asarray(share[played == games_in_set] / games_in_set)


def standings(games: Games) -> tuple[Standing, ...]:
    """How every bot of a match did, with intervals over sets."""
    rated = games.rated()
    pairs = pairs_of(rated)
    won, others = pairs.stood_above()
    ahead = others - won
    alone = (ahead == 0.0) & (others > 0)
    first = _best_of_game(rated, ahead) & (others > 0)
    result = []
    for bot in range(games.bots):
        own = (pairs.bot == bot) & (others > 0)
        deal = pairs.deal[own]
        worst = 1.0 + float(others[own].max(initial=1))
        result.append(
            Standing(
                games=int(own.sum()),
                wins=int(alone[own].sum()),
                shared_wins=int((first & ~alone)[own].sum()),
                rank=mean_over_sets(1.0 + ahead[own], deal, (1.0, worst)),
                share=mean_over_sets(won[own] / others[own], deal, (0.0, 1.0)),
                faults=int(rated.faulted[own].sum()),
            )
        )
    return tuple(result)


def _best_of_game(games: Games, ahead: Floats) -> Bools:
    """Which seats have as few others ahead of them as anyone in their game."""
    if not len(ahead):
        return np.zeros(0, np.bool_)
    fewest = np.minimum.reduceat(ahead, games.starts)
    return np.asarray(ahead == np.repeat(fewest, np.diff(games.starts, append=len(ahead))))


def saved_by_duplicates(points: Floats) -> Estimate:
    """How many games on deals of their own one game of a set is worth.

    `points[s, o]` is what a bot got in the game of set s with seat order o, complete sets only; for more than
    two bots a third axis has one entry a bot. Compared is with the same seat orders played equally often on
    different deals, so that the mere fairness of swapping seats is not counted as saved. One set's worth of
    independent games is mixed in, so that sets that all came out alike give a large number and not an
    infinite one.
    """
    table = points.reshape(points.shape[0], points.shape[1], -1) if points.size else np.zeros((0, 1, 1))
    sets, orders, _ = table.shape
    if sets < 2:
        return Estimate(1.0, 0.0, math.inf)
    alone = np.mean(np.sum((table - table.mean(axis=0)) ** 2, axis=2), axis=1)
    together = orders * np.sum((table.mean(axis=1) - table.mean(axis=(0, 1))) ** 2, axis=1)
    mixed = float(alone.mean()) / sets
    return ratio_of_scatters(alone + mixed, together + mixed)
