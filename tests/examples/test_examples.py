"""Do the examples run? Each at a small size, from learning to a bot that answers as a ladder asks."""

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from arena.dataset import DatasetSettings, export_games
from arena.rules import GameConfig, new_game
from tests.record.records import played_record

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module", autouse=True)
def on_the_path() -> Iterator[None]:
    """The folder of the examples on the path, as for who runs one of them."""
    sys.path.insert(0, str(EXAMPLES))
    yield
    sys.path.remove(str(EXAMPLES))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("learnt") / "model.npz"
    main = importlib.import_module("policy_gradient").main
    share = main(
        ["--games", "8", "--evaluate", "8", "--rules", "classic,players=2,turn_limit=20", "--out", str(path)]
    )
    assert 0 <= share <= 1
    return path


def test_policy_gradient_moves_its_weights(model: Path) -> None:
    learner = importlib.import_module("learner")
    weights = learner.LinearPolicy.load(model).weights
    assert weights.any()
    assert abs(weights).max() < 100


def test_a_linear_policy_learns_what_wins() -> None:
    """The direction of the gradient: an action that is rewarded becomes likelier."""
    learner = importlib.import_module("learner")
    gradient = importlib.import_module("policy_gradient")
    policy = learner.LinearPolicy()
    found = np.zeros((1, 2, learner.SIZE), np.float32)
    found[0, 0, 3] = found[0, 1, 7] = 1
    there = np.ones((1, 2), bool)
    before = policy.chances(found, there)[0, 1]
    chances = policy.chances(found, there)
    policy.weights += (found[0, 1] - (chances[0][:, None] * found[0]).sum(axis=0)).astype(np.float32)
    assert policy.chances(found, there)[0, 1] > before
    rng = np.random.default_rng(1)
    picked = [int(gradient.sampled(np.array([[0.0, 0.7, 0.3, 0.0]]), rng)[0]) for _ in range(300)]
    assert set(picked) == {1, 2}
    assert 180 < picked.count(1) < 240


def test_baselines_are_in_their_order() -> None:
    shares = importlib.import_module("baselines").main(["--games", "4", "--rules", "classic,players=2"])
    assert shares["greedy", "random"] >= 0.75


def test_behaviour_cloning_agrees_more_than_chance(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [played_record("classic,players=2,turn_limit=30", seed=seed, game=seed) for seed in range(1, 9)]
    export_games(records, tmp_path / "data", DatasetSettings(observations=True))
    before, after = importlib.import_module("behaviour_cloning").main(
        [str(tmp_path / "data"), "--passes", "2", "--out", str(tmp_path / "clone.npz")]
    )
    assert after > before
    assert (tmp_path / "clone.npz").exists()
    assert "pass 2: agrees in " in capsys.readouterr().out


def test_a_model_becomes_a_bot_that_answers(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = importlib.import_module("take_to_ladder").main([str(model), "--out", str(tmp_path / "learnt")])
    assert sorted(path.name for path in folder.iterdir()) == ["bot.py", "bot.toml", "learner.py", "model.npz"]
    monkeypatch.syspath_prepend(str(folder))
    bot = importlib.import_module("bot")
    state = new_game(GameConfig.parse("classic+camps,players=3,deal=closed"), 3)

    class Asked:
        observation = state.observe(state.seat)
        history = tuple(state.history(state.seat))

    assert 0 <= bot.best(Asked()) < len(state.legal_actions())
    sys.modules.pop("bot")


def test_wrong_usage_of_the_script_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        importlib.import_module("take_to_ladder").main([str(tmp_path / "none.npz")])
    assert "MODEL: there is no " in capsys.readouterr().err


def test_the_notebook_runs() -> None:
    """Every cell, one after the other; the last shows the board."""
    notebook = json.loads((EXAMPLES / "board.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "board.ipynb", "exec"), names)
    shown = names["state"]
    assert "<" in shown._repr_html_()  # type: ignore[attr-defined]
