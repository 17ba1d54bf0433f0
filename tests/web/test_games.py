"""What is shown of a game, and to whom?"""

import json
import math
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.drawing import patched
from arena.ladder import RatingPoint, StandingsRow, StandingsSnapshot, plain_report, report_bot
from arena.ladder.export import games_rows
from arena.ladder.ladder_state import LadderState
from arena.ladder.pairing import Pairing
from arena.record import BotInfo, GameRecord, sealed
from arena.rules import GameConfig, new_game
from arena.web.organise import rerun
from arena.web.pages.charts import bars, plot, trend, up_to_now
from arena.web.standings_cache import StandingsCache
from tests.web.events import RULES, Cast, cast, decisions_of, live_game_at, played, version_of

CLOSED = "classic,players=2,deal=closed,turn_limit=6"


@pytest.fixture
def stage(tmp_path: Path) -> Cast:
    return cast(tmp_path)


@pytest.fixture
def client(stage: Cast) -> Iterator[TestClient]:
    with stage.client() as client:
        yield client


def hands(client: TestClient, path: str, headers: dict[str, str] | None = None) -> list[int | list[str]]:
    """The hands at the end of a game's frames, as somebody gets them: cards, or only their number."""
    game = client.get(f"{path}/frames", headers=headers or {}).json()
    frame = game["start"]
    for move in game["moves"]:
        frame = patched(frame, move["to"])
    return [frame["seats"][str(seat)]["hand"] for seat in range(len(game["names"]))]


def test_hands_are_their_owner_s_until_the_game_is_over(stage: Cast, client: TestClient) -> None:
    decisions, _ = decisions_of(RULES, b"live" * 4)
    state = new_game(GameConfig.parse(RULES), b"live" * 4)
    for one in decisions[:3]:
        state.apply(next(action for action in state.legal_actions() if str(action) == one.action))
    own = [[card.name for card in state.observe(seat).seats[seat].hand or ()] for seat in (0, 1)]
    lion, crow = (len(hand) for hand in own)
    path = f"/games/{stage.live}/1"
    assert hands(client, path) == [lion, crow]
    assert hands(client, path, stage.headers("organiser")) == [lion, crow]
    assert hands(client, path, stage.headers("member")) == [own[0], crow]
    assert hands(client, path, stage.headers("rival")) == [lion, own[1]]
    assert all(isinstance(hand, list) for hand in hands(client, f"/games/{stage.match}/1"))


def test_a_closed_deal_is_not_told_while_the_game_runs(stage: Cast, client: TestClient) -> None:
    live_game_at(stage.context, stage.live, ("lion", "crow"), 0, CLOSED)
    path = f"/games/{stage.live}/1/frames"
    stranger = client.get(path).json()["news"]
    told = [line for line in stranger if "is dealt" in line]
    assert len(told) == 2
    assert all(line.endswith(" cards.") for line in told)
    own = client.get(path, headers=stage.headers("member")).json()["news"]
    dealt = [line for line in own if "is dealt" in line]
    assert "cards" not in dealt[0]
    assert "cards" in dealt[1]


def test_a_game_is_a_text_without_javascript(stage: Cast, client: TestClient) -> None:
    page = client.get(f"/games/{stage.match}/1").text
    assert f'data-frames="/games/{stage.match}/1/frames"' in page
    text = page.split("<noscript>")[1].split("</noscript>")[0]
    record = next(one for one in stage.context.ladder_folder.games.games() if one.game == 1)
    assert text.count("<li>") == len(record.decisions)
    assert "Scoring 3" in text
    assert all(f">{score}<" in text for score in record.scores)
    assert client.get(f"/games/{stage.match}/99").status_code == 404
    assert client.get("/games/nowhere/1").status_code == 404
    live = client.get(f"/games/{stage.live}/1").text
    assert f'data-live="/games/{stage.live}/1"' in live
    assert live.split("<noscript>")[2].count("<li>") == 3


def test_a_finished_game_is_sent_once_and_kept_by_the_browser(stage: Cast, client: TestClient) -> None:
    path = f"/games/{stage.match}/1/frames"
    first = client.get(path)
    assert first.headers["content-encoding"] == "gzip"
    assert "max-age" in first.headers["cache-control"]
    again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == first.json()
    live = client.get(f"/games/{stage.live}/1/frames")
    assert "no-cache" in live.headers["cache-control"]
    assert "etag" not in live.headers


