"""How is one game set up and played? Players take seats, the referee asks, the house replaces those that fail."""

from collections.abc import Callable, Sequence
from typing import Protocol

from arena.match.deals import Seating
from arena.match.settings import MatchSettings
from arena.record import IDS_A_GAME, DecisionRecord
from arena.referee import Fault, GamePlan, GameReferee, GameResult, Seat
from arena.rules import Action, State
from arena.search import greedy_choice


class GamePlayer(Protocol):
    """Who plays at a seat: the process of a bot, or a person."""

    async def ready(self, deal: bytes) -> Fault | None:
        """Be at the table for a deal; a fault if it does not get that far."""

    @property
    def seat(self) -> Seat:
        """How the referee reaches it."""


def game_plan(
    settings: MatchSettings, seating: Seating, names: Sequence[str], tells_seed: bool = True
) -> GamePlan:
    """One game of a match; `names` are those of the players, by seat."""
    return GamePlan(seating.game, settings, seating.seed, seating.salt, tuple(names), tells_seed)


async def play_game(
    plan: GamePlan,
    players: Sequence[GamePlayer],
    watch: Callable[[Sequence[DecisionRecord]], None] | None = None,
    so_far: Sequence[DecisionRecord] = (),
) -> GameResult:
    """Play a game to its end; `watch` sees every decision, `so_far` are those of a game that was broken off."""
    faults: dict[int, Fault] = {}
    for number, player in enumerate(players):
        fault = await player.ready(plan.seed)
        if fault is not None:
            faults[number] = fault
    seats = [player.seat for player in players]
    # Workers play side by side, and a request's id is unique in the whole match.
    first_id = plan.game * IDS_A_GAME
    return await GameReferee(plan, seats, house_choice, first_id, faults, watch, so_far).play()


def house_choice(state: State) -> Action:
    """What is played for a seat whose bot has failed: the house's greedy policy."""
    legal: Sequence[Action] = state.legal_actions()
    return legal[greedy_choice(state.observe(state.seat), legal)]
