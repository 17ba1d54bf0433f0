"""Is the time that the host takes from a bot seen, and does a bot go before the other programs of the host?"""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.sandbox import Launch, Process, Sandbox, cgroups
from arena.sandbox.cgroup_v1 import WEIGHT
from arena.sandbox.cgroup_v2 import V2Hierarchy
from arena.sandbox.interpreter import interpreter_for, python_command
from arena.sandbox.stolen_time import OthersTime, StolenTime, busy_ns, steal_ns
from tests.sandbox.probing import SMALL, Prober, wait_for
from tests.sandbox.test_cgroups import KernelPath, keep, made_up_v2

pytestmark = pytest.mark.alone

SPIN = ("/bin/sh", "-c", "while :; do :; done")
SLEEP = ("/bin/sh", "-c", "sleep 60")
PRESSURE = (
    "some avg10=0.00 avg60=0.00 avg300=0.00 total=7\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=2345\n"
)


def cpu_of_this_test() -> int:
    return min(os.sched_getaffinity(0))


@contextmanager
def others(weight_file: Path | None = None, count: int = 3, everywhere: bool = False) -> Iterator[None]:
    """Busy programs on the bot's processor, with the weight that this process had before it had a group of its own."""
    cpu = ",".join(map(str, os.sched_getaffinity(0))) if everywhere else str(cpu_of_this_test())
    busy = [subprocess.Popen(["taskset", "-c", cpu, *SPIN]) for _ in range(count)]
    try:
        if weight_file is not None:
            for one in busy:
                weight_file.write_text(str(one.pid))
        yield
    finally:
        for one in busy:
            one.kill()
            one.wait()


@contextmanager
def bot(sandbox: Sandbox, folder: Path, command: tuple[str, ...], weighted: bool = True) -> Iterator[Process]:
    seat = sandbox.take_seat()
    try:
        launch = Launch(command, folder, limits=SMALL, cpus=(cpu_of_this_test(),), weighted=weighted)
        yield sandbox.launch(seat, launch)
    finally:
        sandbox.give_back(seat)


def over(process: Process, seconds: float = 1.0) -> tuple[float, float, float]:
    """Wall time, processor time and stolen time of a bot for a while, in seconds."""
    before = time.monotonic(), process.cpu_ns(), process.stolen_ns()
    time.sleep(seconds)
    after = time.monotonic(), process.cpu_ns(), process.stolen_ns()
    assert before[2] is not None
    assert after[2] is not None
    return after[0] - before[0], (after[1] - before[1]) / 1e9, (after[2] - before[2]) / 1e9


def needs_pressure(jailed: Prober, folder: Path) -> None:
    with bot(jailed.sandbox, folder, SLEEP) as process:
        if process.guessed:
            pytest.skip("the kernel keeps no pressure for control groups")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "bot"
    made.mkdir()
    return made


def test_what_others_take_is_seen_and_what_a_bot_sleeps_is_not(jailed: Prober, folder: Path) -> None:
    """Beside busy programs of equal weight a bot that works waits most of the time; one that sleeps never does."""
    needs_pressure(jailed, folder)
    with others(), bot(jailed.sandbox, folder, SPIN, weighted=False) as process:
        wall_s, cpu_s, stolen_s = over(process)
        assert stolen_s > 0.3 * wall_s
        assert abs(wall_s - cpu_s - stolen_s) < 0.2 * wall_s
    with others(), bot(jailed.sandbox, folder, SLEEP) as process:
        assert over(process)[2] < 0.1


def test_a_bot_goes_before_other_programs(jailed: Prober, folder: Path) -> None:
    """The control is a bot with the weight of everyone else."""
    needs_pressure(jailed, folder)
    with others(ordinary_group()):
        with bot(jailed.sandbox, folder, SPIN, weighted=False) as control:
            wall_s, without_s, _ = over(control)
            assert without_s < 0.6 * wall_s
        with bot(jailed.sandbox, folder, SPIN) as process:
            assert process.weighted
            # Kernel work and other tests with bots of their own go on beside it.
            assert over(process)[1] > 1.5 * without_s


def ordinary_group() -> Path:
    """Where this process was before the sandbox gave it a group of its own."""
    groups = cgroups.find()
    assert groups is not None
    own = Path("/proc/self/cgroup").read_text()
    parent = groups._parent if isinstance(groups, V2Hierarchy) else groups._parents[WEIGHT]  # type: ignore[attr-defined]
    assert "-own" in own
    return Path(parent) / "cgroup.procs"