def test_moves_after_those_that_one_has(stage: Cast, client: TestClient) -> None:
    """Who watched a game to its end gets the rest as they saw the beginning, with hands that were hidden hidden."""
    path = f"/games/{stage.live}/1/frames"
    whole = client.get(path).json()
    assert (len(whole["moves"]), whole["over"]) == (3, False)
    rest = client.get(f"{path}?from=1").json()
    assert (rest["from"], rest["moves"], rest["over"]) == (1, whole["moves"][1:], False)
    over = client.get(f"/games/{stage.match}/1/frames?from=2").json()
    assert over["over"] is True
    assert over["result"]["text"]
    hidden = [
        hand
        for move in over["moves"]
        for seat in move["to"].get("seats", {}).values()
        for hand in [seat.get("hand", 0)]
    ]
    assert all(isinstance(hand, int) for hand in hidden)


def test_other_games_of_the_same_deal_are_linked(stage: Cast) -> None:
    again = played(stage.match, 3, ("crow", "lion"), b"0123456789abcdef")
    stage.context.ladder_folder.games.append([again])
    with stage.client() as client:
        assert f'href="/games/{stage.match}/3"' in client.get(f"/games/{stage.match}/1").text
        assert f'href="/games/{stage.match}/3"' not in client.get(f"/games/{stage.match}/2").text


def test_evidence_is_for_the_bot_s_team(stage: Cast, client: TestClient) -> None:
    for path in (f"/games/{stage.match}/1", "/bots/lion", f"/api/v1/games/{stage.match}/1"):
        assert "secret evidence" in client.get(path, headers=stage.headers("member")).text, path
        for role in ("stranger", "rival", "organiser"):
            answer = client.get(path, headers=stage.headers(role))
            assert answer.status_code == 200
            assert "secret evidence" not in answer.text, (path, role)
    log = client.get(f"/games/{stage.match}/2/logs/1", headers=stage.headers("member"))
    assert "what the lion said" in log.text


def test_the_exact_request_is_what_the_bot_was_sent(stage: Cast, client: TestClient) -> None:
    record = next(one for one in stage.context.ladder_folder.games.games() if one.game == 1)
    number = next(index for index, one in enumerate(record.decisions, 1) if one.seat == 0 and index > 4)
    answer = client.get(f"/api/v1/games/{stage.match}/1/requests/{number}", headers=stage.headers("member"))
    messages = answer.json()["messages"]
    assert "game_start" in messages[0]
    legal = json.dumps(messages[-1]["decision"]["legal"])
    assert record.decisions[number - 1].action.split()[0] in legal.lower()


def test_hidden_results_are_hidden(tmp_path: Path) -> None:
    stage = cast(tmp_path, visibility="hidden")
    with stage.client(follow_redirects=False) as client:
        for path in ("/bots/lion", "/games", "/api/v1/leaderboard", "/api/v1/games", "/events"):
            assert client.get(path).status_code in (401, 303), path
            assert client.get(path, headers=stage.headers("member")).status_code == 403, path
        assert "lion" not in client.get("/leaderboard", headers=stage.headers("member")).text
        assert "lion" in client.get("/leaderboard", headers=stage.headers("organiser")).text
        assert client.get(f"/games/{stage.match}/1", headers=stage.headers("member")).status_code == 200


@pytest.mark.parametrize("visibility", ["hidden", "public"])
def test_what_bots_thought_is_for_their_own_team_while_results_are_hidden(
    tmp_path: Path, visibility: str
) -> None:
    stage = cast(tmp_path, visibility=visibility)
    pairing = Pairing((version_of("lion"), version_of("crow")), "thinking", 1, "to see")
    match = pairing.named("test")
    record = played(match, 1, ("lion", "crow"), b"0123456789abcdef")
    plans = ["plan of the lion", "plan of the crow"]
    decisions = [replace(one, info=BotInfo(text=plans[one.seat]).packed()) for one in record.decisions]
    stage.context.ladder_folder.matches.choose(match, pairing)
    stage.context.ladder_folder.games.append([sealed(replace(record, decisions=tuple(decisions)))])
    own = {"member": plans[:1], "rival": plans[1:], "organiser": plans}
    with stage.client() as client:
        for role, read in own.items():
            text = client.get(f"/games/{match}/1/frames", headers=stage.headers(role)).text
            expected = plans if visibility == "public" else read
            assert [one for one in plans if one in text] == expected, role


