"""Are records kept as they are, in parts that are whole or not there, and is every damage found and named?"""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import fs

from arena.record import GameRecord, sealed, verify
from arena.store import Folder, Store, StoreError
from arena.store.part import decode, encode, join, name_of
from arena.store.schema import SCHEMA
from tests.record.records import played_record
from tests.rules.games import MODULES

VERSION_1 = Path(__file__).parent / "version_1"
VERSION_2 = Path(__file__).parent / "version_2"
RECORDS = [
    played_record("classic,players=2", seed=1, game=1, stop_after=30),
    played_record("classic+" + "+".join(MODULES) + ",players=6,deal=closed", seed=2, game=2, stop_after=40),
    played_record("classic,players=3", seed=3, game=3, stop_after=5),
]


def test_records_come_back_as_they_were(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "run", create=True)
    first = store.append(RECORDS[:2])
    second = store.append(RECORDS[2:])
    assert store.parts() == [first, second]
    assert list(store.games()) == RECORDS
    assert list(Store.open(str(tmp_path / "run")).games(game=2)) == [RECORDS[1]]
    assert list(store.games(game=9)) == []


def test_a_record_without_seal_gets_one(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    store.append([replace(RECORDS[0], seal=b"")])
    assert list(store.games()) == [sealed(RECORDS[0])]


def test_a_damaged_record_is_kept_damaged(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    store.append([replace(RECORDS[0], scores=(1, 2))])
    (record,) = store.games()
    assert "scores: is not what was sealed" in [str(problem) for problem in verify(record)]


def test_one_row_a_game_that_other_programs_can_read(tmp_path: Path) -> None:
    table = pq.read_table(Store.open(tmp_path).append(RECORDS))
    assert table.num_rows == 3
    assert table.column("rules").to_pylist() == [record.rules for record in RECORDS]
    assert [len(row) for row in table.column("decisions").to_pylist()] == [30, 40, 5]


def test_every_flipped_bit_of_a_part_is_found_and_the_file_is_named() -> None:
    content = encode(RECORDS[:1])
    path = f"runs/{name_of(content, 1)}"
    assert decode(path, content) == RECORDS[:1]
    for index in range(len(content)):
        flipped = bytearray(content)
        flipped[index] ^= 1 << (index % 8)
        with pytest.raises(
            StoreError, match=r"^runs/games-0+1-\w+\.parquet: damaged, its \d+ bytes are not what"
        ):
            decode(path, bytes(flipped))


def test_a_flipped_bit_in_a_page_is_found_by_its_checksum_too() -> None:
    content = bytearray(encode(RECORDS[:1]))
    content[len(content) // 4] ^= 1
    with pytest.raises(StoreError, match="not readable as Parquet"):
        decode(name_of(bytes(content), 1), bytes(content))


def test_a_part_cut_short_is_damaged(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    path = Path(store.append(RECORDS))
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(StoreError, match=rf"^{path}: damaged"):
        list(store.games())


def foreign_name(folder: Path) -> Path:
    pq.write_table(pa.table({"a": [1]}), folder / "other.parquet")
    return folder / "other.parquet"


def foreign_content(folder: Path) -> Path:
    table = folder / "other"
    pq.write_table(pa.table({"a": [1]}), table)
    path = folder / name_of(table.read_bytes(), 1)
    table.rename(path)
    return path


def no_parquet(folder: Path) -> Path:
    path = folder / name_of(b"hello", 1)
    path.write_bytes(b"hello")
    return path


def later_version(folder: Path) -> Path:
    table = folder / "other"
    pq.write_table(SCHEMA.with_metadata({b"arena.record": b"4"}).empty_table(), table)
    path = folder / name_of(table.read_bytes(), 1)
    table.rename(path)
    return path


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (foreign_name, "not a part of a store of games"),
        (foreign_content, "not a part of a store of games"),
        (no_parquet, "not readable as Parquet"),
        (later_version, "records of version 4, but this arena reads 1 to 3"),
    ],
)
def test_a_foreign_file_is_named(make: Callable[[Path], Path], sentence: str, tmp_path: Path) -> None:
    path = make(tmp_path)
    with pytest.raises(StoreError) as raised:
        list(Store.open(tmp_path).games())
    assert str(raised.value).startswith(f"{path}: {sentence}")
    assert "\n" not in str(raised.value)


def test_records_of_the_first_version_are_read_and_joined() -> None:
    """What passed was charged then, and their seals know nothing of stolen time."""
    old = list(Store.open(str(VERSION_1)).games())
    assert [record.record_version for record in old] == [1, 1]
    assert [verify(record) for record in old] == [[], []]
    assert all(one.charged_ns == one.wall_ns for record in old for one in record.decisions)
    (path,) = VERSION_1.glob("*.parquet")
    new = encode(RECORDS)
    joined = join([(str(path), path.read_bytes()), (name_of(new, 2), new)])
    assert decode(name_of(joined, 3), joined) == [*old, *RECORDS]
    assert decode(name_of(joined, 3), joined, decisions=False)[0].decisions == ()


def test_records_of_the_second_version_are_read_and_joined() -> None:
    """Their bots had nothing to tell, and their seals know nothing of it."""
    old = list(Store.open(str(VERSION_2)).games())
    assert [record.record_version for record in old] == [2, 2]
    assert [verify(record) for record in old] == [[], []]
    assert all(one.info == "" for record in old for one in record.decisions)
    (path,) = VERSION_2.glob("*.parquet")
    new = encode(RECORDS)
    joined = join([(str(path), path.read_bytes()), (name_of(new, 2), new)])
    assert decode(name_of(joined, 3), joined) == [*old, *RECORDS]


def test_other_files_in_the_folder_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text("{}")
    (tmp_path / "logs").mkdir()
    store = Store.open(tmp_path)
    store.append(RECORDS)
    assert list(store.games()) == RECORDS
    assert (tmp_path / "match.json").exists()


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"/nowhere: there is no such folder$"):
        Store.open(tmp_path / "nowhere")
    with pytest.raises(StoreError, match=r"^nonsense://x: "):
        Store.open("nonsense://x")


def test_a_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.open(tmp_path)

    def no_space(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(StoreError, match=r"\.parquet: No space left on device$"):
        store.append(RECORDS)
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_writer_left_is_not_read_and_later_removed(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    left = tmp_path / ".games-1.parquet.7.unfinished"
    left.write_bytes(b"half")
    store.append(RECORDS[:1])
    assert left.exists(), "its writer may be at work"
    os.utime(left, (1, 1))
    Store.open(tmp_path).append(RECORDS[1:])
    assert not left.exists()
    assert list(store.games()) == RECORDS


def test_a_write_does_not_list_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the first one does, once an hour: so it costs the same at a hundred files and at a hundred thousand."""
    lists: list[str] = []
    scandir = os.scandir

    def listed(path: str) -> Iterator[os.DirEntry[str]]:
        lists.append(path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", listed)
    store = Store.open(tmp_path)
    for record in RECORDS:
        store.append([record])
    assert lists == [str(tmp_path)]


def add_games(folder: str, writer: int) -> None:
    store = Store.open(folder)
    for number in range(10):
        store.append([sealed(replace(RECORDS[2], match=f"writer {writer}", game=1 + number))])


def test_many_writers_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=add_games, args=(str(tmp_path), writer)) for writer in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    kept = sorted((record.match, record.game) for record in Store.open(tmp_path).games())
    assert kept == [(f"writer {writer}", game) for writer in range(3) for game in range(1, 11)]


def test_the_same_moment_gives_different_parts_for_different_records(tmp_path: Path) -> None:
    store = Store(Folder(fs.LocalFileSystem(), str(tmp_path), now_ns=lambda: 5))
    store.append(RECORDS[:1])
    store.append(RECORDS[1:])
    assert sorted(record.game for record in store.games()) == [1, 2, 3]


THREADS = """
import os, sys
from arena.store import Store
store = Store.open(sys.argv[1])
before = len(os.listdir("/proc/self/task"))
games = list(store.games())
store.append(games)
print(len(games), len(os.listdir("/proc/self/task")) - before)
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted in /proc")
def test_reading_and_writing_start_no_threads(tmp_path: Path) -> None:
    Store.open(tmp_path).append(RECORDS)
    ran = subprocess.run(
        [sys.executable, "-c", THREADS, tmp_path], check=True, capture_output=True, text=True
    )
    assert ran.stdout == "3 0\n"


def elsewhere(folder: Path) -> Any:
    """A filesystem that is not the local one, as an object store is."""
    return fs.SubTreeFileSystem(str(folder), fs.LocalFileSystem())


def test_any_filesystem_of_pyarrow_will_do(tmp_path: Path) -> None:
    (tmp_path / "bucket").mkdir()
    store = Store(Folder(elsewhere(tmp_path), "bucket"))
    store.append(RECORDS)
    assert list(store.games()) == RECORDS
    kept: list[GameRecord] = list(Store.open(f"file://{tmp_path}/bucket").games())
    assert kept == RECORDS
