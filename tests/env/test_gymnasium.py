"""Is the environment one of Gymnasium's kind, alone and as a vector, and does a seed fix all of it?"""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from arena.env import AlhambraEnv, AlhambraVectorEnv, alhambra_v0, arrays_of


@pytest.mark.parametrize("form", ["flat", "dict"])
@pytest.mark.parametrize("rules", ["classic,players=2", "red-palace,players=3"])
def test_the_checker_of_gymnasium_finds_nothing(rules: str, form: str) -> None:
    env = gymnasium.make("arena/Alhambra-v0", rules=rules, opponents=["greedy"], observation=form)
    check_env(env.unwrapped)


def first_legal(info: dict[str, Any]) -> int:
    return int(np.flatnonzero(info["action_mask"])[0])


def play(env: AlhambraEnv, seed: int | None) -> tuple[list[bytes], float, dict[str, Any]]:
    """A game in which the first action is always taken: what was seen, and its end."""
    observation, info = env.reset(seed=seed)
    seen = [observation.tobytes()]
    over, reward = False, 0.0
    while not over:
        observation, reward, over, truncated, info = env.step(first_legal(info))
        assert not truncated
        seen.append(observation.tobytes())
    return seen, reward, info


@pytest.mark.parametrize("opponents", [["random"], ["heuristic"], ["greedy"], ["random", "greedy"]])
def test_house_policies_play_the_other_seats(opponents: list[str]) -> None:
    env = AlhambraEnv("classic,players=3", opponents)
    seen, reward, info = play(env, 4)
    assert len(seen) > 10
    assert reward in (1.0, 0.25, -0.5)
    assert (reward == 1.0) == (info["scores"].index(max(info["scores"])) == info["seat"])
    assert play(AlhambraEnv("classic,players=3", opponents), 4)[0] == seen


def test_the_learner_s_seat_goes_round_or_stays() -> None:
    turning = AlhambraEnv("classic,players=3,turn_limit=6", ["random"])
    seats = [play(turning, 1 if i == 0 else None)[2]["seat"] for i in range(4)]
    assert seats == [0, 1, 2, 0]
    fixed = AlhambraEnv("classic,players=3,turn_limit=6", ["random"], seat=2)
    assert [play(fixed, None)[2]["seat"] for _ in range(3)] == [2, 2, 2]


