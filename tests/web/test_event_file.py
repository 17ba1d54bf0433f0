"""Does an event file say what it should, and which key is wrong where it does not?"""

from pathlib import Path

import pytest

from arena.ladder.keys import LadderError
from arena.web.event_file import EventFile
from tests.web.events import event_toml

ROOT = Path(__file__).parents[2]


def test_the_example_is_good() -> None:
    event = EventFile.load(ROOT / "ladders" / "event.toml")
    assert event.visibility == "public"
    assert event.limits.bots == 3
    assert event.ladder.anchor == "random"
    assert event.database.startswith("sqlite:///")
    assert event.final is None


def test_the_finals_are_like_the_ladder_but_for_what_they_say(tmp_path: Path) -> None:
    dates = "final = 2030-01-01T00:00:00Z\n"
    path = event_toml(tmp_path, text='[finals]\nbest = 4\nsets = 7\n[finals.format]\nkind = "round-robin"\n')
    path.write_text(dates + path.read_text())
    event = EventFile.load(path)
    assert event.final is not None
    assert event.finalists == 4
    assert (event.final.sets, event.final.format.kind, event.final.name) == (7, "round-robin", "test-final")
    assert event.final.settings == event.ladder.settings
    assert event.final.store != event.ladder.store


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("visibility = 'secret'", "visibility: 'secret' is not one of hidden, participants, public"),
        ("opens = 2026-01-01", "opens: must be a date with time and zone"),
        ("opens = 2026-01-01T00:00:00", "opens: must be a date with time and zone"),
        ("opens = 2026-02-01T00:00:00Z\nfreeze = 2026-01-01T00:00:00Z", "freeze: is before opens"),
        ("database = 'mysql://x'", "database: must be a URL"),
        ("limits = {members = 0}", "limits.members: must be a whole number from 1"),
        ("limits = {member = 1}", "limits.member: no such key"),
        ("teams = [{name = 'house'}]", "teams[0].name: looks like house"),
        ("teams = [{name = 'A'}, {name = 'a'}]", "teams: a looks like A"),
        ("teams = [{name = 'A', members = ['']}]", "teams[0].members: must be a list of texts"),
        ("colour = 'red'", "colour: no such key"),
        ("finals = {}", "final: is missing"),
        ("about = 3", "about: must be a text of at most 20000 characters"),
        ("tagline = 3", "tagline: must be one line of text"),
        ("url = 'event.example'", "url: must be the address of the event"),
        ("mail = {server = 'x', from = 'a@b.org'}", "mail.server: must be a host and a port"),
        ("mail = {server = 'x:25', from = 'a'}", "mail.from: a is not an e-mail address."),
        (
            "mail = {server = 'x:25', from = 'a@b.org', user = 'a'}",
            "mail: user and password_file go together",
        ),
        ("open_signup = 'yes'", "open_signup: must be true or false"),
    ],
)
def test_a_mistake_is_answered_with_its_key(tmp_path: Path, line: str, sentence: str) -> None:
    path = event_toml(tmp_path)
    path.write_text(f"{line}\n{path.read_text()}")
    with pytest.raises(LadderError) as refused:
        EventFile.load(path)
    assert str(refused.value).startswith(f"{path}: {sentence}")


def test_the_ladder_s_keys_are_named_too(tmp_path: Path) -> None:
    with pytest.raises(LadderError, match=r"ladder\.sets: must be a whole number"):
        EventFile.load(event_toml(tmp_path, ladder={"sets": 0}))
    with pytest.raises(LadderError, match="codes: a code has at least 8"):
        EventFile.load(event_toml(tmp_path, codes=["short"]))
