"""What becomes of a bot that cannot be frozen? That depends on whether it works on, and on who holds it."""

import asyncio
from dataclasses import dataclass
from typing import Any, cast

import pytest

from arena.match.bot_process import SandboxedBody
from arena.record import Termination
from arena.sandbox import Process, Sandbox, SandboxError, Tier, detect
from tests.referee.table import fake, play_fakes

MILLISECOND = 1_000_000


@dataclass
class MadeUpProcess:
    """A process that is never seen to stand still."""

    tier: Tier
    works: bool
    used_ns: int = 0

    def freeze(self) -> bool:
        return False

    def cpu_ns(self) -> int:
        self.used_ns += 50 * MILLISECOND if self.works else 1000
        return self.used_ns


def body(tier: int, works: bool) -> SandboxedBody:
    return SandboxedBody(cast(Process, MadeUpProcess(Tier(tier), works)))


@pytest.mark.parametrize("tier", [1, 2, 3])
def test_one_that_only_waits_for_a_processor_harms_nobody(tier: int) -> None:
    assert body(tier, works=False).freeze()


@pytest.mark.parametrize("tier", [2, 3])
def test_one_that_outruns_our_signals_does_so_itself(tier: int) -> None:
    assert not body(tier, works=True).freeze()


def test_one_that_the_kernel_does_not_hold_is_the_hosts_failure() -> None:
    with pytest.raises(SandboxError, match="the kernel did not freeze a bot, which used 50 ms in 100 ms"):
        body(1, works=True).freeze()


@pytest.mark.parametrize("frozen_before", [0, 10])
def test_a_game_with_a_bot_that_the_kernel_does_not_hold_is_void(
    monkeypatch: pytest.MonkeyPatch, frozen_before: int
) -> None:
    """From the start, or in the middle of the game."""
    if detect().number != 1:
        pytest.skip("needs tier 1: " + "; ".join(detect().missing))
    counted = frozen = 0

    def cpu_ns(_: Any) -> int:
        nonlocal counted
        counted += 50 * MILLISECOND
        return counted

    def freeze(_: Any) -> bool:
        nonlocal frozen
        frozen += 1
        return frozen <= frozen_before

    monkeypatch.setattr(Process, "freeze", freeze)
    monkeypatch.setattr(Process, "cpu_ns", cpu_ns)
    with Sandbox.open() as sandbox:
        (record,) = asyncio.run(play_fakes(sandbox, [fake(), fake()]))
    assert record.void
    assert record.void_reason.startswith("SandboxError: the kernel did not freeze a bot")
    assert [seat.termination for seat in record.seats] == [Termination.VOID] * 2
