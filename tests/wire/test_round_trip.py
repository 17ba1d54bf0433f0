"""Does every value of a game come back from the wire exactly as it went, in every configuration?"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.proto import arena_pb2 as pb
from arena.rules import GameConfig, Observation
from arena.wire import (
    action_from_wire,
    action_to_wire,
    decision_bytes,
    event_from_wire,
    event_to_wire,
    observation_from_wire,
    observation_to_wire,
)
from tests.rules.games import classic_texts, configs, palace_texts, played
from tests.rules.views import by_name


def extras_of(observation: Observation) -> str:
    """Extras hold tiles, which are equal if they print the same."""
    return repr(by_name(observation))


def assert_round_trips(observation: Observation) -> None:
    message = observation_to_wire(observation)
    back = observation_from_wire(pb.Observation.FromString(message.SerializeToString()))
    assert back == observation
    assert extras_of(back) == extras_of(observation)
    assert (message.extra, message.final) == (observation.extra, observation.final)
    assert observation_to_wire(back) == message


@pytest.mark.parametrize("text", classic_texts() + palace_texts()[::6])
def test_every_tenth_position_of_a_game_as_each_viewer_sees_it(text: str) -> None:
    state = None
    for number, state in enumerate(played(GameConfig.parse(text), seed=3)):
        if number % 10 == 0 or state.is_over:
            for viewer in (*range(state.config.players), None):
                assert_round_trips(state.observe(viewer))
    assert state is not None
    for viewer in (*range(state.config.players), None):
        for event in state.history(viewer):
            assert event_from_wire(event_to_wire(event)) == event


@given(config=configs(), seed=st.integers(0, 10_000), liking=st.sampled_from([0, 50, 95]))
@settings(max_examples=25)
def test_decisions_of_random_games(config: GameConfig, seed: int, liking: int) -> None:
    seen = 0
    for number, state in enumerate(played(config, seed, liking)):
        if state.is_over or number % 7:
            continue
        seat = state.seat
        observation = state.observe(seat)
        events = state.history(seat)[seen:]
        seen += len(events)
        legal = state.legal_actions()
        banks = [5 * 10**9 + one for one in range(config.players)]
        question = decision_bytes(number + 1, 2, observation, events, legal, banks, 10**8)
        message = pb.ToBot.FromString(question).decision
        assert (message.id, message.game, list(message.bank_ns), message.increment_ns) == (
            number + 1,
            2,
            banks,
            10**8,
        )
        assert observation_from_wire(message.observation) == observation
        assert [event_from_wire(event) for event in message.events] == events
        assert [action_from_wire(action) for action in message.legal] == legal
        assert [action.text for action in message.legal] == [str(action) for action in legal]


@given(config=configs(), seed=st.integers(0, 10_000))
@settings(max_examples=15)
def test_a_decision_holds_nothing_that_its_seat_may_not_know(config: GameConfig, seed: int) -> None:
    """2.2: hands are secret, and two positions that look the same to a seat are the same message."""
    for number, state in enumerate(played(config, seed)):
        if state.is_over or number % 25:
            continue
        message = observation_to_wire(state.observe(state.seat))
        assert [seat.HasField("hand") for seat in message.seats] == [
            seat == state.seat for seat in range(config.players)
        ]


def test_an_action_written_with_its_fields_alone_is_the_same_action() -> None:
    config = GameConfig.parse("classic+vizier+camps+bazaars+falconers+medina,players=2")
    verbs: set[str] = set()
    for seed in range(8):
        for state in played(config, seed, liking=60):
            for action in state.legal_actions():
                if action.verb not in verbs or action.verb in ("buy", "favour"):
                    verbs.add(action.verb)
                    message = action_to_wire(action)
                    message.ClearField("text")
                    assert action_from_wire(message) == action
    assert {"take", "buy", "remove", "place", "reserve", "give", "wake", "favour", "decline"} <= verbs
