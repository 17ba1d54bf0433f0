"""The state of a tournament apart from ratings: Swiss points, knockout tables and the winner."""

from dataclasses import asdict, dataclass
from typing import Any

from arena.ladder.file import LadderFile
from arena.ladder.knockout import draw_of, knockout_tables
from arena.ladder.ladder_state import LadderState
from arena.ladder.swiss import round_of, swiss_points


@dataclass(frozen=True, slots=True)
class Score:
    """What a bot has in a Swiss tournament."""

    bot: str
    points: float


@dataclass(frozen=True, slots=True)
class Bracket:
    """A table of a knockout and who goes on; None while that is open."""

    table: str
    bots: tuple[str, ...]
    goes_on: str | None
    final: bool


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament so far; of other formats there is nothing to say that the ratings do not."""

    rounds: int = 0
    scores: tuple[Score, ...] = ()
    tables: tuple[Bracket, ...] = ()

    @property
    def winner(self) -> str | None:
        """Who won a knockout."""
        return next((one.goes_on for one in self.tables if one.final), None)

    def to_plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {**asdict(self), "winner": self.winner}


def tournament_of(ladder: LadderFile, ladder_state: LadderState) -> Tournament | None:
    """How the tournament of a ladder stands; None if it is none, or has not begun."""
    if ladder.format.kind not in ("swiss", "knockout"):
        return None
    labels = {one.version: one.label for one in ladder_state.versions}
    past = ladder_state.past()
    if ladder.format.kind == "swiss" and past:
        points = swiss_points(past)
        order = sorted(points, key=lambda one: (-points[one], labels[one]))
        rounds = max(round_of(one) for one in past)
        return Tournament(rounds, tuple(Score(labels[one], points[one]) for one in order))
    if ladder.format.kind == "knockout" and (draw := draw_of(past)):
        everyone = {one.version: one.entrant for one in ladder_state.versions}
        form = ladder.format
        tables = knockout_tables(draw, everyone, past, ladder.seats, ladder.sets, form.extra_sets)
        return Tournament(
            tables=tuple(
                Bracket(
                    one.label,
                    tuple(labels[version] for version in one.versions),
                    None if one.winner is None else labels[one.winner],
                    one.final,
                )
                for one in tables
            )
        )
    return None
