"""Do the engine and the oracle agree when the money runs out, so that a player may have to pass?

One of two players hoards money until deck and discard are empty. The other spends all he can, gives every tile to
Dirk, and at last has neither a tile to move nor a card to take.
"""

import pytest

from arena.rules import Action, GameConfig, new_game

from .actions import all_payment_texts, legal_texts
from .views import ObservationView

HOARDER, SPENDER = 0, 1


def hoard(actions: list[str]) -> str:
    """As many cards as can be taken; if there are none, the tile is given away or as few cards paid as possible."""
    takes = [text for text in actions if text.startswith("take")]
    if takes:
        return max(takes, key=lambda text: (text.count("+"), text[-1]))
    return min(actions, key=lambda text: (not text.startswith("give"), len(text)))


def spend(obs: ObservationView, actions: list[str]) -> str:
    """Give tiles away, buy for as many cards as possible, or take as little money as possible."""
    purchases = sorted(all_payment_texts(obs))
    if purchases:
        return max(purchases, key=lambda text: text.count("+"))
    return min(actions, key=lambda text: (not text.startswith("give"), text.count("+"), text[-1]))


@pytest.mark.parametrize("seed", range(6))
def test_3_5_pass(seed: int) -> None:
    """3.5, 9.2: with no money on the table, a player passes exactly if the oracle finds nothing else to do."""
    state = new_game(GameConfig.parse("classic,players=2"), seed=seed)
    passes = 0
    while not state.is_over:
        actions = [str(action) for action in state.legal_actions()]
        if state.seat == HOARDER:
            state.apply(Action.parse(hoard(actions)))
            continue
        obs = state.observe(SPENDER)
        assert set(actions) == legal_texts(obs)
        passes += actions == ["pass"]
        state.apply(Action.parse(spend(obs, actions)))
    assert passes > 0