def test_an_illegal_index_loses_or_is_an_error() -> None:
    env = AlhambraEnv()
    env.reset(seed=1)
    _, reward, over, _, info = env.step(255)
    assert (reward, over, info["illegal_action"]) == (-1.0, True, True)
    with pytest.raises(gymnasium.error.ResetNeeded, match="the game is over"):
        env.step(0)
    strict = AlhambraEnv(illegal="error")
    with pytest.raises(gymnasium.error.ResetNeeded, match="comes before"):
        strict.step(0)
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="action 255 of game 0 is not from 0 to"):
        strict.step(255)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"opponents": ["alphago"]}, "'alphago' is not a house policy; there are random, heuristic, greedy"),
        ({"opponents": "greedy"}, "opponents: 'greedy' is not a list of policies"),
        ({"opponents": []}, "is not a list of policies"),
        ({"rules": "classic,players=4", "opponents": ["random"] * 2}, "2 policies do not fill 3 seats"),
        ({"seat": 2}, "seat: 2 is not from 0 to 1"),
        ({"illegal": "ignore"}, "illegal: 'ignore' is not one of lose, error"),
        ({"reward": "gold"}, "reward: 'gold' is not one of win, lead"),
        ({"rules": "classic,players=x"}, "players: 'x' is not a whole number from 2 to 6"),
    ],
)
def test_wrong_settings_are_one_sentence(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        AlhambraEnv(**settings)


def test_the_vector_plays_what_the_single_environments_play() -> None:
    """The same seeds, the same actions: row i of the vector is environment i."""
    seeds = [11, 12, 13]
    vector = AlhambraVectorEnv(3, "classic,players=2", ["greedy"])
    singles = [AlhambraEnv("classic,players=2", ["greedy"]) for _ in seeds]
    rows, infos = vector.reset(seed=11)
    alone = [env.reset(seed=seed) for env, seed in zip(singles, seeds, strict=True)]
    over = [False] * 3
    for _ in range(150):
        for i, (observation, info) in enumerate(alone):
            assert np.array_equal(rows[i], observation)
            assert np.array_equal(infos["action_mask"][i], info["action_mask"])
        actions = [0 if over[i] else first_legal(alone[i][1]) for i in range(3)]
        rows, rewards, done, truncated, infos = vector.step(actions)
        assert not truncated.any()
        for i, env in enumerate(singles):
            if over[i]:
                alone[i], over[i] = env.reset(), False
                assert (rewards[i], done[i]) == (0.0, False)
            else:
                observation, reward, over[i], _, info = env.step(actions[i])
                alone[i] = (observation, info)
                assert (rewards[i], done[i]) == (reward, over[i])


def test_without_opponents_the_learner_has_every_seat() -> None:
    """The same game as the AEC environment plays with the same seed."""
    vector = AlhambraVectorEnv(2, "classic,players=3", copy=False)
    aec = alhambra_v0.raw_env(rules="classic,players=3")
    rows, infos = vector.reset(seed=5)
    aec.reset(seed=5)
    done = np.zeros(2, bool)
    while not done[0]:
        assert aec.agent_selection == f"seat_{infos['seat'][0]}"
        assert np.array_equal(rows[0], aec.observe(aec.agent_selection))
        actions = [first_legal({"action_mask": mask}) if mask.any() else 0 for mask in infos["action_mask"]]
        acted = int(infos["seat"][0])
        aec.step(actions[0])
        rows, rewards, done, _, infos = vector.step(actions)
    assert infos["rewards"][0].tolist() == list(aec.rewards.values())
    assert rewards[0] == infos["rewards"][0][acted]


def test_views_are_filled_in_place_and_copies_are_kept() -> None:
    for copy in (True, False):
        vector = AlhambraVectorEnv(4, copy=copy)
        rows, infos = vector.reset(seed=1)
        kept = rows.copy(), infos["action_mask"].copy()
        vector.step(np.zeros(4, np.int64))
        assert np.array_equal(rows, kept[0]) is copy
        assert np.array_equal(infos["action_mask"], kept[1]) is copy
        assert copy or not rows.flags.writeable


def test_a_dictionary_has_the_arrays_of_all_games() -> None:
    vector = AlhambraVectorEnv(5, "classic+falconers,players=2", observation="dict")
    observation, _ = vector.reset(seed=1)
    assert vector.observation_space.contains(observation)
    assert {name: array.shape for name, array in observation.items()} == {
        name: (5, *shape) for name, shape in vector.layout.shapes.items()
    }
    flat, _ = AlhambraVectorEnv(5, "classic+falconers,players=2").reset(seed=1)
    assert np.array_equal(arrays_of(vector.layout, flat)["tiles"], observation["tiles"])


def test_wrong_input_of_the_vector_is_one_sentence() -> None:
    with pytest.raises(ValueError, match="num_envs: 0 is not from 1 to"):
        AlhambraVectorEnv(0)
    vector = AlhambraVectorEnv(2)
    with pytest.raises(ValueError, match="comes before step"):
        vector.step([0, 0])
    with pytest.raises(ValueError, match="3 seeds were given for 2 environments"):
        vector.reset(seed=[1, 2, 3])
    vector.reset(seed=[1, 2])
    with pytest.raises(ValueError, match="action 255 of game 1 is not from 0 to"):
        vector.step([0, 255])
    with pytest.raises(ValueError, match="1 actions were given for 2 games"):
        vector.step([0])
    forgiving = AlhambraVectorEnv(2, illegal="lose")
    forgiving.reset(seed=1)
    _, rewards, done, _, _ = forgiving.step([0, 255])
    assert (rewards.tolist(), done.tolist()) == ([0.0, -1.0], [False, True])
    _, _, done, _, infos = forgiving.step([0, 0])
    assert not done.any()
    assert infos["length"].tolist() == [2, 0]


def test_gymnasium_makes_the_vector_too() -> None:
    vector = gymnasium.make_vec(
        "arena/Alhambra-v0", num_envs=2, rules="classic,players=2", opponents=["random"]
    )
    assert isinstance(vector.unwrapped, AlhambraVectorEnv)
    observation, _ = vector.reset(seed=1)
    assert observation.shape[0] == 2
