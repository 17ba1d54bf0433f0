"""Do control groups of both versions hold what they are told to?

Version 2 has its controllers only where version 1 has not taken them. Its limits are tested on a made-up tree here, and its
freezing, killing and counting on the real thing wherever a version 2 hierarchy is mounted at all.
"""

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path, PosixPath

import pytest

from arena.sandbox import Limits, SandboxError, cgroups
from arena.sandbox.cgroup_files import destroy, parse_cpus, pids_in
from arena.sandbox.cgroup_v1 import V1Hierarchies
from arena.sandbox.cgroup_v2 import V2Group, V2Hierarchy
from arena.sandbox.group import wait_until

LIMITS = Limits(memory_mb=64, processes=20)
UNIFIED = [
    Path(line.split()[1]) for line in Path("/proc/mounts").read_text().splitlines() if " cgroup2 " in line
]


def keep(_: Path) -> None:
    pass


def made_up_proc(tmp_path: Path, mounts: list[str], own: str) -> Path:
    proc = tmp_path / "proc"
    (proc / "self").mkdir(parents=True)
    (proc / "self/mountinfo").write_text("".join(f"{line}\n" for line in mounts))
    (proc / "self/cgroup").write_text(own)
    return proc


def made_up_v2(tmp_path: Path, controllers: str) -> Path:
    top = tmp_path / "cgroup"
    top.mkdir()
    (top / "cgroup.controllers").write_text(controllers)
    (top / "cgroup.subtree_control").write_text("")
    (top / "cpuset.cpus.effective").write_text("0-3,6\n")
    return top


