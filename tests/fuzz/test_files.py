"""Is every file and request of a stranger read or refused, and nothing else? Seeded changes to good ones.

The ordinary run tries a few of each; `make soak` 100,000 in all.
"""

import gzip
import io
import json
import random
import shutil
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from arena.ladder.file import LadderFile
from arena.ladder.keys import LadderError
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.notes import note_bytes
from arena.ladder.pairing import Pairing
from arena.match.archive import BadArchive, unpack_archive
from arena.match.ask import AskError, Question
from arena.match.manifest import KEYS, Bot, ManifestError
from arena.record import ReplayError, replay, to_plain, verify
from arena.store import StoreError
from arena.store.part import decode, encode, encoded, name_of
from arena.store.schema import SCHEMA, to_table
from arena.web.event_file import EventFile
from arena.wire import WireError, conversation, conversation_json, read_conversation
from tests.fuzz.mutations import ODD_BYTES, ODD_VALUES, mutated_bytes, mutated_toml, mutated_value
from tests.record.records import played_record

ROOT = Path(__file__).parents[2]
BOT = 'name = "my-bot"\nkit = "python"\nrun = ["python3", "bot.py"]\nbuild = [["make"]]\nauthors = ["A"]\nprotocol = 1\n'
LADDER_KEYS = (
    *(
        "name",
        "rules",
        "seats",
        "time",
        "limits",
        "ponder",
        "restart",
        "tier",
        "sets",
        "duplicates",
        "deals",
        "rating",
    ),
    *(
        "store",
        "bots",
        "seed",
        "format",
        "kind",
        "rounds",
        "memory_mb",
        "anchor",
        "prior_draws",
        "start_s",
    ),
)
EVENT_KEYS = (
    *(
        "title",
        "folder",
        "database",
        "opens",
        "freeze",
        "final",
        "visibility",
        "codes",
        "teams",
        "limits",
        "members",
    ),
    *(
        "ladder",
        "finals",
        "best",
        "requests_a_second",
        "connections_an_address",
        "streams_an_address",
        "guests",
        *LADDER_KEYS,
    ),
)
EVENT = """title = "Open"
folder = "run"
opens = 2026-05-01T09:00:00Z
freeze = 2026-06-01T09:00:00Z
final = 2026-06-02T09:00:00Z
codes = ["let-me-in-please"]
[[teams]]
name = "Lions"
members = ["Ada", "Bob"]
[limits]
members = 5
[ladder]
rules = "classic,turn_limit=6"
time = "20+1"
tier = 3
[ladder.limits]
memory_mb = 512
[ladder.format]
kind = "swiss"
rounds = 3
[finals]
best = 4
format = { kind = "knockout" }
"""

Fuzz = Callable[[random.Random, Path], None]


def fuzz_manifest(rng: random.Random, folder: Path) -> None:
    (folder / "bot.py").write_text("")
    text = BOT if rng.random() < 0.5 else BOT.replace('kit = "python"\n', "")
    (folder / "bot.toml").write_bytes(mutated_toml(text, KEYS, rng))
    try:
        Bot.load(folder)
    except ManifestError as error:
        one_line(error)


def fuzz_ladder(rng: random.Random, folder: Path) -> None:
    path = folder / "ladder.toml"
    good = rng.choice(sorted((ROOT / "ladders").glob("*.toml"))).read_text(encoding="utf-8")
    path.write_bytes(mutated_toml(good, LADDER_KEYS, rng))
    try:
        LadderFile.load(path)
    except LadderError as error:
        one_line(error)


def fuzz_event(rng: random.Random, folder: Path) -> None:
    path = folder / "event.toml"
    path.write_bytes(mutated_toml(EVENT, EVENT_KEYS, rng))
    try:
        found = EventFile.load(path)
        for moment in (found.opens, found.freeze, found.final_at):
            assert moment is None or moment.timestamp() > 0
    except LadderError as error:
        one_line(error)


def fuzz_archive(rng: random.Random, folder: Path) -> None:
    files = {"bot.toml": BOT.encode(), "src/bot.py": b"print()\n" * 50, "é.txt": b"x"}
    zipped = rng.random() < 0.5
    path = folder / ("bot.zip" if zipped else "bot.tar.gz")
    packed = io.BytesIO()
    if zipped:
        kind = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
        with zipfile.ZipFile(packed, "w", kind) as out:
            for name, content in files.items():
                out.writestr(name, content)
        path.write_bytes(mutated_bytes(packed.getvalue(), rng))
    else:
        form = rng.choice((tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT))
        with tarfile.open(fileobj=packed, mode="w", format=form) as tar:
            for name, content in files.items():
                info = tarfile.TarInfo(
                    name if form == tarfile.USTAR_FORMAT or rng.random() < 0.9 else name * 40
                )
                info.size = len(content)
                info.type = rng.choice(
                    (*[tarfile.REGTYPE] * 8, tarfile.GNUTYPE_SPARSE, tarfile.CONTTYPE, b"x")
                )
                tar.addfile(info, io.BytesIO(content))
        inside = rng.random() < 0.7  # before it is packed, so that the checksum of gzip holds
        raw = mutated_bytes(packed.getvalue(), rng) if inside else packed.getvalue()
        content = gzip.compress(raw, 1)
        path.write_bytes(content if inside else mutated_bytes(content, rng))
    try:
        unpack_archive(path, folder / "unpacked")
    except BadArchive as error:
        one_line(error)
        assert not (folder / "unpacked").exists()


