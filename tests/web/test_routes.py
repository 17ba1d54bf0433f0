"""Who may go where? Every route of the application, for every role."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from sqlalchemy import select
from starlette.testclient import TestClient

from arena.ladder.pairing import Pairing
from arena.web.guard import Guard
from arena.web.models import Member, Token
from arena.web.organise import rerun
from arena.web.people import new_token
from tests.web.events import Cast, beat, bot_archive, cast, played, version_of

ROLES = ("stranger", "rival", "member", "organiser")
# By route: what to ask for, and how a stranger, a rival, a member of the bot's team and the organiser are answered.
TABLE = {
    "GET /": ("/", 200, 200, 200, 200),
    "GET /start": ("/start", 200, 200, 200, 200),
    "GET /kits/{kit}.zip": ("/kits/go.zip", 200, 200, 200, 200),
    "GET /dataset.tar": ("/dataset.tar", 409, 409, 409, 409),  # not over yet; test_remote asks
    "GET /game": ("/game", 200, 200, 200, 200),
    "GET /tutorial": ("/tutorial", 200, 200, 200, 200),
    "GET /leaderboard": ("/leaderboard", 200, 200, 200, 200),
    "GET /finals": ("/finals", 404, 404, 404, 404),  # this event has none; test_finals asks
    "GET /bots/{bot}": ("/bots/lion", 200, 200, 200, 200),
    "GET /games": ("/games", 200, 200, 200, 200),
    "GET /games/{match}/{game}": ("/games/MATCH/1", 200, 200, 200, 200),
    "GET /live": ("/live", 200, 200, 200, 200),
    "GET /games/{match}/{game}/frames": ("/games/MATCH/1/frames", 200, 200, 200, 200),
    "GET /games/{match}/{game}/annulled/{take}/frames": (
        "/games/AGAIN/1/annulled/1/frames",
        200,
        200,
        200,
        200,
    ),
    "GET /games/{match}/{game}/annulled/{take}": ("/games/AGAIN/1/annulled/1", 200, 200, 200, 200),
    "GET /games/{match}/{game}/annulled/{take}/requests/{decision}": (
        "/games/AGAIN/1/annulled/1/requests/LION",
        303,
        403,
        200,
        403,
    ),
    "GET /games/{match}/{game}/requests/{decision}": ("/games/MATCH/1/requests/LION", 303, 403, 200, 403),
    "GET /games/{match}/{game}/logs/{seat}": ("/games/MATCH/1/logs/0", 303, 403, 200, 403),
    "POST /games/{match}/{game}/review": ("/games/MATCH/2/review", 401, 303, 303, 303),
    "GET /games/{match}/{game}/events": ("/games/MATCH/1/events", 200, 200, 200, 200),
    "GET /events": None,  # never ends; test_hidden_results asks
    "GET /rules": ("/rules", 200, 200, 200, 200),
    "GET /signup": ("/signup", 200, 200, 200, 200),
    "POST /signup": ("/signup", 422, 422, 422, 422),
    "GET /login": ("/login", 200, 200, 200, 200),
    "POST /login": ("/login", 422, 422, 422, 422),
    "POST /logout": ("/logout", 303, 303, 303, 303),
    "GET /me": ("/me", 303, 200, 200, 200),
    "POST /me/tokens": ("/me/tokens", 401, 200, 200, 200),
    "POST /me/tokens/{id}/revoke": ("/me/tokens/TOKEN/revoke", 401, 404, 303, 404),
    "POST /team/invite": ("/team/invite", 401, 200, 200, 403),
    "POST /team/consent": ("/team/consent", 401, 303, 303, 403),
    "POST /bots/{bot}/retire": ("/bots/lion/retire", 401, 403, 200, 403),
    "POST /submissions": ("/submissions", 401, 422, 422, 403),
    "GET /submissions/{id}": ("/submissions/OWN", 303, 404, 200, 403),
    "GET /play": ("/play", 303, 200, 200, 200),
    "POST /play": ("/play", 401, 422, 422, 422),
    "POST /guest": ("/guest", 401, 401, 401, 401),  # this event has no guests; test_guests asks
    "POST /challenge": ("/challenge", 401, 422, 422, 403),
    "GET /play/{id}": ("/play/1", 303, 404, 200, 404),
    "GET /play/{id}/table": ("/play/1/table", 303, 404, 200, 404),
    "GET /play/{id}/events": None,  # never ends; test_play asks
    "POST /play/{id}/try": ("/play/1/try", 401, 404, 422, 404),  # the member's table is not laid yet
    "POST /play/{id}/commit": ("/play/1/commit", 401, 404, 422, 404),
    "POST /play/{id}/hint": ("/play/1/hint", 401, 404, 422, 404),
    "POST /play/{id}/resign": ("/play/1/resign", 401, 404, 200, 404),
    "POST /play/{id}/leave": ("/play/1/leave", 401, 404, 200, 404),
    "POST /play/{id}/rematch": ("/play/1/rematch", 401, 404, 200, 404),
    "GET /admin": ("/admin", 303, 403, 403, 200),
    "POST /me/email": ("/me/email", 401, 303, 303, 303),
    "POST /team/members/{id}/token": ("/team/members/ADA/token", 401, 404, 422, 403),
    "POST /team/members/{id}/remove": ("/team/members/ADA/remove", 401, 404, 422, 403),
    "GET /admin/people": ("/admin/people", 303, 403, 403, 200),
    "POST /admin/people/invite": ("/admin/people/invite", 401, 403, 403, 200),
    "POST /admin/people/import": ("/admin/people/import", 401, 403, 403, 422),
    "POST /admin/people/mail": ("/admin/people/mail", 401, 403, 403, 422),
    "POST /admin/people/{id}/{button}": ("/admin/people/ADA/nonsense", 401, 403, 403, 404),
    "GET /admin/download": ("/admin/download", 303, 403, 403, 200),
    "POST /admin/{button}": ("/admin/pause", 401, 403, 403, 303),
    "GET /health": ("/health", 200, 200, 200, 200),
    "GET /metrics": ("/metrics", 200, 200, 200, 200),
    "GET /api": ("/api", 200, 200, 200, 200),
    "GET /api/v1/event": ("/api/v1/event", 200, 200, 200, 200),
    "GET /api/v1/leaderboard": ("/api/v1/leaderboard", 200, 200, 200, 200),
    "GET /api/v1/finals": ("/api/v1/finals", 404, 404, 404, 404),  # this event has none; test_finals asks
    "GET /api/v1/bots/{bot}": ("/api/v1/bots/lion", 200, 200, 200, 200),
    "GET /api/v1/games": ("/api/v1/games", 200, 200, 200, 200),
    "GET /api/v1/games/{match}/{game}": ("/api/v1/games/MATCH/1", 200, 200, 200, 200),
    "GET /api/v1/games/{match}/{game}/requests/{decision}": (
        "/api/v1/games/MATCH/1/requests/LION",
        401,
        403,
        200,
        403,
    ),
    "GET /api/v1/games/{match}/{game}/logs/{seat}": ("/api/v1/games/MATCH/1/logs/0", 401, 403, 200, 403),
    "GET /api/v1/me": ("/api/v1/me", 401, 200, 200, 200),
    "POST /api/v1/challenges": ("/api/v1/challenges?bot=lion&opponent=random", 401, 422, 201, 403),
    "GET /api/v1/challenges/{id}": ("/api/v1/challenges/1", 401, 404, 200, 403),
    "POST /api/v1/submissions": ("/api/v1/submissions?name=a.zip", 401, 422, 422, 403),
    "GET /api/v1/submissions/{id}": ("/api/v1/submissions/OWN", 401, 404, 200, 403),
}


@pytest.fixture
def stage(tmp_path: Path) -> Cast:
    """With a match that was to be played again."""
    made = cast(tmp_path)
    beat(made.context)
    pairing = Pairing((version_of("lion"), version_of("crow")), "test 3", 1, "again")
    made.context.ladder_folder.matches.choose(pairing.named("test"), pairing)
    made.context.ladder_folder.games.append(
        [played(pairing.named("test"), 1, ("lion", "crow"), b"0123456789abcdef")]
    )
    rerun(made.context, "Olga", pairing.named("test"), "a test")
    return replace(made, annulled=pairing.named("test"))


@pytest.fixture
def client(stage: Cast) -> Iterator[TestClient]:
    with stage.client(follow_redirects=False) as client:
        yield client


def routes(stage: Cast) -> set[str]:
    app = stage.client().app
    assert isinstance(app, Guard)
    found = {
        f"{method} {route.path}"
        for route in _flat(app._app.routes)  # type: ignore[attr-defined]  # it is FastAPI's
        for method in route.methods or ()
    }
    assert len(found) > 30
    return found


def _flat(routes: object) -> Iterator[APIRoute]:
    for route in routes:  # type: ignore[attr-defined]  # a list, or a router's
        if isinstance(route, APIRoute):
            yield route
        elif hasattr(route, "original_router"):
            yield from _flat(route.original_router.routes)


def test_every_route_is_in_the_table(stage: Cast) -> None:
    assert routes(stage) == set(TABLE)


def test_every_role_is_answered_as_the_table_says(stage: Cast, client: TestClient) -> None:
    upload = client.post(
        "/api/v1/submissions?name=a.tar.gz", content=bot_archive("lion2"), headers=stage.headers("member")
    )
    record = next(
        one for one in stage.context.ladder_folder.games.games() if (one.match, one.game) == (stage.match, 1)
    )
    lion = next(number for number, one in enumerate(record.decisions, 1) if one.seat == 0)
    opponent = next(
        one.version for one in stage.context.ladder_folder.roster.versions() if one.bot == "random"
    )
    client.post("/play", data={"opponent": opponent}, headers=stage.headers("member"))
    wrong = {}
    for route, row in TABLE.items():
        if row is None:
            continue
        path, *expected = row
        for role, status in zip(ROLES, expected, strict=True):
            token = _first_token(stage) if "TOKEN" in path else ""
            at = (
                path.replace("MATCH", stage.match)
                .replace("AGAIN", stage.annulled)
                .replace("LION", str(lion))
                .replace("TOKEN", token)
            )
            at = at.replace("OWN", str(upload.json()["id"])).replace("ADA", "2")
            answer = client.request(route.split()[0], at, headers=stage.headers(role))
            if answer.status_code != status:
                wrong[f"{role}: {route}"] = answer.status_code, status
    assert wrong == {}


def _first_token(stage: Cast) -> str:
    """A token of the member's that is not the one in use."""
    with stage.context.database.session() as session:
        ada = session.scalars(select(Member).where(Member.name == "Ada")).one()
        new_token(session, ada.id, "spare")
        session.flush()
        return str(max(session.scalars(select(Token.id).where(Token.member_id == ada.id))))
