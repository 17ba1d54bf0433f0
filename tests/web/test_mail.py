"""Does e-mail arrive, and is what goes wrong told in a sentence? Against a mail server on this host."""

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from arena.web.event_file import MailTerms
from arena.web.mail import Letter, send_letters
from arena.web.people import sign_up
from tests.conftest import arena, free_port
from tests.web.events import CODE, Cast, cast, event_toml

PEOPLE = "name,team,email\nÉva,Lions,eva@example.org\nMax,,nobody@example.org\nZoe,,\n"


class Inbox:
    """A mail server's memory; it takes nothing for nobody@example.org."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, EmailMessage]] = []

    async def handle_RCPT(  # noqa: N802 - as the library calls it
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if address.startswith("nobody"):
            return "550 there is nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append((envelope.rcpt_tos[0], letter))
        return "250 OK"


@pytest.fixture
def inbox() -> Iterator[tuple[Inbox, int]]:
    found, port = Inbox(), free_port()
    server = Controller(found, hostname="127.0.0.1", port=port)
    server.start()
    yield found, port
    server.stop()


def mailing(port: int) -> dict[str, object]:
    text = f'[mail]\nserver = "127.0.0.1:{port}"\nsecurity = "none"\nfrom = "cup@event.example"\n'
    return {"url": "https://event.example", "text": text}


def test_invitations_and_news_arrive(inbox: tuple[Inbox, int], tmp_path: Path) -> None:
    found, port = inbox
    stage = cast(tmp_path, **mailing(port))
    headers = stage.headers("organiser")
    with stage.client() as client:
        page = client.post(
            "/admin/people/import", data={"people": PEOPLE, "mail": "yes"}, headers=headers
        ).text
        assert "Sent to 1 person. Refused by the mail server: nobody@example.org." in page
        (to, letter), *others = found.letters
        assert (to, others) == ("eva@example.org", [])
        assert (letter["From"], letter["Subject"]) == (
            "cup@event.example",
            "Your invitation to Test <i>Open</i>",
        )
        text = letter.get_content()
        assert "Hello Éva," in text
        assert "as a member of the team Lions" in text
        code = text.partition("https://event.example/signup?code=")[2].split()[0]
        with stage.context.database.session() as session:
            sign_up(session, stage.context.event, code, "Éva", "")
            sign_up(session, stage.context.event, CODE, "Rex", "Kings", "rex@example.org")
        found.letters.clear()
        fields = {"subject": "The finals\r\nBcc: x@example.org", "text": "are on Friday. Ünser Fest!"}
        sent = client.post("/admin/people/mail", data=fields, headers=headers).text
        assert "Sent to 2 people." in sent
        assert sorted(to for to, _ in found.letters) == ["eva@example.org", "rex@example.org"]
        for _, one in found.letters:
            assert (one["Subject"], one["Bcc"]) == ("The finals", None)
            assert "are on Friday. Ünser Fest!" in one.get_content()


def test_a_member_keeps_and_removes_their_address(inbox: tuple[Inbox, int], tmp_path: Path) -> None:
    stage = cast(tmp_path, **mailing(inbox[1]))
    headers = stage.headers("member")
    with stage.client(follow_redirects=False) as client:
        assert client.post("/me/email", data={"email": "no address"}, headers=headers).status_code == 422
        assert client.post("/me/email", data={"email": "ada@example.org"}, headers=headers).status_code == 303
        assert 'value="ada@example.org"' in client.get("/me", headers=headers).text
        for role in ("", "rival"):
            for page in ("/", "/bots/lion"):
                assert "ada@example.org" not in client.get(page, headers=stage.headers(role)).text
        client.post("/me/email", data={"email": ""}, headers=headers)
        letter = {"subject": "a", "text": "b"}
        answer = client.post("/admin/people/mail", data=letter, headers=stage.headers("organiser"))
        assert (answer.status_code, "Nobody has given an e-mail address." in answer.text) == (409, True)


@pytest.mark.filterwarnings("ignore:Requiring AUTH")  # the server is on this host
def test_a_server_that_is_not_there_and_one_that_wants_a_password(tmp_path: Path) -> None:
    def only_ada(*given: Any) -> AuthResult:
        login = given[-1]
        return AuthResult(success=isinstance(login, LoginPassword) and login.password == b"secret")

    found, port = Inbox(), free_port()
    server = Controller(
        found,
        hostname="127.0.0.1",
        port=port,
        auth_required=True,
        auth_require_tls=False,
        authenticator=only_ada,
    )
    server.start()
    (tmp_path / "password").write_text("secret\n")
    try:
        terms = MailTerms("127.0.0.1", port, "none", "cup@event.example", "ada", tmp_path / "password")  # type: ignore[arg-type]  # an enum of words
        assert send_letters(terms, [Letter("eva@example.org", "a", "b")]) == []
        assert [to for to, _ in found.letters] == ["eva@example.org"]
    finally:
        server.stop()
    file = event_toml(tmp_path / "event", **mailing(port))  # type: ignore[arg-type]  # keys are handed on
    people = tmp_path / "list.csv"
    people.write_text(PEOPLE, encoding="utf-8")
    ran = arena("event", "import", file, people, "--mail")
    assert ran.returncode == 2
    assert f"mail.server: 127.0.0.1:{port} sends nothing: Connection refused" in ran.stderr


@pytest.fixture
def stage(tmp_path: Path) -> Cast:
    return cast(tmp_path)


def test_without_mail_no_page_speaks_of_it(stage: Cast) -> None:
    with stage.client() as client:
        assert "mail" not in client.get("/signup").text.lower()
        assert (
            "/admin/people/mail" not in client.get("/admin/people", headers=stage.headers("organiser")).text
        )
