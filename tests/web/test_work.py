"""Do workers check what was uploaded and play what was asked for, once each, even if they are killed on the way?"""

import socket
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from arena.ladder.roster import Version
from arena.ladder.submit import enter_house_bots, submit_bot
from arena.match import LiveGame
from arena.match.sandboxed_body import SandboxedBody
from arena.record import Termination
from arena.web.disqualification import disqualify, reinstate
from arena.web.event_context import EventContext
from arena.web.games import GAME, name_of
from arena.web.live_games import see
from arena.web.models import CasualTable, LiveGameRow, Submission, WorkerKind
from arena.web.organise import freeze, pause
from arena.web.refusals import RequestRefused
from arena.web.work import casual_games, checks
from arena.web.work.casual_games import host_table, host_tables
from arena.web.work.checks import check_next
from arena.web.work.matches import Matches
from arena.web.work.work_queue import MOST_TRIES, WorkerHeartbeat, claim, release
from tests.conftest import arena
from tests.web.events import ROOT, Cast, bot_archive, cast, event_toml, live_game_at, version_of
from tests.web.test_tables import Tables

RANDOM = str(ROOT / "bots" / "random")


def upload(stage: Cast, client: TestClient, content: bytes, role: str = "member") -> int:
    answer = client.post("/api/v1/submissions?name=my.tar.gz", content=content, headers=stage.headers(role))
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


def submission(stage: Cast, id: int) -> Submission:
    with stage.context.database.reading() as session:
        return session.get_one(Submission, id)


