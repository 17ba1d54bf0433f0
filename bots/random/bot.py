"""What does chance play? Any legal action, each equally likely.

With `--seed N` the choices depend on N, the number of the game and how often the bot was asked in it, so that a
match can be repeated exactly. Without it they come from the game's commitment, which is new for every game.
"""

import argparse

from arena.botkit import Request, run
from arena.rules import Rng


class Chance:
    """One stream of random numbers a game."""

    def __init__(self, seed: int | None) -> None:
        self.seed = seed
        self.game = 0
        self.rng = Rng(0)

    def choose(self, request: Request) -> int:
        """Any place in the list."""
        if request.game != self.game:
            self.game = request.game
            seed = request.commitment if self.seed is None else self.seed
            self.rng = Rng(seed, f"random bot, game {request.game}, seat {request.seat}")
        return int(self.rng.below(request.choices))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Any legal action, each equally likely.")
    parser.add_argument(
        "--seed", type=int, help="repeatable choices; from the game's commitment if not given"
    )
    run(Chance(parser.parse_args().seed).choose, "random")
