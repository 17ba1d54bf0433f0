"""How long do the ratings take, next to a dense logistic regression?

    OPENBLAS_NUM_THREADS=1 python benchmarks/rating.py

The reference is the usual way to fit Bradley and Terry: one row a game, one column a bot, +1 and -1, logistic
regression by scipy's L-BFGS, strengths only. It needs 8 bytes for each game and bot, so it is run where that
fits and where it ends in reasonable time. Ours gives strengths and clustered intervals, up to 1,500 bots with the
covariance from which the likelihood of superiority comes; `quick` takes opponents' errors as independent.
"""

import argparse
import os
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.optimize import minimize  # type: ignore[import-untyped]  # scipy ships no types

from arena.rating import Depth, Games, rate
from arena.rating.arrays import Floats, Ints
from arena.rating.elo import ELO_PER_NAT, logistic
from arena.rating.simulate import simulate_games

DENSE_GB = 4.0


@dataclass(frozen=True)
class Load:
    """A ladder to rate, and how long that may take."""

    bots: int
    games: int
    seats: int
    limit_s: float | None


LOADS = (
    Load(50, 2_000, 2, None),
    Load(200, 100_000, 2, 1.0),
    Load(200, 100_000, 4, None),
    Load(1_000, 200_000, 2, None),
    Load(5_000, 1_000_000, 2, 4.0),
)


@dataclass(frozen=True)
class Timed:
    """What came out, and the seconds it took by the clock and of processors."""

    elo: Floats
    wall_s: float
    cpu_s: float


def ladder(load: Load) -> tuple[Games, Floats]:
    """Bots met at random, in sets with all rotations; and their true ratings."""
    rng = np.random.default_rng(load.bots)
    nats = rng.normal(0.0, 1.0, load.bots)
    tables = random_tables(rng, load.bots, load.seats, load.games // load.seats)
    return simulate_games(rng, nats, tables, luck=0.5, shared=0.02), ELO_PER_NAT * (nats - nats[0])


def random_tables(rng: np.random.Generator, bots: int, seats: int, sets: int) -> Ints:
    tables = rng.integers(0, bots, (sets, seats))
    while len(twice := np.flatnonzero((np.diff(np.sort(tables, axis=1), axis=1) == 0).any(axis=1))):
        tables[twice] = rng.integers(0, bots, (len(twice), seats))
    return tables


def timed(fit: Callable[[], Floats]) -> Timed:
    wall, cpu = time.perf_counter(), time.process_time()
    elo = fit()
    return Timed(elo, time.perf_counter() - wall, time.process_time() - cpu)


def dense_logistic(games: Games) -> Floats:
    """Strengths by logistic regression on a dense matrix of games by bots (games of two)."""
    bot, rank = games.bot.reshape(-1, 2), games.rank.reshape(-1, 2)
    count = len(bot)
    design = np.zeros((count, games.bots))
    design[np.arange(count), bot[:, 0]] = 1.0
    design[np.arange(count), bot[:, 1]] = -1.0
    points = 0.5 + 0.5 * np.sign(rank[:, 1] - rank[:, 0])

    def loss(nats: Floats) -> tuple[float, Floats]:
        lead = design @ nats
        value = float(np.sum(np.logaddexp(0.0, lead) - points * lead) + 0.005 * nats @ nats)
        return value, design.T @ (logistic(lead) - points) + 0.01 * nats

    found = minimize(loss, np.zeros(games.bots), jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return np.asarray(ELO_PER_NAT * (found.x - found.x[0]))


def measure(load: Load, table: Table) -> bool:
    """Add a row for this ladder; whether the limit was kept."""
    games, truth = ladder(load)
    full = timed(lambda: rate(games, anchor=0).elo)
    quick = timed(lambda: rate(games, anchor=0, depth=Depth.QUICK).elo)
    dense_gb = load.games * load.bots * 8e-9
    if load.seats == 2 and dense_gb <= DENSE_GB:
        reference = timed(lambda: dense_logistic(games))
        dense = f"{reference.wall_s:.2f} s"
        apart = f"{np.abs(reference.elo - full.elo).max():.1f}"
    else:
        dense, apart = ("pairs only" if load.seats > 2 else f"needs {dense_gb:.0f} GB"), "-"
    error = float(np.sqrt(np.mean((full.elo - truth) ** 2)))
    kept = load.limit_s is None or full.cpu_s < load.limit_s
    limit = "-" if load.limit_s is None else f"{load.limit_s:g} s {'kept' if kept else 'MISSED'}"
    table.add_row(
        f"{load.bots:,}",
        f"{load.games:,}",
        str(load.seats),
        f"{full.wall_s:.2f} s",
        f"{full.cpu_s:.2f} s",
        limit,
        f"{quick.wall_s:.2f} s",
        f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB",
        dense,
        apart,
        f"{error:.1f}",
    )
    return kept


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--most-bots", type=int, default=5_000, help="leave out larger ladders")
    arguments = parser.parse_args()
    threads = os.environ.get("OPENBLAS_NUM_THREADS", "all")
    table = Table(title=f"Ratings (numpy {np.__version__}, BLAS threads: {threads})")
    for heading in (
        "bots",
        "games",
        "seats",
        "full",
        "of processors",
        "limit",
        "quick",
        "peak so far",
        "scipy, dense",
    ):
        table.add_column(heading, justify="right")
    table.add_column("largest difference, Elo", justify="right")
    table.add_column("error against truth, Elo", justify="right")
    rate(ladder(LOADS[0])[0], anchor=0)
    kept = [measure(load, table) for load in LOADS if load.bots <= arguments.most_bots]
    Console(width=150).print(table)
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
