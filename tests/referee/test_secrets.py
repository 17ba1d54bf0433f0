"""Is a seat sent anything that it may not know? Every message of whole games is read and compared with what the rules show."""

import asyncio
from functools import partial
from hashlib import sha256

import pytest

from arena.match.game import house_choice
from arena.proto import arena_pb2 as pb
from arena.referee.game import GameReferee
from arena.rules import State
from arena.wire import action_from_wire, event_from_wire, observation_from_wire
from tests.referee.table import SALT, SEED, StandIn, plan_of

ALL = "classic+vizier+camps+bazaars+falconers+medina"
RULES = [
    "classic,players=2,deal=closed",
    "classic,players=4,deal=closed",
    f"{ALL},players=3,deal=closed,turn_limit=40",
    f"{ALL},players=6,deal=open,turn_limit=40",
    "red-palace+camps+bazaars+medina,players=3,turn_limit=40",
]


class Watch:
    """Compares what each seat is told with the state at that moment."""

    def __init__(self, rules: str, seed: int) -> None:
        self.plan = plan_of(rules)
        self.seats = [StandIn(seed * 10 + number) for number in range(self.plan.settings.config.players)]
        self.history: list[list[object]] = [[] for _ in self.seats]
        for number, seat in enumerate(self.seats):
            seat.on_message = partial(self.check, number)
        self.game = GameReferee(self.plan, self.seats, house_choice, 0)
        self.state: State = self.game._state

    def check(self, number: int, message: pb.ToBot) -> None:
        """One message to one seat."""
        kind = message.WhichOneof("message")
        encoded = message.SerializeToString()
        if kind != "game_over":
            for secret in (SEED, SALT, sha256(SEED).digest()):
                assert secret not in encoded
        if kind == "game_start":
            start = message.game_start
            assert (start.seat, start.commitment) == (number, sha256(SEED + SALT).digest())
        elif kind == "decision":
            self.check_decision(number, message.decision)
        else:
            assert kind == "game_over"
            assert self.state.is_over
            assert (message.game_over.seed, message.game_over.salt) == (SEED, SALT)
            self.hear(number, message.game_over.events)

    def check_decision(self, number: int, decision: pb.Decision) -> None:
        """The observation, the events so far and the legal actions are exactly those of the seat."""
        assert number == self.state.seat
        observation = observation_from_wire(decision.observation)
        assert observation.to_bytes() == self.state.observe(number).to_bytes()
        for other, view in enumerate(decision.observation.seats):
            assert view.HasField("hand") == (other == number)
        assert [action_from_wire(action) for action in decision.legal] == self.state.legal_actions()
        self.hear(number, decision.events)

    def hear(self, number: int, events: object) -> None:
        """What the seat has been told so far is its history, event by event."""
        self.history[number] += [event_from_wire(event) for event in events]  # type: ignore[attr-defined]  # repeated field
        assert self.history[number] == self.state.history(number)


@pytest.mark.parametrize("rules", RULES)
def test_messages_hold_what_the_seat_may_know_and_no_more(rules: str) -> None:
    """2.2: closed hands, deck and bag; the seed only when the game is over."""
    watch = Watch(rules, seed=3)
    played = asyncio.run(watch.game.play())
    assert played.faults == {}
    assert all(seat.told[-1].HasField("game_over") for seat in watch.seats)
    hidden = [event for event in watch.state.history(0) if event not in watch.state.history(1)]
    # The comparison can only fail if the seats do see different things.
    assert hidden or "open" in rules or "palace" in rules


def test_the_watch_would_see_a_leak() -> None:
    """Control: a referee that shows a seat what the other one sees is found out."""
    watch = Watch("classic,players=2,deal=closed", seed=3)
    question = watch.game._question
    watch.game._question = lambda number, legal: question(1 - number, legal)  # type: ignore[method-assign]  # the leak
    with pytest.raises(AssertionError):
        asyncio.run(watch.game.play())
