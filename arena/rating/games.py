"""What do the ratings need to know about a game?"""

from dataclasses import dataclass, fields, replace

import numpy as np

from arena.rating.arrays import Bools, Floats, Ints, changes


@dataclass(frozen=True)
class Games:
    """Finished games of one ladder as flat columns, one row a seat; `Games.of` makes them.

    Rows are sorted by game and then bot, so that whatever is computed from them does not depend, not even in
    the last bit, on the order in which the games were read.
    """

    bots: int
    """How many bots the ladder has; a bot without games still has a row in the table."""
    game: Ints
    deal: Ints
    """The set that the game belongs to: all games with this deal. Sets are independent, its games are not."""
    bot: Ints
    rank: Floats
    """1 is best, equal ranks share. A faulted seat stands behind all others, whatever rank was handed in."""
    faulted: Bools
    void: Bools
    """The host broke this game: it counts for nothing and is only shown."""

    @classmethod
    def of(
        cls,
        bots: int,
        *,
        game: Ints,
        deal: Ints,
        bot: Ints,
        rank: Floats | Ints,
        faulted: Bools | None = None,
        void: Bools | None = None,
    ) -> "Games":
        """Check and sort the columns; each has one entry a seat, and game and deal may be any integers."""
        rows = len(game)
        no = np.zeros(rows, np.bool_)
        games = cls(
            bots,
            np.asarray(game, np.int64),
            np.asarray(deal, np.int64),
            np.asarray(bot, np.int64),
            np.asarray(rank, np.float64),
            no if faulted is None else np.asarray(faulted, np.bool_),
            no if void is None else np.asarray(void, np.bool_),
        )
        games._check_columns()
        if not games._sorted():
            games = games.at(games._order())
        games._check_tables()
        return replace(games, rank=np.where(games.faulted, np.inf, games.rank))

    @property
    def starts(self) -> Ints:
        """The first row of every game."""
        return np.flatnonzero(changes(self.game))

    def at(self, rows: Ints | Bools) -> "Games":
        """Only these rows, in this order."""
        columns = {
            field.name: getattr(self, field.name)[rows] for field in fields(self) if field.name != "bots"
        }
        return replace(self, **columns)

    def rated(self) -> "Games":
        """Only the games that count."""
        return self.at(~self.void) if self.void.any() else self

    def _check_columns(self) -> None:
        rows = len(self.game)
        for field in fields(self):
            if field.name != "bots" and len(column := getattr(self, field.name)) != rows:
                raise ValueError(f"{field.name} has {len(column)} entries, but there are {rows} seats")
        if rows and (self.bot.min() < 0 or self.bot.max() >= self.bots):
            raise ValueError(
                f"bot goes from {self.bot.min()} to {self.bot.max()}, but there are {self.bots} bots"
            )
        if np.isnan(self.rank).any():
            raise ValueError(f"rank in game {self.game[np.isnan(self.rank)][0]} is not a number")

    def _check_tables(self) -> None:
        same = self.game[1:] == self.game[:-1]
        for name, column in (("deal", self.deal), ("void", self.void)):
            if (torn := same & (column[1:] != column[:-1])).any():
                raise ValueError(f"{name} differs between the seats of game {self.game[1:][torn][0]}")
        seats = np.diff(self.starts, append=len(self.game))
        if (seats < 2).any():
            raise ValueError(
                f"game {self.game[self.starts][seats < 2][0]} has one seat, but a game has two or more"
            )

    def _sorted(self) -> bool:
        later, same = self.game[1:] > self.game[:-1], self.game[1:] == self.game[:-1]
        return bool(np.all(later | (same & (self.bot[1:] > self.bot[:-1]))))

    def _order(self) -> Ints:
        """The rows by game, then bot; of two seats of the same bot by rank."""
        if np.all(self.game[1:] >= self.game[:-1]):
            key = (np.cumsum(changes(self.game)) - 1) * self.bots + self.bot
            order = np.argsort(key)
            if changes(key[order]).all():
                return order
        return np.lexsort((self.rank, self.bot, self.game))
