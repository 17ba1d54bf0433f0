"""Can a person play a game through the pages' own interface? Turns tried out, sent, resigned, played again."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from arena.drawing import patched
from arena.rules import Action, GameConfig, new_game
from arena.web.games import GAME, name_of
from arena.web.hints import searched
from arena.web.models import CasualTable, LiveGameRow, Member, WorkState
from arena.web.work.casual_games import host_table
from tests.web.browsing import log_in, needs_browser
from tests.web.events import Cast, cast, enter_real, listening, live_game_at, version_of

RULES = "classic,players=2,turn_limit=6"


@pytest.fixture
def stage(tmp_path: Path) -> Cast:
    return cast(tmp_path)


@pytest.fixture
def client(stage: Cast) -> Iterator[TestClient]:
    with stage.client() as client:
        yield client


class Seat:
    """The member at a table of their own."""

    def __init__(self, stage: Cast, client: TestClient, id: int) -> None:
        self._client = client
        self._headers = {**stage.headers("member"), "Accept": "application/json"}
        self.id = id

    def table(self, first: int | None = None) -> dict[str, Any]:
        query = "" if first is None else f"?from={first}"
        found: dict[str, Any] = self._client.get(
            f"/play/{self.id}/table{query}", headers=self._headers
        ).json()
        return found

    def post(self, what: str, **fields: Any) -> dict[str, Any]:
        answer = self._client.post(f"/play/{self.id}/{what}", json=fields, headers=self._headers)
        assert answer.status_code in (200, 422), answer.text
        found: dict[str, Any] = answer.json()
        return found


def seated(stage: Cast, client: TestClient, person_first: bool = True) -> Seat:
    """A table whose game a worker has begun, with the person to decide."""
    opponent = version_of("random")
    client.post("/play", data={"opponent": opponent}, headers=stage.headers("member"))
    with stage.context.database.session() as session:
        table = session.query(CasualTable).one()
        table.versions = ["", opponent] if person_first else [opponent, ""]
        table.state = WorkState.WORKING
        id = table.id
    bots = ("", "random") if person_first else ("random", "")
    live_game_at(stage.context, name_of(id), bots, 0)
    view = client.get(f"/play/{id}/table", headers=stage.headers("member")).json()
    if "asks" not in view:  # the other one begins
        return seated_again(stage, client, id, person_first)
    return Seat(stage, client, id)


def seated_again(stage: Cast, client: TestClient, id: int, person_first: bool) -> Seat:
    """The same with the person at the other seat."""
    versions = [version_of("random"), ""] if person_first else ["", version_of("random")]
    with stage.context.database.session() as session:
        session.get_one(CasualTable, id).versions = versions
    live_game_at(stage.context, name_of(id), ("random", "") if person_first else ("", "random"), 0)
    return Seat(stage, client, id)


def test_a_turn_is_tried_taken_back_and_sent(stage: Cast, client: TestClient) -> None:
    seat = seated(stage, client)
    table = seat.table()
    asks, you = table["asks"], table["game"]["you"]
    assert table["state"] == "playing"
    assert asks["rated"] is False
    take = next(one for one in asks["legal"] if one["verb"] == "take")
    tried = seat.post("try", number=asks["number"], actions=[take["action"]])
    assert tried["ends"] is True
    assert tried["turn"] == [take["text"]]
    frame = patched(table["game"]["start"], tried["to"])
    assert len(frame["seats"][str(you)]["hand"]) > len(table["game"]["start"]["seats"][str(you)]["hand"])
    assert len(frame["display"]) < 4  # nothing is drawn before the turn is sent
    with stage.context.database.reading() as session:
        assert session.get_one(CasualTable, seat.id).answers == []  # the worker knows of nothing yet
    assert seat.post("commit", number=asks["number"], actions=[take["action"]]) == {"ok": True}
    assert seat.post("commit", number=asks["number"], actions=[take["action"]]) == {"ok": True}  # sent again
    with stage.context.database.reading() as session:
        assert session.get_one(CasualTable, seat.id).answers == [take["action"]]
    assert "asks" not in seat.table()
    other = next(one for one in asks["legal"] if one["verb"] == "take" and one != take)
    assert "lost" in seat.post("commit", number=asks["number"], actions=[other["action"]])


def test_a_purchase_and_its_placing_are_one_turn(stage: Cast, client: TestClient) -> None:
    seat = seated(stage, client)
    asks = seat.table()["asks"]
    buy = next(one for one in asks["legal"] if one["verb"] == "buy" and not one["exact"])
    tried = seat.post("try", number=asks["number"], actions=[buy["action"]])
    assert tried["ends"] is False
    assert "lace" in tried["prompt"]
    placing = tried["legal"][0]
    actions = [buy["action"], placing["action"]]
    whole = seat.post("try", number=asks["number"], actions=actions)
    assert whole["ends"] is True
    assert seat.post("commit", number=asks["number"], actions=actions) == {"ok": True}
    with stage.context.database.reading() as session:
        assert session.get_one(CasualTable, seat.id).answers == actions


def test_a_refusal_names_its_clause_and_its_step(stage: Cast, client: TestClient) -> None:
    seat = seated(stage, client)
    asks = seat.table()["asks"]
    buy = next(one for one in asks["legal"] if one["verb"] == "buy" and not one["exact"])
    tile = next(iter(seat.post("try", number=asks["number"], actions=[buy["action"]])["probe"].values()))
    refused = seat.post(
        "try", number=asks["number"], actions=[buy["action"], tile.replace("{square}", "9,9")]
    )
    assert refused["refusal"]["rule"] == "8.4"
    assert refused["refusal"]["step"] == 1
    assert client.get("/rules").text.count('id="8.4"') == 1
    assert "refusal" in seat.post(
        "commit", number=asks["number"], actions=[buy["action"], "reserve tower-11"]
    )
    assert "detail" in seat.post("try", number=asks["number"], actions=["dance"])
    assert "detail" in seat.post("try", actions=[])
    assert "lost" in seat.post("try", number=77, actions=[])


def test_only_the_person_s_own_page_can_send(stage: Cast, client: TestClient) -> None:
    seat = seated(stage, client)
    asks = seat.table()["asks"]
    client.post("/login", data={"token": stage.tokens["member"]})
    body = {"number": asks["number"], "actions": [asks["legal"][0]["action"]]}
    path = f"/play/{seat.id}/commit"
    assert client.post(path, json=body).status_code == 403  # without the secret of the session
    assert client.post(path, json=body, headers={"Origin": "http://elsewhere"}).status_code == 403
    assert client.post(path, content=b"[" * 50).status_code == 403
    csrf = client.get(f"/play/{seat.id}").text.split('data-csrf="')[1].split('"')[0]
    assert client.post(path, content=b"[1]", headers={"X-CSRF": csrf}).status_code == 422
    assert client.post(path, json=body, headers={"X-CSRF": csrf}).json() == {"ok": True}


def test_the_stream_of_a_table_brings_what_is_asked(stage: Cast, client: TestClient) -> None:
    seat = seated(stage, client)
    with client.stream("GET", f"/play/{seat.id}/events", headers=stage.headers("rival")) as refused:
        assert refused.status_code == 404
    with client.stream("GET", f"/play/{seat.id}/events", headers=stage.headers("member")) as stream:
        lines = stream.iter_lines()
        assert next(lines) == "event: table"
        table = json.loads(next(lines).removeprefix("data: "))
    assert (table["game"]["moves"], table["state"]) == ([], "playing")
    assert table["asks"]["legal"]


@needs_browser
def test_a_page_that_waits_for_its_table_opens_it(browser: Any, stage: Cast) -> None:
    with stage.context.database.session() as session:
        ada = session.query(Member).filter(Member.name == "Ada").one()
        table = CasualTable(
            member_id=ada.id,
            team_id=ada.team_id,
            created=time.time(),
            versions=["", version_of("random")],
            state=WorkState.WORKING,
            seed=b"live" * 4,
            answers=[],
        )
        session.add(table)
        session.flush()
        id = table.id
    with listening(stage.context) as url:
        page = browser.new_page()
        log_in(page, url, stage.tokens["member"])
        page.goto(f"{url}/play/{id}")
        page.wait_for_selector("[data-board][data-state=waiting]")
        live_game_at(stage.context, name_of(id), ("", "random"), 0)
        page.wait_for_selector("[data-board][data-ready]")
        page.close()


def test_hints_are_the_best_of_a_search_that_knows_no_secret(stage: Cast, client: TestClient) -> None:
    seat = seated(stage, client)
    asks = seat.table()["asks"]
    hints = seat.post("hint", number=asks["number"], actions=[])["hints"]
    legal = {one["action"]: one["text"] for one in asks["legal"]}
    assert 1 <= len(hints) <= 3
    assert all(one["text"] == legal[one["action"]] and 0.0 <= one["value"] <= 1.0 for one in hints)
    take = next(one["action"] for one in asks["legal"] if one["verb"] == "take")
    assert "sentence" in seat.post("hint", number=asks["number"], actions=[take])


def test_who_resigns_has_lost_and_can_play_again(tmp_path: Path) -> None:
    """With a real bot and a real worker: the person takes money once, then gives up."""
    stage = cast(tmp_path)
    enter_real(stage.context, tmp_path / "bots", ["ant"])
    with stage.client() as client:
        version = next(
            one.version for one in stage.context.ladder_folder.roster.versions() if one.bot == "ant"
        )
        _play_and_resign(stage, client, version)


def _play_and_resign(stage: Cast, client: TestClient, version: str) -> None:
    with stage.context.database.session() as session:
        ada = session.query(Member).filter(Member.name == "Ada").one()
        table = CasualTable(
            member_id=ada.id,
            team_id=ada.team_id,
            created=time.time(),
            versions=["", version],
            state=WorkState.WORKING,
            seed=b"0123456789abcdef",
            answers=[],
        )
        session.add(table)
        session.flush()
        id = table.id
    playing = threading.Thread(target=host_table, args=(stage.context, id))
    playing.start()
    seat = Seat(stage, client, id)
    asks = _asked(seat)
    take = next(one["action"] for one in asks["legal"] if one["verb"] == "take")
    assert seat.post("commit", number=asks["number"], actions=[take]) == {"ok": True}
    assert _asked(seat)["since"] > 0
    assert seat.post("resign")["ok"] is True
    playing.join(60)
    table_over = seat.table()
    assert table_over["state"] == "over"
    assert table_over["game"]["result"]["seats"][0] == "resigned"
    assert table_over["game"]["result"]["text"].startswith("You lost")
    page = client.get(f"/play/{id}", headers=stage.headers("member"))
    assert page.status_code == 200


def _asked(seat: Seat) -> dict[str, Any]:
    deadline = time.monotonic() + 60.0
    while time.monotonic() < deadline:
        asks = seat.table().get("asks")
        if asks:
            found: dict[str, Any] = asks
            return found
        time.sleep(0.1)
    raise AssertionError("nothing was asked")


def test_a_search_reads_a_position_as_its_seat_sees_it(stage: Cast, client: TestClient) -> None:
    seat = seated(stage, client)
    del client
    with stage.context.database.reading() as session:
        row = session.get_one(LiveGameRow, (name_of(seat.id), GAME))
    assert row.rules == RULES
    state = new_game(GameConfig.parse(RULES), row.seed)
    found = searched(state.to_bytes(), 0.1)
    assert state.check(Action.parse(found[0]["action"])) is None
