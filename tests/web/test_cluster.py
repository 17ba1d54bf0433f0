"""Are the matches of an event played on a Ray cluster, and does the death of one of its workers cost no game?"""

import os
import signal
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from arena.record import verify
from arena.web.event_context import EventContext
from tests.ladder.test_cluster import ALONE, ray_workers
from tests.match.matches import needs_root
from tests.web.events import ROOT, event_toml
from tests.web.serving import until

GAMES = 8


@pytest.mark.soak
@needs_root
def test_a_worker_of_the_cluster_is_killed_in_the_middle(tmp_path: Path) -> None:
    """`arena event work --executor ray`, in a network of its own: nobody is asked for but this host."""
    bots = [str(ROOT / "bots" / name) for name in ("random", "greedy")]
    limits = "[ladder.limits]\nstart_s = 60\nmemory_mb = 256\n"
    path = event_toml(tmp_path, ladder={"bots": bots, "tier": 1, "sets": 2}, text=limits)
    context = EventContext.open(path)
    heard = tmp_path / "heard"
    command = [*ALONE, str(heard), "event", "work", str(path), "--executor", "ray", "--jobs", "2"]
    environment = {key: value for key, value in os.environ.items() if key != "RAY_ADDRESS"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        try:
            until(lambda: list(context.ladder_folder.games.games()), 180.0)
            killed = until(lambda: ray_workers(running.pid), 60.0)[0]
            os.kill(killed, signal.SIGKILL)
            before = len(list(context.ladder_folder.games.games()))
            until(lambda: len(list(context.ladder_folder.games.games())) >= before + GAMES, 240.0, 1.0)
        finally:
            running.send_signal(signal.SIGINT)
            output, _ = running.communicate(timeout=60)
    assert running.returncode == 0, output
    assert not heard.exists(), heard.read_text(encoding="utf-8")
    records = list(context.ladder_folder.games.games())
    assert set(Counter((one.match, one.game) for one in records).values()) == {1}
    assert {one.tier for one in records} == {1}, "the sandbox is that of the event on the cluster too"
    assert [problem for record in records for problem in verify(record)] == []
    _every_match_but_the_last_is_whole(context)
    context.close()


def _every_match_but_the_last_is_whole(context: EventContext) -> None:
    """The killed worker's match was taken up again: at most what was under way at the end is unfinished."""
    games = Counter(one.match for one in context.ladder_folder.games.games())
    unfinished = [match for match in context.ladder_folder.pairings() if games[match] < 4]
    assert len(unfinished) <= 2, games
