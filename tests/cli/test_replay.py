"""Do the replay commands show, verify, export and make requests again, and end as they should?"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arena.cli.board import city_drawings
from arena.proto import arena_pb2 as pb
from arena.record import GameRecord, Termination, sealed, to_plain
from arena.rules import TILES, Placed
from arena.store import Store
from arena.wire import conversation, read_conversation
from tests.conftest import arena
from tests.record.records import played_record
from tests.rules.games import MODULES

ALL = "classic+" + "+".join(MODULES)
TILE = {tile.name: tile for tile in TILES}


@pytest.fixture(scope="module")
def games() -> list[GameRecord]:
    return [
        played_record("classic,players=2", seed=5, game=1),
        played_record(f"{ALL},players=4,deal=closed", seed=11, game=2),
        played_record("classic,players=3", seed=5, game=3, faults={1: Termination.CRASH}),
    ]


@pytest.fixture(scope="module")
def run_folder(games: list[GameRecord], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    store = Store.open(folder)
    store.append(games[:2])
    store.append(games[2:])
    return folder


def test_a_city_is_drawn_with_its_walls_and_falcons() -> None:
    city = [
        Placed(TILE["fountain"], 0, 0),
        Placed(TILE["tower-9-NE"], 1, 0),
        Placed(TILE["garden-8-SW"], 0, -1),
        Placed(TILE["bazaar-denar-pavilion-seraglio-arcades"], 1, -1),
    ]
    (lines,) = city_drawings(city, {(0, -1): "w"}, width=80)
    assert [line.plain for line in lines] == [
        "    ·    ╺━━━━┓",
        "  0  Lion To 9┃",
        "    ╻    w    ╹",
        " -1 ┃Ga 8 Bz 1 ",
        "    ┗━━━━╸    ·",
        "      0    1   ",
    ]


def test_a_city_too_wide_is_drawn_in_pieces() -> None:
    city = [Placed(TILES[x], x, 0) for x in range(20)]
    pieces = city_drawings(city, {}, width=80)
    assert len(pieces) == 2
    assert all(line.cell_len <= 80 for lines in pieces for line in lines)
    assert pieces[1][-1].plain.split() == ["15", "16", "17", "18", "19"]


def test_show_a_whole_game(run_folder: Path, games: list[GameRecord]) -> None:
    ran = arena("replay", "show", run_folder, "--game", "2")
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert max(len(line) for line in lines) <= 80
    assert "\x1b" not in ran.stdout
    text, read = " ".join(ran.stdout.split()), 0
    for number, decision in enumerate(games[1].decisions, start=1):
        read = text.index(f" {number}. seat {decision.seat} bot{decision.seat}: ", read)
        read = text.index(f" [{decision.action}]", read)
    for seat in range(4):
        assert f"rank {games[1].ranks[seat]}  seat {seat} bot{seat}: {games[1].scores[seat]} points" in lines


def test_the_only_game_of_a_run_needs_no_number(games: list[GameRecord], tmp_path: Path) -> None:
    Store.open(tmp_path).append([games[1]])
    shown = arena("replay", "show", tmp_path)
    assert shown.stdout == arena("replay", "show", tmp_path, "--game", "2").stdout
    assert shown.returncode == 0
    frames = arena("replay", "export", tmp_path, "--format", "frames")
    assert len(json.loads(frames.stdout)["moves"]) == len(games[1].decisions)
    request = arena("replay", "request", tmp_path, "--decision", "3")
    assert read_conversation(request.stdout.encode()) == conversation(games[1], 3)


def test_show_one_decision_with_the_table_before_it(run_folder: Path, games: list[GameRecord]) -> None:
    ran = arena("replay", "show", run_folder, "--game", "1", "--move", "70")
    assert ran.returncode == 0
    assert games[0].decisions[69].action in ran.stdout
    assert games[0].decisions[70].action not in ran.stdout.splitlines()[-1]
    for word in ("Market", "1 denar", "Display", "Dirk", "Lion", "hand", "▶ seat "):
        assert word in ran.stdout


def test_show_tells_the_wait_for_a_disk_and_what_the_host_took(
    games: list[GameRecord], tmp_path: Path
) -> None:
    first, second, *others = games[0].decisions
    slow = replace(first, wall_ns=9_000_000, stolen_ns=2_000_000, charged_ns=7_000_000, disk_ns=5_000_000)
    changed = (slow, replace(second, wall_ns=3_000_000, disk_ns=900_000), *others)
    Store.open(tmp_path).append([sealed(replace(games[0], decisions=changed))])
    shown = arena("replay", "show", tmp_path, "--game", "1").stdout
    assert "7.0 ms (of which 5.0 ms for a disk, and 2.0 ms that the host took)" in " ".join(shown.split())
    assert shown.count("for a disk") == 1


def test_show_only_one_seat(run_folder: Path, games: list[GameRecord]) -> None:
    ran = arena("replay", "show", run_folder, "--game", "1", "--seat", "1")
    moves = [line for line in ran.stdout.splitlines() if ". seat " in line]
    assert len(moves) == sum(decision.seat == 1 for decision in games[0].decisions)
    assert all("seat 1 bot1: " in line for line in moves)


def test_show_says_how_a_bot_failed(run_folder: Path) -> None:
    ran = arena("replay", "show", run_folder, "--game", "3")
    assert "(house)" in ran.stdout
    assert "points, crash. It failed." in ran.stdout


def test_verify_a_good_run(run_folder: Path, games: list[GameRecord]) -> None:
    ran = arena("replay", "verify", run_folder)
    assert (ran.returncode, ran.stderr) == (0, "")
    first = games[0]
    assert ran.stdout.splitlines()[0] == (
        f"✓ game 1: {len(first.decisions)} decisions, {first.scores[0]}:{first.scores[1]}"
    )
    assert ran.stdout.splitlines()[3:] == ["3 games, 0 with problems"]
    assert arena("replay", "verify", run_folder, "--game", "3").stdout.splitlines()[1:] == [
        "1 game, 0 with problems"
    ]


def test_verify_names_false_records_and_damaged_files(tmp_path: Path, games: list[GameRecord]) -> None:
    store = Store.open(tmp_path)
    store.append([games[0], sealed(replace(games[1], scores=(1, 2, 3, 4)))])
    damaged = Path(store.append([games[2]]))
    damaged.write_bytes(damaged.read_bytes()[:-1])
    ran = arena("replay", "verify", tmp_path)
    good, false, broken, total = ran.stdout.splitlines()
    assert (ran.returncode, ran.stderr) == (1, "")
    assert good.startswith("✓ game 1: ")
    assert false.startswith("✗ game 2: scores: 1 2 3 4, but the replay gives ")
    assert broken.startswith(f"✗ {damaged}: damaged")
    assert total == "2 games, 1 with problems, 1 damaged file"


def test_export(run_folder: Path, games: list[GameRecord], tmp_path: Path) -> None:
    ran = arena("replay", "export", run_folder)
    assert json.loads(ran.stdout) == json.loads(json.dumps([to_plain(record) for record in games]))
    out = tmp_path / "game.json"
    assert (
        arena("replay", "export", run_folder, "--game", "3", "--format", "json", "--out", out).returncode == 0
    )
    (game,) = json.loads(out.read_text(encoding="utf-8"))
    assert game["decisions"][0]["action"] == games[2].decisions[0].action
    assert bytes.fromhex(game["seed"]) == games[2].seed


def test_export_for_the_board(run_folder: Path, games: list[GameRecord], tmp_path: Path) -> None:
    frames = arena("replay", "export", run_folder, "--game", "2", "--format", "frames")
    game = json.loads(frames.stdout)
    assert game["format"] == "arena frames 1"
    assert len(game["moves"]) == len(games[1].decisions)
    out = tmp_path / "game.html"
    assert (
        arena("replay", "export", run_folder, "--game", "2", "--format", "html", "--out", out).returncode == 0
    )
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert json.dumps(game["names"])[1:-1] in page.replace('","', '", "')


def test_request(run_folder: Path, games: list[GameRecord], tmp_path: Path) -> None:
    wanted = conversation(games[0], 37)
    ran = arena("replay", "request", run_folder, "--game", "1", "--decision", "37")
    assert read_conversation(ran.stdout.encode()) == wanted
    out = tmp_path / "request.bin"
    arena(
        "replay", "request", run_folder, "--game", "1", "--decision", "37", "--format", "binary", "--out", out
    )
    assert pb.Conversation.FromString(out.read_bytes()) == wanted


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("show", "RUN", "--game", "9"), 2, "RUN has no game 9"),
        (("show", "RUN/nowhere", "--game", "1"), 2, "RUN: RUN/nowhere: there is no such folder"),
        (("show", "RUN", "--game", "1", "--move", "999"), 2, "--move: 999 is not from 1 to "),
        (("show", "RUN", "--game", "1", "--seat", "2"), 2, "--seat: 2 is not from 0 to 1"),
        (("show", "RUN"), 2, "--game is missing: RUN has several games; `arena replay list RUN` shows them"),
        (("show", "RUN/nowhere"), 2, "RUN: RUN/nowhere: there is no such folder"),
        (("verify", "RUN", "--game", "9"), 2, "RUN has no game 9"),
        (("verify", "RUN", "--match", "other"), 2, "RUN has no games of match other"),
        (("export", "RUN", "--format", "html"), 2, "--game is missing: RUN has several games"),
        (("export", "RUN", "--format", "xml"), 2, "--format: 'xml' is not one of"),
        (("export", "RUN", "--out", "RUN/no/file"), 1, "--out: there is no folder RUN/no"),
        (("request", "RUN", "--game", "1", "--decision", "0"), 2, "--decision: decision 0 is not from 1 to "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_a_mistake_is_one_sentence(
    run_folder: Path, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    ran = arena("replay", *(argument.replace("RUN", str(run_folder)) for argument in arguments))
    assert (ran.returncode, ran.stdout) == (code, ""), ran.stderr
    expected = sentence.replace("RUN", str(run_folder)).replace(
        f"{run_folder}: {run_folder}", f"RUN: {run_folder}"
    )
    assert ran.stderr.startswith(f"arena: {expected}")
    assert ran.stderr.count("\n") == 1


def test_a_damaged_store_and_a_false_record_fail(tmp_path: Path, games: list[GameRecord]) -> None:
    store = Store.open(tmp_path)
    first = games[0].decisions[0]
    store.append([replace(games[0], decisions=(replace(first, action="pass"),))])
    ran = arena("replay", "show", tmp_path, "--game", "1")
    assert ran.returncode == 1
    assert ran.stderr.startswith(
        "arena: game 1 cannot be played again: decisions[0].action: 'pass' is refused"
    )
    store.append([games[0]])
    ran = arena("replay", "show", tmp_path, "--game", "1")
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"arena: --match: {tmp_path} has 2 games of number 1, of the matches m-1")
    part = Path(store.parts()[0])
    part.write_bytes(b"")
    ran = arena("replay", "show", tmp_path, "--game", "1")
    assert ran.returncode == 1
    assert ran.stderr.startswith(f"arena: {part}: damaged")
