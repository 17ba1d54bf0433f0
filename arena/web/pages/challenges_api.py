"""The part of the JSON interface that begins games: challenges between bots, unrated."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query, Request
from pydantic import BaseModel, Field

from arena.ladder import Version
from arena.web.casual_tables import open_table, opponents, own_bots, own_table
from arena.web.games import GAME, name_of
from arena.web.models import MOST_ID, CasualTable
from arena.web.pages.api import ApiProblem
from arena.web.pages.site import Here, Participant
from arena.web.refusals import RequestRefused

router = APIRouter(
    prefix="/api/v1",
    tags=["arena"],
    responses={code: {"model": ApiProblem} for code in (400, 401, 403, 404, 422, 429)},
)
BotName = Annotated[str, Query(min_length=1, max_length=80)]


class ChallengeAnswer(BaseModel):
    """A game outside the ladder, and how far it has come."""

    id: int
    state: str = Field(description="waiting, working, over or failed")
    sentence: str
    match: str = Field(description="Its name among the games, once it has begun.")
    game: int


@router.post("/challenges", status_code=201)
def challenge(
    request: Request, site: Here, person: Participant, bot: BotName, opponent: BotName
) -> ChallengeAnswer:
    """Have a bot of your team play another one, unrated, at once. Both are named as on the leaderboard."""
    if request.headers.get("authorization") is None:
        raise HTTPException(
            401, "Programs show a token: Authorization: Bearer …", {"WWW-Authenticate": "Bearer"}
        )
    mine = _called(own_bots(site.snapshot, person), bot, f"Your team has no active bot {bot!r}.")
    willing = opponents(site.context, site.snapshot, person)
    theirs = _called(willing, opponent, f"There is no bot {opponent!r} that can be challenged.")
    id = open_table(site.context, site.snapshot, person, mine, theirs)
    return _answer(own_table(site.context, person, id))


@router.get("/challenges/{id}")
def challenge_state(
    site: Here, person: Participant, id: Annotated[int, Path(ge=1, le=MOST_ID - 1)]
) -> ChallengeAnswer:
    """How far a challenge of yours has come."""
    return _answer(own_table(site.context, person, id))


def _called(versions: Sequence[Version], name: str, sentence: str) -> str:
    found = [one.version for one in versions if one.bot == name]
    if not found:
        raise RequestRefused(sentence)
    return found[-1]


def _answer(table: CasualTable) -> ChallengeAnswer:
    return ChallengeAnswer(
        id=table.id, state=table.state, sentence=table.sentence, match=name_of(table.id), game=GAME
    )
