"""Do pages move by themselves when games do, and do organisers hear of workers that fell silent?"""

import time
from pathlib import Path
from typing import Any

from arena.web.live_games import LINGER_S, end
from arena.web.models import LiveGameRow, Worker
from arena.web.work.matches import Matches
from arena.web.work.work_queue import SILENT_S
from tests.web.browsing import needs_browser
from tests.web.events import beat, cast, listening, live_game_at, played, version_of
from tests.web.serving import until

SHOWN = "[document.querySelector('[data-board]').board.at, document.querySelector('[data-board]').board.game.last]"
MARK = "window.mark = 'never loaded again'"


@needs_browser
def test_moves_of_a_live_game_reach_the_page_without_a_reload(browser: Any, tmp_path: Path) -> None:
    stage = cast(tmp_path)
    with listening(stage.context) as url:
        page = browser.new_page()
        page.goto(f"{url}/games/{stage.live}/1")
        page.wait_for_selector("[data-board][data-ready]")
        assert page.evaluate(SHOWN) == [3, 3]
        page.evaluate(MARK)
        for count in (4, 6):
            live_game_at(stage.context, stage.live, ("lion", "crow"), count)
            until(lambda: page.evaluate(SHOWN) == [count, count])  # noqa: B023  # asked before the next one
        page.keyboard.press("ArrowLeft")  # who looks back is left in peace
        live_game_at(stage.context, stage.live, ("lion", "crow"), 8)
        until(lambda: page.evaluate(SHOWN) == [5, 8])
        page.keyboard.press("End")
        record = played(stage.live, 1, ("lion", "crow"), b"live" * 4)
        stage.context.ladder_folder.games.append([record])
        with stage.context.database.session() as session:
            end(session, stage.live, 1)
        last = len(record.decisions)
        until(lambda: page.evaluate(SHOWN) == [last, last])  # over, and still at the newest move
        until(lambda: page.evaluate("document.querySelector('[data-board]').board.game.over"))
        assert page.evaluate("window.mark") == "never loaded again"
        page.close()


def test_a_game_that_ends_is_never_lost_from_sight(tmp_path: Path) -> None:
    """Between the end of a game and the snapshot that knows its record, its page shows it as it was."""
    stage = cast(tmp_path)
    with stage.client() as client:
        with stage.context.database.session() as session:
            end(session, stage.live, 1)
        assert client.get(f"/games/{stage.live}/1").status_code == 200
        assert client.get(f"/games/{stage.live}/1/frames").json()["over"] is False
        assert "lion v1 – crow v1" not in client.get("/live").text
        with stage.context.database.session() as session:
            long_ago = time.time() - LINGER_S - 5.0
            session.query(LiveGameRow).update({"seen": -long_ago})
            end(session, "another", 1)
        assert client.get(f"/games/{stage.live}/1").status_code == 404


def test_games_that_a_worker_left_are_gone_with_the_next_one(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    live_game_at(stage.context, "table-1", ("lion", ""), 2)
    live_game_at(stage.context, "own", ("lion", "crow"), 2)
    beat(stage.context)
    matches = Matches(stage.context, "matches-2", 1, False)
    matches._under_way.add(("own", 1))

    def noted() -> set[str]:
        with stage.context.database.reading() as session:
            return {row.match for row in session.query(LiveGameRow)}

    matches._look()
    assert noted() == {stage.live, "table-1", "own"}  # another worker is at it
    with stage.context.database.session() as session:
        session.query(Worker).update({"alive": time.time() - SILENT_S - 5.0})
    matches._look()
    assert noted() == {"table-1", "own"}


def test_games_under_way_go_by_the_names_of_their_bots(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    live_game_at(stage.context, stage.live, ("lion", "stranger"), 2)
    with stage.client() as client:
        listed = client.get("/live").text
    assert "lion v1 – stranger" in listed
    assert version_of("stranger")[:12] not in listed


@needs_browser
def test_the_leaderboard_of_a_reader_is_replaced_without_a_reload(browser: Any, tmp_path: Path) -> None:
    stage = cast(tmp_path)
    with listening(stage.context) as url:
        page = browser.new_page()
        page.goto(f"{url}/leaderboard")
        assert "2 games." in page.inner_text("#board")
        page.evaluate(MARK)
        page.wait_for_timeout(500)  # for the stream to be there
        stage.context.ladder_folder.games.append([played(stage.live, 1, ("lion", "crow"), b"live" * 4)])
        page.get_by_text("3 games.").wait_for()
        assert page.evaluate("window.mark") == "never loaded again"
        page.close()


def test_a_silent_worker_is_told_of(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    beat(stage.context, matches=SILENT_S + 5.0)
    with stage.client() as client:
        answer = client.get("/health", headers={"Accept": "application/json"})
        assert answer.status_code == 503
        assert answer.json()["problems"] == ["no worker for matches is at work"]
        assert {one["kind"]: one["up"] for one in answer.json()["workers"]} == {
            "matches": False,
            "checks": True,
            "tables": True,
            "reviews": True,
        }
        page = client.get("/health")
        assert page.status_code == 503
        assert "silent for 2" in page.text
        metrics = client.get("/metrics").text
        assert 'arena_workers{kind="matches"} 0.0' in metrics
        assert 'arena_workers{kind="checks"} 1.0' in metrics
        assert 'arena_workers_expected{kind="matches"} 1.0' in metrics
        assert "arena_healthy 0.0" in metrics
    with stage.context.database.session() as session:
        session.add(
            Worker(name="matches-2", kind="matches", begun=0.0, alive=time.time(), games=0, sentence="")
        )
    with stage.client() as client:  # another has taken over: the dead one is of no interest
        answer = client.get("/health", headers={"Accept": "application/json"})
        assert answer.status_code == 200
        names = [one["name"] for one in answer.json()["workers"]]
        assert names == ["checks-1", "matches-2", "reviews-1", "tables-1"]


def test_without_workers_nothing_is_well(tmp_path: Path) -> None:
    """What is expected counts, not what was heard of; and every series is there all the same."""
    stage = cast(tmp_path, text="[workers]\nchecks = 2\nreviews = 0")
    with stage.client() as client:
        answer = client.get("/health", headers={"Accept": "application/json"})
        assert answer.status_code == 503
        assert answer.json()["problems"] == [
            f"no worker for {kind} is at work" for kind in ("matches", "checks", "tables")
        ]
        head = client.head("/health")
        assert (head.status_code, head.content) == (503, b"")
        before = series(client.get("/metrics").text)
        beat(stage.context)
        found = client.get("/health", headers={"Accept": "application/json"}).json()
        assert found["problems"] == ["1 of 2 workers for checks is at work"]
        assert found["expected"] == {"matches": 1, "checks": 2, "tables": 1, "reviews": 0}
        assert series(client.get("/metrics").text) == before


def series(text: str) -> set[str]:
    """The series of an event, without those of requests."""
    lines = [line for line in text.splitlines() if not line.startswith(("#", "arena_request"))]
    return {line.rpartition(" ")[0] for line in lines}


def test_head_is_answered_as_get_is_without_the_body(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    with stage.client(follow_redirects=False) as client:
        for path in ("/", "/health", "/metrics", "/static/style.css", "/api/v1/event", "/nowhere", "/me"):
            got, head = client.get(path), client.head(path)
            assert (head.status_code, head.content) == (got.status_code, b""), path
            assert head.headers.get("content-type") == got.headers.get("content-type"), path
        assert client.head("/logout").status_code == 405
        assert client.head("/events").status_code == 405
