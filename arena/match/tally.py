"""The figures of a match, added up game by game, so that the thousandth game costs no more than the first."""

import math
import re
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from arena.match.deals import Dealing, seat_orders, set_number
from arena.match.summary import BotSummary, FaultSummary, Summary, Times
from arena.rating import (
    Estimate,
    Floats,
    Games,
    Progress,
    Sprt,
    Standing,
    duels,
    lead_after,
    progress,
    saved_by_duplicates,
    standings,
)
from arena.record import GameRecord

_NUMBER: Final = re.compile(r"\d+(\.\d+)?")


@dataclass(frozen=True, slots=True)
class _Played:
    """What is kept of a game that counts; everything goes by bot, not by seat."""

    seed: bytes
    ranks: tuple[int, ...]
    failed: tuple[bool, ...]

    def shares(self) -> tuple[float, ...]:
        """The share of the others that each bot stood above, a shared rank being one half."""
        others = len(self.ranks) - 1
        return tuple(
            (sum((other > rank) + 0.5 * (other == rank) for other in self.ranks) - 0.5) / others
            for rank in self.ranks
        )


class _BotTally:
    """What one bot did in the games that count."""

    def __init__(self) -> None:
        self.score = 0
        self.faults: Counter[str] = Counter()
        self.charged_ns = array("q")
        self.cpu_ns = 0

    def times(self) -> Times:
        if not self.charged_ns:
            return Times(0, 0.0, 0.0, 0.0, 0.0)
        charged_ms = np.frombuffer(self.charged_ns, np.int64) / 1e6
        return Times(
            decisions=len(self.charged_ns),
            mean_ms=float(charged_ms.mean()),
            p99_ms=float(np.percentile(charged_ms, 99)),
            worst_ms=float(charged_ms.max()),
            cpu_mean_ms=self.cpu_ns / len(self.charged_ns) / 1e6,
        )


