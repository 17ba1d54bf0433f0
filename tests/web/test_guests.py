"""What may somebody without an account do? Play a house bot, where the event allows it, and nothing else."""

from pathlib import Path

from starlette.testclient import TestClient

from arena.web.models import CasualTable, Member, Role
from tests.web.events import cast
from tests.web.test_routes import TABLE

PLAYS = {
    *(
        "GET /play",
        "POST /play",
        "GET /play/{id}",
        "GET /play/{id}/table",
        "GET /play/{id}/events",
        "POST /guest",
    ),
    *(f"POST /play/{{id}}/{what}" for what in ("try", "commit", "hint", "resign", "leave", "rematch")),
}


def arrived(client: TestClient) -> str:
    """A guest at a table of their own: its address."""
    answer = client.post("/guest", follow_redirects=False)
    assert answer.status_code == 303
    assert "arena_visit" in client.cookies
    return str(answer.headers["location"])


def test_a_guest_sits_down_with_one_click(tmp_path: Path) -> None:
    stage = cast(tmp_path, guests=2)
    with stage.client() as client:
        assert 'action="/guest"' in client.get("/play").text
        table = arrived(client)
        assert client.get(table).status_code == 200
        assert client.get(f"{table}/table").json() == {"state": "waiting"}
        with stage.context.database.reading() as session:
            guest = session.query(Member).filter(Member.role == Role.GUEST).one()
            laid = session.query(CasualTable).one()
            assert (laid.member_id, laid.team_id) == (guest.id, None)
            house = {
                one.version for one in stage.context.ladder_folder.roster.versions() if one.owner == "house"
            }
            assert {version for version in laid.versions if version} <= house
        page = client.get("/play").text
        assert "crow" not in page  # which a team owns that consents to be challenged
        csrf = client.get(table).text.split('data-csrf="')[1].split('"')[0]
        assert client.post(f"{table}/leave", headers={"X-CSRF": csrf}).json() == {"ok": True, "href": "/play"}


def test_a_guest_may_do_what_a_stranger_may_and_play(tmp_path: Path) -> None:
    """Every other route answers a guest as it answers a stranger."""
    stage = cast(tmp_path, guests=2, visibility="participants")
    with stage.client(follow_redirects=False) as client, stage.client(follow_redirects=False) as stranger:
        table = arrived(client)
        csrf = client.get(table).text.split('data-csrf="')[1].split('"')[0]
        different = {}
        for route, row in TABLE.items():
            if row is None or route in PLAYS or route in ("POST /logout", "POST /login", "POST /signup"):
                continue
            method, path = (
                route.split()[0],
                row[0].replace("MATCH", stage.match).replace("AGAIN", stage.match),
            )
            path = path.replace("LION", "1").replace("TOKEN", "1").replace("OWN", "1")
            own = client.request(
                method, path, headers={"X-CSRF": csrf}, data={"csrf": csrf} if method == "POST" else None
            )
            theirs = stranger.request(method, path)
            if own.status_code != theirs.status_code:
                different[route] = own.status_code, theirs.status_code
        assert different == {}


def test_tables_for_guests_are_few_and_an_address_has_no_end_of_them(tmp_path: Path) -> None:
    stage = cast(tmp_path, guests=1)
    with stage.client(follow_redirects=False) as client, stage.client(follow_redirects=False) as other:
        table = arrived(client)
        assert other.post("/guest").status_code == 429
        csrf = client.get(table).text.split('data-csrf="')[1].split('"')[0]
        client.post(f"{table}/leave", headers={"X-CSRF": csrf})
        codes = []
        for _ in range(6):
            codes.append(other.post("/guest").status_code)
            with stage.context.database.session() as session:
                session.query(CasualTable).delete()
            other.cookies.clear()
        assert codes == [303] * 5 + [429]  # another application counts for itself


def test_without_leave_there_are_no_guests(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    with stage.client(follow_redirects=False) as client:
        assert client.get("/play").status_code == 303
        assert client.post("/guest").status_code == 401
        assert "/play" not in client.get("/").text
