"""Does a bot wait for a helper that does not answer? Run as a program of its own, since a crew is forked."""

import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path

MCTS = Path(__file__).parents[2] / "bots" / "mcts"
MS = 1_000_000


def test_a_helper_that_is_late_or_gone_is_not_waited_for() -> None:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"}
    environment["PYTHONPATH"] = os.pathsep.join([*filter(None, [environment.get("PYTHONPATH")]), str(MCTS)])
    command = [sys.executable, __file__]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60, env=environment)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "helped, late, helped, gone\n"


def main() -> None:
    """One decision after the other: the helper at work, stopped, let go on, killed."""
    from crew import Crew, Task  # noqa: PLC0415 - found by the path that the test gives

    from arena.rules import GameConfig, new_game  # noqa: PLC0415 - the test itself needs none of it
    from arena.search.root_choice import RootAction  # noqa: PLC0415 - as above
    from arena.search.settings import Settings  # noqa: PLC0415 - as above

    crew = Crew(1, Settings(), time.monotonic_ns)
    (helper,) = active_children()
    state = new_game(GameConfig.parse("classic,players=2"), 1)
    own = [RootAction()] * len(state.legal_actions())
    decisions = 0

    def helped(limit_s: float) -> bool:
        """Whether the helper had a share in a decision; it must be over in time."""
        nonlocal decisions
        decisions += 1
        began_ns = time.monotonic_ns()
        stop_ns = began_ns + int(limit_s * 1000) * MS
        crew.start(Task(1, decisions, b"seed", state.seat, state.to_bytes(), 0, stop_ns))
        tried = crew.collect(own)
        assert time.monotonic_ns() < stop_ns + 20_000 * MS
        return any(one.visits for one in tried)

    words = ["helped" if any(helped(0.2) for _ in range(50)) else "alone"]
    assert helper.pid is not None
    os.kill(helper.pid, signal.SIGSTOP)
    words.append("late" if not helped(0.05) else "helped")
    os.kill(helper.pid, signal.SIGCONT)
    words.append("helped" if any(helped(0.2) for _ in range(50)) else "alone")
    helper.kill()
    helper.join()
    words.append("gone" if not helped(0.05) and not helped(0.05) else "helped")
    sys.stdout.write(", ".join(words) + "\n")


if __name__ == "__main__":
    main()
