"""Do `arena submit` and `arena ladder` answer as they should, right and wrong?"""

import csv
import io
import json
import os
import shutil
import signal
import subprocess
import tarfile
import time
from collections import Counter
from functools import partial
from itertools import combinations
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from rich.console import Console

from arena.cli.live import LiveDisplay
from arena.ladder.compaction import compacted
from arena.ladder.file import LadderFile
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.runner import Goal, LadderRun
from arena.record import verify
from tests.conftest import ARENA, arena
from tests.ladder.ladders import GREEDY, RANDOM, ROOT, DrawnGames, ladder_file, run, with_bots
from tests.match.matches import FAKES, needs_root

LIMITS = "[limits]\nstart_s = 60\nmemory_mb = 256\n"


def said(*words: object) -> str:
    """What a command that succeeds prints."""
    ran = arena(*words)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def mistake(*words: object) -> str:
    """The one sentence with which a command is refused."""
    ran = arena(*words)
    assert ran.returncode in (2, 3), ran.stderr
    assert ran.stderr.count("\n") == 1
    return ran.stderr


def drawn_ladder(folder: Path, matches: int = 30) -> Path:
    """A ladder of five bots whose games are drawn."""
    ladder = ladder_file(folder)
    with_bots(LadderFolder.open(ladder.store, create=True), 5)
    run(ladder, matches)
    return folder / "ladder.toml"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ladder", "run", "nowhere.toml"], "nowhere.toml: there is no such file"),
        (
            ["ladder", "table", "{file}"],
            "nothing has been entered or played on this ladder; `arena ladder run",
        ),
        (["ladder", "run", "{file}", "--until", "narrow"], "--until: 'narrow' is no width"),
        (["ladder", "run", "{file}", "--until", "±0"], "--until"),
        (["ladder", "run", "{file}", "--matches", "0"], "--matches"),
        (["ladder", "run", "{file}", "--executor", "cloud"], "--executor"),
        (["ladder", "plan", "{file}", "--bots", "1"], "--bots"),
        (["ladder", "plan", "{file}", "--bots", "20000"], "--bots"),
        (["submit", "nowhere", "--ladder", "{file}"], "nowhere: there is no such folder or file"),
        (["submit", str(RANDOM), "--ladder", "{file}", "--owner", "house"], "the owner cannot be 'house'"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    ladder_file(tmp_path)
    file = str(tmp_path / "ladder.toml")
    assert sentence in mistake(*(argument.replace("{file}", file) for argument in arguments))


def test_the_table_and_its_json_say_the_same(tmp_path: Path) -> None:
    file = drawn_ladder(tmp_path)
    found = json.loads(said("ladder", "table", file, "--json"))
    assert found["matches"] == 30
    assert [row["rank"] for row in found["rows"]] == [1, 2, 3, 4, 5]
    assert sum(row["games"] for row in found["rows"]) == 120
    shown = said("ladder", "table", file)
    assert "60 games in 30 matches" in shown
    assert all(f"{row['elo']:+.0f}" in shown for row in found["rows"])
    assert "anchor" in shown


def test_the_matrix_of_superiority_in_the_table_in_json_and_exported(tmp_path: Path) -> None:
    file = drawn_ladder(tmp_path)
    found = json.loads(said("ladder", "table", file, "--superiority", "--json"))
    likely = found["superiority"]["likely"]
    assert found["superiority"]["bots"] == [f"{row['bot']} v{row['number']}" for row in found["rows"]]
    for line, column in combinations(range(5), 2):
        assert likely[line][column] == pytest.approx(1.0 - likely[column][line])
        assert likely[line][column] >= 0.5, "the table is in the order of ratings"
    shown = said("ladder", "table", file, "--superiority")
    assert "likelihood that the row's bot is stronger than the column's" in shown
    assert f"{100 * likely[1][2]:.0f}" in shown
    said(
        "ladder", "export", file, "--what", "superiority", "--format", "json", "--out", tmp_path / "out.json"
    )
    pairs = json.loads((tmp_path / "out.json").read_bytes())
    assert [pair["likely"] for pair in pairs] == [likely[a][b] for a, b in combinations(range(5), 2)]


@pytest.mark.parametrize("kind", ["swiss", "knockout"])
def test_how_a_tournament_stands(kind: str, tmp_path: Path) -> None:
    """Four bots: five rounds of two matches, or two duels and a final; before that nothing is said of it."""
    ladder = ladder_file(tmp_path, f'[format]\nkind = "{kind}"\n', sets=2)
    with_bots(LadderFolder.open(ladder.store, create=True), 4)
    assert "tournament" not in json.loads(said("ladder", "table", tmp_path / "ladder.toml", "--json"))
    run(ladder)
    found = json.loads(said("ladder", "table", tmp_path / "ladder.toml", "--json"))["tournament"]
    shown = said("ladder", "table", tmp_path / "ladder.toml")
    if kind == "swiss":
        assert sum(one["points"] for one in found["scores"]) == pytest.approx(10.0)
        assert "round 5 of 5" in shown
        return
    assert [one["table"] for one in found["tables"]] == [
        "round 1, duel 1",
        "round 1, duel 2",
        "round 2, duel 1",
    ]
    first, second, final = found["tables"]
    assert set(final["bots"]) == {first["goes_on"], second["goes_on"]}
    assert found["winner"] == final["goes_on"] is not None
    assert f"{found['winner']} has won." in shown


def test_the_matrix_of_a_ladder_without_games(tmp_path: Path) -> None:
    ladder = ladder_file(tmp_path)
    with_bots(LadderFolder.open(ladder.store, create=True), 3)
    found = json.loads(said("ladder", "table", tmp_path / "ladder.toml", "--superiority", "--json"))
    assert found["superiority"] == {"bots": ["bot0 v1"], "likely": [[0.5]]}
    for form in ("csv", "json", "parquet"):
        out = tmp_path / f"out.{form}"
        said(
            "ladder",
            "export",
            tmp_path / "ladder.toml",
            "--what",
            "superiority",
            "--format",
            form,
            "--out",
            out,
        )
        assert out.exists()


def test_compact_gathers_all_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.cli.ladder.compacted", partial(compacted, grace_s=0.1))
    file = drawn_ladder(tmp_path, 6)
    before = said("ladder", "table", file, "--json")
    assert said("ladder", "compact", file) == "18 files of games and matches before, 2 now.\n"
    assert said("ladder", "table", file, "--json") == before
    assert len(list((tmp_path / "store" / "games").iterdir())) == 1


def test_the_live_display_is_online_elo_and_says_so(tmp_path: Path) -> None:
    """On a terminal; the ratings add up to what the table began with, since what one wins another loses."""
    drawn_ladder(tmp_path, 10)
    ladder = LadderFile.load(tmp_path / "ladder.toml")
    screen = io.StringIO()
    with LiveDisplay(Console(file=screen, force_terminal=True, width=100)) as live:
        playing = LadderRun(ladder, LadderFolder.open(ladder.store), DrawnGames(), Goal(3), live.show)
        playing.run()
    shown = screen.getvalue()
    assert "live (online Elo, depends on order; not the table), K = 24" in shown
    assert "13 matches finished, 6 games in this run" in shown
    moved = live._elo
    assert live._begin is not None
    assert sum(moved.values()) == pytest.approx(sum(live._begin[version] for version in moved))
    quiet = io.StringIO()
    with LiveDisplay(Console(file=quiet)) as live:
        live.show(playing.ladder_state, None)
    assert quiet.getvalue() == ""


def test_show_tells_all_about_a_bot(tmp_path: Path) -> None:
    file = drawn_ladder(tmp_path)
    file.write_text(file.read_text(encoding="utf-8") + "[rating]\nprior_draws = 3.0\n", encoding="utf-8")
    found = json.loads(said("ladder", "show", file, "bot1", "--json"))
    (version,) = found["versions"]
    assert sum(one["games"] for one in found["opponents"]) == version["games"]
    assert sum(one["points"] for one in found["opponents"]) == pytest.approx(
        version["score"] * version["games"]
    )
    assert found["history"][-1]["elo"] == pytest.approx(version["elo"])
    assert found["history"][-1]["games"] == 60
    assert "head-to-head" in said("ladder", "show", file, "bot1")
    assert "there is no 'nobody' on the ladder" in mistake("ladder", "show", file, "nobody")


def test_retire_takes_a_bot_out_of_the_table_but_not_its_games(tmp_path: Path) -> None:
    file = drawn_ladder(tmp_path)
    assert said("ladder", "retire", file, "bot1") == "bot1 v1 is retired.\n"
    rows = json.loads(said("ladder", "table", file, "--json"))["rows"]
    assert sorted(row["bot"] for row in rows) == ["bot0", "bot2", "bot3", "bot4"]
    rows = json.loads(said("ladder", "table", file, "--all", "--json"))["rows"]
    assert sum(row["games"] for row in rows) == 120
    assert "there is no active 'bot1'" in mistake("ladder", "retire", file, "bot1")


def test_export_in_three_formats(tmp_path: Path) -> None:
    file = drawn_ladder(tmp_path)
    for what, count in (("standings", 5), ("games", 120)):
        tables = []
        for form in ("csv", "json", "parquet"):
            out = tmp_path / f"{what}.{form}"
            said("ladder", "export", file, "--what", what, "--format", form, "--out", out)
            if form == "csv":
                tables.append(len(list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8"))))))
            else:
                tables.append(len(json.loads(out.read_bytes()) if form == "json" else pq.read_table(out)))
        assert tables == [count] * 3


def test_plots_are_drawn_as_png_and_svg(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = drawn_ladder(tmp_path)
    paths = [Path(line) for line in said("ladder", "plot", file, "--out", tmp_path / "plots").split()]
    assert sorted(path.name for path in paths) == [
        "head-to-head.png", "head-to-head.svg", "history.png", "history.svg", "ratings.png", "ratings.svg",
        "superiority.png", "superiority.svg",
    ]  # fmt: skip
    for path in paths:
        content = path.read_bytes()
        assert content.startswith(b"\x89PNG" if path.suffix == ".png" else b"<?xml")
    for name in ("ratings", "history", "head-to-head", "superiority"):
        assert "bot1 v1" in (tmp_path / "plots" / f"{name}.svg").read_text(encoding="utf-8")


def test_a_plan_in_numbers(tmp_path: Path) -> None:
    """Its deals are those of the ladder: fresh here, as by default."""
    file = drawn_ladder(tmp_path)
    options = ["--bots", "20", "--precision", "100", "--game-s", "3.6", "--cores", "10"]
    found = json.loads(said("ladder", "plan", file, *options, "--json", "--out", tmp_path / "plan.png"))
    for need in found["needs"]:
        assert need["core_hours"] == pytest.approx(need["games"] / 1000)
        assert need["days"] == pytest.approx(need["core_hours"] / 240)
    assert found["deals"] == "fresh"
    assert found["curve"][-1]["half_elo"][2] <= 100.0
    assert (tmp_path / "plan.png").exists()
    assert (tmp_path / "plan.svg").exists()
    assert "all bots" in said("ladder", "plan", file, *options)


def fake_folder(folder: Path, name: str, *flags: str) -> Path:
    shutil.copytree(FAKES, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    run_line = json.dumps(["python3", "bot.py", *flags])
    (folder / name / "bot.toml").write_text(f'name = "{name}"\nrun = {run_line}\n', encoding="utf-8")
    return folder / name


@needs_root
def test_submit_checks_in_the_ladders_sandbox(tmp_path: Path) -> None:
    """A folder, then a new version as an archive; one that crashes, and a hostile archive, are refused and leave nothing."""
    ladder = ladder_file(tmp_path, LIMITS, tier=1, bots=[str(RANDOM)])
    file = tmp_path / "ladder.toml"
    good = fake_folder(tmp_path, "good")
    found = json.loads(said("submit", good, "--ladder", file, "--owner", "me", "--json"))
    assert found["ok"]
    assert (found["version"]["number"], found["version"]["owner"]) == (1, "me")
    assert [step["name"] for step in found["steps"]][:4] == ["manifest", "build", "start", "handshake"]
    (good / "more.txt").write_text("new", encoding="utf-8")
    with tarfile.open(tmp_path / "good.tar.gz", "w:gz") as out:
        out.add(good, "good")
    assert "good v2" in said("submit", tmp_path / "good.tar.gz", "--ladder", file, "--owner", "me")
    kept = sorted(path.name for path in (tmp_path / "store").rglob("*") if path.is_file())
    assert "belongs to me" in mistake(
        "submit", fake_folder(tmp_path / "theirs", "good", "--x"), "--ladder", file, "--owner", "thief"
    )
    bad = fake_folder(tmp_path, "bad", "--start", "crash")
    refused = arena("submit", bad, "--ladder", file, "--owner", "me")
    assert refused.returncode == 1
    assert "✗ start" in refused.stdout
    assert "refused" in refused.stdout
    with tarfile.open(tmp_path / "evil.tar.gz", "w:gz") as out:
        out.addfile(tarfile.TarInfo("../evil"))
    assert "evil.tar.gz: '../evil' leads outside" in mistake(
        "submit", tmp_path / "evil.tar.gz", "--ladder", file, "--owner", "me"
    )
    assert sorted(path.name for path in (tmp_path / "store").rglob("*") if path.is_file()) == kept
    labels = [one.label for one in LadderFolder.open(ladder.store).roster.versions() if one.active]
    assert labels == ["good v2", "random v1"]


@needs_root
def test_a_runner_killed_with_its_bots(tmp_path: Path) -> None:
    """Real games in the sandbox, the runner killed twice: no game lost, none twice, and every record is true."""
    ladder = ladder_file(tmp_path, LIMITS, tier=1, bots=[str(RANDOM), str(GREEDY)], sets=2)
    command = [*ARENA, "ladder", "run", str(tmp_path / "ladder.toml"), "--jobs", "1", "--matches", "1"]
    kept: set[tuple[str, int]] = set()
    games = tmp_path / "store" / "games"
    for _ in range(2):
        written = len(list(games.glob("*.parquet")))
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and len(list(games.glob("*.parquet"))) <= written:
            time.sleep(0.02)
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
        now = {(one.match, one.game) for one in LadderFolder.open(ladder.store).games.games()}
        assert kept < now
        kept = now
    ended = subprocess.run([*command, "--json"], check=False, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    records = list(LadderFolder.open(ladder.store).games.games())
    matches = {
        one.match for one in records
    }  # two, if the runner was killed between a match's last game and the next
    assert json.loads(ended.stdout)["matches"] == len(matches)
    assert Counter((one.match, one.game) for one in records) == Counter(
        {(match, game): 1 for match in matches for game in (1, 2, 3, 4)}
    )
    assert [problem for record in records for problem in verify(record)] == []


def shipped(name: str, folder: Path, sets: int | None) -> Path:
    """A shipped ladder with a store of its own; if asked for with shorter matches, in which nobody thinks for long."""
    text = (ROOT / "ladders" / f"{name}.toml").read_text(encoding="utf-8")
    text = text.replace("../bots", str(ROOT / "bots")).replace("../runs", str(folder / "runs"))
    if sets is not None:
        whole = LadderFile.load(ROOT / "ladders" / f"{name}.toml").sets
        assert f"sets = {whole} " in text
        text = text.replace(f"sets = {whole} ", f"sets = {sets} ")
        text = text.replace(str(ROOT / "bots" / "mcts"), str(hasty_mcts(folder)))
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def hasty_mcts(folder: Path) -> Path:
    """The searching bot, with 10 ms for each decision."""
    shutil.copytree(ROOT / "bots" / "mcts", folder / "mcts", ignore=shutil.ignore_patterns("__pycache__"))
    manifest = folder / "mcts" / "bot.toml"
    text = manifest.read_text(encoding="utf-8")
    assert '"bot.py"]' in text
    manifest.write_text(text.replace('"bot.py"]', '"bot.py", "--move-time", "0.01"]'), encoding="utf-8")
    return folder / "mcts"


@needs_root
@pytest.mark.parametrize(
    ("name", "games"),
    [("classic", [0, 2, 2]), ("hidden", [0, 2, 2]), ("table", [4, 4, 4]), ("red-palace", [6, 6, 6])],
)
def test_a_shipped_ladder_runs_with_the_sandbox(name: str, games: list[int], tmp_path: Path) -> None:
    """One match of one set with little time, else as shipped."""
    found = json.loads(said("ladder", "run", shipped(name, tmp_path, sets=1), "--matches", "1", "--json"))
    assert sorted(row["bot"] for row in found["rows"]) == ["greedy", "mcts", "random"]
    assert sorted(row["games"] for row in found["rows"]) == games
    assert not any(row["faults"] for row in found["rows"])
    records = list(LadderFolder.open(str(tmp_path / "runs" / name)).games.games())
    assert {record.tier for record in records} == {1}
    assert [problem for record in records for problem in verify(record)] == []


@needs_root
@pytest.mark.soak
@pytest.mark.parametrize("name", ["classic", "hidden", "table", "red-palace"])
def test_a_shipped_ladder_runs_as_shipped(name: str, tmp_path: Path) -> None:
    found = json.loads(said("ladder", "run", shipped(name, tmp_path, sets=None), "--matches", "4", "--json"))
    assert [row["bot"] for row in found["rows"]] == ["mcts", "greedy", "random"]
