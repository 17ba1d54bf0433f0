"""Is anything lost when the server is killed? Uploads that were answered and games that were played stay, each once."""

import http.client
import random
import threading
import time
import urllib.error
from pathlib import Path

import pytest
from sqlalchemy import select

from arena.web.event_context import EventContext
from arena.web.models import Submission
from arena.web.people import sign_up
from tests.conftest import free_port
from tests.web.events import CODE, ROOT, bot_archive, event_toml
from tests.web.serving import Serving, asked, until


def killed(folder: Path, kills: int, seed: int, longest_s: float) -> None:
    """Upload and look without pause, kill the server at random moments, and see that all is there in the end."""
    bots = [str(ROOT / "bots" / name) for name in ("random", "greedy")]
    path = event_toml(
        folder,
        ladder={"bots": bots, "rules": "classic,turn_limit=2"},
        limits={"submissions_a_day": 10_000, "bots": 1000},
        requests_a_second=10_000,
    )
    context = EventContext.open(path)
    with context.database.session() as session:
        _, token = sign_up(session, context.event, CODE, "Ada", "Lions")
    port = free_port()
    rng = random.Random(seed)
    answered: list[int] = []
    ended = threading.Event()

    def upload() -> None:
        number = 0
        while not ended.is_set():
            number += 1
            content = (
                bot_archive(f"lion{number % 3}", note=f"{seed} {number}")
                if number % 12 == 1
                else b"no archive"
            )
            try:
                answer = asked(f"{serving.url}/api/v1/submissions?name=a.tar.gz", token, content)
                answered.append(answer["id"])
                asked(f"{serving.url}/api/v1/leaderboard")
            except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError):
                time.sleep(0.05)
            time.sleep(0.25)

    serving = Serving(path, port)
    serving.start()
    thread = threading.Thread(target=upload)
    thread.start()
    seen: set[tuple[str, int]] = set()
    try:
        for _ in range(kills):
            before = len(answered)
            until(lambda: len(answered) > before)  # noqa: B023  # called before it changes
            time.sleep(rng.uniform(0.0, longest_s))
            seen |= {(one.match, one.game) for one in context.ladder_folder.games.games()}
            serving.kill()
            serving.start()
    finally:
        ended.set()
        thread.join()
    try:
        until(lambda: not _unfinished(context), every_s=0.5)
    finally:
        serving.stop()
    with context.database.reading() as session:
        rows = {one.id: one for one in session.scalars(select(Submission))}
    assert answered
    assert set(answered) <= set(rows)
    assert {one.state for one in rows.values()} <= {"taken", "refused"}
    taken = [one.version for one in rows.values() if one.state == "taken"]
    entered = [one.version for one in context.ladder_folder.roster.versions() if one.owner == "Lions"]
    assert sorted(taken) == sorted(entered)
    kept = [(one.match, one.game, one.void) for one in context.ladder_folder.games.games()]
    assert len(kept) == len(set(kept))
    assert seen <= {(match, game) for match, game, _ in kept}
    context.close()


def _unfinished(context: EventContext) -> int:
    with context.database.reading() as session:
        states = list(session.scalars(select(Submission.state)))
    return sum(state in ("waiting", "working") for state in states)


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    killed(tmp_path, 3, 1, 2.5)


@pytest.mark.soak
def test_a_server_killed_many_times_loses_nothing(tmp_path: Path) -> None:
    killed(tmp_path, 20, 2, 4.0)
