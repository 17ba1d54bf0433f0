"""Do the attacks on time, memory and logs fail in the sandbox, and work without it? (T1-T12 of docs/sandbox.md)"""

import os
import resource
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from arena.sandbox import Protection, procfs
from arena.sandbox.cgroup_files import kill_each
from tests.sandbox.probing import ROOT, SMALL, Prober, finish, module, wait_for

SECOND = 1_000_000_000


def test_t1_thinking_on_the_opponents_turn(jailed: Prober) -> None:
    """The control is the same time without the freeze."""
    with jailed.seat() as seat:
        process = jailed.start(seat, "resources", "burn=30")
        assert wait_for(lambda: process.cpu_ns() > SECOND // 5, 30)
        assert process.freeze()
        before = process.cpu_ns()
        time.sleep(0.3)
        assert process.cpu_ns() == before
        process.thaw()
        assert wait_for(lambda: process.cpu_ns() > before + SECOND // 50, 30)


def test_t1_frozen_children_and_stopped_children(jailed: Prober) -> None:
    with jailed.seat() as seat:
        process = jailed.start(seat, "resources", "stop-child", "burn-in-children=4,30")
        assert wait_for(lambda: process.cpu_ns() > SECOND // 5, 30)
        assert process.freeze()
        before = process.cpu_ns()
        time.sleep(0.2)
        assert process.cpu_ns() == before


def test_t2_time_hidden_in_children(jailed: Prober) -> None:
    """The control is what wait4 tells of the same: nearly nothing, because bwrap does not wait for orphans."""
    for wanted in ("burn-in-children=3,0.1", "burn-in-orphan=0.3"):
        outcome = jailed.run("resources", wanted)
        assert outcome[wanted] == "ok burnt"
        assert outcome.evidence.usage.cpu_ns > 3 * SECOND // 10
    assert _seen_by_wait4("burn-in-orphan=1") + 0.5 < _seen_by_wait4("burn=1")


def _seen_by_wait4(wanted: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, *module("resources"), wanted]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_t3_sleeping_for_ever(jailed: Prober) -> None:
    """It does not end by itself; a deadline of ours ends it. The verdict is the referee's."""
    with jailed.seat() as seat:
        process = jailed.start(seat, "resources", "wait=600")
        assert process.wait_gone(0.3) is None
        evidence = process.kill()
        assert evidence.killed_by_us
        assert process.exited()


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs two processors")
def test_t4_all_processors(jailed: Prober) -> None:
    """The control is a limit of two."""
    wanted = ("processors", "take-all-processors", "burn-in-children=4,0.15")
    started = time.monotonic()
    one = jailed.run("resources", *wanted)
    wall_ns = (time.monotonic() - started) * SECOND
    assert one["processors"] == "ok 1"
    assert one["take-all-processors"] == ("ok 1" if jailed.sandbox.pins else "EPERM")
    assert one.evidence.usage.cpu_ns <= wall_ns * 1.05
    two = replace(jailed, limits=replace(SMALL, cores=2)).run("resources", "processors")
    assert two["processors"] == "ok 2"


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs two processors")
def test_t4_without_control_groups_the_filter_pins(tier_2_as_root: Prober) -> None:
    unfiltered = replace(tier_2_as_root, without=frozenset({Protection.SECCOMP}))
    wanted = "take-all-processors"
    assert tier_2_as_root.run("resources", wanted)[wanted] == "EPERM"
    assert unfiltered.run("resources", wanted)[wanted] == f"ok {os.cpu_count()}"


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs two processors")
def test_without_a_sandbox_a_bot_begins_on_as_many_processors(bare: Prober) -> None:
    """The same terms as with one, but nothing keeps it there."""
    wanted = ("processors", "take-all-processors")
    one = bare.run("resources", *wanted)
    assert one["processors"] == "ok 1"
    assert one["take-all-processors"] != "ok 1"
    two = replace(bare, limits=replace(SMALL, cores=2)).run("resources", "processors")
    assert two["processors"] == "ok 2"


def test_t5_more_memory_than_allowed(jailed: Prober) -> None:
    """The control is a larger limit."""
    over = jailed.run("resources", "allocate=200")
    assert over.evidence.ran_out_of_memory
    assert "allocate=200" not in over.answers
    roomy = replace(jailed, limits=replace(SMALL, memory_mb=512)).run("resources", "allocate=200")
    assert roomy["allocate=200"] == "ok 200"
    assert not roomy.evidence.ran_out_of_memory
    assert (roomy.evidence.usage.memory_peak_bytes or 0) > 200 << 20


def test_t5_a_child_is_sacrificed(jailed: Prober) -> None:
    """The bot goes on (or goes with it, under cgroup v2), but the evidence is there."""
    outcome = jailed.run("resources", "allocate-in-child=200")
    assert outcome.evidence.ran_out_of_memory


def test_t7_killed_while_frozen(jailed: Prober) -> None:
    """The control is SIGKILL alone: under the v1 freezer nothing dies before the thaw."""
    with jailed.seat() as seat:
        process = jailed.start(seat, "resources", "burn-in-children=4,30")
        assert wait_for(lambda: process.cpu_ns() > SECOND // 10, 30)
        assert process.freeze()
        if jailed.sandbox.tier.cgroup_version == 1:
            processes = procfs.descendants(process.pid)
            kill_each(processes)
            time.sleep(0.2)
            assert not process.exited()
            assert len(procfs.descendants(process.pid)) == len(processes) > 5
        started = time.monotonic()
        process.kill()
        assert time.monotonic() - started < 3


def test_t10_set_the_clock(jailed: Prober) -> None:
    """No control: it would set the clock of this host. Without the filter the kernel itself says no."""
    assert jailed.run("resources", "set-clock")["set-clock"] == "EPERM"
    unfiltered = replace(jailed, without=frozenset({Protection.SECCOMP}))
    assert unfiltered.run("resources", "set-clock")["set-clock"] == "EPERM"


def test_t12_flooded_log(jailed: Prober) -> None:
    """Drained to the end, head and tail kept, memory of ours flat. The control is a pipe that nobody drains."""
    limits = replace(SMALL, log_kb=64)
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with jailed.seat() as seat:
        process = replace(jailed, limits=limits).start(seat, "resources", "flood=err,8")
        assert finish(process)["flood=err,8"] == "ok flooded"
        log = process.stderr.log()
    assert len(log.head) == len(log.tail) == 32 * 1024
    assert log.dropped_bytes == (8 << 20) - (64 << 10)
    assert log.head.startswith(b"000000000000000\n")
    assert log.tail.endswith(b"000000000065535\n")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb < 16 * 1024
    undrained = subprocess.Popen(
        [sys.executable, *module("resources"), "flood=err,8"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    with pytest.raises(subprocess.TimeoutExpired):
        undrained.wait(0.7)
    undrained.kill()
    undrained.communicate()


def test_t12_endless_flood_is_throttled(jailed: Prober) -> None:
    """A bot that floods for ever costs this process little: less than half a processor."""
    with jailed.seat() as seat:
        process = jailed.start(seat, "resources", "flood-forever")
        assert wait_for(lambda: process.stdout.log().dropped_bytes > 1 << 20, 30)
        started, used = time.monotonic(), time.process_time()
        time.sleep(0.5)
        assert (time.process_time() - used) / (time.monotonic() - started) < 0.5
        assert process.kill().killed_by_us


@pytest.mark.parametrize("tier", [1, 2])
def test_t17_files_without_end(request: pytest.FixtureRequest, tier: int) -> None:
    """As many as the folder has pages. The control is the same without the limit: a size alone lets millions be made."""
    prober: Prober = request.getfixturevalue("jailed" if tier == 1 else "tier_2_as_root")
    limits = replace(SMALL, memory_mb=512)
    for folder, most in (("/scratch", 8 * 256), ("/dev/shm", 16 * 256)):
        wanted = f"litter={folder},20000"
        held = replace(prober, limits=limits).run("resources", wanted)
        assert held[wanted].startswith("ok ")
        assert most - 16 < int(held[wanted].split()[1]) < most
        free = replace(prober, limits=limits, without=frozenset({Protection.FILE_COUNT}))
        assert free.run("resources", wanted)[wanted] == "ok 20000"