class Tally:
    """A match as it stands. The bots are numbered as in the command."""

    def __init__(self, names: Sequence[str], deals: Dealing, sprt: Sprt | None = None) -> None:
        self._names = names
        self._deals = deals
        self._orders = seat_orders(len(names))
        self.test = None if sprt is None else replace(sprt, games_in_set=len(self._orders))
        self._played: dict[int, _Played] = {}
        self._void: set[int] = set()
        self._bots = [_BotTally() for _ in names]
        self._faults: dict[tuple[str, ...], FaultSummary] = {}
        self._games_of_set: Counter[int] = Counter()
        self._share_of_set: dict[int, float] = {}  # the first bot's, added up
        self._set_scores: Counter[float] = Counter()  # how many whole sets gave the first bot this score
        self.wins = [0] * len(names)
        """Games that each bot has won alone."""

    @property
    def games(self) -> int:
        """How many games count."""
        return len(self._played)

    @property
    def sets(self) -> int:
        """How many sets were played whole."""
        return self._set_scores.total()

    def add(self, record: GameRecord) -> None:
        """Count a game. A void one counts for nothing, and once it was played again it is forgotten."""
        if record.game in self._played:
            return
        if record.void:
            self._void.add(record.game)
            return
        self._void.discard(record.game)
        bot_of_seat = self._orders[(record.game - 1) % len(self._orders)]
        seat_of_bot = [bot_of_seat.index(bot) for bot in range(len(self._names))]
        for bot, seat in enumerate(seat_of_bot):
            self._bots[bot].score += record.scores[seat]
            if record.seats[seat].failed:
                self._add_fault(record, bot, seat)
        for decision in record.decisions:
            if not decision.house:
                one = self._bots[bot_of_seat[decision.seat]]
                one.charged_ns.append(decision.charged_ns)
                one.cpu_ns += decision.cpu_ns
        played = _Played(
            record.seed,
            tuple(record.ranks[seat] for seat in seat_of_bot),
            tuple(record.seats[seat].failed for seat in seat_of_bot),
        )
        self._played[record.game] = played
        self._add_to_set(set_number(record.game, len(self._names)), played)

    def unfit(self) -> tuple[str, ...]:
        """Bots that failed in every game, so that nothing is known of their strength."""
        return tuple(self._names[bot] for bot in self._unfit())

    def progress(self) -> Progress | None:
        """Where the sequential test stands; its unit is the set however the games were dealt.

        Sets are alike, and games are not: the seats are not worth the same.
        """
        if self.test is None or self._unfit():
            return None
        return progress(self.test, *self._scores())

    def summary(self) -> Summary:
        """All figures of the games so far."""
        unfit = set(self._unfit())
        games = self._columns()
        test = self.progress()
        found = duels(games) if self._played else {}
        return Summary(
            games=self.games,
            sets=self.sets,
            void=len(self._void),
            rows=tuple(self._row(bot, standing) for bot, standing in enumerate(standings(games))),
            faults=tuple(sorted(self._faults.values(), key=lambda one: one.first_game)),
            unfit=self.unfit(),
            duels={pair: duel for pair, duel in found.items() if not unfit & set(pair)},
            saved=None if unfit or self._deals is Dealing.FRESH else self._saved(),
            sprt=test,
            test=self.test,
            lead=None if test is None or self.test is None else lead_after(self.test, *self._scores()),
        )

    def _add_fault(self, record: GameRecord, bot: int, seat: int) -> None:
        """Every kind of fault is told once, with the first game in which it happened."""
        one = record.seats[seat]
        name, kind = self._names[bot], str(one.termination)
        self._bots[bot].faults[kind] += 1
        alike = name, kind, _NUMBER.sub("0", one.sentence)
        fault = self._faults.get(alike)
        if fault is None or record.game < fault.first_game:
            games = 0 if fault is None else fault.games
            fault = FaultSummary(name, kind, one.sentence, games, record.game)
        self._faults[alike] = replace(fault, games=fault.games + 1)

    def _add_to_set(self, number: int, played: _Played) -> None:
        shares = played.shares()
        self._games_of_set[number] += 1
        self._share_of_set[number] = self._share_of_set.get(number, 0.0) + shares[0]
        for bot, share in enumerate(shares):
            self.wins[bot] += share == 1.0
        if self._games_of_set[number] == len(self._orders):
            # Scores of one set are multiples of a fraction; rounding joins those that differ by arithmetic only.
            self._set_scores[round(self._share_of_set[number] / len(self._orders), 9)] += 1

    def _unfit(self) -> list[int]:
        return [
            bot for bot, one in enumerate(self._bots) if self._played and one.faults.total() == self.games
        ]

    def _scores(self) -> tuple[Floats, Floats]:
        found = sorted(self._set_scores.items())
        return np.array([score for score, _ in found]), np.array([count for _, count in found], np.float64)

    def _columns(self) -> Games:
        """The games as the ratings want them. The unit of all intervals is the deal: games of the same one are not independent."""
        numbers = sorted(self._played)
        games = [self._played[number] for number in numbers]
        deals = {seed: number for number, seed in enumerate(sorted({one.seed for one in games}))}
        bots = len(self._names)
        return Games.of(
            bots,
            game=np.repeat(np.array(numbers, np.int64), bots),
            deal=np.repeat(np.array([deals[one.seed] for one in games], np.int64), bots),
            bot=np.tile(np.arange(bots), len(games)),
            rank=np.array([one.ranks for one in games], np.int64).ravel(),
            faulted=np.array([one.failed for one in games], np.bool_).ravel(),
        )

    def _row(self, bot: int, standing: Standing) -> BotSummary:
        one = self._bots[bot]
        mean_score = one.score / self.games if self.games else math.nan
        return BotSummary(self._names[bot], standing, mean_score, dict(one.faults), one.times())

    def _saved(self) -> Estimate:
        size, bots = len(self._orders), len(self._names)
        whole = sorted(number for number, games in self._games_of_set.items() if games == size)
        points = np.array(
            [
                [self._played[(number - 1) * size + order + 1].shares() for order in range(size)]
                for number in whole
            ]
        ).reshape(len(whole), size, bots)
        return saved_by_duplicates(points[:, :, 0] if bots == 2 else points)


def summarise(
    records: Iterable[GameRecord], names: Sequence[str], deals: Dealing, sprt: Sprt | None = None
) -> Summary:
    """All figures of these games."""
    tally = Tally(names, deals, sprt)
    for record in records:
        tally.add(record)
    return tally.summary()
