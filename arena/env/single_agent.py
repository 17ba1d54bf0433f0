"""Alhambra for Gymnasium: one seat learns, house policies play the others."""

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from arena.encoding import LIMIT, WINDOW, GameBatch, Layout
from arena.env.spaces import Form, check_form, observation_of, observation_space
from arena.rules import GameConfig

Illegal = Literal["lose", "error"]
ILLEGAL = ("lose", "error")


class AlhambraEnv(gymnasium.Env[Any, Any]):
    """One game after the other against house policies: "random", "heuristic" or "greedy".

    `opponents` names one policy for all other seats, or one for each, clockwise. Without a `seat` the learner's seat goes round
    from game to game. An illegal index loses the game at once, or raises an error if `illegal` is "error".
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        rules: str = "classic,players=2",
        opponents: Sequence[str] = ("greedy",),
        seat: int | None = None,
        observation: Form = "flat",
        window: int = WINDOW,
        limit: int = LIMIT,
        reward: str = "win",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
    ) -> None:
        check_settings(observation, opponents, illegal)
        self.layout = Layout(GameConfig.parse(rules), window, limit)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.layout, observation)
        self.action_space = spaces.Discrete(limit)
        self._form = observation
        self._batch = GameBatch(self.layout, 1, list(opponents), seat, reward, illegal == "lose")
        page = self._batch.encoder.page
        self._row = np.frombuffer(page.memory(), np.int16)
        self._mask = np.frombuffer(page.mask_memory(), np.int8)
        self._seeded = False
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game. The seed fixes this game and all that follow without one, the opponents' chance included."""
        super().reset(seed=seed, options=options)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**63))
        self._seeded = True
        self._begun = True
        self._batch.reset(0, seed)
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Act, and let the others play until the learner is asked again or the game is over."""
        if not self._begun:
            raise gymnasium.error.ResetNeeded("reset() comes before step()")
        if self._batch.over[0]:
            raise gymnasium.error.ResetNeeded("the game is over: call reset() before the next step()")
        self._batch.step(int(action).to_bytes(8, "little", signed=True))
        reward = float(self._batch.rewards[self._batch.learner(0)])
        return self._observation(), reward, bool(self._batch.over[0]), False, self._info()

    def render(self) -> Any:
        """The table as the learner sees it, in the mode "ansi"; None without a mode."""
        if self.render_mode is None:
            return None
        return str(self._batch.state(0).observe(self._batch.learner(0)))

    def _observation(self) -> Any:
        return observation_of(self.layout, self._form, self._row.copy(), self._mask.copy())

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask.copy(), "seat": self._batch.learner(0)}
        if self._batch.over[0]:
            info["scores"] = self._batch.state(0).scores()
            info["illegal_action"] = bool(self._batch.illegal[0])
        return info


def check_settings(observation: str, opponents: Sequence[str], illegal: str) -> None:
    """ValueError with one sentence if one of them makes no sense."""
    check_form(observation)
    if isinstance(opponents, str) or not opponents:
        raise ValueError(f'opponents: {opponents!r} is not a list of policies, such as ["greedy"]')
    if illegal not in ILLEGAL:
        raise ValueError(f"illegal: {illegal!r} is not one of {', '.join(ILLEGAL)}")
