"""What does a bot gain that tries to look starved? The tricks of tests/fakes/starved.py, one after the other.

*gain* is time that was not charged though nobody else used the bot's processors; *naive* is what a referee would have given away that
gives back what threads waited for a processor, or charges processor time only. Medians of several tries.
"""

import argparse
import statistics
import sys
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from arena.sandbox import Sandbox

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.fakes.starved import TRICKS
from tests.referee.starving import Measured, measure


def median(of: list[Measured], name: str) -> float:
    return statistics.median(float(getattr(one, name)) for one in of)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--tries", type=int, default=3)
    asked = parser.parse_args()
    table = Table(title=f"medians of {asked.tries} tries of {asked.seconds:g} s", box=SIMPLE_HEAD)
    for heading in (
        "trick", "processors", "wall s", "own cpu s", "others s", "stolen s", "charged s", "gain", "computing", "naive",
    ):  # fmt: skip
        table.add_column(heading, justify="left" if heading == "trick" else "right")
    with Sandbox.open() as sandbox:
        for trick, cores in (*((trick, 1) for trick in TRICKS), ("decoys", 2)):
            seen = [measure(sandbox, trick, asked.seconds, cores) for _ in range(asked.tries)]
            times = ("wall_s", "cpu_s", "others_s", "stolen_s", "charged_s")
            shares = ("gain", "computing_gain", "naive_gain")
            table.add_row(
                trick,
                str(cores),
                *(f"{median(seen, name):.3f}" for name in times),
                *(f"{median(seen, name):.1%}" for name in shares),
            )
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
