"""What is left of a ladder whose runner is killed time and again? Run as a program: it forks runners that die.

    python -m tests.ladder.kills FOLDER KIND KILLS MATCHES

Forking is what makes hundreds of kills quick: everything is imported once. A runner is killed by the kernel when it has used so much
processor time, drawn at random; so it gets equally far on a busy host.
"""

import os
import random
import signal
import sys
from pathlib import Path

from arena.ladder.file import LadderFile
from arena.ladder.home import Home
from arena.ladder.season import Season
from tests.ladder.ladders import DrawnGames, ladder_file, run, with_bots

LONGEST_S = 0.08
LONGER_A_MATCH_S = 0.003  # what was played before has to be read first


def prepared(folder: Path, kind: str) -> LadderFile:
    """A ladder of eight bots."""
    ladder = ladder_file(folder, f'[format]\nkind = "{kind}"\n')
    with_bots(Home.open(ladder.store, create=True), 8)
    return ladder


def finished(ladder: LadderFile) -> int:
    season = Season(ladder, Home.open(ladder.store))
    season.refresh()
    return season.finished


def play_on(ladder: LadderFile, matches: int) -> None:
    """Play until so many matches are finished in all, or the tournament is over."""
    missing = matches - finished(ladder)
    if missing > 0:
        run(ladder, missing, executor=DrawnGames())


def main(folder: Path, kind: str, kills: int, matches: int) -> None:
    ladder = prepared(folder, kind)
    play_on(prepared(folder / "warm-up", kind), 1)  # what is imported late is then there already
    moments = random.Random(1)
    season = Season(ladder, Home.open(ladder.store))
    died = 0
    for _ in range(kills):
        season.refresh()
        life_s = moments.uniform(0.001, LONGEST_S + LONGER_A_MATCH_S * season.finished)
        child = os.fork()
        if child == 0:
            signal.setitimer(signal.ITIMER_PROF, life_s)
            play_on(ladder, matches)
            os._exit(0)
        died += os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGPROF
    sys.stdout.write(f"{died} {finished(ladder)}\n")
    play_on(ladder, matches)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
