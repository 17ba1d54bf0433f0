"""Does /proc or /sys tell one bot what another is doing? (C5, C9, C10 of docs/sandbox.md)

Two bots on two seats. The controls give them the kernel's own /proc and show what it tells.
"""

import secrets
from dataclasses import replace
from mmap import PAGESIZE
from pathlib import Path

import pytest

from arena.sandbox import Mount, Process, Protection
from tests.sandbox.probes.tree import SHARED, WINDOW
from tests.sandbox.probing import Prober, answers, wait_for

BITS = 128
KERNELS_PROC = frozenset({Protection.PROC})
TIERS = pytest.mark.parametrize("tier", ["jailed", "tier_2_as_root"])


@pytest.fixture
def prober(request: pytest.FixtureRequest, tier: str, tmp_path: Path) -> Prober:
    """Bots that see one more file in common, which nobody else on the host uses."""
    found: Prober = request.getfixturevalue(tier)
    file = tmp_path / "shared"
    with file.open("wb", buffering=0) as pages:
        pages.truncate(BITS * WINDOW)
        for number in range(BITS):  # page by page: what is written in one go is counted together
            pages.seek(number * WINDOW)
            pages.write(secrets.token_bytes(PAGESIZE))
    file.chmod(0o644)
    return replace(found, mounts=(Mount(file, SHARED),))


def watched(prober: Prober, worker: Prober) -> tuple[set[str], set[str]]:
    """The paths that were not always the same to one bot while another one worked, and what that did."""
    with prober.running("tree", "watch") as watcher, worker.running("tree", "work") as working:
        assert int(answers(watcher)["holding"].removeprefix("ok ")) > 10
        assert wait_for(lambda: _count(working, "rounds") >= 2, 120)
        enough = _count(watcher, "times") + 10
        assert wait_for(lambda: _count(watcher, "times") >= enough, 120)
        done = answers(working)["rounds"].split()[1:]
        return {path for path, said in answers(watcher).items() if said == "ok varied"}, set(done)


def _count(process: Process, name: str) -> int:
    return int(answers(process).get(name, "0").split()[0])


@TIERS
def test_c9_whole_trees_are_the_same_whatever_another_bot_does(prober: Prober) -> None:
    varied, done = watched(prober, prober)
    assert varied == set()
    assert done >= {"map_and_touch", "sockets", "threads", "forks", "memory", "processor", "files"}
    open_proc, unfiltered = (
        replace(prober, without=frozenset({off})) for off in (Protection.PROC, Protection.SECCOMP)
    )
    varied, done = watched(open_proc, unfiltered)
    assert done >= {"lock", "record_lock", "other_sockets"}
    told = {"meminfo", "stat", "loadavg", "vmstat", "locks", "self/smaps", "self/smaps_rollup"}
    assert varied >= {f"/proc/{name}" for name in told}


@TIERS
@pytest.mark.parametrize("source", ["pagemap", "smaps", "numa_maps"])
def test_c10_pages_that_another_bot_maps(prober: Prober, source: str) -> None:
    """The sender is frozen when the receiver reads: 128 of 128 bits with the kernel's own /proc."""
    message = f"{secrets.randbits(BITS):0{BITS}b}"
    wanted = f"receive={source}"
    with prober.running("tree", f"send={message}") as sender:
        assert sender.freeze()
        assert prober.run("tree", wanted)[wanted] == "ENOENT"
        heard = replace(prober, without=KERNELS_PROC).run("tree", wanted)[wanted]
    if heard == "ENOENT" and source == "numa_maps":
        pytest.skip("a kernel without NUMA has no such file")
    assert heard == f"ok {message}"
