"""Are people invited, replaced and removed by those who may, and by nobody else? Links, QR codes, lists, captains, open sign-up."""

import json
import re
from pathlib import Path

import pytest

from arena.web.event_context import EventContext
from arena.web.invitations import ListedPerson, people_of_csv
from arena.web.membership import everybody
from arena.web.people import invite, sign_up
from arena.web.refusals import RequestRefused
from tests.conftest import arena
from tests.web.events import CODE, Cast, cast, event_toml


def number_of(stage: Cast, name: str) -> int:
    return next(one.id for one in everybody(stage.context) if one.name == name)


def join(stage: Cast, name: str, team: str = "Lions") -> str:
    with stage.context.database.session() as session:
        return sign_up(session, stage.context.event, invite(session, team=team), name, "")[1]


@pytest.fixture
def stage(tmp_path: Path) -> Cast:
    return cast(tmp_path)


def test_an_invitation_is_a_link_and_a_picture_of_it(stage: Cast) -> None:
    with stage.client(follow_redirects=False) as client:
        page = client.post("/team/invite", headers=stage.headers("member")).text
        link = re.search(r'href="http://arena.test(/signup\?code=\w+)"', page)
        assert link is not None
        assert 'src="data:image/svg+xml' in page
        form = client.get(link[1]).text
        code = link[1].rpartition("=")[2]
        assert f'value="{code}"' in form
        assert client.post("/signup", data={"code": code, "name": "Bea", "team": ""}).status_code == 200
        client.cookies.clear()
        assert client.post("/signup", data={"code": code, "name": "Eve", "team": ""}).status_code == 422
    assert [one.name for one in everybody(stage.context) if one.team == "Lions"] == ["Ada", "Bea"]


def test_sign_up_is_open_only_if_the_organiser_wants_it(stage: Cast, tmp_path: Path) -> None:
    fields = {"code": "", "name": "Zoe", "team": "Zebras"}
    with stage.client() as client:
        assert "There is no such invitation code" in client.post("/signup", data=fields).text
    with cast(tmp_path / "open", open_signup=True).client() as client:
        assert re.search(r'name="code"\s+maxlength', client.get("/signup").text)
        assert "Welcome, Zoe" in client.post("/signup", data=fields).text
        taken = client.post("/signup", data={**fields, "name": "Eve", "csrf": ""})
        assert taken.status_code in (403, 422)  # an open door leads into no team that is there


def test_a_captain_replaces_and_removes_members_of_their_own_team(stage: Cast) -> None:
    token = join(stage, "Bea")
    bea, bob, ada = (number_of(stage, name) for name in ("Bea", "Bob", "Ada"))
    headers = {"Authorization": f"Bearer {token}"}
    with stage.client(follow_redirects=False) as client:
        assert client.get("/api/v1/me", headers=headers).status_code == 200
        page = client.post(f"/team/members/{bea}/token", headers=stage.headers("member")).text
        assert "A new token for Bea" in page
        fresh = re.search(r"arena_[\w-]+", page)
        assert fresh is not None
        assert client.get("/api/v1/me", headers=headers).status_code == 401  # the lost one is worth nothing
        headers = {"Authorization": f"Bearer {fresh[0]}"}
        assert client.get("/api/v1/me", headers=headers).json()["team"] == "Lions"
        for who, whom, status in (
            (headers, ada, 403),
            (stage.headers("member"), ada, 422),
            (stage.headers("member"), bob, 404),
            (stage.headers("rival"), bea, 404),
            (stage.headers("member"), 10**12, 404),
        ):
            for button in ("token", "remove"):
                answer = client.post(f"/team/members/{whom}/{button}", headers=who)
                assert answer.status_code == status, (whom, button)
        assert "Change Bea" in client.get("/me", headers=stage.headers("member")).text
        assert "Change Ada" not in client.get("/me", headers=headers).text
        removed = client.post(f"/team/members/{bea}/remove", headers=stage.headers("member"))
        assert removed.status_code == 303
        assert client.get("/api/v1/me", headers=headers).status_code == 401
    assert [one.team for one in everybody(stage.context) if one.name == "Bea"] == [""]


def test_an_organiser_manages_everybody_but_organisers(stage: Cast) -> None:
    ada, olga = number_of(stage, "Ada"), number_of(stage, "Olga")
    headers = stage.headers("organiser")
    with stage.client(follow_redirects=False) as client:
        page = client.get("/admin/people", headers=headers).text
        assert all(name in page for name in ("Ada", "Bob", "Olga"))
        assert client.post(f"/admin/people/{olga}/remove", headers=headers).status_code == 404
        assert client.post(f"/admin/people/{ada}/nonsense", headers=headers).status_code == 404
        assert (
            client.post(f"/admin/people/{ada}/team", data={"team": "x"}, headers=headers).status_code == 422
        )
        moved = client.post(f"/admin/people/{ada}/team", data={"team": "crows"}, headers=headers)
        assert moved.status_code == 303
        assert client.get("/api/v1/me", headers=stage.headers("member")).json()["team"] == "Crows"
        assert client.post(f"/admin/people/{ada}/remove", headers=headers).status_code == 303
        assert client.get("/api/v1/me", headers=stage.headers("member")).status_code == 401
        client.post(f"/admin/people/{ada}/team", data={"team": "Lions"}, headers=headers)
        page = client.post(f"/admin/people/{ada}/token", headers=headers).text
        fresh = re.search(r"arena_[\w-]+", page)
        assert fresh is not None  # nothing is lost by a removal
        mine = client.get("/api/v1/me", headers={"Authorization": f"Bearer {fresh[0]}"}).json()
        assert (mine["name"], mine["team"]) == ("Ada", "Lions")
        audit = client.get("/admin", headers=headers).text
    for did in ("put Ada into Crows", "removed Ada from Crows", "replaced the tokens of Ada"):
        assert did in audit