def test_a_process_with_a_sandbox_has_a_group_of_its_own_and_leaves_it(jailed: Prober) -> None:
    """The second sandbox of a process stays in the group of the first, and a child that opens one gets another."""
    before = Path("/proc/self/cgroup").read_text()
    assert "-own" in before
    with Sandbox(jailed.sandbox.tier):
        assert Path("/proc/self/cgroup").read_text() == before
    assert Path("/proc/self/cgroup").read_text() == before
    script = (
        "from pathlib import Path; from arena.sandbox import Sandbox; own = Path('/proc/self/cgroup')\n"
        "before = own.read_text()\nwith Sandbox.open(): print(own.read_text() != before)\nprint('-own' in own.read_text())"
    )
    child = subprocess.run(["python3", "-c", script], capture_output=True, text=True, check=False)
    assert child.stdout.split() == ["True", "True"], child.stderr


def test_where_pressure_is_off_it_is_guessed_from_what_others_use(tmp_path: Path) -> None:
    """A file of a kernel before 5.13 has no line `full`."""

    def used_ns() -> int:
        return 7

    assert StolenTime.of_group(None, (0,), used_ns).guessed
    assert StolenTime.of_group(tmp_path, (0,), used_ns).guessed
    (tmp_path / "cpu.pressure").write_text(PRESSURE.splitlines()[0] + "\n")
    guess = StolenTime.of_group(tmp_path, (0,), used_ns)
    assert guess.guessed
    assert 0 < guess.ns() <= busy_ns((0,)) - 7
    assert guess.disk_ns() == 0
    (tmp_path / "cpu.pressure").write_text(PRESSURE)
    for disk_ns in (0, 2_345_000):
        seen = StolenTime.of_group(tmp_path, (), used_ns)
        assert not seen.guessed
        assert (seen.ns(), seen.disk_ns()) == (2_345_000, disk_ns)
        seen.close()
        (tmp_path / "io.pressure").write_text(PRESSURE)


def test_a_guess_sees_what_others_use_and_not_what_the_bot_does(jailed: Prober, folder: Path) -> None:
    """The same bots as above, on a host whose kernel keeps no pressure."""
    with others(ordinary_group()), bot(jailed.sandbox, folder, SPIN) as process:
        guess = OthersTime(process.cpus, process.cpu_ns)
        before_ns, used_ns, began_ns = guess.ns(), process.cpu_ns(), time.monotonic_ns()
        time.sleep(1.0)
        wall_ns, used_ns = time.monotonic_ns() - began_ns, process.cpu_ns() - used_ns
        assert guess.ns() - before_ns == pytest.approx(wall_ns - used_ns, abs=0.2 * wall_ns)


def test_what_a_bot_waits_for_a_disk_is_seen(jailed: Prober, folder: Path) -> None:
    """It reads what it throws out of the page cache. The control only sleeps."""
    script = (
        "import os, sys\nfile = os.open(sys.executable, os.O_RDONLY)\nwhile True:\n"
        "    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)\n    os.pread(file, 1 << 20, 0)"
    )
    needs_pressure(jailed, folder)
    with bot(jailed.sandbox, folder, SLEEP) as process:
        before_ns = process.disk_ns()
        time.sleep(0.3)
        assert process.disk_ns() == before_ns
    python = interpreter_for(jailed.sandbox.tier)
    seat = jailed.sandbox.take_seat()
    try:
        reads = Launch(
            python_command("-c", script), folder, mounts=python.mounts, env=python.env, limits=SMALL
        )
        process = jailed.sandbox.launch(seat, reads)
        assert wait_for(lambda: process.disk_ns() > 0 or process.exited(), 30)
        assert process.disk_ns() > 0, process.stderr.log().text()
    finally:
        jailed.sandbox.give_back(seat)


def test_steal_is_counted_by_processor() -> None:
    everywhere = steal_ns(range(os.cpu_count() or 1))
    assert everywhere >= steal_ns((0,)) >= 0
    assert steal_ns(()) == 0


def test_version_2_sets_the_weight_where_it_can(tmp_path: Path) -> None:
    """A build is not weighted, and a host that passes no weights on is used all the same."""
    top = made_up_v2(tmp_path, "cpuset cpu memory pids")
    V2Hierarchy(WeightedPath(top)).create("arena-a", SMALL, (0,), keep)
    V2Hierarchy(WeightedPath(top)).create("arena-b", SMALL, (0,), keep, weighted=False)
    V2Hierarchy(KernelPath(top)).create("arena-c", SMALL, (0,), keep)
    assert (top / "arena-a/cpu.weight").read_text() == "10000"
    assert (top / "arena-b/cpu.weight").read_text() == ""
    assert not (top / "arena-c/cpu.weight").exists()


class WeightedPath(KernelPath):
    """A directory whose kernel passes weights on."""

    def mkdir(self, mode: int = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
        super().mkdir(mode, parents, exist_ok)
        Path(self, "cpu.weight").write_text("")