def test_a_page_of_a_long_leaderboard_is_small_and_its_bots_are_found(client: TestClient) -> None:
    """A thousand bots with names as long as they may be, all with a history."""
    site = client.app._app.state.site  # type: ignore[attr-defined]  # the guard's
    rows = [
        StandingsRow(
            rank=number + 1,
            bot=f"bot-{number:04}-{'x' * 31}",
            number=1,
            version=version_of(str(number)),
            owner=f"Team {number:04} {'y' * 30}",
            active=True,
            rated=True,
            elo=1000.0 - number,
            low=900.0 - number,
            high=1100.0 - number,
            games=100,
            deals=50,
            score=0.5,
            faults={"crash": 3},
            voids=0,
        )
        for number in range(1000)
    ]
    points = [RatingPoint(games, games, 10.0 * games, 0.0, 200.0) for games in range(16)]
    site.standings.ladder.snapshot = StandingsSnapshot(
        number=10**6, rows=rows, history={row.version: points for row in rows}
    )
    first, last = client.get("/leaderboard").text, client.get("/leaderboard?page=10").text
    size = max(len(first.encode()), len(last.encode()))
    assert size < 150_000
    assert "page 1 of 10, 1000 bots" in first
    assert [text.count('scope="row"') for text in (first, last)] == [100, 100]
    assert rows[0].bot in first
    assert rows[999].bot in last
    found = client.get("/leaderboard?q=BOT-0777").text
    assert found.count('scope="row"') == 1
    assert rows[777].bot in found
    assert client.get("/leaderboard?q=team+0123&part=1").text.count('scope="row"') == 1
    nobody = client.get("/leaderboard?q=<b>nobody").text
    assert "No bot or team has “&lt;b&gt;nobody” in its name." in nobody
    assert "No bots here yet." in client.get("/leaderboard?page=11&part=1").text
    assert client.get(f"/leaderboard?q={'x' * 81}").status_code == 404


def test_results_for_participants(tmp_path: Path) -> None:
    stage = cast(tmp_path, visibility="participants")
    with stage.client(follow_redirects=False) as client:
        assert client.get("/api/v1/leaderboard").status_code == 401
        assert "lion" not in client.get("/leaderboard").text
        assert len(client.get("/api/v1/leaderboard", headers=stage.headers("rival")).json()) == 3


def test_the_leaderboard_sorts_and_filters(stage: Cast, client: TestClient) -> None:
    names = client.get("/leaderboard?sort=name&part=1").text
    assert names.index("/bots/crow") < names.index("/bots/lion") < names.index("/bots/random")
    teams = client.get("/leaderboard?show=teams&part=1").text
    assert "/bots/random" not in teams
    mine = client.get("/leaderboard?show=mine&part=1", headers=stage.headers("member")).text
    assert "/bots/lion" in mine
    assert "/bots/crow" not in mine
    assert client.get("/leaderboard?sort=nonsense&show=nonsense").status_code == 200


def test_a_match_that_is_run_again_counts_no_more(stage: Cast) -> None:
    """Its games stay to be seen, marked, with the reason, also when the match was played again."""
    rerun(stage.context, "Olga", stage.match, "the host was <slow>")
    cache = StandingsCache(stage.context.event.ladder, stage.context.ladder_folder)
    cache.refresh()
    assert len(cache.snapshot.games) == 0
    assert {row.games for row in cache.snapshot.rows} == {0}
    with stage.client() as client:
        listed = client.get("/api/v1/games").json()
        assert [one["annulled"] for one in listed] == ["the host was <slow>"] * 2
        assert client.get("/games").text.count(">annulled</span>") == 2
        assert client.get("/games?bot=lion").text.count(">annulled</span>") == 2
        page = client.get(f"/games/{stage.match}/1").text
        assert "it counts no more: the host was &lt;slow&gt;. It is to be played again." in page
        assert f'data-frames="/games/{stage.match}/1/annulled/1/frames"' in page
    again = played(stage.match, 1, ("lion", "crow"), b"0123456789abcdef")
    stage.context.ladder_folder.games.append([replace_start(again)])
    with stage.client() as client:
        counts = client.get(f"/games/{stage.match}/1").text
        assert "counts no more" not in counts
        assert f'href="/games/{stage.match}/1/annulled/1"' in counts
        old = f"/games/{stage.match}/1/annulled/1"
        assert "it counts no more" in client.get(old).text
        assert ">The game that counts</a>" in client.get(old).text
        assert "secret evidence" in client.get(old, headers=stage.headers("member")).text
        assert "secret evidence" not in client.get(old, headers=stage.headers("rival")).text
        for take in (0, 2, -1):
            assert client.get(f"/games/{stage.match}/1/annulled/{take}").status_code == (404 if take else 200)
        assert [one["annulled"] for one in client.get("/api/v1/games").json()].count(None) == 1
    ladder_state = LadderState(stage.context.event.ladder, stage.context.ladder_folder)
    ladder_state.refresh()
    why = [(row["game"], row["annulled"]) for row in games_rows(ladder_state) if row["seat"] == 0]
    assert sorted(why) == [(1, ""), (1, "the host was <slow>"), (2, "the host was <slow>")]


