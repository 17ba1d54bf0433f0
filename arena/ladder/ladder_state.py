"""A ladder as it stands: its matches with their progress, versions, games and ratings."""

from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass

import numpy as np

from arena.ladder.continuous import rated_games
from arena.ladder.file import LadderFile
from arena.ladder.keys import LadderError
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.pairing import Pairing, PastPairing
from arena.ladder.results import Result, Results
from arena.ladder.roster import Disqualification, Version, with_disqualification
from arena.ladder.swiss import BYE_SHARE
from arena.match import set_number
from arena.rating import Depth, Games, Ints, Ratings, rate
from arena.record import GameRecord

LEVEL = 1e-9


class LadderState:
    """A ladder as it stands. What is finished is looked at once."""

    def __init__(self, ladder: LadderFile, ladder_folder: LadderFolder) -> None:
        self._ladder = ladder
        self._ladder_folder = ladder_folder
        self.results = Results(ladder_folder.games)
        self._pairings: Mapping[str, Pairing] = {}
        self._taken = 0  # matches of the folder that were looked at
        self._open: set[str] = set()  # not finished
        self._met: Counter[tuple[str, ...]] = Counter()
        self._sets: Counter[str] = Counter()
        self._finished: set[str] = set()
        self._past: dict[str, PastPairing] = {}  # of finished matches that were asked for
        self._lost: dict[str, PastPairing] = {}  # by who was suspended or disqualified before they were over
        self.versions: list[Version] = []
        self._rated: tuple[Ratings, int, tuple[str, ...]] | None = None
        self._for_pairing: _PairingRatings | None = None
        self._widest: tuple[int, float] | None = None  # by the number of games

    def refresh(self, matches: bool = True) -> None:
        """Read what is new in the store; without the notes of matches if only games and versions are asked for."""
        for name, annulment in self._ladder_folder.annulments():
            if self.results.annul(name, annulment) and name in self._finished:
                self._finished.remove(name)
                self._past.pop(name, None)
                self._open.add(name)
        self.results.refresh()
        if matches:
            self.refresh_matches()
        self.versions = self._ladder_folder.roster.versions()
        for name in list(self._open):
            self._look(name)
        self._forfeit(self._ladder_folder.roster.disqualifications())

    def suppose(self, disqualified: Disqualification) -> None:
        """Stand as if an owner were disqualified, until the next refresh."""
        also = {**self._ladder_folder.roster.disqualifications(), disqualified.owner: disqualified}
        self.versions = [with_disqualification(one, also) for one in self.versions]
        self._forfeit(also)

    def refresh_matches(self) -> None:
        """Take up the matches that were chosen since; those of before are not gone through again."""
        self._pairings = self._ladder_folder.pairings()
        for name in self._ladder_folder.matches.chosen[self._taken :]:
            pairing = self._pairings[name]
            self._open.add(name)
            self._met[tuple(sorted(pairing.table))] += 1
            self._sets.update(dict.fromkeys(pairing.table, pairing.sets))
        self._taken = len(self._ladder_folder.matches.chosen)

    def _look(self, name: str) -> None:
        """Whether a match is finished by now."""
        if self.results.played(name) >= self.games(self._pairings[name]):
            self._finished.add(name)
            self._open.discard(name)

    def _forfeit(self, disqualified: Mapping[str, Disqualification]) -> None:
        """Matches with a suspended or disqualified version are played no further: they count as lost for it in a tournament."""
        out = {one.version for one in self.versions if one.suspended or one.disqualified}
        self._lost = {
            name: forfeited(pairing, out)
            for name in self._open
            if out.intersection((pairing := self._pairings[name]).table)
        }
        by_version = {
            one.version: disqualified[one.owner] for one in self.versions if one.owner in disqualified
        }
        if not by_version or self._ladder.format.kind == "continuous":
            return
        for name in self._finished:
            pairing = self._pairings[name]
            found = [by_version[version] for version in pairing.table if version in by_version]
            if pairing.sets and any(not self._stands(name, one) for one in found):
                self._lost[name] = forfeited(pairing, by_version)

    def _stands(self, name: str, found: Disqualification) -> bool:
        """Whether a match of somebody who was disqualified since then counts as it was played.

        Where everybody meets everybody nothing rests on a match, and all others shall have the same from who is out.
        """
        if self._ladder.format.kind in ("round-robin", "gauntlet") or name in found.unfinished:
            return False
        return all(one.started_ns < found.noted_ns for one in self.results.of_match(name))

    def keep(self, record: GameRecord) -> None:
        """Keep a game that was played."""
        self.results.keep(record)
        self._look(record.match)

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
        return sorted(name for name in self._open if name not in self._lost)

    def is_lost(self, name: str) -> bool:
        """Whether a match was lost by a disqualification or a suspension, and won by the others."""
        return name in self._lost

    def sets_chosen(self) -> Mapping[str, int]:
        """How many sets were chosen for each version, played or not."""
        return self._sets

    def past(self) -> list[PastPairing]:
        """All matches, in an order that does not depend on how they were read."""
        return [self._past_of(name, pairing) for name, pairing in sorted(self._pairings.items())]

    def _past_of(self, name: str, pairing: Pairing) -> PastPairing:
        if name in self._lost:
            return self._lost[name]
        if name not in self._finished:
            return PastPairing(pairing, False)
        if name not in self._past:
            self._past[name] = past_of(pairing, self.results.of_match(name), self.games(pairing))
        return self._past[name]

    def met(self) -> Counter[tuple[str, ...]]:
        """How often each table was chosen."""
        return self._met

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
        return self.results.games([one.version for one in self.versions])

    def ratings(self) -> Ratings:
        """The ratings of all versions from all games."""
        known = tuple(one.version for one in self.versions)
        count = self.results.count
        if self._rated is None or self._rated[1:] != (count, known):
            ratings = rate(self.columns(), self.anchor, prior_draws=self.prior_draws)
            self._rated = ratings, count, known
        return self._rated[0]

    def ratings_after(self, rows: Ints, depth: Depth = Depth.VARIANCES) -> Ratings:
        """The ratings of all versions from some games."""
        games = self.results.games([one.version for one in self.versions], rows)
        return rate(games, self.anchor, prior_draws=self.prior_draws, depth=depth)

    def pairing_ratings(self) -> Ratings:
        """The ratings that decide who is paired: those after a fixed number of the games, in the order in which they began."""
        return self._pairing_ratings().ratings

    def unrated(self) -> list[tuple[Pairing, int]]:
        """The matches with games that those ratings do not know, and how many these are."""
        rated = self._pairing_ratings()
        names = rated.unfinished.union(self._ladder_folder.matches.chosen[rated.chosen :]) - self._lost.keys()
        both = ((self._pairings[name], rated.games[name]) for name in sorted(names))
        return [(pairing, self.games(pairing) - games) for pairing, games in both]

    def _pairing_ratings(self) -> "_PairingRatings":
        versions = tuple(one.version for one in self.versions)
        count = rated_games(self.results.counted, len(self.field()))
        kept = self._for_pairing
        if kept is None or (kept.count, kept.versions) != (count, versions) or self.results.reordered:
            first = self.results.first(count)
            self.results.watch(first)
            ratings = self.ratings_after(first, Depth.STRENGTHS)
            games = Counter(self.results.games_a_match(first))
            chosen = self._ladder_folder.matches.chosen[: self._taken]
            unfinished = {name for name in chosen if games[name] < self.games(self._pairings[name])}
            kept = _PairingRatings(ratings, count, versions, games, unfinished, len(chosen))
            self._for_pairing = kept
        return kept

    def covered(self) -> Ratings:
        """The ratings with their covariance, however long that takes."""
        ratings = self.ratings()
        if len(ratings.covariance):
            return ratings
        return rate(self.columns(), self.anchor, prior_draws=self.prior_draws, depth=Depth.COVARIANCE)

    def widest(self) -> float:
        """Half the width of the widest interval of an active bot, in Elo, when ratings were last taken for pairing."""
        count = self._pairing_ratings().count
        if self._widest is None or self._widest[0] != count:
            ratings = self.ratings()
            active = np.array([one.active for one in self.versions])
            active[self.anchor] = False
            half = 0.5 * (ratings.high - ratings.low)
            self._widest = count, float(half[active].max(initial=0.0))
        return self._widest[1]


@dataclass(frozen=True, slots=True)
class _PairingRatings:
    """The ratings after a number of games, and what they do not know."""

    ratings: Ratings
    count: int
    versions: tuple[str, ...]
    games: Counter[str]  # of each match that they know
    unfinished: set[str]  # matches of which they do not know all games
    chosen: int  # matches that were chosen by then; later ones they do not know


def forfeited(pairing: Pairing, out: Container[str]) -> PastPairing:
    """A match as lost by those that are out and won by the others."""
    shares = tuple(0.0 if version in out else 1.0 for version in pairing.table)
    lost_by = tuple(dict.fromkeys(version for version in pairing.table if version in out))
    return PastPairing(pairing, True, shares, tuple(share * pairing.sets for share in shares), lost_by)


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
        own = by_set.setdefault(
            set_number(result.game, len(pairing.table)), dict.fromkeys(pairing.table, 0.0)
        )
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
