"""What does the sandbox do for a user who is not root? `python -m tests.sandbox.unprivileged FOLDER` says it in JSON."""

import json
import os
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path

from arena.sandbox import Launch, Limits, Sandbox, doctor, procfs
from arena.sandbox.run_directory import default_root
from tests.sandbox.probing import Prober, wait_for

LIMITS = Limits(memory_mb=256, processes=16, scratch_mb=8)


def main(folder: Path) -> None:
    with Sandbox.open() as sandbox:
        found = {
            "tier": asdict(sandbox.tier),
            "failed rows": [row.name for row in doctor.self_test(sandbox) if not row.ok],
            "seen from outside": outside(sandbox, folder),
            "attacks": attacks(Prober(sandbox, LIMITS)),
        }
    found["left"] = [str(path) for path in (default_root() / "runs").iterdir()]
    sys.stdout.write(json.dumps(found))


def outside(sandbox: Sandbox, folder: Path) -> dict[str, object]:
    """A bot with children and a daemon, looked at, stopped and killed."""
    seat = sandbox.take_seat()
    script = "setsid sh -c 'while :; do :; done' & while :; do :; done"
    process = sandbox.launch(seat, Launch(("sh", "-c", script), folder, limits=LIMITS))
    wait_for(lambda: len(procfs.descendants(process.pid)) >= 4 and process.cpu_ns() > 100_000_000, 30)
    members = procfs.descendants(process.pid)
    frozen = process.freeze()
    before_ns = process.cpu_ns()
    time.sleep(0.3)
    used_ns = process.cpu_ns() - before_ns
    process.thaw()
    runs_again = wait_for(lambda: process.cpu_ns() > before_ns, 30)
    process.freeze()
    process.kill()
    left = [pid for pid in members if procfs.stat(pid) is not None]
    sandbox.give_back(seat)
    return {
        "members": len(members),
        "frozen": frozen,
        "used_ns": used_ns,
        "runs again": runs_again,
        "left": left,
        "seat is own user": seat.uid == os.geteuid(),
    }


def attacks(prober: Prober) -> dict[str, str]:
    small = replace(prober, limits=replace(LIMITS, memory_mb=128))
    return {
        **prober.run(
            "processes", "fork=100", "unshare-user", "visible", "descriptors", "mount-call=mount"
        ).answers,
        **prober.run("files", "read=/etc/passwd", "make-file=/bot", "fill=/scratch,32").answers,
        **prober.run("network", "make-socket=AF_INET", "interfaces").answers,
        **prober.run("resources", "litter=/scratch,20000").answers,
        **small.run("resources", "allocate=300").answers,
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]))
