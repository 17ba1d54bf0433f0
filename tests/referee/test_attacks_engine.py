"""What can a bot do with its engine that it should not? Whatever it does is its own loss, and nobody else notices."""

import asyncio
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from arena.match.bot_process import BotProcess
from arena.match.manifest import Bot
from arena.match.settings import MatchTerms
from arena.proto import arena_pb2 as pb
from arena.record import Allowance, GameRecord, Termination
from arena.referee.seat import Reply
from arena.rules import new_game
from arena.sandbox import Sandbox
from arena.wire import decision_bytes
from tests.referee.table import FAKES, TERMS, fake, play_fakes, with_time

BLOCK_MB = 64  # of a bot's own beside its states; bot and engine take some 50 more, the states another 50
ROOM_MB = 130


def user(deed: str, *options: str) -> Bot:
    """A bot with an engine, and what it does with it."""
    return replace(fake(name="user"), run=("python3", "engine_user.py", deed, *options), engine=True)


def play(
    sandbox: Sandbox, bot: Bot, logs: Path, terms: MatchTerms = TERMS
) -> tuple[GameRecord, list[dict[str, Any]]]:
    """A game against an honest bot, and what the user of the engine wrote."""
    bots = [bot, fake(name="honest")]
    record = asyncio.run(play_fakes(sandbox, bots, terms=replace(terms, logs=logs)))[0]
    lines = [line for file in logs.glob("*user*.stderr.txt") for line in file.read_text().splitlines()]
    assert (record.seats[1].termination, record.seats[1].sentence) == (Termination.NORMAL, "")
    return record, [json.loads(line) for line in lines if line.startswith("{")]


def test_an_honest_user_has_its_game(jailed: Sandbox, tmp_path: Path) -> None:
    """Control: the same bot without malice."""
    record, told = play(jailed, user("use"), tmp_path)
    assert record.seats[0].termination is Termination.NORMAL
    assert told[0]["states"] == 4
    assert told[0]["playouts"] >= 8


def test_calls_beyond_those_that_may_wait_are_refused(jailed: Sandbox, tmp_path: Path) -> None:
    record, told = play(jailed, user("flood"), tmp_path)
    assert record.seats[0].termination is Termination.NORMAL, record.seats[0].sentence
    codes = told[-1]["codes"]
    assert set(codes) == {"OK", "RESOURCE_EXHAUSTED"}
    assert sum(codes.values()) == 100
    assert told[-1]["after"] == "OK"


def test_what_no_client_would_send_is_refused(jailed: Sandbox, tmp_path: Path) -> None:
    record, told = play(jailed, user("garbage"), tmp_path)
    assert record.seats[0].termination is Termination.NORMAL, record.seats[0].sentence
    assert told[0]["after"] == "OK"
    assert told[0]["codes"] == {
        "bytes": "INVALID_ARGUMENT",
        "size": "RESOURCE_EXHAUSTED",
        "method": "UNIMPLEMENTED",
        "service": "UNIMPLEMENTED",
        "field": "INVALID_ARGUMENT",
    }


def test_as_many_processes_as_there_may_be(jailed: Sandbox, tmp_path: Path) -> None:
    """Whether bot and engine still work then is their own affair: the processes are those of one bot."""
    record, told = play(jailed, user("fork"), tmp_path, with_time("2+0.2"))
    assert told[0]["states"] == 4
    assert record.seats[0].termination in (Termination.NORMAL, Termination.TIMEOUT, Termination.CRASH)


def test_states_are_the_bots_own_memory(jailed: Sandbox, tmp_path: Path) -> None:
    """The control is the same with more room: the engine refuses more states than there may be, and the game goes on."""
    hoarder = user("hoard", str(BLOCK_MB))
    poor, told = play(jailed, hoarder, tmp_path / "poor", with_time("60+1", memory_mb=ROOM_MB))
    assert poor.seats[0].termination is Termination.MEMORY, (poor.seats[0].sentence, told)
    assert told[0] == {"code": "OK"}  # it had room for the block and for a state
    rich, told = play(jailed, hoarder, tmp_path / "rich", with_time("60+1", memory_mb=512))
    assert rich.seats[0].termination is Termination.NORMAL
    assert told[-1] == {"code": "RESOURCE_EXHAUSTED"}


def test_a_bot_that_ends_its_engine_has_ended_itself(jailed: Sandbox, tmp_path: Path) -> None:
    record, _ = play(jailed, user("kill"), tmp_path)
    assert record.seats[0].termination is Termination.CRASH


def test_no_engine_knows_the_states_of_another(jailed: Sandbox, tmp_path: Path) -> None:
    records = asyncio.run(
        play_fakes(jailed, [user("guess"), user("guess")], terms=replace(TERMS, logs=tmp_path))
    )
    assert [seat.termination for seat in records[0].seats] == [Termination.NORMAL] * 2
    logs = sorted(tmp_path.glob("*.stderr.txt"))
    assert len(logs) == 2
    for log in logs:
        assert json.loads(log.read_text().splitlines()[0]) == {
            "own": [1, 2],
            "codes": ["NOT_FOUND"],
            "sockets": 1,
        }


def test_an_engine_is_frozen_with_its_bot(jailed: Sandbox) -> None:
    """It is busy when the answer comes, and uses no time until the bot is asked again."""
    state = new_game(TERMS.settings.config, 1)

    async def asked_twice() -> tuple[int, int]:
        bot_process = BotProcess(jailed, user("linger"), FAKES, TERMS, 0)
        try:
            assert await bot_process.ready(b"deal") is None
            player = bot_process.player
            assert player is not None
            body = bot_process._body
            assert body is not None
            await player.tell(
                pb.ToBot(
                    game_start=pb.GameStart(game=1, rules=str(state.config), players=2)
                ).SerializeToString()
            )
            for id in (1, 2):
                seat = state.seat
                question = decision_bytes(
                    id,
                    1,
                    state.observe(seat),
                    state.history(seat)[: None if id == 1 else 0],
                    state.legal_actions(),
                    [10**10] * 2,
                    0,
                )
                assert isinstance(await player.ask(question, id, Allowance(10**10)), Reply)
            frozen_ns = body.cpu_ns()
            time.sleep(0.3)
            still_ns = body.cpu_ns() - frozen_ns
            assert await body.thaw() is None
            time.sleep(0.5)
            return still_ns, body.cpu_ns() - frozen_ns
        finally:
            await bot_process.leave()

    still_ns, thawed_ns = asyncio.run(asked_twice())
    assert still_ns == 0
    assert thawed_ns > 0
