"""Are the finals drawn from the best, played to the end, and shown?"""

import tarfile
import threading
import urllib.request
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arena.web.backup import write_download
from arena.web.event_context import EventContext
from arena.web.finals import Finals, finals_of
from arena.web.standings_cache import StandingsCache
from arena.web.work import matches
from arena.web.work.matches import Matches, draw_finals
from tests.conftest import free_port
from tests.web.events import Cast, enter_real, event_toml
from tests.web.serving import Serving, until

NAMES = ("ant", "bee", "cat", "dog", "elk")
QUICK = 'rules = "classic,turn_limit=2"\nsets = 1\ndeals = "fresh"\n'  # bots stay up for both games
KNOCKOUT = '[finals.format]\nkind = "knockout"\nextra_sets = 0\n'
ROUND_ROBIN = '[finals.format]\nkind = "round-robin"\n'


def event_with_finals(folder: Path, in_s: float, finals: str, names: tuple[str, ...] = NAMES) -> Path:
    """An event whose finals begin in so many seconds, with real bots of known strength."""
    moment = datetime.now(UTC) + timedelta(seconds=in_s)
    path = event_toml(folder, head=f"final = {moment.isoformat()}", text=f"[finals]\n{finals}")
    context = EventContext.open(path)
    enter_real(context, folder / "bots", names)
    context.close()
    return path


def standing(context: EventContext) -> Finals:
    assert context.event.final is not None
    assert context.final_folder is not None
    cache = StandingsCache(context.event.final, context.final_folder)
    cache.refresh()
    return finals_of(context.event.final, cache.snapshot)


def page(url: str) -> str:
    with urllib.request.urlopen(url, timeout=60) as answer:
        text: str = answer.read().decode()
        return text


def test_a_knockout_is_played_by_the_server_when_its_date_comes(tmp_path: Path) -> None:
    """Four of five bots play two semi-finals and a final, and the page shows who won."""
    path = event_with_finals(tmp_path, 3.0, f"best = 4\n{QUICK}{KNOCKOUT}")
    port = free_port()
    with Serving(path, port) as serving:
        until(lambda: "has won the finals" in page(f"{serving.url}/finals"))
        shown = page(f"{serving.url}/finals")
        until(
            lambda: "The finals are over:" in page(f"{serving.url}/start")
        )  # heads of pages may be a second old
    context = EventContext.open(path)
    finals = standing(context)
    assert [(one.name, len(one.meetings)) for one in finals.rounds] == [("Semi-finals", 2), ("Final", 1)]
    assert finals.winner
    records = list(context.final_folder.games.games()) if context.final_folder else []
    assert len(records) == 6
    assert set(Counter((one.match, one.game) for one in records).values()) == {1}
    assert all(f"/games/{one.match}/{one.game}" in shown for one in records)
    assert shown.count('class="won') == 3
    context.close()


def test_a_round_robin_is_played_to_the_end(tmp_path: Path) -> None:
    path = event_with_finals(tmp_path, -1.0, f"best = 3\n{QUICK}{ROUND_ROBIN}", NAMES[:4])
    context = EventContext.open(path)
    worker = Matches(context, "w", 1, ray=False)
    thread = threading.Thread(target=worker.work)
    thread.start()
    try:
        until(lambda: standing(context).winner)
    finally:
        worker.stop()
        thread.join(30)
    finals = standing(context)
    assert len(finals.lines) == 3
    assert [line.row.games for line in finals.lines] == [4, 4, 4]
    assert sum(line.points for line in finals.lines) == 6
    assert finals.winner == finals.lines[0].row.version
    with Cast(context, {}, "", "").client() as client:
        shown = client.get("/finals").text
        assert "has won the finals" in shown
        assert shown.count('scope="row"') == 3
        write_download(context, tmp_path / "all.tar.gz")
        with tarfile.open(tmp_path / "all.tar.gz") as tar:
            assert {"final-standings.csv", "final-games.csv", "final/draw/draw.json"} <= set(tar.getnames())
        match = next(iter(context.final_folder.games.games())).match if context.final_folder else ""
        assert client.get(f"/games/{match}/1").status_code == 200
    context.close()


def test_a_bracket_shows_what_is_to_come(tmp_path: Path) -> None:
    """Five in it: the best three wait in the second round, and the page says whose winner they meet."""
    context = EventContext.open(event_with_finals(tmp_path, -1.0, f"best = 5\n{QUICK}"))
    draw_finals(context)
    finals = standing(context)
    assert [one.name for one in finals.rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    first = finals.rounds[0].meetings
    assert sorted(one.state for one in first) == ["bye", "bye", "bye", "to come"]
    words = [seat.words for one in finals.rounds[1].meetings for seat in one.seats if not seat.version]
    assert words == ["winner of duel 2"]
    assert [seat.words for seat in finals.rounds[2].meetings[0].seats] == [
        "winner of duel 1",
        "winner of duel 2",
    ]
    with Cast(context, {}, "", "").client() as client:
        shown = client.get("/finals").text
        assert shown.count("goes on without playing") == 3
        assert "winner of duel 2" in shown
        assert client.get("/finals?part=1").text.lstrip().startswith('<div class="bracket">')
    context.close()


def test_a_draw_that_was_cut_short_is_completed_and_never_made_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = EventContext.open(event_with_finals(tmp_path, -1.0, f"best = 4\n{QUICK}"))
    assert context.final_folder is not None
    kept = context.final_folder.keep
    calls: list[str] = []

    def dies(version: str, packed: bytes) -> None:
        calls.append(version)
        if len(calls) == 3:
            raise KeyboardInterrupt
        kept(version, packed)

    monkeypatch.setattr(context.final_folder, "keep", dies)
    with pytest.raises(KeyboardInterrupt):
        draw_finals(context)
    assert len(context.final_folder.roster.versions()) == 2
    monkeypatch.setattr(matches, "_finalists", lambda _: pytest.fail("drawn twice"))
    draw_finals(context)
    draw_finals(context)
    seeds = sorted(context.final_folder.roster.versions(), key=lambda one: one.submitted_ns)
    assert [one.bot for one in seeds] == list(NAMES[:4])
    context.close()


def test_an_event_without_two_rated_bots_has_no_finals(tmp_path: Path) -> None:
    context = EventContext.open(event_with_finals(tmp_path, -1.0, "best = 2\n", NAMES[:1]))
    draw_finals(context)
    assert context.final_folder is not None
    assert context.final_folder.roster.versions() == []
    with Cast(context, {}, "", "").client() as client:
        assert "it needs two bots" in client.get("/finals").text
    context.close()
