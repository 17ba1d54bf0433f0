"""Is Alhambra a game of OpenSpiel's? Its own checks pass, and nobody is told what they may not know."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.observation import make_observation

import arena.env.openspiel  # registers the game
from arena.rules import ConfigError

SMALL = {"rules": "classic", "players": 2, "turn_limit": 8, "deals": 4}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"rules": "classic+vizier+camps+bazaars+falconers+medina", "players": 3, "deal": "closed"},
        {"rules": "red-palace", "players": 2},
    ],
)
def test_the_simulations_of_openspiel_pass(changes: dict[str, object]) -> None:
    """Legal actions, players, strings, clones and serialized states, in random games."""
    game = pyspiel.load_game("python_alhambra", {**SMALL, "turn_limit": 5, **changes})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def opening(**changes: object) -> pyspiel.State:
    state = pyspiel.load_game("python_alhambra", {**SMALL, **changes}).new_initial_state()
    state.apply_action(1)
    for _ in range(5):
        state.apply_action(state.legal_actions()[-1])
    return state


def test_a_resampled_state_cannot_be_told_from_the_true_one() -> None:
    state = opening(rules="classic", deal="closed", players=3)
    player = state.current_player()
    other = (player + 1) % 3
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    seen = set()
    for _ in range(8):
        resampled = state.resample_from_infostate(player, sampler)
        assert resampled.information_state_string(player) == state.information_state_string(player)
        assert resampled.observation_string(player) == state.observation_string(player)
        assert resampled.observation_tensor(player) == state.observation_tensor(player)
        assert resampled.legal_actions() == state.legal_actions()
        seen.add(resampled.observation_string(other))
    assert len(seen) > 1


def test_its_search_plays_a_game_to_the_end() -> None:
    state = opening()
    game = state.get_game()
    random = np.random.RandomState(1)
    bot = ISMCTSBot(game, RandomRolloutEvaluator(1, random), 2.0, 4, random_state=random)
    while not state.is_terminal():
        action = bot.step(state) if state.current_player() == 0 else state.legal_actions()[0]
        state.apply_action(action)
    assert sum(state.returns()) == pytest.approx(0)


def test_an_observer_fills_the_tensor_of_the_encoding() -> None:
    state = opening()
    observer = make_observation(state.get_game())
    observer.set_from(state, 0)
    assert observer.tensor.shape == (state.get_game().layout.width,)
    assert observer.tensor.any()
    assert "market" in observer.string_from(state, 0)


def test_strings_of_a_playthrough_say_what_happens() -> None:
    state = pyspiel.load_game("python_alhambra", SMALL).new_initial_state()
    assert str(state) == "before the deal"
    assert state.chance_outcomes() == [(deal, 0.25) for deal in range(4)]
    assert state.action_to_string(state.current_player(), 2) == "deal 2"
    state.apply_action(2)
    first = state.legal_actions()[0]
    assert state.action_to_string(state.current_player(), first).startswith("0: take ")
    assert state.clone().observation_string(0) == state.observation_string(0)


@pytest.mark.parametrize(
    ("changes", "said"),
    [({"players": 7}, "players: 7 is not from 2 to 6"), ({"deals": 0}, "deals: 0 is not 1 or more")],
)
def test_wrong_parameters_are_one_sentence(changes: dict[str, object], said: str) -> None:
    with pytest.raises((ConfigError, ValueError), match=said):
        arena.env.openspiel.AlhambraGame({**SMALL, **changes})
