"""What do all readers of a ladder share? Standings, games and rating history of one moment."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arena.ladder.history import RatingPoint
from arena.ladder.ladder_state import LadderState
from arena.ladder.pairing import Pairing, PastPairing
from arena.ladder.results import Result
from arena.ladder.roster import Version
from arena.ladder.standings import StandingsRow, standings_of


@dataclass(frozen=True, slots=True)
class Annulled:
    """A game that was annulled: which playing of it this was, and why it counts no more."""

    result: Result
    take: int  # from 1
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class StandingsSnapshot:
    """A ladder at one moment."""

    number: int = 0  # goes up with each one
    rows: Sequence[StandingsRow] = ()
    versions: Mapping[str, Version] = field(default_factory=dict)
    games: Mapping[tuple[str, int], Result] = field(default_factory=dict)
    by_version: Mapping[str, Sequence[Result]] = field(default_factory=dict)  # the latest first
    latest: Sequence[Result] = ()  # the latest first, annulled ones among them
    annulled: Mapping[int, Annulled] = field(default_factory=dict)  # by seal; in none of the other lists
    pairings: Mapping[str, Pairing] = field(default_factory=dict)
    past: Sequence[PastPairing] = ()
    history: Mapping[str, Sequence[RatingPoint]] = field(default_factory=dict)  # by version

    @staticmethod
    def of(
        ladder_state: LadderState, number: int = 0, history: Mapping[str, Sequence[RatingPoint]] | None = None
    ) -> "StandingsSnapshot":
        """The ladder as it stands, with a history that was computed before."""
        results = _latest_first(ladder_state.results.all())
        by_version: dict[str, list[Result]] = {}
        for one in results:
            for version in set(one.versions):
                by_version.setdefault(version, []).append(one)
        annulled = _annulled(ladder_state)
        return StandingsSnapshot(
            number=number,
            rows=tuple(standings_of(ladder_state)),
            versions={one.version: one for one in ladder_state.versions},
            games={(one.match, one.game): one for one in results},
            by_version=by_version,
            latest=_latest_first([*results, *(one.result for one in annulled.values())])
            if annulled
            else results,
            annulled=annulled,
            pairings=dict(ladder_state.pairings),
            past=ladder_state.past(),
            history=history or {},
        )

    def of_bot(self, bot: str) -> list[Version]:
        """The versions of a bot, the oldest first."""
        return sorted((one for one in self.versions.values() if one.bot == bot), key=lambda one: one.number)

    def games_of_bot(self, bot: str) -> list[Result]:
        """All games of a bot, the latest first, annulled ones among them."""
        versions = {one.version for one in self.of_bot(bot)}
        own = [one for version in versions for one in self.by_version.get(version, ())]
        own += [one.result for one in self.annulled.values() if versions & {*one.result.versions}]
        return _latest_first(own)

    def takes(self, match: str, game: int) -> list[Annulled]:
        """The playings of a game that were annulled, the oldest first."""
        return [one for one in self.annulled.values() if (one.result.match, one.result.game) == (match, game)]

    def owner(self, version: str) -> str:
        """Whose a version is; "" if it is not on the ladder."""
        found = self.versions.get(version)
        return "" if found is None else found.owner

    def label(self, version: str) -> str:
        """How a version is shown."""
        found = self.versions.get(version)
        return version[:12] if found is None else found.label


def _latest_first(results: Sequence[Result]) -> list[Result]:
    return sorted(results, key=lambda one: -one.started_ns)


def _annulled(ladder_state: LadderState) -> dict[int, Annulled]:
    takes: Counter[tuple[str, int]] = Counter()
    found = {}
    for result, annulment in ladder_state.results.annulled():
        takes[result.match, result.game] += 1
        found[result.seal] = Annulled(result, takes[result.match, result.game], annulment.reason)
    return found
