"""Whose fault is it that a bot does not stand still or die? Made-up processes, and a witness that obeys or does not."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from arena.match import sandboxed_body
from arena.match.sandboxed_body import SandboxedBody
from arena.record import Termination
from arena.sandbox import Evidence, Process, Reluctance, Sandbox, SandboxError, Tier, detect
from arena.sandbox.group import Usage
from arena.sandbox.witness import WitnessReport
from arena.units import SECOND_NS
from tests.referee.table import fake, play_fakes

MILLISECOND = 1_000_000
WAIT_S = 0.3


@dataclass
class MadeUpGroup:
    """Processes that work, sleep or wait for a processor, and that nobody has seen stand still."""

    works: bool = False
    waits: bool = False
    still: bool = False
    began_ns: int = field(default_factory=time.monotonic_ns)

    def cpu_ns(self) -> int:
        return time.monotonic_ns() - self.began_ns if self.works else 0

    def runnable(self) -> bool:
        return self.works or self.waits


@dataclass
class MadeUpProcess:
    """A process as far as a body sees it."""

    tier: Tier
    group: MadeUpGroup
    evidence: Evidence | None = None
    cpus: tuple[int, ...] = (0,)

    def stop(self) -> bool:
        return self.group.still

    def thaw(self) -> None:
        """Nothing runs."""

    def cpu_ns(self) -> int:
        return self.group.cpu_ns()

    def reluctance(self) -> Reluctance:
        return Reluctance(cast(Any, self.group))

    def kill(self) -> Evidence:
        assert self.evidence is not None
        return self.evidence


@dataclass
class MadeUpSandbox:
    """A sandbox whose witness obeys, or does not."""

    obeys: bool = True
    heard: int = 0
    meanwhile: Callable[[], object] = lambda: None

    def hear_witness(self, _: object) -> WitnessReport:
        self.heard += 1
        self.meanwhile()
        if not self.obeys:
            raise SandboxError(
                "this host holds no process: one of ours did not stand still within 30 s either"
            )
        return WitnessReport(0.003, 0.001)


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same waits, a tenth as long."""
    monkeypatch.setattr(sandboxed_body, "OWN_NS", SECOND_NS // 10)
    monkeypatch.setattr(sandboxed_body, "OWN_LIFE_NS", SECOND_NS // 4)
    monkeypatch.setattr(sandboxed_body, "OWN_LIFE_ASLEEP_NS", SECOND_NS // 4)
    monkeypatch.setattr(sandboxed_body, "WAIT_S", WAIT_S)


def body(group: MadeUpGroup, tier: int = 1, sandbox: MadeUpSandbox | None = None) -> SandboxedBody:
    process = MadeUpProcess(Tier(tier), group)
    return SandboxedBody(cast(Sandbox, sandbox or MadeUpSandbox()), cast(Process, process))


@pytest.mark.parametrize("tier", [1, 2, 3])
def test_one_that_only_waits_for_a_processor_harms_nobody(tier: int) -> None:
    """The game goes on after a while, and what it does later still counts."""
    sandbox = MadeUpSandbox()
    one = body(MadeUpGroup(waits=True), tier, sandbox)
    assert asyncio.run(one.freeze()) is None
    assert asyncio.run(one.thaw()) is None
    assert sandbox.heard == 0


@pytest.mark.parametrize("tier", [1, 2, 3])
@pytest.mark.parametrize("deed", ["works", "sleeps"])
def test_one_that_works_or_sleeps_on_is_at_fault_in_every_tier(tier: int, deed: str) -> None:
    sandbox = MadeUpSandbox()
    sentence = asyncio.run(body(MadeUpGroup(works=deed == "works"), tier, sandbox).freeze())
    assert sentence is not None
    assert sentence.startswith("It did not stand still when it was told to: in 0.")
    assert ("slept for 0.0 s" in sentence) == (deed == "works")
    assert sentence.endswith("A process of ours beside it did after 3 ms.")
    assert sandbox.heard == 1


@pytest.mark.parametrize("tier", [1, 2])
def test_if_the_witness_does_not_obey_either_it_is_the_host(tier: int) -> None:
    with pytest.raises(SandboxError, match="this host holds no process"):
        asyncio.run(body(MadeUpGroup(), tier, MadeUpSandbox(obeys=False)).freeze())


def test_one_that_holds_the_processor_of_the_witness_is_at_fault() -> None:
    """A call that gives way to nobody keeps our process from obeying, and is no way to make a game void."""
    sandbox = MadeUpSandbox(obeys=False, meanwhile=lambda: time.sleep(0.05))
    sentence = asyncio.run(body(MadeUpGroup(works=True), sandbox=sandbox).freeze())
    assert sentence is not None
    assert sentence.endswith("It held its processor, so that a process of ours beside it could not either.")


def test_one_that_slept_until_the_witness_obeyed_is_not_at_fault() -> None:
    """A disk, or a kernel that waits for somebody else, makes an honest one sleep. It may not happen again and again."""
    group = MadeUpGroup()
    one = body(group, sandbox=MadeUpSandbox(meanwhile=lambda: setattr(group, "still", True)))

    def slept() -> str | None:
        group.still = False
        return asyncio.run(one.freeze())

    assert slept() is None
    assert [sentence for sentence in (slept() for _ in range(3)) if sentence]


def test_sleep_counts_only_if_it_is_seen_twice_and_not_while_nobody_looks() -> None:
    """On a busy host whoever looks may be late by seconds, and then finds a bot that has stopped in between."""
    group = MadeUpGroup(waits=True)
    reluctance = Reluctance(cast(Any, group))
    assert reluctance.look() == 0
    time.sleep(0.12)
    group.waits = False
    assert reluctance.look() == 0
    time.sleep(0.12)
    assert 0 < reluctance.look() <= 0.05 * SECOND_NS


def test_one_that_begins_to_work_when_nobody_looks_any_more_is_found_out_at_the_thaw() -> None:
    """It waited for a processor when it was to stand still, and then used it for something else."""
    group = MadeUpGroup(waits=True)
    one = body(group)
    assert asyncio.run(one.freeze()) is None
    group.works, group.began_ns = True, time.monotonic_ns() - SECOND_NS
    assert "It did not stand still" in (asyncio.run(one.thaw()) or "")


def test_many_small_delays_are_too_much_in_the_end() -> None:
    """Each is below the limit of one freeze."""
    group = MadeUpGroup()
    one = body(group)

    async def stands_still_late() -> str | None:
        group.still = False
        asyncio.get_running_loop().call_later(0.05 + 0.07, setattr, group, "still", True)
        return await one.freeze()

    sentences = [asyncio.run(stands_still_late()) for _ in range(12)]
    assert sentences[0] is None
    assert any(sentences)


@pytest.mark.parametrize(("reluctance", "sentence"), [("in 3.0 s it worked", True), ("", False)])
def test_one_that_does_not_die_is_at_fault_unless_it_only_waits(reluctance: str, sentence: bool) -> None:
    one = body(MadeUpGroup())
    survivor = Evidence(None, True, Usage(0, None, None, None), gone=False, reluctance=reluctance)
    cast(MadeUpProcess, one.process).evidence = survivor
    said = asyncio.run(one.end())
    assert (said is not None) == sentence
    cast(MadeUpProcess, one.process).evidence = replace(survivor, asleep=True)
    assert (asyncio.run(one.end()) is not None) == sentence
    assert said is None or said.startswith("It did not end when it was told to: in 3.0 s it worked. ")


@pytest.mark.parametrize("share", [0.95, 0.0])
def test_one_that_the_host_holds_up_has_time_to_leave(share: float) -> None:
    """The host takes nearly all of its time, and then nothing, which is the control."""
    one = body(MadeUpGroup())
    began_s, asked = time.monotonic(), []

    def wait_gone(patience_s: float) -> Evidence | None:
        asked.append(patience_s)
        time.sleep(patience_s)
        gone = time.monotonic() > began_s + 0.5
        return Evidence(0, False, Usage(0, None, None, None)) if gone else None

    process = cast(Any, one.process)
    process.wait_gone = wait_gone
    process.stolen_ns = lambda: int((time.monotonic() - began_s) * share * SECOND_NS)
    assert asyncio.run(one.leaves(0.1)) == (share > 0)
    assert max(asked) <= 0.1


def test_one_that_slept_until_the_witness_was_gone_and_is_gone_too_is_not_at_fault() -> None:
    one = body(MadeUpGroup(), sandbox=(sandbox := MadeUpSandbox()))
    process = cast(MadeUpProcess, one.process)
    process.evidence = Evidence(
        None, True, Usage(0, None, None, None), gone=False, reluctance="in 3.0 s it slept", asleep=True
    )
    assert process.evidence is not None
    buried = replace(process.evidence, gone=True)
    sandbox.meanwhile = lambda: setattr(process, "evidence", buried)
    assert asyncio.run(one.end()) is None


def test_a_game_is_void_only_if_the_witness_disobeys_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bots, once with a host that holds our own process and once with one that does not."""
    if detect().number != 1:
        pytest.skip("needs tier 1: " + "; ".join(detect().missing))
    monkeypatch.setattr(Process, "stop", lambda _: False)
    monkeypatch.setattr(Process, "reluctance", lambda _: Reluctance(cast(Any, MadeUpGroup(works=True))))
    with Sandbox.open() as sandbox:
        (record,) = asyncio.run(play_fakes(sandbox, [fake(), fake()]))
        assert not record.void
        assert Termination.PROTOCOL in [seat.termination for seat in record.seats]
        monkeypatch.setattr(Sandbox, "hear_witness", MadeUpSandbox(obeys=False).hear_witness)
        monkeypatch.setattr(Process, "reluctance", lambda _: Reluctance(cast(Any, MadeUpGroup())))
        (record,) = asyncio.run(play_fakes(sandbox, [fake(), fake()]))
    assert record.void_reason.startswith("SandboxError: this host holds no process")
    assert [seat.termination for seat in record.seats] == [Termination.VOID] * 2
