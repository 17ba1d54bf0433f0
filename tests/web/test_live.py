"""Do pages move by themselves when games do, and do organisers hear of workers that fell silent?"""

import time
from pathlib import Path
from typing import Any

from arena.web.live_games import forget
from arena.web.models import Worker
from arena.web.work.work_queue import SILENT_S
from tests.web.browsing import needs_browser
from tests.web.events import Cast, cast, listening, live_game_at, played

MARK = "window.mark = 'never loaded again'"


@needs_browser
def test_moves_of_a_live_game_reach_the_page_without_a_reload(browser: Any, tmp_path: Path) -> None:
    stage = cast(tmp_path)
    with listening(stage.context) as url:
        page = browser.new_page()
        page.goto(f"{url}/games/{stage.live}/1")
        assert page.locator(".position").get_attribute("data-at") == "3"
        page.evaluate(MARK)
        for count in (4, 6):
            live_game_at(stage.context, stage.live, ("lion", "crow"), count)
            page.wait_for_selector(f".position[data-at='{count}'][data-last='{count}']")
        assert page.evaluate("window.mark") == "never loaded again"
        page.get_by_label("Previous move").click()  # who looks back is left in peace
        page.wait_for_selector(".position[data-at='5']")
        live_game_at(stage.context, stage.live, ("lion", "crow"), 8)
        time.sleep(1.0)
        assert page.locator(".position").get_attribute("data-at") == "5"
        stage.context.ladder_folder.games.append([played(stage.live, 1, ("lion", "crow"), b"live" * 4)])
        with stage.context.database.session() as session:
            forget(session, stage.live, 1)
        page.wait_for_selector(".result")  # over: the page is loaded again, with the result
        page.close()


@needs_browser
def test_the_leaderboard_of_a_reader_is_replaced_without_a_reload(browser: Any, tmp_path: Path) -> None:
    stage = cast(tmp_path)
    with listening(stage.context) as url:
        page = browser.new_page()
        page.goto(url)
        assert "2 games." in page.inner_text("#board")
        page.evaluate(MARK)
        page.wait_for_timeout(500)  # for the stream to be there
        stage.context.ladder_folder.games.append([played(stage.live, 1, ("lion", "crow"), b"live" * 4)])
        page.get_by_text("3 games.").wait_for()
        assert page.evaluate("window.mark") == "never loaded again"
        page.close()


def beat(stage: Cast, **workers: float) -> None:
    """Workers by kind, silent for so many seconds."""
    with stage.context.database.session() as session:
        for kind, silent_s in workers.items():
            alive = time.time() - silent_s
            session.add(
                Worker(name=f"{kind}-1", kind=kind, begun=alive - 60.0, alive=alive, games=7, sentence="")
            )


def test_a_silent_worker_is_told_of(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    beat(stage, matches=SILENT_S + 5.0, checks=0.0)
    with stage.client() as client:
        answer = client.get("/health", headers={"Accept": "application/json"})
        assert answer.status_code == 503
        assert answer.json()["problems"] == ["no worker for matches is at work"]
        assert {one["kind"]: one["up"] for one in answer.json()["workers"]} == {
            "matches": False,
            "checks": True,
        }
        page = client.get("/health")
        assert page.status_code == 503
        assert "silent for 2" in page.text
        metrics = client.get("/metrics").text
        assert 'arena_worker_up{kind="matches",worker="matches-1"} 0.0' in metrics
        assert 'arena_worker_up{kind="checks",worker="checks-1"} 1.0' in metrics
    with stage.context.database.session() as session:
        session.add(
            Worker(name="matches-2", kind="matches", begun=0.0, alive=time.time(), games=0, sentence="")
        )
    with stage.client() as client:  # another has taken over: the dead one is of no interest
        answer = client.get("/health", headers={"Accept": "application/json"})
        assert answer.status_code == 200
        assert [one["name"] for one in answer.json()["workers"]] == ["checks-1", "matches-2"]
