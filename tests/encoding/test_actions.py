"""Can every action be chosen by its number and by its factors?"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.encoding import (
    FACTOR_NAMES,
    FACTOR_SIZES,
    Encoder,
    KnownHands,
    Layout,
    action_of,
    factors_of,
)
from arena.rules import Action, GameConfig, new_game
from tests.encoding.arrays import arrays_of
from tests.encoding.test_encoder import games
from tests.rules.games import configs


@settings(max_examples=10)
@given(configs(), st.integers(0, 2**64))
def test_the_list_is_the_legal_one_and_factors_can_be_read_back(config: GameConfig, seed: int) -> None:
    layout = Layout(config)
    encoder = Encoder(layout)
    for state, known in games(config, seed, 19):
        legal = state.legal_actions()
        if state.is_over:
            encoder.write(state, 0, known, 0)
            assert arrays_of(encoder)["action_mask"].sum() == 0
            continue
        encoder.write(state, state.seat, known, 0)
        arrays = arrays_of(encoder)
        offered = [Action(int(encoder.page.codes[i])) for i in range(int(encoder.page.offered[0]))]
        if len(legal) <= layout.limit:
            assert offered == legal
        assert arrays["action_mask"].tolist() == [1] * len(offered) + [0] * (layout.limit - len(offered))
        assert arrays["numbers"][layout.field("numbers", "legal").start] == len(legal)
        assert not arrays["actions"][len(offered) :].any()
        for action, row in zip(offered, arrays["actions"], strict=False):
            assert action_of(factors_of(action)) == action
            assert len(action.cards) + bool(action.fee) == row[10]
            assert (action.square or (0, 0)) == (row[5], row[6])
            assert action.slot or action.number == row[7]


def test_a_list_that_is_too_long_is_thinned_evenly() -> None:
    """The overflow: the first and the last action stay, and those between at even steps."""
    config = GameConfig.parse("classic,players=2")
    state = new_game(config, 3)
    known = KnownHands(2)
    legal = state.legal_actions()
    assert len(legal) > 4
    for limit in (1, 2, 3, 4):
        encoder = Encoder(Layout(config, limit=limit))
        encoder.write(state, state.seat, known, 0)
        offered = [Action(int(encoder.page.codes[i])) for i in range(limit)]
        steps = [i * (len(legal) - 1) // max(limit - 1, 1) for i in range(limit)]
        assert offered == [legal[step] for step in steps]
        arrays = arrays_of(encoder)
        assert arrays["action_mask"].sum() == limit
        assert arrays["numbers"][Layout(config).field("numbers", "legal").start] == len(legal)
    assert offered[-1] == legal[-1]


def test_the_features_of_a_purchase() -> None:
    """5.1, 5.3: denar 4 and 5 for a price of 9 are nine denar, two cards, paid exactly."""
    config = GameConfig.parse("classic,players=3")
    layout = Layout(config)
    encoder = Encoder(layout)
    bought = {field.name: field.start for field in layout.action_fields}
    seen = set()
    for state, known in games(config, 2, 3):
        if state.is_over:
            break
        encoder.write(state, state.seat, known, 0)
        rows = arrays_of(encoder)["actions"]
        for action, row in zip(state.legal_actions(), rows, strict=False):
            if action.verb != "buy":
                continue
            tile = state.observe(None).market[action.slot - 1]
            assert tile is not None
            paid = sum(int(card.rpartition("-")[2]) for card in action.cards)
            assert layout.tiles[row[bought["tile"]] - 2] == tile.id
            assert row[bought["money"]] == paid
            assert row[bought["price"]] == tile.price
            assert row[bought["exact"]] == (paid == tile.price)
            assert row[bought["currencies"] + action.slot - 1] == -paid
            assert row[bought["walls"]] == len(tile.walls)
            seen.add(paid == tile.price)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"verb": 64}, "verb: 64 is not from 0 to 63"),
        ({"verb": 63}, "no action has the factors"),
        ({"verb": 6, "tile": 3}, "no action has the factors"),
        ({"verb": 1, "taken 1": 5, "taken 2": 2}, "no action has the factors"),
    ],
)
def test_wrong_factors_are_refused(changes: dict[str, int], said: str) -> None:
    factors = [changes.get(name, 0) for name in FACTOR_NAMES]
    with pytest.raises(ValueError, match=said):
        action_of(factors)
    with pytest.raises(ValueError, match=f"an action has {len(FACTOR_SIZES)} factors, not 2"):
        action_of([1, 2])


def test_numpy_reads_the_arrays_in_place() -> None:
    config = GameConfig.parse("classic,players=2")
    encoder = Encoder(Layout(config))
    view = np.frombuffer(encoder.page.mask_memory(), np.int8)
    assert view.sum() == 0
    state = new_game(config, 1)
    encoder.write(state, state.seat, KnownHands(2), 0)
    assert view.sum() == len(state.legal_actions())
    assert not view.flags.writeable
