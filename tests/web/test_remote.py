"""Can the command line do what the pages can? Games, logs, challenges and the data set of an event."""

import hashlib
import json
import re
import tarfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from arena.store.schema import SCHEMA
from arena.web.dataset import COLUMNS, write_dataset
from arena.web.organise import rerun
from tests.conftest import arena
from tests.web.events import Cast, cast, listening


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cast, str]]:
    stage = cast(tmp_path_factory.mktemp("event"))
    with listening(stage.context) as url:
        yield stage, url


@pytest.fixture
def ours(served: tuple[Cast, str], tmp_path: Path) -> Any:
    """A shell whose user is logged in as a member of the Lions."""
    stage, url = served
    logged = partial(arena, XDG_CONFIG_HOME=str(tmp_path))
    assert logged("login", url, "--stdin", stdin=f"{stage.tokens['member']}\n").returncode == 0
    return logged


def test_games_and_logs(served: tuple[Cast, str], ours: Any) -> None:
    stage, url = served
    rows = json.loads(arena("games", "--at", url, "--json").stdout)  # no login is needed
    assert [(one["game"], one["bots"]) for one in rows] == [
        (2, ["crow v1", "lion v1"]),
        (1, ["lion v1", "crow v1"]),
    ]
    assert json.loads(ours("games", "--bot", "random", "--json").stdout) == []
    listed = ours("games", "--bot", "lion").stdout
    assert f"{stage.match}/1" in listed
    assert "crash" in listed
    for game in (f"{stage.match}/1", f"{url}/games/{stage.match}/1"):
        assert "what the lion said" in ours("log", game).stdout
    assert "what the lion said" in ours("log", f"{stage.match}/1", "--seat", "1").stdout


def test_a_challenge_is_laid(served: tuple[Cast, str], ours: Any) -> None:
    _, url = served
    found = json.loads(ours("challenge", "lion", "random", "--no-wait", "--json").stdout)
    assert found["state"] == "waiting"
    assert found["page"] == f"{url}/games/table-{found['id']}/1"


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("log", "nonsense"), 2, "GAME: 'nonsense' is not MATCH/NUMBER"),
        (("log", "nowhere/1"), 2, "There is no such game."),
        (("log", "MATCH/1", "--seat", "2"), 2, "Only the bot's own team sees its logs."),
        (("challenge", "crow", "random"), 2, "Your team has no active bot 'crow'."),
        (("challenge", "lion", "nobody"), 2, "There is no bot 'nobody' that can be challenged."),
        (("download", "OUT"), 2, "The games become a data set when the event is over."),
        (("download", "."), 2, "OUT: . exists already"),
        (("games", "--at", "http://127.0.0.1:9"), 3, "does not answer: Connection refused"),
    ],
)
def test_what_goes_wrong_is_told_in_a_sentence(
    served: tuple[Cast, str], ours: Any, tmp_path: Path, words: tuple[str, ...], code: int, sentence: str
) -> None:
    given = [word.replace("MATCH", served[0].match).replace("OUT", str(tmp_path / "out")) for word in words]
    ran = ours(*given)
    assert ran.returncode == code
    assert sentence in ran.stderr.splitlines()[-1]


def test_a_data_set_is_fetched_checked_and_read_as_its_card_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = cast(tmp_path, head="final = 2020-01-01T00:00:00Z\nlicence = 'CC0-1.0'")
    rerun(stage.context, "Olga", stage.match, "a disk was full")
    out = tmp_path / "games"
    with listening(stage.context) as url:
        ran = arena("download", out, "--at", url, XDG_CONFIG_HOME=str(tmp_path))
        assert (ran.returncode, ran.stderr) == (0, "")
        assert list((stage.context.event.folder / "dataset").iterdir())  # made once
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "CC0-1.0." in card
    table = pq.read_table(out / "ladder.parquet")
    assert table.column_names == [*SCHEMA.names, "annulled"] == list(COLUMNS)
    games = table.to_pylist()
    assert {one["annulled"] for one in games} == {"a disk was full"}
    assert "secret evidence" not in str(games)
    assert [seat["bot"] for seat in games[0]["seats"]] == ["lion", "crow"]
    for line in (out / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((out / name).read_bytes()).hexdigest() == digest
    monkeypatch.chdir(out)
    shown = []
    for code in re.findall(r"```python\n(.*?)```", card, re.DOTALL):
        assert len(code.splitlines()) == 3
        exec(code, {"print": lambda *values: shown.append(" ".join(map(str, values)))})
    assert shown[0].startswith("2 [")
    assert "lion" in shown[1]


def test_damage_on_the_way_is_found(tmp_path: Path) -> None:
    from arena.cli.remote_download import damaged  # noqa: PLC0415 - the command of the name is another thing

    stage = cast(tmp_path)
    write_dataset(stage.context, tmp_path / "set.tar")
    with tarfile.open(tmp_path / "set.tar") as tar:
        tar.extractall(tmp_path / "set", filter="data")
    folder = tmp_path / "set" / "event-games"
    assert damaged(folder) == []
    (folder / "ladder.parquet").write_bytes(b"x")
    (folder / "more").touch()
    assert damaged(folder) == ["ladder.parquet", "more"]
