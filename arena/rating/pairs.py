"""Who was compared with whom, how often, and with what result?"""

from dataclasses import dataclass

import numpy as np

from arena.rating.arrays import Bools, Floats, Ints, added_up, by_appearance, numbered
from arena.rating.games import Games


@dataclass(frozen=True)
class Pairs:
    """Every two seats of every game: who stood above whom, one row a pair.

    A pair names two seats (rows of `bot` and `deal`), and the first one's bot has the lower number.
    """

    bots: int
    bot: Ints
    deal: Ints
    """The set of games that each seat belongs to, numbered 0, 1, 2, … without gaps."""
    first: Ints
    second: Ints
    result: Floats
    """The first one's share: 1 above, 0 below, one half level."""
    weight: Floats
    """How many games of two the pair is worth (see `table_weight`)."""

    @property
    def sets(self) -> int:
        return int(self.deal.max(initial=-1)) + 1

    def by_seat(self, flow: Floats) -> Floats:
        """A number of each pair, added up over seats: as it is for the first one, negated for the second."""
        seats = len(self.bot)
        return added_up(flow, self.first, seats) - added_up(flow, self.second, seats)

    def stood_above(self) -> tuple[Floats, Ints]:
        """How many others each seat stood above (level is one half), and how many others there were."""
        seats = len(self.bot)
        won = added_up(self.result, self.first, seats) + added_up(1.0 - self.result, self.second, seats)
        others = np.bincount(self.first, minlength=seats) + np.bincount(self.second, minlength=seats)
        return won, others


@dataclass(frozen=True)
class Meetings:
    """The same added up: one row for every two bots that met, first < second."""

    bots: int
    first: Ints
    second: Ints
    points: Floats
    """The first one's points, weighted."""
    weight: Floats
    scored: Bools
    """Whether the first one ever stood above the second or level with it."""
    conceded: Bools
    """Whether the second one ever stood above the first or level with it."""
    of_pair: Ints
    """For each row of the pairs, the row here that it went into."""

    def added(self, of_each_pair: Floats) -> Floats:
        """A number of each pair, added up over the pairs of the same two bots."""
        return added_up(of_each_pair, self.of_pair, len(self.first))


def table_weight(seats: int) -> float:
    """What one pair of a game with this many seats is worth, the pair of a game of two being worth 1.

    The pairs of one table are not independent: a bot that did well stands above several others at once.
    Between equals every order is equally likely, and then the pair scores of a table vary (seats + 1) / 3
    times as much as those of independent pairs would, whatever the game. Dividing by it counts what a table
    tells once: the curvature of the likelihood equals the variance of its slope. It is also the best weight
    for adding up tables of different sizes.
    """
    return 3.0 / (seats + 1.0)


def pairs_of(games: Games) -> Pairs:
    """All pairs of all games that count. Two seats of the same bot tell nothing and are left out."""
    games = games.rated()
    starts = games.starts
    seats = np.diff(starts, append=len(games.game))
    parts: list[tuple[Ints, Ints, Floats]] = []
    for size in np.unique(seats).tolist():
        one, other = np.triu_indices(size, 1)
        start = starts[seats == size][:, None]
        first, second = (start + one).ravel(), (start + other).ravel()
        parts.append((first, second, np.full(len(first), table_weight(size))))
    none = (np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
    first, second, weight = (np.concatenate(column) for column in zip(none, *parts, strict=True))
    if (mirror := games.bot[first] == games.bot[second]).any():
        first, second, weight = first[~mirror], second[~mirror], weight[~mirror]
    # Compared, not subtracted: two faulted seats both have the rank infinity.
    above, level = games.rank[first] < games.rank[second], games.rank[first] == games.rank[second]
    deal = by_appearance(games.deal)
    result = above + 0.5 * level
    return Pairs(games.bots, games.bot, deal, first, second, result, weight)


def meetings_of(pairs: Pairs) -> Meetings:
    """Add up the pairs of the same two bots."""
    key = pairs.bot[pairs.first] * pairs.bots + pairs.bot[pairs.second]
    met, row = numbered(key)
    weight = added_up(pairs.weight, row, len(met))
    points = added_up(pairs.weight * pairs.result, row, len(met))
    scored = added_up(pairs.result > 0.0, row, len(met)) > 0.0
    conceded = added_up(pairs.result < 1.0, row, len(met)) > 0.0
    return Meetings(pairs.bots, met // pairs.bots, met % pairs.bots, points, weight, scored, conceded, row)


def head_to_head(pairs: Pairs) -> tuple[Floats, Ints]:
    """Points of each row's bot against each column's, and how many games they both sat in."""
    there = pairs.bot[pairs.first] * pairs.bots + pairs.bot[pairs.second]
    shape, cells = (pairs.bots, pairs.bots), pairs.bots**2
    won = added_up(pairs.result, there, cells).reshape(shape)
    lost = added_up(1.0 - pairs.result, there, cells).reshape(shape)
    games = np.bincount(there, minlength=cells).reshape(shape)
    return won + lost.T, games + games.T
