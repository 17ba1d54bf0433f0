"""Is a disqualification said before it is done, seen everywhere afterwards, and taken back whole?"""

import io
import tarfile
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.ladder import HOUSE, Pairing
from arena.ladder.pairing import shuffled
from arena.web.disqualification import before_disqualifying, disqualify, reinstate
from arena.web.event_context import EventContext
from arena.web.people import sign_up
from arena.web.refusals import RequestRefused
from arena.web.standings_cache import EventStandings
from arena.web.work.matches import draw_finals
from tests.conftest import arena
from tests.web.events import CODE, Cast, cast, played
from tests.web.test_finals import KNOCKOUT, QUICK, ROUND_ROBIN, event_with_finals, standing

REASON = "two <teams> in one"


def with_people(path: Path, names: tuple[str, ...]) -> EventContext:
    """An event with finals whose teams have members."""
    context = EventContext.open(path)
    with context.database.session() as session:
        for name in names:
            sign_up(session, context.event, CODE, f"Member {name}", f"Team {name}")
    return context


def play(context: EventContext, label: str, winner: str, loser: str) -> None:
    """A duel of the finals that the first one wins."""
    assert context.final_folder is not None
    folder = context.final_folder
    seeds = sorted(folder.roster.versions(), key=lambda one: one.submitted_ns)
    by_bot = {one.bot: one.version for one in seeds}
    table = tuple(one.version for one in seeds if one.bot in (winner, loser))
    draw = tuple(one.version for one in seeds) if label == "round 1, duel 1" else ()
    pairing = Pairing(table, label, 1, "a test", draw)
    match = pairing.named("test-final")
    folder.matches.choose(match, pairing)
    for game, seats in enumerate(((winner, loser), (loser, winner)), start=1):
        seed = f"{label[:13]}{game:03}".encode()[:16].ljust(16, b"0")
        versions = tuple(by_bot[bot] for bot in seats)
        folder.games.append([played(match, game, seats, seed, seats.index(loser), versions)])


@pytest.fixture
def knockout(tmp_path: Path) -> EventContext:
    """Four in it; both semi-finals are played, and ant has won one of them."""
    names = ("ant", "bee", "cat", "dog")
    path = event_with_finals(tmp_path, -1.0, f"best = 4\n{QUICK}{KNOCKOUT}", names)
    context = with_people(path, names)
    draw_finals(context)
    play(context, "round 1, duel 1", "ant", "dog")
    play(context, "round 1, duel 2", "bee", "cat")
    return context


def labels(context: EventContext, versions: object) -> list[str]:
    known = {one.version: one.bot for one in context.ladder_folder.roster.versions()}
    return [known[one] for one in versions]  # type: ignore[attr-defined]  # versions


def test_a_finalist_is_disqualified_and_the_opponent_has_won(knockout: EventContext) -> None:
    context = knockout
    play(context, "round 2, duel 1", "ant", "bee")
    assert labels(context, standing(context).places) == ["ant", "bee", "cat", "dog"]
    said = before_disqualifying(context, "team ANT", REASON)
    assert said.team == "Team ant"
    assert "The title goes to bee v1 instead of ant v1." in said.sentences
    assert labels(context, standing(context).places)[0] == "ant"
    assert disqualify(context, "Olga", "Team ant", REASON) == ["ant v1"]
    assert labels(context, standing(context).places) == ["bee", "cat", "dog"]
    with Cast(context, {}, "", "").client() as client:
        shown = client.get("/finals").text
        assert "<strong><a" in shown
        assert "of Team bee has won the finals" in shown
        assert "ant v1 of Team ant is disqualified: two &lt;teams&gt; in one" in shown
        plain = client.get("/api/v1/finals").json()
        assert (plain["winner"], plain["disqualified"]) == ("bee v1", {"ant v1": REASON})
        assert client.get("/api/v1/leaderboard").json()[-1]["disqualified"] == REASON
    assert reinstate(context, "Olga", "Team ant") == ["ant v1"]
    assert labels(context, standing(context).places) == ["ant", "bee", "cat", "dog"]
    context.close()


def test_before_the_final_the_opponent_has_it_by_walkover(knockout: EventContext) -> None:
    """The final is in nobody's notes yet: the worker notes it, and it is not played."""
    context = knockout
    disqualify(context, "Olga", "Team bee", REASON)
    play_nothing = Pairing(
        tuple(
            one.version
            for one in sorted(context.final_folder.roster.versions(), key=lambda one: one.submitted_ns)  # type: ignore[union-attr]  # it has finals
            if one.bot in ("ant", "bee")
        ),
        "round 2, duel 1",
        1,
        "a test",
    )
    assert context.final_folder is not None
    context.final_folder.matches.choose(play_nothing.named("test-final"), play_nothing)
    found = standing(context)
    assert [one.state for one in found.rounds[1].meetings] == ["walkover"]
    assert labels(context, found.places) == ["ant", "cat", "dog"]
    with Cast(context, {}, "", "").client() as client:
        assert "by walkover" in client.get("/finals").text
    context.close()


