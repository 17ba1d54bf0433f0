"""Does a ladder run in an object store? Against a server on this host that speaks the protocol of S3."""

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import pytest

from arena.cli.app import app
from arena.ladder.file import LadderFile
from arena.ladder.ladder_folder import LadderFolder
from arena.store import Folder, Gone, Store, StoreError
from tests.ladder.kills import read
from tests.ladder.ladders import GREEDY, RANDOM, DrawnGames, ladder_file, outcome, run, with_bots

server = pytest.importorskip("moto.server")

ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_EC2_METADATA_DISABLED": "true",  # or the client would ask outside this host who it is
    "AWS_CONFIG_FILE": "/dev/null",
    "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
}


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    """Options of a URL that lead to a server which ends with the test."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ENVIRONMENT.items():
            patch.setenv(name, value)
        running = server.ThreadedMotoServer("127.0.0.1", 0, verbose=False)
        running.start()
        _, port = running.get_host_and_port()
        yield f"endpoint_override=127.0.0.1:{port}&scheme=http&region=us-east-1&allow_bucket_creation=true"
        running.stop()


def test_a_folder_in_an_object_store(endpoint: str) -> None:
    url = f"s3://folders/one?{endpoint}"
    with pytest.raises(StoreError, match="there is no such folder"):
        Folder.open(url)
    folder = Folder.open(url, create=True)
    assert not folder.has("a.json")
    assert folder.changed_ns("a.json") is None
    folder.write("a.json", b"first")
    assert not folder.write_once("a.json", b"second")
    assert folder.write_once("b.json", b"\x1f\x8b other")
    assert (folder.read("a.json"), folder.read("b.json")) == (b"first", b"\x1f\x8b other")
    folder.write("a.json", b"third")
    assert folder.read("a.json") == b"third"
    assert folder.names(".json") == ["a.json", "b.json"]
    assert abs((folder.changed_ns("a.json") or 0) - time.time_ns()) < 60_000_000_000
    folder.remove("a.json")
    folder.remove("a.json")
    with pytest.raises(Gone):
        folder.read("a.json")
    assert Folder.open(url).names(".json") == ["b.json"]


def runner(folder: str) -> None:
    run(LadderFile.load(Path(folder) / "ladder.toml"), executor=DrawnGames(2, delay_s=0.05), fan=4)


def test_two_runners_one_of_which_is_killed(endpoint: str, tmp_path: Path) -> None:
    """The other one takes over what it left; the table is that of a ladder on a disk."""
    form = '[format]\nkind = "round-robin"\n'
    ladder = ladder_file(tmp_path / "two", form, store=f"s3://ladders/two?{endpoint}")
    with_bots(LadderFolder.open(ladder.store, create=True), 5)
    context = get_context("spawn")
    runners = [context.Process(target=runner, args=(str(tmp_path / "two"),)) for _ in range(2)]
    for one in runners:
        one.start()
    games = Store.open(f"s3://ladders/two/games?{endpoint}")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and len(games.parts()) < 3:
        time.sleep(0.05)
    assert runners[0].pid is not None
    os.kill(runners[0].pid, signal.SIGKILL)
    for one in runners:
        one.join(120)
    assert [one.exitcode for one in runners] == [-signal.SIGKILL, 0]
    alone = ladder_file(tmp_path / "one", form)
    with_bots(LadderFolder.open(alone.store, create=True), 5)
    run(alone)
    assert outcome(read(ladder)) == outcome(read(alone))
    assert set(Counter((one.match, one.game) for one in games.games()).values()) == {1}
    assert len(games.parts()) < 20, "files are gathered there too"


def test_a_ladder_from_its_file_to_its_table(
    endpoint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """House bots are kept there, workers fetch them, and the games come back."""
    bots = [str(RANDOM), str(GREEDY)]
    ladder = ladder_file(
        tmp_path, "[limits]\nstart_s = 60\n", store=f"s3://ladders/real?{endpoint}", bots=bots
    )
    file = str(tmp_path / "ladder.toml")
    assert app(["ladder", "run", file, "--matches", "1", "--jobs", "1"], standalone_mode=False) in (None, 0)
    capsys.readouterr()
    assert app(["ladder", "table", file, "--json"], standalone_mode=False) in (None, 0)
    assert [row["games"] for row in json.loads(capsys.readouterr().out)["rows"]] == [2, 2]
    ladder_folder = LadderFolder.open(ladder.store)
    assert len(ladder_folder.bots.names(".tar.gz")) == 2
