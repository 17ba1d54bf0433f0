"""Can an organiser change announcements and dates while the event runs, by page and command line alike?"""

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.web.event_context import EventContext
from arena.web.models import AuditEntry
from arena.web.organise import announcements, change_dates
from arena.web.phase import Phase
from arena.web.refusals import RequestRefused
from arena.web.work.matches import draw_finals
from tests.conftest import arena
from tests.web.events import Cast, cast
from tests.web.test_finals import event_with_finals


def press(stage: Cast, client: TestClient, button: str, **fields: str) -> int:
    answer = client.post(f"/admin/{button}", data=fields, headers=stage.headers("organiser"))
    return answer.status_code


def audit(stage: Cast) -> list[str]:
    with stage.context.database.reading() as session:
        return [one.what for one in session.query(AuditEntry).order_by(AuditEntry.id)]


def test_an_announcement_is_changed_and_withdrawn(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    with stage.client() as client:
        assert press(stage, client, "announce", text="The finals are on <Friday>.") == 200
        assert "on &lt;Friday&gt;." in client.get("/start").text
        (one,) = announcements(stage.context)
        assert press(stage, client, "edit", id=str(one.id), text="The finals are on Sunday.") == 200
        shown = client.get("/start").text
        assert "on Sunday" in shown
        assert "Friday" not in shown
        assert press(stage, client, "withdraw", id=str(one.id)) == 200
        assert "Sunday" not in client.get("/start").text
        for id in (str(one.id), "", "x", "9" * 30, "-1"):
            assert press(stage, client, "withdraw", id=id) == 404, id
    assert audit(stage)[-2:] == [
        "changed an announcement from: The finals are on <Friday>., to: The finals are on Sunday.",
        "withdrew the announcement: The finals are on Sunday.",
    ]


def test_dates_hold_at_once(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    with stage.client() as client:
        assert press(stage, client, "dates", opens="2030-01-01T10:00", freeze="", final="") == 200
        assert "2030-01-01 10:00 UTC</time>." in client.get("/start").text
        assert client.get("/api/v1/event").json()["opens"] == "2030-01-01T10:00:00+00:00"
        assert 'value="2030-01-01T10:00"' in client.get("/admin", headers=stage.headers("organiser")).text
        refused = client.post("/api/v1/submissions?name=a.zip", content=b"x", headers=stage.headers("member"))
        assert refused.json()["detail"] == "Submissions are not open yet."
        assert press(stage, client, "dates", opens="", freeze="", final="") == 200
        assert stage.context.now().phase == Phase.OPEN
    assert audit(stage)[-2:] == [
        "set the date opens to 2030-01-01 10:00 UTC",
        "set the date opens to none",
    ]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"opens": "tomorrow"}, "opens: 'tomorrow' is not a date with a time"),
        ({"opens": "9999-01-01T00:00"}, "opens: the year 9999 is out of reach"),
        ({"opens": "2030-01-02", "freeze": "2030-01-01"}, "freeze: 2030-01-01 00:00 UTC is before opens"),
        ({"close": "2030-01-02"}, "close: is no date of an event"),
    ],
)
def test_dates_that_cannot_be(tmp_path: Path, changes: dict[str, str], sentence: str) -> None:
    stage = cast(tmp_path)
    with pytest.raises(RequestRefused, match=sentence):
        change_dates(stage.context, "Olga", changes)
    assert stage.context.now().dates.opens is None


def test_the_date_of_drawn_finals_stays(tmp_path: Path) -> None:
    context = EventContext.open(event_with_finals(tmp_path, -1.0, "best = 2\n", ("ant", "bee")))
    with pytest.raises(RequestRefused, match="an event with finals needs their date"):
        change_dates(context, "Olga", {"final": ""})
    change_dates(context, "Olga", {"final": "2030-01-01T10:00Z"})
    assert context.now().phase == Phase.OPEN
    change_dates(context, "Olga", {"final": "2020-01-01T10:00Z"})
    assert context.now().phase == Phase.FINAL
    draw_finals(context)
    with pytest.raises(RequestRefused, match="the finals are drawn"):
        change_dates(context, "Olga", {"final": "2030-01-01T10:00Z"})
    context.close()


def test_the_form_leaves_a_date_with_seconds_alone(tmp_path: Path) -> None:
    stage = cast(tmp_path, head="final = 2030-01-01T10:00:42Z")
    with stage.client() as client:
        fields = {"opens": "", "freeze": "2029-12-31T10:00", "final": "2030-01-01T10:00"}
        assert press(stage, client, "dates", **fields) == 200
    dates = stage.context.now().dates
    assert (dates.final, dates.opens) == (stage.context.event.final_at, None)
    assert dates.freeze is not None
    assert len(audit(stage)) == 2


def test_from_the_command_line(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    file = str(stage.context.event.path)
    assert arena("event", "announce", file, "Hello").stdout == "Announced, as number 1.\n"
    assert arena("event", "announce", file, "Hello all", "--replace", "1").returncode == 0
    rows = json.loads(arena("event", "announcements", file, "--json").stdout)
    assert [(row["number"], row["text"]) for row in rows] == [(1, "Hello all")]
    assert arena("event", "withdraw", file, "1").stdout == "Announcement 1 is withdrawn.\n"
    again = arena("event", "withdraw", file, "1")
    assert (again.returncode, again.stderr.strip()) == (2, "arena: There is no announcement 1.")
    done = arena("event", "dates", file, "--freeze", "2030-01-01T10:00+02:00", "--json")
    assert json.loads(done.stdout) == {"opens": None, "freeze": "2030-01-01T08:00:00Z", "final": None}
    assert arena("event", "dates", file, "--freeze", "none").stdout.splitlines()[1] == "freeze: none"