def test_a_table_of_points_has_walkovers(tmp_path: Path) -> None:
    names = ("ant", "bee", "cat")
    context = with_people(event_with_finals(tmp_path, -1.0, f"best = 3\n{QUICK}{ROUND_ROBIN}", names), names)
    draw_finals(context)
    for winner, loser in (("ant", "bee"), ("ant", "cat"), ("bee", "cat")):
        play_robin(context, winner, loser)
    assert labels(context, standing(context).places) == ["ant", "bee", "cat"]
    disqualify(context, "Olga", "Team ant", REASON)
    found = standing(context)
    assert labels(context, found.places) == ["bee", "cat"]
    assert [(line.row.bot, line.points) for line in found.lines] == [("bee", 4.0), ("cat", 2.0), ("ant", 0.0)]
    with Cast(context, {}, "", "").client() as client:
        shown = client.get("/finals").text
        assert shown.count("w.o.") == 2
        assert "two &lt;teams&gt; in one" in shown
    context.close()


def play_robin(context: EventContext, winner: str, loser: str) -> None:
    assert context.final_folder is not None
    folder = context.final_folder
    by_bot = {one.bot: one.version for one in folder.roster.versions()}
    pairing = Pairing(shuffled((by_bot[winner], by_bot[loser]), "round 1"), "round 1", 1, "a test")
    match = pairing.named("test-final")
    folder.matches.choose(match, pairing)
    for game, seats in enumerate(((winner, loser), (loser, winner)), start=1):
        seed = f"{winner}{loser}{game:010}".encode()
        folder.games.append(
            [played(match, game, seats, seed, seats.index(loser), tuple(by_bot[bot] for bot in seats))]
        )


def test_before_the_draw_the_next_one_moves_up(tmp_path: Path) -> None:
    names = ("ant", "bee", "cat", "dog", "elk")
    context = with_people(event_with_finals(tmp_path, -1.0, f"best = 4\n{QUICK}{KNOCKOUT}", names), names)
    said = before_disqualifying(context, "Team bee", REASON).sentences
    assert any("who comes next on the ladder moves up" in one for one in said)
    disqualify(context, "Olga", "Team bee", REASON)
    draw_finals(context)
    assert context.final_folder is not None
    assert sorted(one.bot for one in context.final_folder.roster.versions()) == ["ant", "cat", "dog", "elk"]
    context.close()


def act(stage: Cast, client: TestClient, button: str, **fields: str) -> str:
    answer = client.post(f"/admin/{button}", data=fields, headers=stage.headers("organiser"))
    assert answer.status_code == 200
    return answer.text


def test_dangerous_buttons_say_first_what_they_will_do(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    with stage.client() as client:
        asked = act(stage, client, "disqualify", team="Crows", reason=REASON)
        assert "Disqualify Crows?" in asked
        assert "crow v1 is paired no more." in asked
        assert 'name="confirmed" value="yes"' in asked
        assert "disqualified" not in client.get("/bots/crow").text
        act(stage, client, "disqualify", team="Crows", reason=REASON, confirmed="yes")
        stage_cache(client)
        for page in ("/leaderboard", "/bots/crow"):
            assert "two &lt;teams&gt; in one" in client.get(page).text, page
        assert client.get("/api/v1/bots/crow").json()[0]["disqualified"] == REASON
        admin = client.get("/admin", headers=stage.headers("organiser")).text
        assert "Olga disqualified Crows: two &lt;teams&gt; in one" in admin
        packed = client.get("/admin/download", headers=stage.headers("organiser")).content
        with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
            for name in ("standings.csv", "games.csv"):
                file = tar.extractfile(name)
                assert file is not None
                assert REASON in file.read().decode(), name
            assert any(name.startswith("ladder/disqualified/") for name in tar.getnames())
        assert "stand again where they stood" in act(stage, client, "reinstate", team="Crows")
        act(stage, client, "reinstate", team="Crows", confirmed="yes")
        stage_cache(client)
        assert "disqualified" not in client.get("/bots/crow").text
        rerun = act(stage, client, "rerun", match=stage.match, reason="a test")
        assert "lion v1 against crow v1, count no more" in rerun
        assert stage.match in client.get("/games").text
        retire = client.post("/bots/lion/retire", headers=stage.headers("member")).text
        assert "Retire lion v1?" in retire
        client.post("/bots/lion/retire", data={"confirmed": "yes"}, headers=stage.headers("member"))
        versions = stage.context.ladder_folder.roster.versions()
        assert [one.bot for one in versions if one.active and one.owner != HOUSE] == ["crow"]


def stage_cache(client: TestClient) -> None:
    """Have the pages look at the store now."""
    standings: EventStandings = client.app._app.state.site.standings  # type: ignore[attr-defined]  # the guard's
    for cache in standings.caches():
        cache.refresh()


def test_what_cannot_be_disqualified(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    with pytest.raises(RequestRefused, match="There is no team 'Bears'"):
        disqualify(stage.context, "Olga", "Bears", REASON)
    with pytest.raises(RequestRefused, match="needs a reason"):
        before_disqualifying(stage.context, "Crows", "  ")
    with pytest.raises(RequestRefused, match="There is no team 'Crows' that is disqualified"):
        reinstate(stage.context, "Olga", "Crows")


def test_from_the_command_line(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    file = stage.context.event.path

    def lines(*words: str) -> list[str]:
        done = arena("event", words[0], str(file), *words[1:])
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    def out() -> list[str]:
        return [one.bot for one in stage.context.ladder_folder.roster.versions() if one.disqualified]

    assert lines("disqualify", "crows", "--reason", REASON, "--dry-run")[0] == "Crows would be disqualified."
    assert out() == []
    done = lines("disqualify", "crows", "--reason", REASON)
    assert done[:2] == ["Crows is disqualified.", "- crow v1 is paired no more."]
    assert out() == ["crow"]
    assert lines("reinstate", "crows")[0] == "Crows is reinstated."
    assert out() == []
