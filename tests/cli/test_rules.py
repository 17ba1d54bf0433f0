"""Does `arena rules show` say what is in the box, and which tables were chosen?"""

import json
import re
import sys
from io import StringIO

import pytest
from rich.console import Console

from arena.cli.app import main
from arena.cli.clauses import all_clauses, clauses_of
from arena.cli.table import table_of
from arena.rules import FINGERPRINT, GameConfig, Rng, State, editions, new_game
from arena.rules.tables import PROVENANCES, tables_of
from tests.conftest import ROOT, arena
from tests.rules.games import choose
from tests.rules.palace import palace


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int | str | None:
    monkeypatch.setattr(sys, "argv", ["arena", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


def test_the_second_edition(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """17.16 and the data file: the tables for which there is no source are named."""
    assert not run(monkeypatch, "rules", "show", "red-palace")
    shown = capsys.readouterr().out
    assert "Chosen: red_palace.floor, red_palace.stands, camps, bazaars." in shown
    assert f"fingerprint of all tables: {FINGERPRINT}" in shown
    assert "correct" not in shown
    assert "guards: 32" in shown
    assert "price 2, walls NEW, towers EW" in shown
    assert "pavilion chambers tower seraglio arcades garden" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_as_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert not run(monkeypatch, "rules", "show", "classic", "--json")
    shown = json.loads(capsys.readouterr().out)
    assert shown["chosen"] == ["camps", "bazaars", "falcons"]
    assert [len(table["rows"]) for table in shown["tables"]] == [54, 8, 8, 15, 9]
    assert shown["tables"][0]["provenance"] == "verified"


def test_an_edition_that_is_none(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "rules", "show", "blue") == 2
    assert capsys.readouterr().err == (
        "arena: WHAT: 'blue' is neither the number of a clause, such as 8.5, nor one of classic, red-palace, scoring, cards\n"
    )


def test_every_clause_can_be_looked_up() -> None:
    """Also those that refusals name."""
    clauses = all_clauses()
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert [one.number for one in clauses] == re.findall(r"^- (\d+\.\d+b?) ", text, re.MULTILINE)
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "arena" / "rules").rglob("*.py"))
    named = set(re.findall(r'Refusal\(\s*"([\d.b]+)"', sources))
    assert len(named) > 20
    assert all(clauses_of(number) for number in named)


def test_a_clause_a_section_and_a_part() -> None:
    assert arena("rules", "show", "8.5").stdout.split("\n")[:2] == [
        "The building rules",
        "8.5 No hole: no empty square may be cut off from the outside. Outside is reached",
    ]
    section = json.loads(arena("rules", "show", "8", "--json").stdout)
    assert [one["clause"] for one in section] == ["8.1", "8.2", "8.3", "8.4", "8.5", "8.6"]
    scout = arena("rules", "show", "17.11.9").stdout
    assert "17.11.9 scout (1, and any one card)" in scout
    assert "mason" not in scout
    table = arena("rules", "show", "9.5").stdout
    assert "tower · 6 · 13 / 6 · 21 / 13 / 6" in table
    assert all(len(line) <= 80 for line in table.splitlines())


def test_search() -> None:
    found = arena("rules", "search", "wall", "BASTION", "--json")
    assert {"13.2", "13.5"} <= {one["clause"] for one in json.loads(found.stdout)}
    nothing = arena("rules", "search", "xyzzy")
    assert (nothing.returncode, nothing.stderr) == (1, "arena: no clause has xyzzy in it\n")


def test_score_table_and_cards() -> None:
    """9.5, 1.2: the numbers of the clause."""
    found = json.loads(arena("rules", "show", "scoring", "--json").stdout)
    rows = {row["kind"]: list(row.values())[1:] for row in found}
    assert rows["pavilion"] == ["1", "8 / 1", "16 / 8 / 1"]
    assert rows["tower"] == ["6", "13 / 6", "21 / 13 / 6"]
    assert arena("rules", "show", "cards").stdout.splitlines()[1].split()[:2] == ["denar", "1"]


@pytest.mark.parametrize("edition", editions())
def test_every_edition_has_tables_of_known_provenance(edition: str) -> None:
    tables = tables_of(edition)
    assert all(table.provenance in PROVENANCES and table.rows for table in tables)


def drawn(state: State) -> str:
    """The table as text."""
    out = Console(file=StringIO(), width=80, highlight=False)
    out.print(table_of(state, [f"bot{seat}" for seat in range(state.config.players)], 80))
    assert isinstance(out.file, StringIO)
    return out.file.getvalue()


def test_the_table_shows_guards_pieces_and_wall_pieces() -> None:
    """17: what lies on the table is on the screen: kinds of pieces, the preview, guards on their walls, wall pieces as walls."""
    state = palace(
        market=["floor-9-a", None, None, None],
        preview=["floor-8", None, "floor-12"],
        pieces={"floor-9-a": "garden", "floor-8": "tower", "floor-12": "pavilion", "floor-6-N": "seraglio"},
        cities=[{(1, 0): "floor-6-N", (0, 1): "plaza-1"}],
        guards={"floor-6-N": "N"},
        walls=[("plaza-1", "N")],
        halves={"tower": 0},
        stood=8,
        plazas_left=5,
        abilities=["teller"],
        used=["teller"],
    )
    text = drawn(state)
    for line in (
        "Preview     1 floor-8 (tower), 3 floor-12 (pavilion)",
        "teller (used)",
        "on the stands 8 (2 3 2 4 3 2 5 any), worth 4 each",
        "  guards    floor-6-N N",
        "  halves    tower",
        "Supply      wall pieces 5, plazas 5",
        "Plza",
        "Se 6",
        "━G━━",
    ):
        assert line in text, text


@pytest.mark.parametrize("players", [2, 6])
def test_every_moment_of_a_game_can_be_drawn(players: int) -> None:
    """17: 80 columns are enough at every decision."""
    state = new_game(GameConfig.parse(f"red-palace+camps+bazaars+medina,players={players}"), 4)
    rng = Rng(4, "choices")
    number = 0
    while not state.is_over:
        if number % 40 == 0:
            assert all(len(line.rstrip()) <= 80 for line in drawn(state).splitlines())
        state.apply(choose(state.legal_actions(), rng))
        number += 1
