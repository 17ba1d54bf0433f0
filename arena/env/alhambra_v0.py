"""Alhambra for PettingZoo: an AEC environment in which every seat is an agent.

from arena.env import alhambra_v0

env = alhambra_v0.env(rules="classic,players=3")
env.reset(seed=42)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    action = None if termination or truncation else env.action_space(agent).sample(info["action_mask"])
    env.step(action)
"""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from arena.encoding import LIMIT, REWARDS, WINDOW, Encoder, KnownHands, Layout, lead_rewards, win_rewards
from arena.env.spaces import Form, check_form, observation_of, observation_space
from arena.rules import Action, GameConfig, Rng, State, new_game

ILLEGAL_REWARD = -1
NOBODY = -1


def env(**settings: Any) -> AECEnv:
    """The environment with the wrappers of PettingZoo's own games: an illegal action ends the game and loses it."""
    wrapped: AECEnv = raw_env(**settings)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name; it has no annotations
    """The bare environment.

    `rules` is the text of a configuration. `observation` is "flat", one box, or "dict", its arrays by name. `window` and `limit`
    are those of the encoding (docs/encoding.md). `reward` is "win" or "lead". After `max_cycles` decisions a game is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "alhambra_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: str = "classic,players=2",
        observation: Form = "flat",
        window: int = WINDOW,
        limit: int = LIMIT,
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, rules, observation, window, limit, reward, max_cycles, render_mode)
        super().__init__()
        check_form(observation)
        if reward not in REWARDS:
            raise ValueError(f"reward: {reward!r} is not one of {', '.join(REWARDS)}")
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles: {max_cycles} is not 1 or more")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: {render_mode!r} is not one of ansi")
        self.config = GameConfig.parse(rules)
        self.layout = Layout(self.config, window, limit)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.config.players)]
        self.agents: list[str] = []
        space = observation_space(self.layout, observation)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(limit) for agent in self.possible_agents}
        self._form = observation
        self._lead = reward == "lead"
        self._max_cycles = max_cycles
        self._encoder = Encoder(self.layout)
        self._row = np.frombuffer(self._encoder.page.memory(), np.int16)
        self._mask = np.frombuffer(self._encoder.page.mask_memory(), np.int8)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._known = KnownHands(self.config.players)
        self._games: Rng | None = None
        self._state: State | None = None
        self._cycles = 0
        self._written = NOBODY  # whose view the encoder has written

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """An index into the legal actions, of which the mask says how many there are."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's own
        """Begin a game. The seed fixes this game and all that follow without one."""
        if seed is not None or self._games is None:
            chosen = int(np.random.default_rng().integers(2**63)) if seed is None else seed
            self._games = Rng(chosen, "environment")
        self._state = new_game(self.config, self._games.key())
        self._known.begin(self._state)
        self._state.forget_history()
        self._cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": np.zeros(self.layout.limit, np.int8)} for agent in self.agents
        }
        self._ask(self._state)

    def observe(self, agent: str) -> Any:
        """What an agent may know now; only the one whose turn it is has actions."""
        state = self._game()
        seat = self._seats[agent]
        if seat != self._written:
            self._encoder.write(state, seat, self._known, 0)
            self._written = seat
        return observation_of(self.layout, self._form, self._row.copy(), self._mask.copy())

    def step(self, action: int | None) -> None:
        """Do the action of the agent selected; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._game()
        if self._written != self._seats[agent]:
            self.observe(agent)
        page = self._encoder.page
        if action is None or not 0 <= action < page.offered[0]:
            raise ValueError(
                f"action {action} of {agent} is not from 0 to {page.offered[0] - 1}; see the action mask"
            )
        self._cumulative_rewards[agent] = 0.0
        code = page.codes[int(action)]
        self._known.acted(self._seats[agent], code)
        state.step(code)
        self._cycles += 1
        if state.is_over:
            self._end(state)
        else:
            self._ask(state)
            if self._cycles == self._max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)

    def legal_actions(self) -> list[Action]:
        """The actions that the agent selected can choose, by their index."""
        self.observe(self.agent_selection)
        page = self._encoder.page
        return [Action(int(page.codes[i])) for i in range(int(page.offered[0]))]

    def render(self) -> str | None:
        """The table as text, with every hand, in the mode "ansi"; None without a mode."""
        return None if self.render_mode is None else str(self._game())

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _game(self) -> State:
        if self._state is None:
            raise RuntimeError("reset() comes before anything else")
        return self._state

    def _ask(self, state: State) -> None:
        """Select whoever decides now."""
        seat = state.seat
        agent = self.possible_agents[seat]
        self.agent_selection = agent
        self._encoder.write(state, seat, self._known, 0)
        self._written = seat
        self.infos[agent] = {"action_mask": self._mask.copy()}

    def _end(self, state: State) -> None:
        self._written = NOBODY
        rewards = lead_rewards(state) if self._lead else win_rewards(state)
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        for agent in self.agents:
            mask = np.zeros(self.layout.limit, np.int8)
            self.infos[agent] = {"action_mask": mask, "score": state.scores()[self._seats[agent]]}
        self._accumulate_rewards()
