"""A process that starts bots and waits to be killed: `python -m tests.sandbox.launcher TIER ROOT FOLDER`.

It writes one line of JSON: its spawner, and everything that must be gone afterwards.
"""

import json
import sys
import time
from pathlib import Path

from arena.sandbox import Launch, Limits, Sandbox, Tier, detect, procfs


def main(tier: int, root: Path, folder: Path) -> None:
    sandbox = Sandbox(detect() if tier == 1 else Tier(tier), root)
    pids = []
    for frozen in (False, True):
        seat = sandbox.take_seat()
        seat.socket_path.touch()
        script = "sleep 600 & sleep 600 & wait"
        process = sandbox.launch(seat, Launch(("sh", "-c", script), folder, limits=Limits(memory_mb=64)))
        time.sleep(0.2)
        pids += procfs.descendants(process.pid)
        if frozen:
            process.freeze()
    work = sandbox.new_work_directory()
    (work / "large").write_text("x")
    (run,) = (root / "runs").iterdir()
    groups = [
        line.split(" ")[1]
        for line in (run / "register").read_text().splitlines()
        if line.startswith(("cgroup ", "own "))
    ]
    made = {"spawner": sandbox.spawner_pid, "pids": pids, "paths": [str(run), str(work), *groups]}
    sys.stdout.write(json.dumps(made) + "\n")
    sys.stdout.flush()
    time.sleep(600)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
