"""Many games side by side: each step acts in all of them, begins a new game where one is over and writes the arrays anew."""

from collections.abc import Sequence
from typing import Final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from arena.encoding.encoder import Encoder
from arena.encoding.known_hands import KnownHands
from arena.encoding.layout import Layout
from arena.encoding.policies import HousePolicy
from arena.rules import Rng, State, new_game

EVERYBODY: Final = -1  # the learner plays every seat
WIN: Final = "win"
LEAD: Final = "lead"
REWARDS: Final = (WIN, LEAD)
POINTS_PER_REWARD: Final = 100.0  # a lead of this many points is a reward of 1
BYTES_OF_AN_INDEX: Final = 8


class GameBatch:
    """Games of the same rules. `step` writes in place: what reads the arrays of the encoder sees the next observations."""

    def __init__(
        self,
        layout: Layout,
        games: int,
        opponents: Sequence[str] = (),
        seat: int | None = None,
        reward: str = WIN,
        forgiving: bool = False,
    ) -> None:
        players = layout.config.players
        if len(opponents) not in (0, 1, players - 1):
            raise ValueError(
                f"opponents: {len(opponents)} policies do not fill {players - 1} seats; name one for all, or one for each"
            )
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat: {seat} is not from 0 to {players - 1}")
        if reward not in REWARDS:
            raise ValueError(f"reward: {reward!r} is not one of {', '.join(REWARDS)}")
        self.reward: Final = reward
        self.forgiving: Final = forgiving  # an illegal index loses the game instead of raising an error
        self.games: Final[i64] = games
        self.encoder: Final = Encoder(layout, games)
        self.players: Final[i64] = players
        self.policies: Final = [HousePolicy(name) for name in opponents]
        self.seats: Final = vec[i64]([0] * games)  # who is asked; whoever acted last once a game is over
        self.over: Final = vec[u8]([0] * games)
        self.illegal: Final = vec[u8]([0] * games)  # games that ended by an illegal index
        self.rewards: Final = vec[float]([0.0] * (games * players))  # of this step, by game and seat
        self.lengths: Final = vec[i64]([0] * games)  # decisions of the learner in this game
        self._seat: Final[i64] = EVERYBODY if seat is None else seat
        self._learner: Final = vec[i64]([EVERYBODY] * games)
        self._begun: Final = vec[i64]([0] * games)  # games begun so far
        self._streams: Final = [Rng(0, f"environment {game}") for game in range(games)]
        self._chance: Final = [Rng(0, f"opponents {game}") for game in range(games)]
        self._known: Final = [KnownHands(players) for _ in range(games)]
        self._states: Final = [new_game(layout.config, 0) for _ in range(games)]

    def state(self, game: int) -> State:
        """The true state of a game: for looking at, not for playing."""
        return self._states[game]

    def learner(self, game: int) -> int:
        """The seat that the learner has in a game against policies, or EVERYBODY."""
        return int(self._learner[game])

    def reset(self, game: int, seed: int | None) -> None:
        """Begin a game; with a seed all games from here on follow from it."""
        if seed is not None:
            self._streams[game] = Rng(seed, "environment")
            self._chance[game] = Rng(seed, "opponents")
            self._begun[game] = 0
        self._begin(game)

    def step(self, actions: bytes) -> None:
        """Act in every game: one index a game as eight bytes, the lowest first. A game that is over begins anew instead."""
        page = self.encoder.page
        if len(actions) != BYTES_OF_AN_INDEX * self.games:
            raise ValueError(f"{len(actions) // BYTES_OF_AN_INDEX} actions were given for {self.games} games")
        game: i64
        for game in range(self.games):
            index = read_i64_le(actions, BYTES_OF_AN_INDEX * game)
            if not self.forgiving and not self.over[game] and (index < 0 or index >= page.offered[game]):
                raise ValueError(f"action {index} of game {game} is not from 0 to {page.offered[game] - 1}")
        for game in range(self.games):
            index = read_i64_le(actions, BYTES_OF_AN_INDEX * game)
            if self.over[game]:
                self._begin(game)
            elif index < 0 or index >= page.offered[game]:
                self._forfeit(game)
            else:
                self._act(game, page.codes[game * page.sizes.limit + index])

    def _begin(self, game: i64) -> None:
        state = new_game(self.encoder.layout.config, self._streams[game].key())
        self._states[game] = state
        self._known[game].begin(state)
        state.forget_history()
        self.over[game] = 0
        self.illegal[game] = 0
        self.lengths[game] = 0
        if self.policies:
            self._learner[game] = self._begun[game] % self.players if self._seat == EVERYBODY else self._seat
        self._begun[game] += 1
        seat: i64
        for seat in range(self.players):
            self.rewards[game * self.players + seat] = 0.0
        self._play_opponents(game, state)
        self._write(game, state)

    def _act(self, game: i64, code: i64) -> None:
        state = self._states[game]
        self.lengths[game] += 1
        self._step(game, state, code)
        self._play_opponents(game, state)
        self._write(game, state)

    def _forfeit(self, game: i64) -> None:
        """An illegal index ends the game: whoever gave it loses, and nobody wins."""
        self.lengths[game] += 1
        self.over[game] = 1
        self.illegal[game] = 1
        self.rewards[game * self.players + self.seats[game]] = -1.0

    def _step(self, game: i64, state: State, code: i64) -> None:
        if self.encoder.closed:
            self._known[game].acted(state.seat, code)
        state.step(code)

    def _play_opponents(self, game: i64, state: State) -> None:
        learner = self._learner[game]
        if learner == EVERYBODY:
            return
        policies: i64 = len(self.policies)
        while state.depth > 0:
            seat: i64 = state.seat
            if seat == learner:
                return
            place = (seat - learner + self.players) % self.players - 1
            policy = self.policies[place if policies > 1 else 0]
            self._step(game, state, policy.choice(state, self._chance[game]))

    def _write(self, game: i64, state: State) -> None:
        if state.depth > 0:
            self.seats[game] = state.seat
        else:
            self.over[game] = 1
            self._reward(game, state)
            if self._learner[game] != EVERYBODY:
                self.seats[game] = self._learner[game]
        self.encoder.write(state, self.seats[game], self._known[game], game)

    def _reward(self, game: i64, state: State) -> None:
        rewards = win_rewards(state) if self.reward == WIN else lead_rewards(state)
        seat: i64
        for seat in range(self.players):
            self.rewards[game * self.players + seat] = rewards[seat]


def win_rewards(state: State) -> list[float]:
    """What the end of a game is worth to each seat: 1 to a sole winner, the others lose it in equal parts; ties share."""
    scores = state.scores()
    best = max(scores)
    winners = scores.count(best)
    others = len(scores) - 1
    return [(len(scores) / winners - 1.0) / others if score == best else -1.0 / others for score in scores]


def lead_rewards(state: State) -> list[float]:
    """The points by which each seat leads the best of the others, or trails it, in hundreds."""
    scores = state.scores()
    rivals = [max(scores[:seat] + scores[seat + 1 :]) for seat in range(len(scores))]
    return [(score - rival) / POINTS_PER_REWARD for score, rival in zip(scores, rivals, strict=True)]