RECORD = played_record("classic,players=2,turn_limit=3")
FAULTY = played_record("classic+vizier,players=3,turn_limit=3", seed=5)


def fuzz_record(rng: random.Random, folder: Path) -> None:
    del folder
    record = rng.choice((RECORD, FAULTY))
    if rng.random() < 0.3:
        content = mutated_bytes(encode([record]), rng)
    else:
        row = to_table([record]).to_pylist()[0]
        for _ in range(rng.choice((1, 1, 2, 5))):
            row = mutated_value(row, rng, lambda: odd_cell(rng))
        try:
            content = encoded(pa.Table.from_pylist([row], schema=SCHEMA))
        except (pa.ArrowException, TypeError, ValueError, AttributeError, OverflowError):
            return  # no such file can be made
    try:
        for found in decode(name_of(content, 1), content):
            for problem in verify(found):
                one_line(problem)
            json.dumps(to_plain(found))
            list(replay(found))
            conversation(found, rng.choice((1, 2, len(found.decisions) + 1)))
    except (StoreError, ReplayError, WireError) as error:
        one_line(error)


def odd_cell(rng: random.Random) -> Any:
    choices = (
        *ODD_VALUES,
        b"",
        b"x",
        rng.randbytes(32),
        "buy 2 with 4+6",
        "take 1",
        "timeout",
        "classic,players=6",
    )
    return rng.choice(choices)


def fuzz_notes(rng: random.Random, folder: Path) -> None:
    version = "a" * 64
    ladder = LadderFolder.open(str(folder / "ladder"), create=True)
    ladder.roster.enter("lion", version, "Lions", 1)
    ladder.matches.choose("m", Pairing((version, version), "m 1", 1, "to see"))
    ladder.secret()
    note = rng.choice(sorted((folder / "ladder").rglob("*.json")))
    content = note.read_bytes()
    if rng.random() < 0.3:
        content = mutated_bytes(content, rng)
    else:
        value = mutated_value(json.loads(content), rng, lambda: rng.choice(ODD_VALUES))
        content = note_bytes(value) if isinstance(value, dict) else json.dumps(value).encode()
    note.unlink()
    named = note.name.rpartition("-")
    (note.parent / (note.name if not named[0] else renamed(named[0], content))).write_bytes(content)
    try:
        again = LadderFolder.open(str(folder / "ladder"))
        again.roster.versions()
        again.pairings()
        again.annulments()
        again.secret()
    except StoreError as error:
        one_line(error)


def renamed(before: str, content: bytes) -> str:
    """The name of a note with another content, whose digest is part of it."""
    from arena.ladder.notes import _digest  # noqa: PLC0415 - to forge what it protects

    return f"{before}-{_digest(content)}.json"


MESSAGES = conversation(RECORD, 3)


def fuzz_request_file(rng: random.Random, folder: Path) -> None:
    del folder
    if rng.random() < 0.5:
        content = mutated_bytes(MESSAGES.SerializeToString(), rng)
    else:
        value = json.loads(conversation_json(MESSAGES))
        for _ in range(rng.choice((1, 1, 2, 5))):
            value = mutated_value(value, rng, lambda: rng.choice(ODD_VALUES))
        content = json.dumps(value).encode()
        content = mutated_bytes(content, rng) if rng.random() < 0.3 else content
    try:
        question = Question.of(read_conversation(content))
        question.allowance_ns(0)
        assert question.control is not None
    except (WireError, AskError) as error:
        one_line(error)


def one_line(error: object) -> None:
    """A refusal is a sentence that can be printed."""
    text = str(error)
    assert text
    assert "\n" not in text, text
    assert "\x1b" not in text, text
    assert len(text) < 2000, text


FULL: dict[Fuzz, int] = {
    fuzz_manifest: 20_000,
    fuzz_ladder: 15_000,
    fuzz_event: 15_000,
    fuzz_archive: 15_000,
    fuzz_record: 12_000,
    fuzz_notes: 3_000,
    fuzz_request_file: 10_000,
}  # and 10,000 requests over HTTP, in test_requests.py


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize("fuzz", FULL, ids=lambda fuzz: fuzz.__name__)
@pytest.mark.parametrize("full", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["some", "all"])
def test_a_bad_input_is_refused_and_nothing_else(tmp_path: Path, fuzz: Fuzz, full: bool) -> None:
    for number in range(FULL[fuzz] if full else 100):
        folder = tmp_path / "input"
        folder.mkdir()
        try:
            fuzz(random.Random(f"{fuzz.__name__} {number}"), folder)
        except Exception as error:
            raise AssertionError(f"{fuzz.__name__} {number}: {type(error).__name__}: {error}") from error
        shutil.rmtree(folder)


def test_the_changes_are_as_odd_as_they_should_be() -> None:
    """The control: they bring up what the standard parsers raise on bad input."""
    rng = random.Random(1)
    texts = [mutated_toml(BOT, KEYS, rng) for _ in range(2000)]
    assert any(b"[" * 400 in text for text in texts)
    assert any(b"9" * 5000 in text for text in texts)
    assert sum(text == BOT.encode() for text in texts) < 200
    assert sum(odd in text for odd in ODD_BYTES if len(odd) > 100 for text in texts) > 20