def test_an_upload_is_checked_step_by_step_and_entered(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    with stage.client() as client:
        good = upload(stage, client, bot_archive("newbot"))
        bad = upload(stage, client, b"no archive at all")
        taken = upload(stage, client, bot_archive("crow", note="of another team"))
        waiting = client.get(f"/submissions/{good}", headers=stage.headers("member")).text
        assert "It is next." in waiting
        assert [check_next(stage.context, "w") for _ in range(4)] == [True, True, True, False]
        one = submission(stage, good)
        assert (one.state, one.bot) == ("taken", "newbot")
        assert [step["name"] for step in one.steps][:4] == ["manifest", "build", "start", "handshake"]
        assert submission(stage, bad).state == "refused"
        assert "my.tar.gz: damaged" in submission(stage, bad).sentence
        assert "belongs to Crows" in submission(stage, taken).sentence
        page = client.get(f"/submissions/{good}", headers=stage.headers("member")).text
        assert "newbot v1 is on the ladder" in page
        assert "data-refresh" not in page


@pytest.mark.parametrize(
    ("line", "why"),
    [(f"x = {'[' * 5000}", "nested more than 20 levels deep"), (f"protocol = {'9' * 5000}", "64 bits")],
)
def test_a_hostile_manifest_is_refused_and_the_worker_goes_on(tmp_path: Path, line: str, why: str) -> None:
    stage = cast(tmp_path)
    with stage.client() as client:
        ids = [upload(stage, client, bot_archive("newbot", note=f"\n{line}")) for _ in range(2)]
    assert [check_next(stage.context, "w") for _ in range(3)] == [True, True, False]
    for id in ids:
        one = submission(stage, id)
        assert (one.state, one.tries) == ("refused", 1)
        assert why in one.steps[0]["detail"]


def test_a_check_that_fails_unforeseen_does_not_end_the_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stage = cast(tmp_path)
    with stage.client() as client:
        id = upload(stage, client, bot_archive("newbot"))

    def breaks(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(checks, "submit_bot", breaks)
    assert check_next(stage.context, "w")
    assert submission(stage, id).state == "failed"
    assert "RecursionError" in submission(stage, id).sentence
    assert "The check of submission" in caplog.text


def test_a_worker_that_dies_after_it_entered_a_bot_enters_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = cast(tmp_path)
    with stage.client() as client:
        id = upload(stage, client, bot_archive("newbot"))
    entered: list[Version | None] = []

    def dies(*arguments: object) -> Version | None:
        entered.append(submit_bot(*arguments))  # type: ignore[arg-type]  # handed on as they came
        raise KeyboardInterrupt

    monkeypatch.setattr(checks, "submit_bot", dies)
    with pytest.raises(KeyboardInterrupt):
        check_next(stage.context, "first")
    assert submission(stage, id).state == "working"
    assert not check_next(stage.context, "second")  # the first may still be at work
    with stage.context.database.session() as session:
        release(session, "first")
    assert check_next(stage.context, "second")
    assert submission(stage, id).state == "taken"
    assert len(entered) == 1
    assert len([one for one in stage.context.ladder_folder.roster.versions() if one.bot == "newbot"]) == 1


def test_work_that_kills_its_workers_is_given_up(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    with stage.client() as client:
        id = upload(stage, client, bot_archive("newbot"))
    for number in range(MOST_TRIES):
        with stage.context.database.session() as session:
            assert claim(session, Submission, f"w{number}") == id
        with stage.context.database.session() as session:
            assert claim(session, Submission, "other") is None
            release(session, f"w{number}")
    with stage.context.database.session() as session:
        assert claim(session, Submission, "last") is None
    assert submission(stage, id).state == "failed"


def test_limits_of_a_team(tmp_path: Path) -> None:
    stage = cast(tmp_path, limits={"submissions_a_day": 2, "bots": 1})
    with stage.client() as client:
        id = upload(stage, client, bot_archive("second"))
        check_next(stage.context, "w")
        assert "Your team has 1 bots" in submission(stage, id).sentence
        upload(stage, client, bot_archive("lion", note="a new version is fine"))
        check_next(stage.context, "w")
        post = {"content": bot_archive("third"), "headers": stage.headers("member")}
        answer = client.post("/api/v1/submissions?name=a.zip", **post)  # type: ignore[arg-type]  # a body and headers
        assert answer.status_code == 429
        freeze(stage.context, "Olga")
        rival = stage.headers("rival")
        closed = client.post("/api/v1/submissions?name=a.zip", content=b"x", headers=rival)
        assert (closed.status_code, closed.json()["detail"]) == (409, "Submissions are closed.")
        freeze(stage.context, "Olga", on=False)
        assert disqualify(stage.context, "Olga", "crows", "two teams in one") == ["crow v1"]
        assert client.post("/api/v1/submissions?name=a.zip", content=b"x", headers=rival).status_code == 403


def test_a_suspended_bot_is_shown_with_the_reason_until_it_is_reinstated(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    roster = stage.context.ladder_folder.roster
    with pytest.raises(RequestRefused, match="has a suspended bot"):
        reinstate(stage.context, "Olga", "crows")
    roster.suspend(version_of("crow"), time.time_ns(), "6 of its 8 games were void, 0 of 40 without it")
    with stage.client() as client:
        for page in ("/leaderboard", "/bots/crow"):
            assert "6 of its 8 games were void" in client.get(page).text
        admin = client.get("/admin", headers=stage.headers("organiser")).text
        assert "crow v1 is suspended: 6 of its 8 games" in admin
    assert reinstate(stage.context, "Olga", "crows") == ["crow v1"]
    with stage.client() as client:
        assert "suspended" not in client.get("/bots/crow").text


def test_matches_are_played_until_they_are_paused(tmp_path: Path) -> None:
    path = event_toml(
        tmp_path, ladder={"bots": [RANDOM, str(ROOT / "bots" / "greedy")], "rules": "classic,turn_limit=2"}
    )
    context = EventContext.open(path)
    matches = Matches(context, "w", 1, ray=False)
    thread = threading.Thread(target=matches.work)
    thread.start()
    try:
        deadline = time.monotonic() + 240
        while len(list(context.ladder_folder.games.games())) < 3 and time.monotonic() < deadline:
            time.sleep(0.2)
        pause(context, "Olga")
        while matches._running is not None and time.monotonic() < deadline:
            time.sleep(0.1)
        count = len(list(context.ladder_folder.games.games()))
        assert count >= 3
        time.sleep(1.0)
        assert len(list(context.ladder_folder.games.games())) == count
    finally:
        matches.stop()
        thread.join(30)
    assert not thread.is_alive()
    keys = [(one.match, one.game) for one in context.ladder_folder.games.games()]
    assert len(keys) == len(set(keys))
    with context.database.reading() as session:
        assert session.query(LiveGameRow).filter(LiveGameRow.seen >= 0.0).count() == 0


def test_a_challenge_is_played_and_survives_its_worker(tmp_path: Path) -> None:
    stage = cast(tmp_path, ladder={"bots": [RANDOM]})
    enter_house_bots(stage.context.event.ladder, stage.context.ladder_folder)
    house = next(
        one
        for one in stage.context.ladder_folder.roster.versions()
        if one.bot == "random" and one.number == 2
    )
    with stage.client() as client:
        time.sleep(1.2)
        sat = client.post("/play", data={"opponent": house.version}, headers=stage.headers("member"))
        assert sat.url.path == "/play/1"
        with stage.context.database.session() as session:
            table = session.get_one(CasualTable, 1)
            table.seed = b"0123456789abcdef"
        for worker in ("first", "second"):  # the second takes over from the first in the middle of the game
            _play_a_while(stage, client, worker)
        records = list(stage.context.tables.games())
        assert [[(one.termination, one.sentence) for one in record.seats] for record in records] == [
            [("normal", ""), ("normal", "")]
        ]
        done = client.get(f"/games/{name_of(1)}/{GAME}?move=100000", headers=stage.headers("member"))
        assert "unrated" in done.text
        assert "Scoring 3" in done.text
        assert client.get(f"/games/{name_of(1)}/{GAME}", headers=stage.headers("rival")).status_code == 404
        assert len(client.get("/api/v1/games").json()) == 2  # it is not on the ladder


def house_table(folder: Path) -> tuple[EventContext, Version, Tables]:
    """An event with a casual table at which a house bot waits to play itself."""
    context = EventContext.open(
        event_toml(folder, ladder={"bots": [RANDOM], "rules": "classic,turn_limit=4"})
    )
    enter_house_bots(context.event.ladder, context.ladder_folder)
    (house,) = context.ladder_folder.roster.versions()
    tables = Tables(context)
    tables.lay(house.version, house.version)
    return context, house, tables


def test_a_table_that_another_worker_has_taken_over_is_left_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a silence of fifteen seconds on a host without a free processor: two games with one person would spoil each other."""
    context, house, tables = house_table(tmp_path)

    def take_over(session: Session, seen: LiveGame) -> None:
        see(session, seen)
        if len(seen.decisions) == 2:
            session.get_one(CasualTable, 1).tries += 1

    with context.database.session() as session:
        assert claim(session, CasualTable, "silent") == 1
    with monkeypatch.context() as patch:
        patch.setattr(casual_games, "see", take_over)
        host_table(context, 1)
    assert tables.of(house.version) == []
    assert tables.waiting(house.version) == 1
    host_table(context, 1)  # the control: whoever has it now goes on and ends it
    (record,) = tables.of(house.version)
    assert not any(seat.failed for seat in record.seats)


def test_a_bot_that_stays_after_a_casual_game_loses_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a ladder. The control is the other bot, which goes."""
    context, house, tables = house_table(tmp_path)
    end, ended = SandboxedBody.end, []

    async def stay(body: SandboxedBody) -> str | None:
        await end(body)
        ended.append(body)
        return "It did not end when it was told to." if len(ended) == 1 else None

    monkeypatch.setattr(SandboxedBody, "end", stay)
    with context.database.session() as session:
        assert claim(session, CasualTable, "worker") == 1
    host_table(context, 1)
    (record,) = tables.of(house.version)
    assert [seat.termination for seat in record.seats] == [Termination.PROTOCOL, Termination.NORMAL]
    assert record.ranks == (2, 1)


def test_only_who_consents_is_challenged(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    lion, crow = version_of("lion"), version_of("crow")
    with stage.client(follow_redirects=False) as client:

        def challenge(bot: str, opponent: str) -> int:
            fields = {"bot": bot, "opponent": opponent}
            return client.post("/challenge", data=fields, headers=stage.headers("member")).status_code

        assert challenge(lion, crow) == 303
        live_game_at(stage.context, name_of(1), ("lion", "crow"), 0)
        turn = {"number": 0, "actions": ["take denar-1"]}
        assert client.post("/play/1/commit", json=turn, headers=stage.headers("member")).status_code == 403
        assert challenge(crow, lion) == 403  # not with somebody else's bot
        client.post("/team/consent", data={"consents": "no"}, headers=stage.headers("rival"))
        assert challenge(lion, crow) == 422
        assert challenge(lion, version_of("random")) == 303


def _play_a_while(stage: Cast, client: TestClient, worker: str) -> None:
    """Answer with the first legal action; the first worker is stopped after three of them, as if it were killed."""
    stopped = threading.Event()

    def host() -> None:
        with WorkerHeartbeat(stage.context.database, worker, WorkerKind.TABLES):
            host_tables(stage.context, worker, stopped.is_set)

    hosting = threading.Thread(target=host)
    hosting.start()
    made = 0
    deadline = time.monotonic() + 240
    try:
        while time.monotonic() < deadline and not (worker == "first" and made == 3):
            time.sleep(0.15)
            with stage.context.database.reading() as session:
                if session.get_one(CasualTable, 1).state == "over":
                    break
            asks = client.get("/play/1/table", headers=stage.headers("member")).json().get("asks")
            if asks is None:
                continue
            turn = {"number": asks["number"], "actions": [asks["legal"][0]["action"]]}
            for _ in range(2):  # sent again it changes nothing
                client.post("/play/1/commit", json=turn, headers=stage.headers("member"))
            made += 1
    finally:
        stopped.set()
        hosting.join()
    ends = [
        [(one.termination, one.sentence) for one in record.seats] for record in stage.context.tables.games()
    ]
    assert made >= (3 if worker == "first" else 1), ends
    with stage.context.database.session() as session:
        release(session, worker)


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        again = arena(
            "serve", str(event_toml(tmp_path)), "--port", port, "--no-workers", XDG_CONFIG_HOME=str(tmp_path)
        )
    assert again.returncode == 3
    assert "cannot be listened on" in again.stderr.splitlines()[-1]
    assert "Traceback" not in again.stderr
