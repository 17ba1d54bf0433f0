"""Is the AEC environment one of PettingZoo's kind? Its own tests say so, and wrong input ends as its games have it."""

import pickle
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils import wrappers

from arena.env import alhambra_v0, arrays_of
from arena.rules import ConfigError
from tests.rules.games import classic_texts, palace_texts

with warnings.catch_warnings():
    # Its tests import a game of its own in a way that it calls old.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

RULES = [
    "classic,players=2",
    "classic+vizier+camps+bazaars+falconers+medina,players=5,deal=closed",
    "red-palace+camps+bazaars+medina,players=3",
]


@pytest.mark.parametrize("rules", RULES)
def test_the_tests_of_pettingzoo_pass_without_a_warning(rules: str) -> None:
    for make in (alhambra_v0.env, alhambra_v0.raw_env):
        api_test(make(rules=rules), num_cycles=60)
    seed_test(lambda: alhambra_v0.env(rules=rules), num_cycles=40)


def test_a_dictionary_is_warned_of_as_any_outside_pettingzoo_s_own_games() -> None:
    """Nothing else: PettingZoo has a list of the games that may have one."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(alhambra_v0.env(observation="dict"), num_cycles=60)
    assert {str(warning.message) for warning in said} == {
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    }


@pytest.mark.parametrize("rules", [*classic_texts()[::11], *palace_texts()[::9]])
def test_every_edition_module_and_seat_count_can_be_played(rules: str) -> None:
    """Each game to its end, every observation in its space, rewards that add up to nothing."""
    env = alhambra_v0.raw_env(rules=f"{rules},turn_limit=12")
    env.reset(seed=3)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        assert env.observation_space(agent).contains(observation)
        if termination or truncation:
            assert "score" in info
            env.step(None)
            continue
        assert reward == 0
        env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    assert env.agents == []


def play(env: Any, seed: int) -> list[bytes]:
    """All observations of a game in which the first action is always taken."""
    env.reset(seed=seed)
    seen = []
    for _ in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        seen.append(observation.tobytes())
        env.step(None if termination or truncation else 0)
    return seen


def test_the_registry_of_pettingzoo_knows_it() -> None:
    env = pettingzoo.make("aec", "arena/alhambra_v0", rules="classic,players=4")
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2", "seat_3"]


def test_a_seed_fixes_this_game_and_those_that_follow() -> None:
    one, other = alhambra_v0.raw_env(), alhambra_v0.raw_env()
    first = play(one, 1)
    assert first == play(other, 1)
    one.reset()
    other.reset()
    assert one.observe("seat_0").tobytes() == other.observe("seat_0").tobytes()
    assert first != play(one, 2)


def test_an_observation_is_kept_when_the_game_goes_on() -> None:
    env = alhambra_v0.raw_env()
    env.reset(seed=1)
    observation, _, _, _, info = env.last()
    before = observation.copy(), info["action_mask"].copy()
    env.step(0)
    assert np.array_equal(observation, before[0])
    assert np.array_equal(info["action_mask"], before[1])


def test_the_mask_stands_in_the_observation_and_in_the_info() -> None:
    for form in ("flat", "dict"):
        env = alhambra_v0.raw_env(observation=form)
        env.reset(seed=1)
        observation, _, _, _, info = env.last()
        arrays = observation if form == "dict" else arrays_of(env.layout, observation)
        assert np.array_equal(arrays["action_mask"], info["action_mask"])
        assert info["action_mask"].sum() == len(env.legal_actions())
        other = next(agent for agent in env.agents if agent != env.agent_selection)
        seen = env.observe(other)
        assert not (seen if form == "dict" else arrays_of(env.layout, seen))["action_mask"].any()


def test_the_reward_is_the_win_or_the_lead() -> None:
    for reward, expected in (("win", {1.0, -1.0}), ("lead", None)):
        env = alhambra_v0.raw_env(reward=reward)
        env.reset(seed=5)
        while not any(env.terminations.values()):
            env.step(0)
        scores = [env.infos[agent]["score"] for agent in env.possible_agents]
        assert scores[0] != scores[1]
        assert sum(env.rewards.values()) == pytest.approx(0)
        best = max(env.rewards, key=lambda agent: float(env.rewards[agent]))
        assert scores[env.possible_agents.index(best)] == max(scores)
        if expected is None:
            assert max(env.rewards.values()) == pytest.approx(abs(scores[0] - scores[1]) / 100)
        else:
            assert set(env.rewards.values()) == expected


def test_max_cycles_truncates() -> None:
    env = alhambra_v0.env(max_cycles=7)
    env.reset(seed=1)
    made = 0
    for _ in env.agent_iter():
        _, _, termination, truncation, _ = env.last()
        if termination or truncation:
            assert (termination, truncation, made) == (False, True, 7)
            env.step(None)
        else:
            env.step(0)
            made += 1
    assert env.agents == []


def test_an_illegal_index_ends_the_game_and_loses_it() -> None:
    """As in PettingZoo's own games, by its TerminateIllegalWrapper."""
    env = alhambra_v0.env()
    env.reset(seed=1)
    loser = env.agent_selection
    env.last()
    env.step(255)
    assert all(env.terminations.values())
    assert env.rewards[loser] == -1
    assert env.rewards[next(agent for agent in env.possible_agents if agent != loser)] == 0


def test_the_bare_environment_says_what_is_wrong_with_an_index() -> None:
    env = alhambra_v0.raw_env()
    with pytest.raises(RuntimeError, match=r"reset\(\) comes before anything else"):
        env.observe("seat_0")
    env.reset(seed=1)
    legal = len(env.legal_actions())
    for wrong in (legal, -1, None):
        with pytest.raises(ValueError, match=f"action {wrong} of seat_. is not from 0 to {legal - 1}"):
            env.step(wrong)


def test_an_index_outside_the_space_is_an_error_of_the_wrappers() -> None:
    env = alhambra_v0.env()
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(256)


def test_a_step_after_the_end_takes_only_none() -> None:
    env = alhambra_v0.env(max_cycles=1)
    env.reset(seed=1)
    env.step(0)
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)


def test_a_step_before_the_first_reset_is_refused() -> None:
    env: Any = wrappers.OrderEnforcingWrapper(alhambra_v0.raw_env())
    with pytest.raises(Exception, match=r"reset\(\) needs to be called before"):
        env.step(0)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"rules": "classic,players=9"}, "players: 9 is not from 2 to 6"),
        ({"rules": "chess"}, "edition: 'chess' is not one of classic, red-palace"),
        ({"observation": "tensor"}, "observation: 'tensor' is not one of flat, dict"),
        ({"reward": "fame"}, "reward: 'fame' is not one of win, lead"),
        ({"window": 4}, "window: 4 is not an odd number from 3 to 255"),
        ({"limit": 0}, "limit: 0 is not from 1 to 4096"),
        ({"max_cycles": 0}, "max_cycles: 0 is not 1 or more"),
        ({"render_mode": "human"}, "render_mode: 'human' is not one of ansi"),
    ],
)
def test_wrong_settings_are_one_sentence(settings: dict[str, Any], said: str) -> None:
    with pytest.raises((ValueError, ConfigError), match=said):
        alhambra_v0.env(**settings)


def test_it_can_be_drawn_and_copied() -> None:
    env = alhambra_v0.raw_env(rules="classic,players=3", render_mode="ansi")
    env.reset(seed=1)
    assert "market" in str(env.render())
    copied = pickle.loads(pickle.dumps(env))
    copied.reset(seed=1)
    assert np.array_equal(copied.observe("seat_1"), env.observe("seat_1"))
    assert alhambra_v0.raw_env().render() is None
