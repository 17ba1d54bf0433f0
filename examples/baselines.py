"""How strong are the baselines? Random, heuristic and greedy against each other, with intervals.

python examples/baselines.py --games 1000
"""

import argparse

import numpy as np
from learner import interval

from arena.encoding import POLICIES, HousePolicy
from arena.rules import GameConfig, Rng, new_game


def main(words: list[str] | None = None) -> dict[tuple[str, str], float]:
    """Play every pairing and print the share that the first wins."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--games", type=int, default=1000, help="games of each pairing, an even number")
    arguments.add_argument("--rules", default="classic,players=2")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args(words)
    shares = {}
    for i, weaker in enumerate(POLICIES):
        for stronger in POLICIES[i + 1 :]:
            won = sum(played(given.rules, stronger, weaker, given.seed, game) for game in range(given.games))
            low, high = interval(won, given.games)
            shares[stronger, weaker] = won / given.games
            print(
                f"{stronger} won {won / given.games:.1%} of {given.games} games against {weaker} [{low:.1%}, {high:.1%}]"
            )
    return shares


def played(rules: str, first: str, others: str, seed: int, game: int) -> float:
    """What the first policy won of one game; two games in a row share a deal and change seats."""
    config = GameConfig.parse(rules)
    state = new_game(config, f"{seed} {game // config.players}".encode())
    own = game % config.players
    rng = Rng(seed, f"policies {game}")
    policies = [HousePolicy(first if seat == own else others) for seat in range(config.players)]
    while not state.is_over:
        state.step(policies[state.seat].choice(state, rng))
    ranks = np.array(state.ranks())
    return float((ranks[own] == 1) / (ranks == 1).sum())


if __name__ == "__main__":
    main()
