"""Is a game reviewed once, within a team's limits, behind rated games, and shown to those who may see it?"""

from pathlib import Path

from sqlalchemy import select
from starlette.testclient import TestClient

from arena.web.accounts import person_with_token
from arena.web.games import EventGames
from arena.web.models import GameReview, WorkState
from arena.web.reviews import ask_for_all
from arena.web.standings_cache import EventStandings
from arena.web.work.reviews import review_next
from tests.web.events import Cast, cast

REVIEWS = {"iterations": 100, "a_day": 1}


def ask(stage: Cast, client: TestClient, role: str, game: int = 2) -> tuple[int, str]:
    answer = client.post(
        f"/games/{stage.match}/{game}/review", headers=stage.headers(role), follow_redirects=False
    )
    return answer.status_code, answer.text


def asked_for(stage: Cast) -> list[GameReview]:
    with stage.context.database.reading() as session:
        return list(session.scalars(select(GameReview)))


def test_a_game_is_reviewed_once_and_shown(tmp_path: Path) -> None:
    stage = cast(tmp_path, reviews=REVIEWS)
    page = f"/games/{stage.match}/2"
    with stage.client() as client:
        assert "Review this game" in client.get(page, headers=stage.headers("member")).text
        assert "Review this game" not in client.get(page).text
        assert ask(stage, client, "member")[0] == 303
        assert "being reviewed" in client.get(page).text
        assert ask(stage, client, "rival")[0] == 303  # it is asked for already, and costs nothing
        assert [one.state for one in asked_for(stage)] == [WorkState.WAITING]
        assert review_next(
            stage.context, "ending", lambda: True
        )  # a worker that is to end gives its work back
        assert [(one.state, one.tries) for one in asked_for(stage)] == [(WorkState.WAITING, 0)]
        assert review_next(stage.context, "worker", lambda: False)
        assert [one.state for one in asked_for(stage)] == [WorkState.OVER]
        assert not review_next(stage.context, "worker", lambda: False)
        text = client.get(page).text
        assert text.count("Luck of the draws") == 2
        assert "Review this game" not in text
        own, others = (
            client.get("/bots/lion", headers=stage.headers(role)).text for role in ("member", "rival")
        )
        assert "Where your bot loses" in own
        assert "Where your bot loses" not in others


def test_a_team_has_its_limit_and_an_organiser_has_none(tmp_path: Path) -> None:
    stage = cast(tmp_path, reviews={"a_day": 0})
    with stage.client() as client:
        assert (
            "Review this game"
            not in client.get(f"/games/{stage.match}/2", headers=stage.headers("member")).text
        )
        status, text = ask(stage, client, "member")
        assert status == 403
        assert "At this event only organisers have games reviewed." in text
        status, text = ask(stage, client, "organiser", game=1)
        assert status == 422
        assert "was decided by a fault of seat 0 lion: crash" in text
        assert ask(stage, client, "organiser")[0] == 303


def test_a_team_that_has_asked_often_enough_is_told(tmp_path: Path) -> None:
    stage = cast(tmp_path, reviews=REVIEWS)
    with stage.client() as client:
        assert ask(stage, client, "member")[0] == 303
        with stage.context.database.session() as session:
            session.get_one(GameReview, asked_for(stage)[0].id).game = 99  # as if it were another one
        status, text = ask(stage, client, "member")
        assert status == 429
        assert "Your team has had 1 games reviewed in 24 hours" in text


def test_organisers_have_all_games_of_the_finals_reviewed(tmp_path: Path) -> None:
    stage = cast(tmp_path, reviews={"a_day": 0})
    with stage.client() as client:
        answer = client.post("/admin/review-finals", headers=stage.headers("organiser"))
        assert answer.status_code == 404
        assert "This event has no finals." in answer.text
    standings = EventStandings(stage.context)
    standings.ladder.refresh()
    games = EventGames(stage.context, standings)
    olga = person_with_token(stage.context, stage.tokens["organiser"])
    assert olga is not None
    these = [(stage.match, 1), (stage.match, 2), ("nowhere", 1)]
    assert ask_for_all(stage.context, games, these, olga) == 1, "a fault decided the first"
    assert ask_for_all(stage.context, games, these, olga) == 0
    assert [(one.match, one.game) for one in asked_for(stage)] == [(stage.match, 2)]
