"""What is left of a ladder whose runner is killed time and again? Run as a program: it forks runners and kills them.

    python -m tests.ladder.kills FOLDER KIND KILLS

Forking is what makes hundreds of kills quick: everything is imported once. A runner gets a random time to live, of the order of what it
needs to read the store and to play a match or two, and longer when they get nowhere on a busy machine; then SIGKILL, wherever it is:
between a file and its name, between a game and the next, while files are gathered.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

from arena.ladder.file import LadderFile
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.ladder_state import LadderState
from tests.ladder.ladders import DrawnGames, ladder_file, run, with_bots

FAN = 5


def prepared(folder: Path, kind: str) -> LadderFile:
    """A ladder of eight bots."""
    ladder = ladder_file(folder, f'[format]\nkind = "{kind}"\n')
    with_bots(LadderFolder.open(ladder.store, create=True), 8)
    return ladder


def read(ladder: LadderFile) -> LadderState:
    ladder_state = LadderState(ladder, LadderFolder.open(ladder.store))
    ladder_state.refresh()
    return ladder_state


def play_on(ladder: LadderFile, matches: int | None = None) -> None:
    """Play so many matches, or for ever, or until the tournament is over."""
    run(ladder, matches, executor=DrawnGames(), fan=FAN)


def killed_after(ladder: LadderFile, life_s: float) -> bool:
    """Run the ladder for a while, then kill it; whether it was killed rather than over before."""
    child = os.fork()
    if child == 0:
        play_on(ladder)
        os._exit(0)
    time.sleep(life_s)
    os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def main(folder: Path, kind: str, kills: int) -> None:
    warm_up = prepared(folder / "warm-up", kind)
    play_on(warm_up, 1)  # what is imported late is then there already
    began = time.perf_counter()
    play_on(warm_up, 4)
    match_s = (time.perf_counter() - began) / 4
    ladder = prepared(folder, kind)
    moments = random.Random(1)
    died = finished = 0
    reading_s = 0.0
    patience = 1.0
    for number in range(kills):
        if number % 10 == 0:
            began = time.perf_counter()
            ladder_state = read(ladder)
            reading_s = time.perf_counter() - began
            if number and ladder_state.finished < finished + 3:
                patience *= 1.5
            finished = ladder_state.finished
        died += killed_after(ladder, moments.uniform(0.0, patience * (reading_s + match_s)))
    left = read(ladder)
    sys.stdout.write(f"{died} {left.finished} {len(left.unfinished())}\n")
    # The last runner gets to the end, and so to compaction, which others may have had no time for.
    play_on(ladder, len(left.unfinished()) + 1 if kind == "continuous" else None)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
