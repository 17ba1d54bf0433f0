"""Learn to play by policy gradient (REINFORCE), in numpy alone.

    python examples/policy_gradient.py --games 20000 --opponent random --out model.npz

A softmax over a linear function of each action's features plays many games side by side against a house policy. After each game its
weights move along the gradient of the log-probability of what was chosen, times how much better than usual the game went.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from learner import SIZE, ActionFeatures, Floats, LinearPolicy, interval
from numpy.typing import NDArray

from arena.env import AlhambraVectorEnv

SIDE_BY_SIDE = 64
STEP = 0.02
DECAY = 0.99  # of the running means of the reward and of the gradient's square


def main(words: list[str] | None = None) -> float:
    """Train, save and evaluate; returns the share of games won."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--games", type=int, default=20_000, help="games to learn from")
    arguments.add_argument("--opponent", default="random", help="random, heuristic or greedy")
    arguments.add_argument("--rules", default="classic,players=2")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument(
        "--evaluate", type=int, default=1000, help="games to evaluate on, with other deals"
    )
    arguments.add_argument("--out", type=Path, default=Path("model.npz"))
    given = arguments.parse_args(words)
    policy = train(given.rules, given.opponent, given.games, given.seed)
    policy.save(given.out)
    return evaluate(policy, given.rules, given.opponent, given.evaluate, given.seed + 1_000_000)


def train(rules: str, opponent: str, games: int, seed: int) -> LinearPolicy:
    """A policy that has learnt from this number of games."""
    policy = LinearPolicy()
    env = AlhambraVectorEnv(SIDE_BY_SIDE, rules, [opponent], reward="lead", copy=False)
    features = ActionFeatures(env.layout)
    rng = np.random.default_rng(seed)
    rows, _ = env.reset(seed=seed)
    gradients = np.zeros((SIDE_BY_SIDE, SIZE), np.float32)  # of the games under way
    mean, square = 0.0, np.full(SIZE, 1e-2, np.float32)
    done, told, began, steps = 0, 0, time.perf_counter(), 0
    recent: list[float] = []
    while done < games:
        found, there = features(rows)
        chances = policy.chances(found, there)
        actions = sampled(chances, rng)
        chosen = found[np.arange(SIDE_BY_SIDE), actions]
        gradients += there.any(axis=1, keepdims=True) * (chosen - np.einsum("ga,gaf->gf", chances, found))
        rows, rewards, over, _, _ = env.step(actions)
        steps += SIDE_BY_SIDE
        for game in np.flatnonzero(over):
            mean = DECAY * mean + (1 - DECAY) * float(rewards[game])
            gradient = (rewards[game] - mean) * gradients[game]
            square = DECAY * square + (1 - DECAY) * gradient * gradient
            policy.weights += (STEP * gradient / np.sqrt(square + 1e-8)).astype(np.float32)
            gradients[game] = 0
            recent.append(float(rewards[game] > 0))
            done += 1
        if done - told >= max(games // 20, 1):
            told = done
            rate = steps / (time.perf_counter() - began)
            print(
                f"{done:7} games, won {np.mean(recent):.1%} of the last {len(recent)}, {rate:,.0f} steps/s",
                flush=True,
            )
            recent = []
    return policy


def sampled(chances: Floats, rng: np.random.Generator) -> NDArray[np.int64]:
    """One action for each row; 0 where there is none."""
    edges = chances.cumsum(axis=1)
    picked = (edges < rng.random((len(chances), 1)) * edges[:, -1:]).sum(axis=1)
    last = chances.shape[1] - 1 - (chances[:, ::-1] > 0).argmax(axis=1)
    actions: NDArray[np.int64] = np.minimum(picked, last)
    return actions


def evaluate(policy: LinearPolicy, rules: str, opponent: str, games: int, seed: int) -> float:
    """The share of games that the policy wins if it always takes its best action; a shared win is half a game."""
    env = AlhambraVectorEnv(SIDE_BY_SIDE, rules, [opponent], copy=False)
    features = ActionFeatures(env.layout)
    rows, _ = env.reset(seed=seed)
    due = np.full(SIDE_BY_SIDE, games // SIDE_BY_SIDE)
    due[: games % SIDE_BY_SIDE] += (
        1  # a fixed number of games from each, so that short games do not count more often
    )
    won = 0.0
    while due.any():
        found, there = features(rows)
        rows, rewards, over, _, _ = env.step(policy.chances(found, there).argmax(axis=1))
        for game in np.flatnonzero(over & (due > 0)):
            due[game] -= 1
            won += (
                1.0
                if rewards[game] == 1.0
                else 0.5
                if rewards[game] > -1.0 / (env.layout.config.players - 1)
                else 0.0
            )
    low, high = interval(won, games)
    print(f"won {won / games:.1%} of {games} games against {opponent} [{low:.1%}, {high:.1%}], {rules}")
    return won / games


if __name__ == "__main__":
    main()
