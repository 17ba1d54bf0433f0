"""How is a door attacked by a bot in its jail? The attack runs in the sandbox, and the referee, alone, in the test's process."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from arena.sandbox import Launch, Limits, Mount, Sandbox, SandboxSeat
from arena.sandbox.interpreter import interpreter_for, python_command
from tests.patience import patience, slowness
from tests.referee.attacker import CountingDoor, Served, now_ns, open_house, read_on

ROOT = Path(__file__).parents[2]
FAKES = ROOT / "tests" / "fakes"
_IN_JAIL = "/opt/attack"
_LONGEST_S = 30.0

Attack = Callable[[str], Awaitable[str]]


@asynccontextmanager
async def siege(sandbox: Sandbox) -> AsyncIterator[tuple[CountingDoor, str, Attack]]:
    """The door of a seat, the path of its socket, and a way to have the seat's bot attack it."""
    seat = sandbox.take_seat()
    opened = CountingDoor(now_ns)
    await opened.open(f"unix:{seat.socket_path}")
    try:
        yield opened, str(seat.socket_path), _attack(sandbox, seat, opened.token)
    finally:
        await opened.close()
        sandbox.give_back(seat)


@asynccontextmanager
async def siege_of_open_house(
    sandbox: Sandbox, options: Sequence[tuple[str, int]] = (), served: Served = read_on
) -> AsyncIterator[Attack]:
    """The control: the same attack on a server with other options, by default the library's."""
    seat = sandbox.take_seat()
    try:
        async with open_house(seat.socket_path, options, served):
            yield _attack(sandbox, seat, b"any")
    finally:
        sandbox.give_back(seat)


def _attack(sandbox: Sandbox, seat: SandboxSeat, token: bytes) -> Attack:
    seat.hand_over_socket()

    async def attack(wanted: str) -> str:
        """What the bot got; it is gone afterwards."""
        process = sandbox.launch(seat, _launch(sandbox, seat, token, wanted))
        for _ in range(int(patience(_LONGEST_S) / 0.02)):
            if process.exited():
                break
            await asyncio.sleep(0.02)
        process.kill()
        lines = process.stdout.log().text().splitlines()
        assert len(lines) == 1, process.stderr.log().text()
        name, answer = json.loads(lines[0])
        assert name == wanted
        return str(answer)

    return attack


def _launch(sandbox: Sandbox, seat: SandboxSeat, token: bytes, wanted: str) -> Launch:
    python = interpreter_for(sandbox.tier)
    search = str(ROOT) if sandbox.tier.number == 3 else _IN_JAIL
    env = {
        **python.env,
        "PYTHONPATH": f"{python.env['PYTHONPATH']}:{search}",
        "ARENA_SOCKET": sandbox.socket_for_bot(seat),
        "ARENA_TOKEN": token.decode(),
        "SLOWNESS": str(slowness()),
    }
    return Launch(
        python_command("-m", "tests.fakes.attack", wanted),
        FAKES,
        mounts=(*python.mounts, Mount(FAKES, f"{_IN_JAIL}/tests/fakes")),
        env=env,
        limits=Limits(),
        with_socket=True,
    )