def replace_start(record: GameRecord) -> GameRecord:
    """The same game, begun now."""
    return sealed(replace(record, started_ns=time.time_ns(), seal=b""))


def test_pictures_of_ratings_stay_inside(stage: Cast) -> None:
    cache = StandingsCache(stage.context.event.ladder, stage.context.ladder_folder)
    cache.refresh()
    rows = cache.snapshot.rows
    for bar in bars(rows).values():
        assert 0 <= bar.low <= bar.middle <= bar.high <= 160
    assert trend(()) == ""
    endless = [RatingPoint(0, 10, 5.0, -math.inf, math.inf), RatingPoint(0, 20, 9.0, -40.0, 60.0)]
    endless.append(RatingPoint(0, 40, 12.0, -20.0, 40.0))
    drawn = plot(endless)
    assert drawn is not None
    assert len(drawn.band.split()) == 4  # where both ends are known
    assert len(drawn.line.split()) == 3
    row = next(one for one in rows if one.rated)
    assert up_to_now(endless, row, 50)[-1].elo == row.elo
    assert up_to_now((), row, 50) == []
    assert plot(()) is None


@pytest.mark.parametrize(
    "rules",
    [
        "classic+vizier+camps+bazaars+falconers+medina,players=3,turn_limit=40",
        "red-palace,players=2,turn_limit=40",
    ],
)
def test_every_edition_and_module_can_be_drawn(stage: Cast, client: TestClient, rules: str) -> None:
    bots = ("lion", "crow", "lion")[: GameConfig.parse(rules).players]
    decisions, _ = decisions_of(rules, b"live" * 4)
    live_game_at(stage.context, stage.live, bots, len(decisions), rules)
    game = client.get(f"/games/{stage.live}/1/frames", headers=stage.headers("member")).json()
    assert game["rules"] == rules
    assert len(game["start"]["seats"]) == len(bots)
    assert len(game["moves"]) > 20
    assert client.get(f"/games/{stage.live}/1").status_code == 200


def test_strangers_who_ask_at_once_get_the_same_page(client: TestClient) -> None:
    first, again, plain = (
        client.get("/leaderboard", headers={"Accept-Encoding": how}) for how in ("gzip", "gzip", "identity")
    )
    assert first.text == again.text == plain.text
    assert [one.headers.get("content-encoding") for one in (first, again, plain)] == ["gzip", "gzip", None]


def test_a_rating_has_a_past(stage: Cast) -> None:
    cache = StandingsCache(stage.context.event.ladder, stage.context.ladder_folder)
    cache.refresh()
    first = cache.snapshot
    assert first.history == {}
    cache.look_back()
    assert cache.snapshot.number == first.number + 1
    assert cache.snapshot.rows == first.rows
    known = cache.snapshot
    cache.look_back()  # nothing is new
    assert cache.snapshot is known


def test_command_line_page_and_json_read_one_report(stage: Cast, client: TestClient) -> None:
    cache = StandingsCache(stage.context.event.ladder, stage.context.ladder_folder)
    cache.refresh()
    report = report_bot(cache.snapshot, "lion")
    assert report is not None
    plain = plain_report(report, [])
    assert {key: set(plain[key][0]) for key in ("opponents", "faults")} == {
        "opponents": {"label", "games", "points"},
        "faults": {"label", "termination", "sentence", "match", "game", "seat", "started_ns"},
    }
    rows = client.get("/api/v1/bots/lion").json()
    assert [row["version"] for row in rows] == [row["version"] for row in plain["versions"]]
    own = client.get("/bots/lion", headers=stage.headers("member")).text
    others = client.get("/bots/lion", headers=stage.headers("rival")).text
    for one in report.faults():
        assert one.sentence in own
        assert one.sentence not in others
    for opponent in report.opponents():
        assert f'<a href="/bots/{opponent.bot}">{opponent.label}</a>' in others
