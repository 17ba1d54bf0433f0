"""Who gets in, as whom, and what is kept of their secrets?"""

import time
from pathlib import Path

import pytest
from sqlalchemy import select

from arena.web.organise import listed_codes, new_codes
from arena.web.people import Refused, by_cookie, by_token, invite, log_in, log_out, new_token, sign_up
from arena.web.tables import Base, Visit
from arena.web.venue import Venue
from tests.web.events import CODE, event_toml


@pytest.fixture
def venue(tmp_path: Path) -> Venue:
    return Venue.open(event_toml(tmp_path, limits={"members": 2}))


def enter(venue: Venue, code: str, name: str, team: str = "") -> str:
    with venue.database.session() as session:
        return sign_up(session, venue.event, code, name, team)[1]


def test_a_code_of_the_file_founds_teams_and_one_of_a_team_leads_to_it(venue: Venue) -> None:
    enter(venue, CODE, "Ada", "Lions")
    enter(venue, CODE, "Bob", "Crows")
    with venue.database.session() as session:
        code = invite(session, team="Lions")
    token = enter(venue, code, "Cleo", "whatever")
    with venue.database.reading() as session:
        person = by_token(session, token)
    assert person is not None
    assert (person.team, person.role, person.is_organiser) == ("Lions", "participant", False)
    with pytest.raises(Refused, match="or it was used"):
        enter(venue, code, "Dora")


@pytest.mark.parametrize(
    ("code", "name", "team", "sentence"),
    [
        ("wrong-code", "Eve", "Eves", "no such invitation code"),
        (CODE, "", "Eves", "Your name must be"),
        (CODE, "Eve\n", "Eves", "Your name must be"),
        (CODE, "Eve", "House", "cannot be House"),
        (CODE, "Eve", "lions", "There is a team of this name"),
        (CODE, "\uff21\uff24\uff21", "Eves", "somebody called"),
        (CODE, "Eve", "x" * 41, "The team's name must be"),
    ],
)
def test_others_are_refused_with_a_reason(
    venue: Venue, code: str, name: str, team: str, sentence: str
) -> None:
    enter(venue, CODE, "Ada", "Lions")
    with pytest.raises(Refused, match=sentence):
        enter(venue, code, name, team)


def test_a_team_can_be_full(venue: Venue) -> None:
    enter(venue, CODE, "Ada", "Lions")
    with venue.database.session() as session:
        codes = [invite(session, team="Lions") for _ in range(2)]
    enter(venue, codes[0], "Bob")
    with pytest.raises(Refused, match="is full: it has 2 members"):
        enter(venue, codes[1], "Cleo")


def test_people_on_the_list_get_codes_of_their_own(tmp_path: Path) -> None:
    text = '[[teams]]\nname = "Lions"\nmembers = ["Ada", "Bob"]\n'
    venue = Venue.open(event_toml(tmp_path, text=text))
    codes = {name: code for _, name, code in listed_codes(venue, venue.event)}
    assert sorted(codes) == ["Ada", "Bob"]
    with pytest.raises(Refused, match="This code is for Ada"):
        enter(venue, codes["Ada"], "Eve")
    enter(venue, codes["Ada"], "Ada")
    assert [name for _, name, _ in listed_codes(venue, venue.event)] == ["Bob"]
    with pytest.raises(Refused):  # a new list replaces the codes of the old one
        enter(venue, codes["Bob"], "Bob")


def test_no_secret_is_in_the_database(venue: Venue) -> None:
    token = enter(venue, CODE, "Ada", "Lions")
    secrets = [token, *new_codes(venue, "Olga", 2)]
    with venue.database.session() as session:
        cookie, person = log_in(session, token)
        secrets += [cookie, new_token(session, person.id, "laptop")]
    with venue.database.reading() as session:
        everything = [
            str(row) for table in Base.metadata.sorted_tables for row in session.execute(select(table))
        ]
    assert len(everything) > 5
    assert not [row for row in everything for secret in secrets if secret in row]


def test_a_session_ends(venue: Venue) -> None:
    token = enter(venue, CODE, "Ada", "Lions")
    with venue.database.session() as session:
        first, second = log_in(session, token)[0], log_in(session, token)[0]
        assert by_cookie(session, first) is not None
        log_out(session, first)
        assert by_cookie(session, first) is None
        one = session.scalars(select(Visit)).one()
        one.expires = time.time() - 1
        session.flush()
        assert by_cookie(session, second) is None
        for wrong in ("", "x", "x" * 10_000):
            assert by_cookie(session, wrong) is None
            assert by_token(session, wrong) is None
