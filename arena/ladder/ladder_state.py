"""A ladder as it stands: its matches with their progress, versions, games and ratings."""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from arena.ladder.file import LadderFile
from arena.ladder.keys import LadderError
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.luck import luck_column
from arena.ladder.pairing import Pairing, PastPairing, meetings
from arena.ladder.results import Result, Results, games_of
from arena.ladder.roster import Version
from arena.ladder.swiss import BYE_SHARE
from arena.rating import Adjustment, Games, Ratings, rate, rate_without_luck
from arena.record import GameRecord

QUICK_BOTS = 1500
"""From here on ratings leave the covariance out: it would take longer than many a match."""
LEVEL = 1e-9
PATIENT_BOTS = 300
PATIENCE = 0.01
"""On a ladder of more bots than that, the games after which ratings are computed anew."""


class LadderState:
    """A ladder as it stands. What is finished is looked at once."""

    def __init__(self, ladder: LadderFile, ladder_folder: LadderFolder) -> None:
        self._ladder = ladder
        self._ladder_folder = ladder_folder
        self.results = Results(ladder_folder.games)
        self._pairings: dict[str, Pairing] = {}
        self._finished: dict[str, PastPairing] = {}
        self.versions: list[Version] = []
        self._rated: tuple[Ratings, int, tuple[str, ...]] | None = None

    def refresh(self) -> None:
        """Read what is new in the store."""
        for name, annulment in self._ladder_folder.annulments():
            if self.results.annul(name, annulment):
                self._finished.pop(name, None)
        self.results.refresh()
        self._pairings = dict(self._ladder_folder.pairings())
        self.versions = self._ladder_folder.roster.versions()
        for name, pairing in self._pairings.items():
            if name not in self._finished:
                past = past_of(pairing, self.results.of_match(name), self.games(pairing))
                if past.finished:
                    self._finished[name] = past

    def add(self, name: str, pairing: Pairing) -> None:
        """A match that was chosen."""
        self._pairings[name] = pairing

    def keep(self, record: GameRecord) -> None:
        """Keep a game that was played."""
        self.results.keep(record)
        pairing = self._pairings[record.match]
        past = past_of(pairing, self.results.of_match(record.match), self.games(pairing))
        if past.finished:
            self._finished[record.match] = past

    def games(self, pairing: Pairing) -> int:
        """How many games a match has."""
        return pairing.sets * self._ladder.games_a_set

    def pairing(self, name: str) -> Pairing:
        return self._pairings[name]

    @property
    def pairings(self) -> Mapping[str, Pairing]:
        """The matches that were chosen, by name."""
        return self._pairings

    @property
    def prior_draws(self) -> float:
        """The weight of the ladder's prior."""
        return self._ladder.prior_draws

    @property
    def finished(self) -> int:
        """How many matches are finished."""
        return len(self._finished)

    def unfinished(self) -> list[str]:
        """Matches that were chosen and are not finished, sorted."""
        return sorted(name for name in self._pairings if name not in self._finished)

    def past(self) -> list[PastPairing]:
        """All matches, in an order that does not depend on how they were read."""
        return [
            self._finished.get(name) or PastPairing(pairing, False)
            for name, pairing in sorted(self._pairings.items())
        ]

    def met(self) -> Counter[tuple[str, ...]]:
        """How often each table was chosen."""
        return meetings(self.past())

    def field(self) -> list[Version]:
        """The versions that are paired, in the order in which they came."""
        active = [one for one in self.versions if one.active]
        return sorted(active, key=lambda one: (one.submitted_ns, one.version))

    @property
    def anchor(self) -> int:
        """The index of the bot whose rating is zero: of its latest version, or of the first version of all."""
        if not self._ladder.anchor:
            first = min(self.versions, key=lambda one: (one.submitted_ns, one.version))
            return self.versions.index(first)
        own = [index for index, one in enumerate(self.versions) if one.bot == self._ladder.anchor]
        if not own:
            raise LadderError(f"rating.anchor: there is no bot {self._ladder.anchor!r} on the ladder")
        return own[-1]

    def columns(self) -> Games:
        """All games as the ratings want them, bots numbered as the versions are."""
        return games_of(self.results.all(), [one.version for one in self.versions])

    def ratings(self, exact: bool = False) -> Ratings:
        """The ratings of all versions; a little old on a large ladder, unless they are to be exact."""
        known = tuple(one.version for one in self.versions)
        count = self.results.count
        if self._rated is not None:
            ratings, then, versions = self._rated
            patient = not exact and len(known) > PATIENT_BOTS and count < then * (1.0 + PATIENCE)
            if versions == known and (then == count or patient):
                return ratings
        prior, quick = self.prior_draws, len(known) > QUICK_BOTS
        ratings = rate(self.columns(), self.anchor, prior_draws=prior, quick=quick)
        self._rated = ratings, count, known
        return ratings

    def covered(self) -> Ratings:
        """The ratings with their covariance, however long that takes."""
        ratings = self.ratings(exact=True)
        if len(ratings.covariance):
            return ratings
        return rate(self.columns(), self.anchor, prior_draws=self.prior_draws)

    def without_luck(self) -> tuple[Ratings, Adjustment]:
        """Ratings with luck taken out, and what that is worth; every game is played again for it."""
        games = games_of(
            self.results.all(),
            [one.version for one in self.versions],
            lambda counted: luck_column(counted, self.results.records),
        )
        return rate_without_luck(games, self.anchor, prior_draws=self.prior_draws)

    def widest(self) -> float:
        """Half the width of the widest interval of an active bot, in Elo."""
        ratings = self.ratings(exact=True)
        active = np.array([one.active for one in self.versions])
        active[self.anchor] = False
        half = 0.5 * (ratings.high - ratings.low)
        return float(half[active].max(initial=0.0))


def past_of(pairing: Pairing, results: list[Result], games: int) -> PastPairing:
    """How far a match has come."""
    counted = [result for result in results if not result.void]
    if len(counted) < games:
        return PastPairing(pairing, False)
    if games == 0:
        return PastPairing(pairing, True, (BYE_SHARE,) * len(pairing.table), (0.0,) * len(pairing.table))
    seats = Counter(pairing.table)
    total = dict.fromkeys(pairing.table, 0.0)
    by_set: dict[int, dict[str, float]] = {}
    for result in counted:
        own = by_set.setdefault(result.set, dict.fromkeys(pairing.table, 0.0))
        for version, share in zip(result.versions, result.shares(), strict=True):
            total[version] += share / len(counted) / seats[version]
            own[version] += share / seats[version]
    won = dict.fromkeys(pairing.table, 0.0)
    for shares in by_set.values():
        best = max(shares.values())
        winners = [version for version, share in shares.items() if best - share < LEVEL]
        for version in winners:
            won[version] += 1.0 / len(winners)
    return PastPairing(
        pairing,
        True,
        tuple(total[version] for version in pairing.table),
        tuple(won[version] for version in pairing.table),
    )
