"""Online ratings for the live display while games come in.

Online Elo moves each rating a little after every game. It is quick, depends on the order of the games and has
no error bars, so it is for the live display only; the table is `arena.rating.table`.
"""

import numpy as np

from arena.rating.arrays import Floats, Ints
from arena.rating.elo import expected_score

ONLINE_LABEL = "live (online Elo, depends on order; not the table)"
K_FACTOR = 24.0


def after_game(elo: Floats, bot: Ints, rank: Floats, k_factor: float = K_FACTOR) -> Floats:
    """All ratings after one game: who sat at the table, and with what rank each came out (1 is best).

    With more than two seats each pair counts, and the K-factor is shared among a bot's opponents.
    """
    mine, theirs = elo[bot][:, None], elo[bot][None, :]
    points = 0.5 * ((rank[:, None] < rank[None, :]) + 1.0 - (rank[:, None] > rank[None, :]))
    # A seat against itself expects and gets one half, so it need not be left out.
    gain = np.sum(points - expected_score(mine - theirs), axis=1) * k_factor / max(1, len(bot) - 1)
    moved = elo.copy()
    np.add.at(moved, bot, gain)
    return moved
