"""What does a disqualification do, and how is it taken back? Said before it is done, by page and command line alike."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.ladder import (
    Disqualification,
    LadderFile,
    LadderFolder,
    LadderState,
    StandingsSnapshot,
    disqualification_now,
)
from arena.web.event_context import EventContext, note
from arena.web.finals import Finals, finals_of
from arena.web.models import Team
from arena.web.people import folded
from arena.web.refusals import RequestRefused

LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class Consequences:
    """What is going to happen to a team, one sentence each."""

    team: str
    sentences: Sequence[str]


def disqualify(context: EventContext, who: str, team: str, reason: str) -> list[str]:
    """Take all bots of a team out of the event, and take no more from it; the bots that are out."""
    reason = _checked(reason)
    with context.database.reading() as session:
        name = _team(session, team).name
    for ladder, ladder_folder in context.ladders():
        found = disqualification_now(ladder, ladder_folder, name, reason, time.time_ns())
        ladder_folder.roster.disqualify(found)
    with context.database.session() as session:
        _team(session, team).disqualified = reason
        note(session, who, f"disqualified {name}: {reason}")
    return _labels(context, name)


def reinstate(context: EventContext, who: str, team: str) -> list[str]:
    """Take a team back: its bots stand where they stood, and those that were suspended are paired again; all of them."""
    with context.database.reading() as session:
        found = _team(session, team)
        name, was_out = found.name, bool(found.disqualified)
    suspended = _suspended(context, name)
    if not was_out and not suspended:
        raise RequestRefused(f"There is no team {team!r} that is disqualified or has a suspended bot.")
    labels = list(
        dict.fromkeys([*(_labels(context, name) if was_out else []), *(one for _, _, one in suspended)])
    )
    for ladder_folder, version, _ in suspended:
        ladder_folder.roster.reinstate(version, time.time_ns())
    for ladder_folder in context.ladder_folders() if was_out else ():
        ladder_folder.roster.disqualify(Disqualification(name, time.time_ns(), "", frozenset()))
    with context.database.session() as session:
        _team(session, team).disqualified = ""
        note(session, who, f"reinstated {name}" + (f" and {', '.join(labels)}" if labels else ""))
    return labels


def before_disqualifying(context: EventContext, team: str, reason: str) -> Consequences:
    """What disqualifying a team would do as things stand."""
    reason = _checked(reason)
    with context.database.reading() as session:
        name = _team(session, team).name
    bots = _labels(context, name)
    said = [
        f"{_listed(bots)} {'is' if len(bots) == 1 else 'are'} paired no more."
        if bots
        else "It has no active bot."
    ]
    said += _in_the_finals(context, name, reason)
    said.append(f"The team can submit nothing and challenge nobody. Everybody reads the reason: {reason}")
    said.append("Reinstating the team restores what was.")
    return Consequences(name, said)


def before_reinstating(context: EventContext, team: str) -> Consequences:
    """What reinstating a team would do."""
    with context.database.reading() as session:
        found = _team(session, team)
        name, was_out = found.name, bool(found.disqualified)
    said = []
    if was_out:
        said.append(
            "Its bots stand again where they stood, and the team may submit again if submissions are open."
        )
        said.append(
            "Matches that were lost by the disqualification are played, or count as they were played."
        )
    suspended = [label for _, _, label in _suspended(context, name)]
    if suspended:
        said.append(
            f"{_listed(suspended)}, which {'was' if len(suspended) == 1 else 'were'} suspended, may be paired again."
        )
    return Consequences(name, said)


def _in_the_finals(context: EventContext, team: str, reason: str) -> list[str]:
    if context.event.final is None or context.final_folder is None:
        return []
    ladder, ladder_folder = context.event.final, context.final_folder
    drawn = ladder_folder.roster.versions()
    if not drawn:
        return ["None of its bots can be drawn for the finals; who comes next on the ladder moves up."]
    if not any(one.owner == team for one in drawn):
        return ["It has no part in the finals."]
    now, then = _both(ladder, ladder_folder, team, reason)
    labels = {one.version: one.label for one in context.ladder_folder.roster.versions()}
    said = []
    for before, after in zip(now.rounds, then.rounds, strict=False):
        for was, will_be in zip(before.meetings, after.meetings, strict=False):
            if will_be.state == "walkover" and was.state != "walkover":
                winner = next((seat.version for seat in will_be.seats if seat.goes_on), "")
                ahead = labels.get(winner, "nobody")
                said.append(f"{after.name}, {will_be.name.lower()}: {ahead} goes on by walkover.")
    if then.lines:
        said.append("In the table of the finals its opponents win their matches with it by walkover.")
    if now.winner and now.winner != then.winner:
        heir = labels.get(then.winner, "nobody")
        said.append(f"The title goes to {heir} instead of {labels.get(now.winner, now.winner[:12])}.")
    return said or ["Its results in the finals stand; it has no match to come."]


def _both(ladder: LadderFile, ladder_folder: LadderFolder, team: str, reason: str) -> tuple[Finals, Finals]:
    """The finals as they stand, and as they would."""
    ladder_state = LadderState(ladder, ladder_folder)
    ladder_state.refresh()
    now = finals_of(ladder, StandingsSnapshot.of(ladder_state))
    ladder_state.suppose(disqualification_now(ladder, ladder_folder, team, reason, time.time_ns()))
    return now, finals_of(ladder, StandingsSnapshot.of(ladder_state))


def _checked(reason: str) -> str:
    reason = " ".join(reason.split())
    if not reason or len(reason) > LONGEST_REASON:
        raise RequestRefused(f"A disqualification needs a reason, of at most {LONGEST_REASON} characters.")
    return reason


def _team(session: Session, team: str) -> Team:
    found = session.scalar(select(Team).where(Team.folded == folded(team)))
    if found is None:
        raise RequestRefused(f"There is no team {team!r}.")
    return found


def _labels(context: EventContext, team: str) -> list[str]:
    """The bots of a team that were not replaced or retired."""
    versions = context.ladder_folder.roster.versions()
    return [one.label for one in versions if one.owner == team and one.retired_ns is None]


def _suspended(context: EventContext, team: str) -> list[tuple[LadderFolder, str, str]]:
    """The suspended versions of a team, with the folder that says so and how they are shown."""
    return [
        (ladder_folder, one.version, one.label)
        for ladder_folder in context.ladder_folders()
        for one in ladder_folder.roster.versions()
        if one.owner == team and one.suspended
    ]


def _listed(labels: Sequence[str]) -> str:
    return " and ".join([", ".join(labels[:-1]), labels[-1]] if len(labels) > 1 else labels)
