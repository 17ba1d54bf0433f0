"""Who gets in, as whom, and what is kept of their secrets?"""

import time
from pathlib import Path

import pytest
from sqlalchemy import select

from arena.web.event_context import EventContext
from arena.web.invitations import invite_people, listed_people
from arena.web.models import Base, LoginSession
from arena.web.organise import make_organiser, new_codes
from arena.web.people import by_cookie, by_token, invite, log_in, log_out, new_token, sign_up
from arena.web.refusals import RequestRefused
from tests.web.events import CODE, event_toml


@pytest.fixture
def context(tmp_path: Path) -> EventContext:
    return EventContext.open(event_toml(tmp_path, limits={"members": 2}))


def enter(context: EventContext, code: str, name: str, team: str = "") -> str:
    with context.database.session() as session:
        return sign_up(session, context.event, code, name, team)[1]


def test_a_code_of_the_file_founds_teams_and_one_of_a_team_leads_to_it(context: EventContext) -> None:
    enter(context, CODE, "Ada", "Lions")
    enter(context, CODE, "Bob", "Crows")
    with context.database.session() as session:
        code = invite(session, team="Lions")
    token = enter(context, code, "Cleo", "whatever")
    with context.database.reading() as session:
        person = by_token(session, token)
    assert person is not None
    assert (person.team, person.role, person.is_organiser) == ("Lions", "participant", False)
    with pytest.raises(RequestRefused, match="or it was used"):
        enter(context, code, "Dora")


@pytest.mark.parametrize(
    ("code", "name", "team", "sentence"),
    [
        ("wrong-code", "Eve", "Eves", "no such invitation code"),
        (CODE, "", "Eves", "Your name must be"),
        (CODE, "Eve\n", "Eves", "Your name must be"),
        (CODE, "Eve", "House", "The team's name looks like house, which is the organiser's"),
        (CODE, "Eve", "h\u043euse", "The team's name mixes letters of several scripts"),
        (CODE, "Eve", "\uff48ouse", "The team's name looks like house"),
        (CODE, "h\u043euse", "Eves", "Your name mixes letters of several scripts"),
        (CODE, "Eve", "Li0ns", "The team's name looks like Lions, which is taken"),
        (CODE, "Eve", "0lga", "The team's name looks like Olga, which is taken"),
        (CODE, "Eve", "\u0405\u0430\u0455\u0455\u0443", "The team's name looks like Sassy, which is taken"),
        (CODE, "0lga", "Eves", "The name 0lga looks like Olga, which is taken"),
        (CODE, "Eve", "lions", "There is a team of this name"),
        (CODE, "\uff21\uff24\uff21", "Eves", "somebody called"),
        (CODE, "Eve", "x" * 41, "The team's name must be"),
    ],
)
def test_others_are_refused_with_a_reason(
    context: EventContext, code: str, name: str, team: str, sentence: str
) -> None:
    make_organiser(context, "Olga")
    enter(context, CODE, "Ada", "Lions")
    enter(context, CODE, "Bob", "Sassy")
    with pytest.raises(RequestRefused, match=sentence):
        enter(context, code, name, team)


def test_a_team_can_be_full(context: EventContext) -> None:
    enter(context, CODE, "Ada", "Lions")
    with context.database.session() as session:
        codes = [invite(session, team="Lions") for _ in range(2)]
    enter(context, codes[0], "Bob")
    with pytest.raises(RequestRefused, match="is full: it has 2 members"):
        enter(context, codes[1], "Cleo")


def test_people_on_the_list_get_codes_of_their_own(tmp_path: Path) -> None:
    text = '[[teams]]\nname = "Lions"\nmembers = ["Ada", "Bob"]\n'
    context = EventContext.open(event_toml(tmp_path, text=text))
    codes = {one.name: one.code for one in invite_people(context, "Olga", listed_people(context), "")}
    assert sorted(codes) == ["Ada", "Bob"]
    with pytest.raises(RequestRefused, match="This code is for Ada"):
        enter(context, codes["Ada"], "Eve")
    enter(context, codes["Ada"], "Ada")
    again = invite_people(context, "Olga", listed_people(context), "")
    assert [one.name for one in again] == ["Bob"]
    with pytest.raises(RequestRefused):  # a new list replaces the codes of the old one
        enter(context, codes["Bob"], "Bob")


def test_no_secret_is_in_the_database(context: EventContext) -> None:
    token = enter(context, CODE, "Ada", "Lions")
    secrets = [token, *new_codes(context, "Olga", 2)]
    with context.database.session() as session:
        cookie, person = log_in(session, token)
        secrets += [cookie, new_token(session, person.id, "laptop")]
    with context.database.reading() as session:
        everything = [
            str(row) for table in Base.metadata.sorted_tables for row in session.execute(select(table))
        ]
    assert len(everything) > 5
    assert not [row for row in everything for secret in secrets if secret in row]


def test_a_session_ends(context: EventContext) -> None:
    token = enter(context, CODE, "Ada", "Lions")
    with context.database.session() as session:
        first, second = log_in(session, token)[0], log_in(session, token)[0]
        assert by_cookie(session, first) is not None
        log_out(session, first)
        assert by_cookie(session, first) is None
        one = session.scalars(select(LoginSession)).one()
        one.expires = time.time() - 1
        session.flush()
        assert by_cookie(session, second) is None
        for wrong in ("", "x", "x" * 10_000):
            assert by_cookie(session, wrong) is None
            assert by_token(session, wrong) is None
