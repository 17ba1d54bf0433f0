"""Which bot spoils games? One whose games are void more often than others', or that spoils even a game against copies of itself.

A game that the host broke is nobody's fault, and happens to all alike. If the void games of many matches have one version
in common, that version is at fault. If a match is void time and again and the records do not tell why, each of its bots
plays a trial against copies of itself, and so does a bot that was not there, which tells whether it is the host.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from arena.ladder.results import Result

LEAST_MATCHES = 3
CHANCE = 0.001
"""The least likely number of void games that is still put down to chance, shared by all versions that are looked at."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A version, and what speaks against it."""

    version: str
    evidence: str


def suspicion(
    played: Iterable[Result], void: Sequence[Result], since_ns: Mapping[str, int]
) -> Suspicion | None:
    """The version whose games are void most strikingly more often than those without it, if there is one.

    Only the versions in `since_ns` are looked at, and of their void games those that began later than it says.
    """
    counted = [result.versions for result in played if not result.void]
    most: tuple[float, Suspicion] | None = None
    for version, after_ns in sorted(since_ns.items()):
        own = [result for result in void if version in result.versions and result.started_ns > after_ns]
        opponents = {frozenset(result.versions) - {version} for result in own}
        if len(opponents) < LEAST_MATCHES:
            continue
        games = len(own) + sum(version in versions for versions in counted)
        others = len(void) + len(counted) - games
        others_void = len(void) - len(own)
        chance = at_least(len(own), games, len(void), games + others)
        if chance < CHANCE / len(since_ns) and (most is None or chance < most[0]):
            evidence = f"{len(own)} of its {games} games were void, {others_void} of {others} without it"
            most = chance, Suspicion(version, f"{evidence}; the last one: {own[-1].void_reason}")
    return None if most is None else most[1]


def at_least(count: int, own: int, void: int, games: int) -> float:
    """The chance that at least this number of the void games are own ones, if games become void whoever plays them."""

    def ways(of: int, chosen: int) -> float:
        return math.lgamma(of + 1) - math.lgamma(chosen + 1) - math.lgamma(of - chosen + 1)

    least = max(count, void - (games - own))
    return sum(
        math.exp(ways(own, k) + ways(games - own, void - k) - ways(games, void))
        for k in range(least, min(own, void) + 1)
    )


@dataclass(slots=True)
class Inquest:
    """The trials of a match that could not be played."""

    match: str
    why: str
    suspects: tuple[str, ...]
    control: str | None  # a version that was not at the table, if there is one
    trial: str = ""  # what went wrong in the trial under way, so far
    spoilt: dict[str, str] = field(default_factory=dict)  # by version: what went wrong, "" if nothing did

    def next(self) -> str | None:
        """The version whose trial is next; None when all have been played."""
        versions = (*self.suspects, *((self.control,) if self.control is not None else ()))
        return next((version for version in versions if version not in self.spoilt), None)

    def verdict(self, labels: Mapping[str, str]) -> list[Suspicion] | None:
        """Who spoils games, which may be nobody; None if it is the host."""
        guilty = [version for version in self.suspects if self.spoilt[version]]
        innocent = [version for version in self.spoilt if not self.spoilt[version]]
        if guilty and not innocent:
            return None
        found = []
        for version in guilty:
            evidence = (
                f"match {self.match} could not be played, nor could a game of it against itself "
                f"({self.spoilt[version]}), but one of {labels.get(innocent[0], innocent[0][:12])} could"
            )
            found.append(Suspicion(version, evidence))
        return found
