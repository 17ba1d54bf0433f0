"""The finals as JSON has them: rounds of a bracket or lines of a table, walkovers, places and who is out."""

from collections.abc import Callable

from pydantic import BaseModel, Field

from arena.web.finals import Finals


class FinalsSeatAnswer(BaseModel):
    """Who sits at a table of the bracket."""

    bot: str | None = Field(description="None while it is not known who comes.")
    seed: int | None
    sets_won: float | None
    goes_on: bool
    out: str | None = Field(description="Why it lost without playing to the end.")


class MeetingAnswer(BaseModel):
    """A table of the bracket."""

    group: str
    round: str
    name: str
    state: str = Field(description="to come, playing, over, walkover, bye or if needed")
    explained: str = Field(description="Why a tied table is played on, or how it was decided.")
    seats: list[FinalsSeatAnswer]


class LineAnswer(BaseModel):
    """A line of the table of points."""

    bot: str
    team: str
    points: float
    games: int
    walkovers: list[str]


class FinalsAnswer(BaseModel):
    """The finals so far."""

    kind: str
    winner: str | None
    places: list[str] = Field(description="When all is played, the best first, without who is disqualified.")
    disqualified: dict[str, str] = Field(description="Who took part and is out, and why.")
    meetings: list[MeetingAnswer]
    lines: list[LineAnswer]


def finals_answer(finals: Finals, label: Callable[[str], str]) -> FinalsAnswer:
    """The finals with bots as they are shown."""
    return FinalsAnswer(
        kind=finals.kind,
        winner=label(finals.winner) if finals.winner else None,
        places=[label(version) for version in finals.places],
        disqualified={label(version): why for version, why in finals.disqualified.items()},
        meetings=[
            MeetingAnswer(
                group=one.group,
                round=one.name,
                name=meeting.name,
                state=meeting.state,
                explained=meeting.explained,
                seats=[
                    FinalsSeatAnswer(
                        bot=label(seat.version) if seat.version else None,
                        seed=seat.seed or None,
                        sets_won=seat.won,
                        goes_on=seat.goes_on,
                        out=seat.out or None,
                    )
                    for seat in meeting.seats
                ],
            )
            for one in finals.rounds
            for meeting in one.meetings
        ],
        lines=[
            LineAnswer(
                bot=label(line.row.version),
                team=line.row.owner,
                points=line.points,
                games=line.row.games,
                walkovers=sorted(label(version) for version in line.walkovers),
            )
            for line in finals.lines
        ],
    )
