"""Learn to play as recorded games were played: a softmax fitted to the choices of a data set.

arena match greedy random --games 400 --out games
arena dataset games --out data --observations
python examples/behaviour_cloning.py data --bot greedy --out clone.npz
"""

import argparse
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from learner import ActionFeatures, LinearPolicy
from policy_gradient import evaluate

from arena.encoding import Layout
from arena.rules import GameConfig

BATCH = 512
STEP = 0.05


def main(words: list[str] | None = None) -> tuple[float, float]:
    """Fit, test on deals that were not learnt from, save; returns the agreement before and after."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("data", type=Path, help="a folder written by `arena dataset --observations`")
    arguments.add_argument("--bot", help="learn from this bot alone")
    arguments.add_argument("--passes", type=int, default=3, help="how often the data is read")
    arguments.add_argument("--evaluate", type=int, default=0, help="games to play against random afterwards")
    arguments.add_argument("--out", type=Path, default=Path("clone.npz"))
    given = arguments.parse_args(words)
    rules = pq.read_table(given.data / "train" / "games.parquet", columns=["rules"])["rules"][0].as_py()
    features = ActionFeatures(Layout(GameConfig.parse(rules)))
    policy = LinearPolicy()
    tested = next(split for split in ("test", "validation", "train") if (given.data / split).exists())
    before = agreement(policy, features, given.data / tested, given.bot)
    square = np.full(policy.weights.shape, 1e-3, np.float32)
    for turn in range(given.passes):
        for rows, chosen in batches(given.data / "train", given.bot):
            found, there = features(rows)
            chances = policy.chances(found, there)
            wanted = found[np.arange(len(rows)), chosen]
            gradient = (wanted - np.einsum("ga,gaf->gf", chances, found)).mean(axis=0)
            square = 0.99 * square + 0.01 * gradient * gradient
            policy.weights += STEP * gradient / np.sqrt(square + 1e-8)
        print(
            f"pass {turn + 1}: agrees in {agreement(policy, features, given.data / tested, given.bot):.1%} of {tested}"
        )
    after = agreement(policy, features, given.data / tested, given.bot)
    policy.save(given.out)
    if given.evaluate:
        evaluate(policy, rules, "random", given.evaluate, 1)
    return before, after


def batches(folder: Path, bot: str | None):  # type: ignore[no-untyped-def] # pyarrow has no annotations
    """Observations and choices, a batch at a time; those whose action is not in the list are left out."""
    names = pq.read_table(folder / "decisions.parquet", columns=["bot"])["bot"].to_numpy(zero_copy_only=False)
    at = 0
    for batch in pq.ParquetFile(folder / "observations.parquet").iter_batches(BATCH):
        rows = batch["observation"].flatten().to_numpy().reshape(len(batch), -1)
        chosen = batch["chosen"].to_numpy()
        kept = chosen >= 0
        if bot is not None:
            kept &= names[at : at + len(batch)] == bot
        at += len(batch)
        if kept.any():
            yield rows[kept], chosen[kept]


def agreement(policy: LinearPolicy, features: ActionFeatures, folder: Path, bot: str | None) -> float:
    """The share of decisions in which the policy's best action is the one that was chosen."""
    same = asked = 0
    for rows, chosen in batches(folder, bot):
        found, there = features(rows)
        same += int((policy.chances(found, there).argmax(axis=1) == chosen).sum())
        asked += len(chosen)
    return same / max(asked, 1)


if __name__ == "__main__":
    main()
