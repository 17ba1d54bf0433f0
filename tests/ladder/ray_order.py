"""An order on Ray as a program of its own, so that it can be killed: plays one match, says what was told, and waits.

python -m tests.ladder.ray_order LOGS
"""

import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from arena.match.deals import duplicate_deals
from arena.match.executor import GamePlayed, GameSeen
from arena.match.ray_executor import RayExecutor
from tests.match.matches import fake, plan_of

PLAN = plan_of(fake("one"), fake("two"), games=2)


def main() -> None:
    executor = RayExecutor(PLAN.settings, 1, Path(sys.argv[1]), watched=True)
    deals = duplicate_deals(2, 2, b"test")
    executor.submit(replace(PLAN.order(deals[0]), seatings=tuple(deals), bots_stay=False))
    told: Counter[str] = Counter()
    while executor.free == 0:
        for event in executor.events(1.0):
            told[type(event).__name__] += 1
            if isinstance(event, GameSeen):
                assert event.live_game.match == PLAN.name
            elif isinstance(event, GamePlayed):
                assert not event.record.void, event.record.void_reason
    sys.stdout.write(f"{dict(sorted(told.items()))}\n")
    sys.stdout.flush()
    time.sleep(600)


if __name__ == "__main__":
    main()
