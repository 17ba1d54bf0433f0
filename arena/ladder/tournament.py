"""The state of a tournament apart from ratings: Swiss points, knockout tables and the winner."""

from dataclasses import asdict, dataclass
from typing import Any

from arena.ladder.bracket_tables import bracket_places
from arena.ladder.elimination import draw_of, elimination_tables
from arena.ladder.file import ELIMINATIONS, LadderFile
from arena.ladder.ladder_state import LadderState
from arena.ladder.swiss import round_of, swiss_points


@dataclass(frozen=True, slots=True)
class Score:
    """What a bot has in a Swiss tournament."""

    bot: str
    points: float
    disqualified: str = ""  # why


@dataclass(frozen=True, slots=True)
class Bracket:
    """A table of a knockout and who goes on; None while that is open."""

    table: str
    bots: tuple[str, ...]
    goes_on: str | None
    final: bool
    walkover: bool = False  # whether it was decided by a disqualification or a suspension


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament so far; of other formats there is nothing to say that the ratings do not."""

    rounds: int = 0
    scores: tuple[Score, ...] = ()
    tables: tuple[Bracket, ...] = ()
    winner: str | None = None  # of a knockout, when it is over

    def to_plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)


def tournament_of(ladder: LadderFile, ladder_state: LadderState) -> Tournament | None:
    """How the tournament of a ladder stands; None if it is none, or has not begun."""
    if ladder.format.kind not in ("swiss", *ELIMINATIONS):
        return None
    labels = {one.version: one.label for one in ladder_state.versions}
    out = {one.version: one.disqualified for one in ladder_state.versions}
    past = ladder_state.past()
    if ladder.format.kind == "swiss" and past:
        points = swiss_points(past)
        order = sorted(points, key=lambda one: (bool(out[one]), -points[one], labels[one]))
        rounds = max(round_of(one) for one in past)
        return Tournament(rounds, tuple(Score(labels[one], points[one], out[one]) for one in order))
    if ladder.format.kind in ELIMINATIONS and (draw := draw_of(past)):
        everyone = {one.version: one.entrant for one in ladder_state.versions}
        tables = elimination_tables(ladder.format, draw, everyone, past, ladder.seats, ladder.sets)
        over = tables[-1].winner is not None
        entitled = [one for one in bracket_places(draw, tables) if over and not out[one]]
        return Tournament(
            tables=tuple(
                Bracket(
                    one.planned.label,
                    tuple(labels[version] for version in one.versions),
                    None if one.winner is None else labels[one.winner],
                    one is tables[-1],
                    bool(one.outcome.out),
                )
                for one in tables
                if one.outcome is not None
            ),
            winner=labels[entitled[0]] if entitled else None,
        )
    return None
