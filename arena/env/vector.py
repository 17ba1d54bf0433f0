"""Many games at once for Gymnasium: one process, a compiled loop, and arrays that are filled in place."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from arena.encoding import LIMIT, WINDOW, GameBatch, Layout
from arena.env.single_agent import Illegal, check_settings
from arena.env.spaces import Form, check_form, observation_of, observation_space
from arena.rules import GameConfig

MOST_ENVIRONMENTS = 1_000_000


class AlhambraVectorEnv(VectorEnv[Any, Any, Any]):
    """Games side by side, against house policies or, without `opponents`, with the learner in every seat.

    In every seat: an observation is that of whoever is asked (`info["seat"]`), a reward that of whoever acted, and
    `info["rewards"]` has those of all seats. A game that is over begins anew with the next step, whose action is ignored. With
    `copy=False` observations and infos are views that the next step overwrites.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        num_envs: int = 64,
        rules: str = "classic,players=2",
        opponents: Sequence[str] | None = None,
        seat: int | None = None,
        observation: Form = "flat",
        window: int = WINDOW,
        limit: int = LIMIT,
        reward: str = "win",
        illegal: Illegal = "error",
        copy: bool = True,
    ) -> None:
        if not 1 <= num_envs <= MOST_ENVIRONMENTS:
            raise ValueError(f"num_envs: {num_envs} is not from 1 to {MOST_ENVIRONMENTS}")
        check_form(observation)
        if opponents is not None:
            check_settings(observation, opponents, illegal)
        self.num_envs = num_envs
        self.layout = Layout(GameConfig.parse(rules), window, limit)
        self.single_observation_space = observation_space(self.layout, observation)
        self.single_action_space = spaces.Discrete(limit)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._form = observation
        self._copy = copy
        self._batch = GameBatch(self.layout, num_envs, list(opponents or ()), seat, reward, illegal == "lose")
        page = self._batch.encoder.page
        self._rows = np.frombuffer(page.memory(), np.int16).reshape(num_envs, -1)
        self._mask = np.frombuffer(page.mask_memory(), np.int8).reshape(num_envs, -1)
        self._seats = np.frombuffer(memoryview(self._batch.seats), np.int64)
        self._over = np.frombuffer(memoryview(self._batch.over), np.bool_)
        self._rewards = np.frombuffer(memoryview(self._batch.rewards), np.float64).reshape(num_envs, -1)
        self._lengths = np.frombuffer(memoryview(self._batch.lengths), np.int64)
        self._each = np.arange(num_envs)
        self._truncated = np.zeros(num_envs, np.bool_)
        self._seeded = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games. One seed gives each its own, counted up from it; a list says each."""
        super().reset(seed=seed if isinstance(seed, int) else None, options=options)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**62))
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed
        if seeds is not None and len(seeds) != self.num_envs:
            raise ValueError(f"seed: {len(seeds)} seeds were given for {self.num_envs} environments")
        self._seeded = True
        for game in range(self.num_envs):
            self._batch.reset(game, None if seeds is None else seeds[game])
        return self._observation(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Act in all games: one index each."""
        if not self._seeded:
            raise ValueError("reset() comes before step()")
        acted = self._seats.copy()
        self._batch.step(np.asarray(actions, "<i8").tobytes())
        rewards = self._rewards[self._each, acted]
        return self._observation(), rewards, self._over.copy(), self._truncated.copy(), self._info()

    def _observation(self) -> Any:
        if self._copy:
            return observation_of(self.layout, self._form, self._rows.copy(), self._mask.copy())
        return observation_of(self.layout, self._form, self._rows, self._mask)

    def _info(self) -> dict[str, Any]:
        views: dict[str, NDArray[Any]] = {
            "action_mask": self._mask,
            "seat": self._seats,
            "rewards": self._rewards,
            "length": self._lengths,
        }
        return {name: view.copy() for name, view in views.items()} if self._copy else dict(views)
