"""Does a bot gain anything by remembering deals across its lives? F14: seeds, kept in the kernel's cache of pages."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match.deals import Dealing, Seating, duplicate_deals, fresh_deals, missing_games
from arena.match.session import Session
from arena.record import GameRecord
from arena.sandbox import Sandbox
from tests.fakes.page_memory import BITS, COPIES, LEAST_BYTES, MOST_BYTES
from tests.referee.conftest import run
from tests.referee.table import TERMS, fake

TRIES = 8  # a busy host may leave a life too little time to write
KNOWN_BITS = BITS - 2


@pytest.fixture(autouse=True)
def _enough_files() -> None:
    suitable = (path for path in Path("/usr/share").rglob("*") if path.is_file() and not path.is_symlink())
    sizes = [path.stat().st_size for path in suitable]
    if sum(LEAST_BYTES <= size < MOST_BYTES for size in sizes) < BITS * COPIES:
        pytest.skip("/usr/share has too few files of the size that the spy wants")


async def spied(sandbox: Sandbox, logs: Path, games: Sequence[Seating]) -> tuple[list[GameRecord], list[int]]:
    """The games of one match against a spy, and what it recalled at the start of each of its lives."""
    session = Session(sandbox, replace(TERMS, logs=logs), [fake("--remember", name="spy"), fake()])
    try:
        records = [await session.play(seating) for seating in games]
    finally:
        await session.close("the match is over")
    lives = sorted(logs.glob("*-spy-*.stderr.txt"), key=lambda path: path.stat().st_mtime_ns)
    recalled = [re.findall(r"^recalled ([0-9a-f]+)$", life.read_text(), re.MULTILINE) for life in lives]
    return records, [int(value, 16) for one in recalled for value in one]


def knows(recalled: int, seed: bytes) -> bool:
    """Whether nearly all bits of what it recalled are those of the seed: chance does not do that."""
    wrong = recalled ^ int.from_bytes(seed[: BITS // 8], "big")
    return BITS - wrong.bit_count() >= KNOWN_BITS


def both_seats(seed: bytes) -> list[Seating]:
    return [
        replace(seating, open=())
        for seating in missing_games(duplicate_deals(2, 2, seed), set(), Dealing.DUPLICATE)
    ]


def test_f14_the_control_a_seed_that_was_told_is_known_in_the_next_life(
    jailed: Sandbox, tmp_path: Path
) -> None:
    """As it was: the first game of a deal tells its seed, and the next life knows it before it says hello."""
    for attempt in range(TRIES):
        games = both_seats(secrets.token_bytes(16))
        records, recalled = run(spied(jailed, tmp_path / str(attempt), games))
        assert (records[0].seed, len(recalled)) == (records[1].seed, 2)
        if knows(recalled[1], records[1].seed):
            return
    pytest.fail("the spy never remembered a seed, so that the other tests show nothing")


def test_f14_with_duplicates_a_life_is_told_no_seed_that_the_next_could_use(
    jailed: Sandbox, tmp_path: Path
) -> None:
    games = missing_games(duplicate_deals(2, 2, secrets.token_bytes(16)), set(), Dealing.DUPLICATE)
    records, recalled = run(spied(jailed, tmp_path, games))
    assert (records[0].seed, len(recalled)) == (records[1].seed, 2)
    assert not any(knows(value, records[0].seed) for value in recalled)


def test_f14_with_fresh_deals_what_is_remembered_is_never_played_again(
    jailed: Sandbox, tmp_path: Path
) -> None:
    """One life a match; the next match finds the seed of the last one, and no game of it has that deal."""
    remembered = False
    for attempt in range(TRIES):
        before, _ = run(
            spied(jailed, tmp_path / f"before {attempt}", fresh_deals(2, 2, secrets.token_bytes(16)))
        )
        after, recalled = run(
            spied(jailed, tmp_path / f"after {attempt}", fresh_deals(2, 2, secrets.token_bytes(16)))
        )
        assert len(recalled) == 1
        assert not any(knows(recalled[0], record.seed) for record in after)
        assert len({record.seed for record in before + after}) == 4
        remembered = remembered or knows(recalled[0], before[-1].seed)
        if remembered:
            return
    pytest.fail("the spy never remembered a seed, so that this shows nothing")
