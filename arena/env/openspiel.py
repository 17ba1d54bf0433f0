"""Alhambra for OpenSpiel: a Python game, `python_alhambra`, whose players know what a seat may know.

    import pyspiel
    import arena.env.openspiel

    game = pyspiel.load_game("python_alhambra", {"rules": "classic+camps", "players": 3})

One chance node at the start chooses the deal; everything after it follows from the deal and the actions. An action is an index into
the legal list. `resample_from_infostate` is our determinizer: it makes states from what a seat knows and never from the true one.
"""

from typing import Any

import numpy as np
import pyspiel

from arena.encoding import LIMIT, Encoder, KnownHands, Layout, win_rewards
from arena.rules import Action, GameConfig, Rng, State, determinize, new_game

DEALS = 1000
DECISIONS_A_TURN = 60  # no turn has as many
SEEDS = 2**31 - 1
GAME_TYPE = pyspiel.GameType(
    short_name="python_alhambra",
    long_name="Alhambra",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "rules": "classic",
        "players": 2,
        "deal": "open",
        "turn_limit": 0,
        "deals": DEALS,
    },
)


class AlhambraGame(pyspiel.Game):  # type: ignore[misc] # pyspiel has no annotations
    """A configuration. `turn_limit` 0 is the usual one; `deals` is the number of deals that chance chooses from."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**GAME_TYPE.parameter_specification, **(params or {})}
        text = f"{given['rules']},players={given['players']},deal={given['deal']}"
        if given["turn_limit"]:
            text += f",turn_limit={given['turn_limit']}"
        self.config = GameConfig.parse(text)
        self.deals = int(given["deals"])
        if self.deals < 1:
            raise ValueError(f"deals: {self.deals} is not 1 or more")
        self.layout = Layout(self.config)
        info = pyspiel.GameInfo(
            num_distinct_actions=LIMIT,
            max_chance_outcomes=self.deals,
            num_players=self.config.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.config.turn_limit * DECISIONS_A_TURN,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> "AlhambraState":
        """A state before the deal."""
        return AlhambraState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "AlhambraObserver":
        """What a player observes now or, with perfect recall, has observed so far."""
        return AlhambraObserver(
            self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class Dealt:
    """A game under way, copied by `copy.deepcopy` as OpenSpiel clones states."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __deepcopy__(self, memory: dict[int, Any]) -> "Dealt":
        return Dealt(self.state.clone())

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.state.to_bytes(),)

    def offered(self) -> list[Action]:
        """The actions by index; a list longer than the limit is thinned as in the encoding."""
        legal = self.state.legal_actions()
        if len(legal) <= LIMIT:
            return legal
        return [legal[i * (len(legal) - 1) // (LIMIT - 1)] for i in range(LIMIT)]


def _restored(content: bytes) -> Dealt:
    return Dealt(State.from_bytes(content))


class AlhambraState(pyspiel.State):  # type: ignore[misc]
    """One game; before its deal there is nothing in it."""

    def __init__(self, game: AlhambraGame) -> None:
        super().__init__(game)
        self.config = game.config.text
        self.deals = game.deals
        self.dealt: Dealt | None = None

    def current_player(self) -> int:
        """Who decides: chance first, then a seat."""
        if self.dealt is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.dealt.state.is_over else self.dealt.state.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.dealt is not None and self.dealt.state.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal is equally likely."""
        return [(deal, 1.0 / self.deals) for deal in range(self.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        if self.dealt is None or player != self.dealt.state.seat:
            return []
        return list(range(len(self.dealt.offered())))

    def _apply_action(self, action: int) -> None:
        if self.dealt is None:
            self.dealt = Dealt(new_game(GameConfig.parse(self.config), int(action)))
        else:
            self.dealt.state.apply(self.dealt.offered()[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if self.dealt is None or player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        offered = self.dealt.offered()
        return f"{action}: {offered[action]}" if action < len(offered) else f"{action}: no action"

    def returns(self) -> list[float]:
        """Nothing until the end; then 1 to a sole winner, which the others lose."""
        if self.dealt is None or not self.dealt.state.is_over:
            return [0.0] * GameConfig.parse(self.config).players
        return win_rewards(self.dealt.state)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> "AlhambraState":
        """A state that the player cannot tell from this one, made from what the player sees and saw."""
        resampled: AlhambraState = self.get_game().new_initial_state()
        if self.dealt is not None:
            state = self.dealt.state
            rng = Rng(int(probability_sampler() * SEEDS), "resample")
            resampled.dealt = Dealt(determinize(state.observe(player_id), state.history(player_id), rng))
        return resampled

    def __str__(self) -> str:
        return "before the deal" if self.dealt is None else str(self.dealt.state)


class AlhambraObserver:
    """Strings and tensors of one player: the table now, or with perfect recall the history."""

    def __init__(self, game: AlhambraGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observer of Alhambra takes no parameters: {params}")
        self._recall = kind.perfect_recall
        self._encoder = Encoder(game.layout)
        self._row = np.frombuffer(self._encoder.page.memory(), np.int16)
        self._players = game.config.players
        self.tensor = np.zeros(0 if self._recall else game.layout.width, np.float32)
        self.dict = {} if self._recall else {"observation": self.tensor}

    def set_from(self, state: AlhambraState, player: int) -> None:
        """Fill the tensor (docs/encoding.md)."""
        if self._recall or state.dealt is None:
            self.tensor.fill(0)
            return
        known = KnownHands(self._players)
        known.read(state.dealt.state.history(player))
        self._encoder.write(state.dealt.state, player, known, 0)
        self.tensor[:] = self._row

    def string_from(self, state: AlhambraState, player: int) -> str:
        """The table as the player sees it, or all that the player has seen."""
        if state.dealt is None:
            return "before the deal"
        true_state = state.dealt.state
        if not self._recall:
            return str(true_state.observe(player))
        told = "\n".join(str(event) for event in true_state.history(player))
        return f"seat {player}, {true_state.observe(player).decision or 'over'}\n{told}"


pyspiel.register_game(GAME_TYPE, AlhambraGame)