GOOD = "name;team;email\nÉva;Lions;eva@example.org\n\nZoe;;\n"


def test_people_of_a_list() -> None:
    assert people_of_csv(GOOD) == [ListedPerson("Éva", "Lions", "eva@example.org"), ListedPerson("Zoe")]
    assert people_of_csv("\ufeffTeam,Name\r\nLions,Éva\r\n") == [ListedPerson("Éva", "Lions")]
    assert people_of_csv("name\nZoe\n") == [ListedPerson("Zoe")]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The first line must name the columns"),
        ("Zoe,Lions\n", "The first line must name the columns"),
        ("name,colour\nZoe,red\n", "There is no column 'colour', only name, team and email."),
        ("name,team\n", "A list has 1 to 1000 people, not 0."),
        ("name,team\nZoe,Lions,more\n", "Line 2 has more fields"),
        ("name,team\nZoe,A\nZoe,B\n", "Line 3: Zoe looks like Zoe, who is on the list already."),
        ("name,team\nhouse,A\n", "Line 2: a name looks like house"),
        ("name,email\nZoe,zoe\n", "Line 2: zoe is not an e-mail address."),
        ('name,email\nZoe,"z@x.org\\nBcc: y@x.org"\n', "is not an e-mail address."),
    ],
)
def test_a_list_with_a_mistake_is_refused_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        people_of_csv(text)
    assert sentence in str(refused.value)


def test_the_people_of_a_list_are_invited_on_the_page(stage: Cast) -> None:
    headers = stage.headers("organiser")
    with stage.client() as client:
        page = client.post("/admin/people/import", data={"people": GOOD + "Ada;;\n"}, headers=headers).text
        codes = re.findall(r"<code>(\w{16})</code>", page)
        assert len(codes) == 2  # Ada is here already
        again = client.post("/admin/people/import", data={"people": GOOD}, headers=headers).text
        new = re.findall(r"<code>(\w{16})</code>", again)
        assert set(new).isdisjoint(codes)
        wrong = client.post("/admin/people/import", data={"people": "x"}, headers=headers)
        assert (wrong.status_code, ">x</textarea>" in wrong.text) == (422, True)
        for count in ("0", "101", "x", "٣"):
            assert (
                client.post("/admin/people/invite", data={"count": count}, headers=headers).status_code == 422
            )
        assert (
            len(
                re.findall(
                    "<code>", client.post("/admin/people/invite", data={"count": "3"}, headers=headers).text
                )
            )
            == 4 + 1
        )
    old = _signed_up(stage.context, codes[0], "Éva")
    assert "no such invitation code" in old
    assert _signed_up(stage.context, new[0], "Éva") == ""


def _signed_up(context: EventContext, code: str, name: str) -> str:
    try:
        with context.database.session() as session:
            sign_up(session, context.event, code, name, "")
    except RequestRefused as refusal:
        return str(refusal)
    return ""


def test_the_command_line_does_the_same(tmp_path: Path) -> None:
    file = event_toml(tmp_path, url="https://event.example")
    (tmp_path / "list.csv").write_text(GOOD, encoding="utf-8")
    made = arena("event", "import", file, tmp_path / "list.csv", "--json")
    rows = json.loads(made.stdout)
    assert [(one["name"], one["team"]) for one in rows] == [("Éva", "Lions"), ("Zoe", "")]
    assert rows[0]["link"] == f"https://event.example/signup?code={rows[0]['code']}"
    context = EventContext.open(file)
    assert _signed_up(context, rows[0]["code"], "Éva") == ""
    with context.database.reading():
        context.close()
    listed = json.loads(arena("event", "people", file, "--json").stdout)
    assert [(one["name"], one["captain"], one["email"]) for one in listed] == [
        ("Éva", True, "eva@example.org")
    ]
    assert "captain" in arena("event", "people", file).stdout
    token = arena("event", "token", file, "éva", "--replace").stdout.strip()
    assert token.startswith("arena_")
    assert json.loads(arena("event", "people", file, "--json").stdout)[0]["tokens"] == 1
    qr = arena("event", "codes", file, "--count", "1", "--qr")
    assert "▄" in qr.stdout
    assert "https://event.example/signup?code=" in qr.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("import", "FILE", "nowhere.csv"), "CSV: nowhere.csv: No such file or directory"),
        (("import", "FILE", "FILE"), "The first line must name the columns"),
        (("import", "FILE", "LIST", "--mail"), "--mail: the event file needs the key url"),
        (("token", "FILE", "Nobody", "--replace"), "There is nobody called 'Nobody'."),
        (("codes", "FILE", "--count", "1", "--qr"), "--qr: the event file needs the key url"),
        (("mail", "FILE", "News", "Hello"), "The event file has no table [mail]"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    file, people = event_toml(tmp_path), tmp_path / "list.csv"
    people.write_text(GOOD, encoding="utf-8")
    ran = arena("event", *({"FILE": file, "LIST": people}.get(word, word) for word in words))
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert sentence in ran.stderr


def test_a_code_is_no_secret_of_the_page_for_participants(stage: Cast) -> None:
    with stage.client() as client:
        for role in ("member", "rival"):
            assert CODE not in client.get("/me", headers=stage.headers(role)).text
        assert CODE in client.get("/admin/people", headers=stage.headers("organiser")).text
