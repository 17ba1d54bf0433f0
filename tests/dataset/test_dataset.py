"""Does `arena dataset` write what was played, split by deal, and can everybody read it?"""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from arena.dataset import SPLITS, DatasetError, DatasetSettings, export_games, split_of
from arena.encoding import Encoder, KnownHands, Layout
from arena.record import GameRecord, replay, sealed
from arena.rules import Action, GameConfig
from arena.store import Store
from tests.conftest import arena
from tests.record.records import played_record

RULES = "classic,players=3,turn_limit=20"
GAMES = 12


@pytest.fixture(scope="module")
def records() -> list[GameRecord]:
    return [played_record(RULES, seed=1 + game // 2, game=game + 1) for game in range(GAMES)]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory, records: list[GameRecord]) -> Path:
    folder = tmp_path_factory.mktemp("run") / "games"
    store = Store.open(folder, create=True)
    store.append(records[:5])
    store.append(records[5:])
    store.append([sealed(replace(records[0], game=99, void=True, void_reason="host", seal=b""))])
    return folder


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory, run: Path) -> Path:
    out = tmp_path_factory.mktemp("data") / "set"
    done = arena("dataset", run, "--out", out, "--observations", "--split", "50,25,25")
    assert done.returncode == 0, done.stderr
    assert "README.md says what is in it" in done.stdout
    return out


def table(out: Path, name: str) -> list[dict[str, Any]]:
    """The rows of all splits."""
    return [
        row
        for split in SPLITS
        if (out / split / f"{name}.parquet").exists()
        for row in pq.read_table(out / split / f"{name}.parquet").to_pylist()
    ]


def test_every_game_and_decision_is_there_once(written: Path, records: list[GameRecord]) -> None:
    games = {row["game_id"]: row for row in table(written, "games")}
    assert len(games) == GAMES
    assert sum(row["decisions"] for row in games.values()) == len(table(written, "decisions"))
    for record in records:
        row = games[f"{record.match}/{record.game}"]
        assert row["scores"] == list(record.scores)
        assert row["bots"] == [seat.bot for seat in record.seats]
        assert bytes.fromhex(row["seed"]) == record.seed


def test_a_deal_is_in_one_split_only(written: Path, records: list[GameRecord]) -> None:
    """Games with the same deal are never learnt from and tested on."""
    homes: dict[str, set[str]] = {}
    for split in SPLITS:
        if (written / split).exists():
            for row in pq.read_table(written / split / "games.parquet").to_pylist():
                homes.setdefault(row["seed"], set()).add(split)
    assert len(homes) == GAMES // 2
    assert all(len(splits) == 1 for splits in homes.values())
    assert {split for splits in homes.values() for split in splits} == {
        split_of(record.seed, (50, 25, 25)) for record in records
    }
    lots = [split_of(str(seed).encode(), (50, 25, 25)) for seed in range(4000)]
    assert [lots.count(split) / 4000 for split in SPLITS] == pytest.approx([0.5, 0.25, 0.25], abs=0.03)


def test_decisions_say_what_was_chosen(written: Path, records: list[GameRecord]) -> None:
    rows = {(row["game_id"], row["number"]): row for row in table(written, "decisions")}
    record = records[3]
    for number, (state, decision) in enumerate(replay(record)):
        row = rows[f"{record.match}/{record.game}", number]
        legal = state.legal_actions()
        assert (row["seat"], row["action"], row["legal"]) == (decision.seat, decision.action, len(legal))
        assert str(legal[row["chosen"]]) == decision.action
        assert row["final_score"] == record.scores[decision.seat]


def test_observations_are_those_of_the_environment(written: Path, records: list[GameRecord]) -> None:
    rows = {(row["game_id"], row["number"]): row for row in table(written, "observations")}
    record = records[2]
    encoder = Encoder(Layout(GameConfig.parse(RULES)))
    known = KnownHands(3)
    for number, (state, decision) in enumerate(replay(record)):
        if number == 0:
            known.begin(state)
        encoder.write(state, state.seat, known, 0)
        row = rows[f"{record.match}/{record.game}", number]
        assert row["observation"] == np.frombuffer(encoder.page.memory(), np.int16).tolist()
        assert str(state.legal_actions()[row["chosen"]]) == decision.action
        known.acted(state.seat, Action.parse(decision.action).code)


def test_three_lines_each_of_pyarrow_pandas_and_duckdb_read_it(
    written: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The lines are those on the card."""
    monkeypatch.chdir(written)
    card = (written / "README.md").read_text(encoding="utf-8")
    code = card.split("```python\n")[1].split("```")[0]
    names: dict[str, Any] = {}
    exec(compile(code, "README.md", "exec"), names)
    decisions = pq.read_table("train/decisions.parquet")
    assert names["decisions"].num_rows == decisions.num_rows
    assert len(names["games"]) == len(pd.read_parquet("train/games.parquet"))
    again = duckdb.sql("select bot, avg(rank) from 'train/decisions.parquet' where number < 2 group by bot")
    assert again is not None
    assert sorted(names["won"].fetchall()) == sorted(again.fetchall())
    assert capsys.readouterr().out


def test_the_card_counts(written: Path) -> None:
    card = (written / "README.md").read_text(encoding="utf-8")
    games = len(pq.read_table(written / "train" / "games.parquet"))
    assert f"| train | {games} |" in card
    assert "1 void games were left out" in card
    assert f"| `{RULES}` | {GAMES} |" in card


def test_without_observations_rules_may_differ(run: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    Store.open(other, create=True).append([played_record("red-palace,players=2,turn_limit=8", seed=50)])
    done = arena("dataset", run, other, "--out", tmp_path / "set", "--json")
    assert json.loads(done.stdout)["void"] == 1
    assert sum(json.loads(done.stdout)["games"].values()) == GAMES + 1
    assert not list((tmp_path / "set").rglob("observations.parquet"))
    refused = arena("dataset", run, other, "--out", tmp_path / "more", "--observations")
    assert refused.returncode == 1
    assert "have observations of different sizes" in refused.stderr
    assert not list(tmp_path.glob("more*"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--split", "80,20"], "--split: '80,20' is not three whole numbers such as 80,10,10"),
        (["--split", "80,20,20"], "--split: 80,20,20 add up to 120, not 100"),
        (["--window", "4"], "--window: 4 is not an odd number from 3 to 255"),
        (["--limit", "0"], "--limit: 0 is not from 1 to 4096"),
    ],
)
def test_wrong_options_are_one_sentence(run: Path, tmp_path: Path, words: list[str], said: str) -> None:
    done = arena("dataset", run, "--out", tmp_path / "set", *words)
    assert (done.returncode, done.stderr) == (2, f"arena: {said}\n")


def test_a_folder_that_is_there_and_a_run_that_is_not(run: Path, written: Path, tmp_path: Path) -> None:
    done = arena("dataset", run, "--out", written)
    assert (done.returncode, done.stderr) == (2, f"arena: --out: {written} is there already\n")
    done = arena("dataset", tmp_path / "nowhere", "--out", tmp_path / "set")
    assert done.returncode == 2
    assert done.stderr.startswith("arena: RUN: ")


def test_a_game_that_cannot_be_replayed_leaves_nothing_behind(tmp_path: Path) -> None:
    record = played_record(RULES, seed=3)
    wrong = replace(record, decisions=(*record.decisions[:-1], replace(record.decisions[-1], action="pass")))
    with pytest.raises(DatasetError, match=r"cannot be replayed: decisions\[\d+\]"):
        export_games([record, wrong], tmp_path / "set", DatasetSettings())
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(DatasetError, match="there is no game to export"):
        export_games([], tmp_path / "set", DatasetSettings())
    shutil.rmtree(tmp_path)