class KernelPath(PosixPath):
    """A directory in which the kernel has put its files as soon as it exists."""

    FILES = ("cgroup.procs", "cgroup.freeze", "cpu.stat", "memory.max", "memory.swap.max", "memory.oom.group")

    def mkdir(self, mode: int = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
        super().mkdir(mode, parents, exist_ok)
        for name in self.FILES:
            Path(self, name).write_text("")
        Path(self, "cgroup.events").write_text("populated 0\nfrozen 1\n")
        Path(self, "cpu.stat").write_text("usage_usec 1234\nuser_usec 1000\n")
        Path(self, "memory.events").write_text("low 0\nhigh 0\nmax 7\noom 1\noom_kill 2\n")
        Path(self, "memory.peak").write_text("4096\n")
        Path(self, "pids.events").write_text("max 5\n")


def test_lists_of_processors() -> None:
    assert parse_cpus("0-2,5\n") == (0, 1, 2, 5)
    assert parse_cpus("\n") == ()


def test_version_2_is_found_with_its_controllers(tmp_path: Path) -> None:
    top = made_up_v2(tmp_path, "cpuset cpu io memory pids")
    proc = made_up_proc(tmp_path, [f"30 23 0:26 / {top} rw - cgroup2 cgroup2 rw"], "0::/user.slice\n")
    found = cgroups.find(proc)
    assert found is not None
    assert (found.version, found.cpus()) == (2, (0, 1, 2, 3, 6))


def test_version_1_is_found_below_our_own_group(tmp_path: Path) -> None:
    names = ("memory", "pids", "cpuacct", "cpuset", "freezer")
    mounts = [
        f"3{n} 23 0:26 / {tmp_path}/{name} rw - cgroup cgroup rw,{name}" for n, name in enumerate(names)
    ]
    unified = f"40 23 0:27 / {made_up_v2(tmp_path, 'hugetlb')} rw - cgroup2 cgroup2 rw"
    own = "".join(f"{n}:{name}:{'/job/7' if name == 'memory' else '/'}\n" for n, name in enumerate(names))
    found = cgroups.find(made_up_proc(tmp_path, [*mounts, unified], own + "0::/\n"))
    assert isinstance(found, V1Hierarchies)
    (tmp_path / "memory/job/7").mkdir(parents=True)
    assert "memory control group" not in str(found.usable())
    assert "pids control group" in str(found.usable())


def test_without_controllers_nothing_is_found(tmp_path: Path) -> None:
    unified = f"40 23 0:27 / {made_up_v2(tmp_path, 'hugetlb')} rw - cgroup2 cgroup2 rw"
    assert cgroups.find(made_up_proc(tmp_path, [unified], "0::/\n")) is None


def test_version_2_limits_and_evidence_on_a_made_up_tree(tmp_path: Path) -> None:
    top = made_up_v2(tmp_path, "cpuset memory pids")
    registered: list[Path] = []
    group = V2Hierarchy(KernelPath(top)).create("arena-x", LIMITS, (2, 3), registered.append)
    directory = top / "arena-x"
    assert registered == [directory]
    assert (top / "cgroup.subtree_control").read_text() == "+memory +pids +cpuset"
    written = {
        name: (directory / name).read_text() for name in ("memory.max", "memory.swap.max", "cpuset.cpus")
    }
    assert written == {"memory.max": "67108864", "memory.swap.max": "0", "cpuset.cpus": "2,3"}
    assert (directory / "memory.oom.group").read_text() == "1"
    assert (directory / "pids.max").read_text() == "22"
    assert group.entrances() == (directory / "cgroup.procs",)
    assert group.freeze()
    assert (directory / "cgroup.freeze").read_text() == "1"
    usage = group.usage()
    assert (usage.cpu_ns, usage.memory_peak_bytes, usage.memory_kills, usage.forks_refused) == (
        1_234_000,
        4096,
        2,
        5,
    )
    assert group.empty()


def test_version_2_that_passes_nothing_on_says_what_to_do(tmp_path: Path) -> None:
    top = made_up_v2(tmp_path, "cpuset memory pids")
    (top / "cgroup.subtree_control").unlink()
    assert "start arena as root" in str(V2Hierarchy(top).usable())
    with pytest.raises(SandboxError, match="control group arena-x could not be made"):
        V2Hierarchy(top).create("arena-x", LIMITS, (0,), keep)


@pytest.fixture
def real_v2() -> Iterator[V2Group]:
    """A group in the version 2 hierarchy of this host, whatever controllers that has."""
    if os.geteuid() != 0 or not UNIFIED:
        pytest.skip("needs root and a cgroup2 mount")
    directory = UNIFIED[0] / f"arena-test-{os.getpid()}"
    directory.mkdir()
    try:
        yield V2Group(directory)
    finally:
        assert destroy([directory]) == []


def busy_in(entrances: tuple[Path, ...]) -> subprocess.Popen[bytes]:
    loop = "for n in 1 2 3; do while :; do :; done & done; wait"
    enter = "".join(f"echo $$ > {entrance}; " for entrance in entrances)
    return subprocess.Popen(["/bin/sh", "-c", enter + loop], start_new_session=True)


def test_real_version_2_freezes_counts_and_kills(real_v2: V2Group) -> None:
    process = busy_in(real_v2.entrances())
    assert wait_until(lambda: real_v2.cpu_ns() > 50_000_000, 30)
    assert wait_until(real_v2.freeze, 30)
    before = real_v2.cpu_ns()
    time.sleep(0.2)
    assert real_v2.cpu_ns() == before
    real_v2.thaw()
    assert wait_until(lambda: real_v2.cpu_ns() > before, 30)
    assert wait_until(real_v2.freeze, 30)
    assert not real_v2.empty()
    real_v2.kill()
    assert process.wait(5) == -9
    assert wait_until(real_v2.empty, 30)
    real_v2.remove()


def test_real_groups_of_this_host_set_their_limits() -> None:
    hierarchy = cgroups.find()
    if os.geteuid() != 0 or hierarchy is None or hierarchy.usable():
        pytest.skip("needs root and control groups")
    made: list[Path] = []
    group = hierarchy.create(f"arena-test-{os.getpid()}", LIMITS, hierarchy.cpus()[:1], made.append)
    process = busy_in(group.entrances())
    try:
        assert wait_until(lambda: group.cpu_ns() > 50_000_000, 30)
        assert any(pids_in(directory) for directory in made)
        limit = "memory.max" if hierarchy.version == 2 else "memory.limit_in_bytes"
        (memory,) = [directory for directory in made if (directory / limit).exists()]
        assert (memory / limit).read_text().strip() == str(64 << 20)
        (pids,) = [directory for directory in made if (directory / "pids.max").exists()]
        assert (pids / "pids.max").read_text().strip() == "22"
        group.freeze()
        group.kill()
        process.wait(5)
        assert wait_until(group.empty, 30)
        group.remove()
        assert not any(directory.exists() for directory in made)
    finally:
        destroy(made)


def test_destroy_ends_a_frozen_group() -> None:
    """What the next run does with the groups of a killed one."""
    hierarchy = cgroups.find()
    if os.geteuid() != 0 or hierarchy is None or hierarchy.usable():
        pytest.skip("needs root and control groups")
    made: list[Path] = []
    group = hierarchy.create(f"arena-test-{os.getpid()}-frozen", LIMITS, hierarchy.cpus(), made.append)
    process = busy_in(group.entrances())
    assert wait_until(lambda: group.cpu_ns() > 10_000_000, 30)
    assert wait_until(group.freeze, 30)
    assert destroy(made) == []
    assert process.wait(5) == -9
    assert not any(directory.exists() for directory in made)
