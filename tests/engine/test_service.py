"""Is the engine the game itself? Its states, actions, points and playouts are the library's own, and nothing else gets in."""

import random
from typing import Any

import pytest
from grpc import StatusCode

from arena.engine import MOST_AT_ONCE, MOST_STATES, EngineRefusal
from arena.proto import arena_pb2 as pb
from arena.rules import Rng
from arena.search import PlayoutBatch, expectations
from arena.wire import action_to_wire, observation_to_wire
from tests.engine.asking import ask, knows, middle, refused, service
from tests.fuzz.mutations import mutated_bytes
from tests.rules.games import MODULES

EDITIONS = (
    "classic,players=2",
    "classic,players=3,deal=closed",
    f"{'+'.join(['classic', *MODULES])},players=4",
    "red-palace,players=2",
)


@pytest.mark.parametrize("rules", EDITIONS)
def test_a_state_looks_like_the_real_one_to_its_seat(rules: str) -> None:
    real, engine = middle(rules), service()
    made = ask(engine, "Determinize", knows(real, 3)).states
    assert list(made) == [1, 2, 3]
    for number in made:
        seen = ask(engine, "Observe", pb.ObserveRequest(state=number, viewer=real.seat))
        assert seen == observation_to_wire(real.observe(real.seat))
        position = ask(engine, "Legal", pb.LegalRequest(state=number))
        assert (position.seat, position.turn) == (real.seat, real.turn)
        assert [action.text for action in position.legal] == [str(one) for one in real.legal_actions()]


def test_the_same_seed_makes_the_same_states_and_none_makes_others() -> None:
    real, engine = middle("classic,players=3,deal=closed"), service()
    same = [ask(engine, "Determinize", knows(real, 1, seed=5)).states[0] for _ in range(2)]
    others = ask(engine, "Determinize", knows(real, 2, seed=None)).states
    content = [engine.states[number].to_bytes() for number in (*same, *others)]
    assert content[0] == content[1]
    assert len(set(content)) == 3


def test_an_action_is_done_in_any_of_its_forms() -> None:
    real, engine = middle(), service()
    first, second, third = ask(engine, "Determinize", knows(real, 3, seed=1)).states
    action = real.legal_actions()[2]
    wire = action_to_wire(action)
    after = [
        ask(engine, "Apply", pb.ApplyRequest(state=first, index=2)),
        ask(engine, "Apply", pb.ApplyRequest(state=second, action=wire)),
        ask(engine, "Apply", pb.ApplyRequest(state=third, text=str(action))),
    ]
    for number, position in zip((first, second, third), after, strict=True):
        state = engine.states[number]
        assert [one.text for one in position.legal] == [str(one) for one in state.legal_actions()]
        assert position.seat == state.seat
    one = ask(engine, "Determinize", knows(real, 1, seed=9)).states[0]
    twin = engine.states[one].clone()
    twin.apply(action)
    ask(engine, "Apply", pb.ApplyRequest(state=one, index=2))
    assert engine.states[one].to_bytes() == twin.to_bytes()


def test_a_game_is_played_to_its_end_and_scored() -> None:
    real, engine = middle("classic,players=2,turn_limit=20", 4), service()
    number = ask(engine, "Determinize", knows(real)).states[0]
    position = ask(engine, "Legal", pb.LegalRequest(state=number))
    while position.HasField("seat"):
        assert not ask(engine, "Score", pb.ScoreRequest(state=number)).over
        position = ask(engine, "Apply", pb.ApplyRequest(state=number, index=len(position.legal) - 1))
    assert (position.asked, len(position.legal)) == (pb.ASKED_NOTHING, 0)
    scores = ask(engine, "Score", pb.ScoreRequest(state=number))
    assert scores.over
    assert list(scores.points) == engine.states[number].scores()
    assert list(scores.ranks) == engine.states[number].ranks()
    assert refused(engine, "Apply", pb.ApplyRequest(state=number, index=0)) == (
        StatusCode.FAILED_PRECONDITION,
        f"state {number}: the game is over",
    )
    assert refused(engine, "Playouts", pb.PlayoutsRequest(states=[number], count=1, policy=pb.POLICY_RANDOM))[
        0
    ] == (StatusCode.FAILED_PRECONDITION)


def test_clones_go_their_own_ways_and_numbers_are_never_given_twice() -> None:
    engine = service()
    number = ask(engine, "Determinize", knows(middle())).states[0]
    clones = ask(engine, "Clone", pb.CloneRequest(state=number, count=2)).states
    before = engine.states[number].to_bytes()
    ask(engine, "Apply", pb.ApplyRequest(state=clones[0], index=0))
    assert engine.states[number].to_bytes() == engine.states[clones[1]].to_bytes() == before
    released = ask(engine, "Release", pb.ReleaseRequest(states=clones))
    assert (released.released, released.left) == (2, 1)
    assert ask(engine, "Clone", pb.CloneRequest(state=number, count=1)).states[0] > max(clones)
    assert ask(engine, "Release", pb.ReleaseRequest(all=True)) == pb.Released(released=2, left=0)
    status, sentence = refused(engine, "Legal", pb.LegalRequest(state=number))
    assert status is StatusCode.NOT_FOUND
    assert sentence == f"state {number}: there is none of this number; it was never made, or was released"


def test_a_release_that_names_an_unknown_state_releases_none() -> None:
    engine = service()
    ask(engine, "Determinize", knows(middle(), 2))
    assert refused(engine, "Release", pb.ReleaseRequest(states=[1, 2, 3]))[0] is StatusCode.NOT_FOUND
    assert len(engine.states) == 2


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(
    ("policy", "turns"), [(pb.POLICY_RANDOM, 0), (pb.POLICY_RANDOM, 3), (pb.POLICY_HEURISTIC, 5)]
)
def test_playouts_are_the_librarys_own(rules: str, policy: pb.Policy, turns: int) -> None:
    real, engine = middle(rules, 50), service()
    states = ask(engine, "Determinize", knows(real, 2)).states
    before = [engine.states[number].to_bytes() for number in states]
    request = pb.PlayoutsRequest(states=states, count=2, policy=policy, turns=turns, seed=3)
    legal = real.legal_actions()[:2]
    request.actions.extend(action_to_wire(action) for action in legal)
    results = ask(engine, "Playouts", request).results
    sensible = policy == pb.POLICY_HEURISTIC
    batch = PlayoutBatch(len(real.players), real.seat, [int(one.code) for one in legal], sensible, turns)
    rng = Rng(3, "playouts")
    for _ in range(2):
        for number in states:
            batch.round(engine.states[number], rng)
    assert [one.playouts for one in results] == [4] * len(legal)
    for one, tally in zip(results, batch.tallies, strict=True):
        assert list(one.points) == [total / 4 for total in tally.points]
        assert list(one.rewards) == [total / 4 for total in tally.rewards]
        assert one.deviation == tally.deviation(real.seat)
        assert sum(one.wins) == pytest.approx(1.0)
    assert [engine.states[number].to_bytes() for number in states] == before


def test_without_actions_all_on_offer_are_tried() -> None:
    real, engine = middle(), service()
    states = ask(engine, "Determinize", knows(real, 2)).states
    request = pb.PlayoutsRequest(states=states, count=1, policy=pb.POLICY_HEURISTIC, turns=1, seed=3)
    results = ask(engine, "Playouts", request).results
    request.actions.extend(action_to_wire(action) for action in real.legal_actions())
    assert ask(engine, "Playouts", request).results == results
    assert len(results) > 5


def test_a_random_playout_to_the_end_ends_as_the_rules_say() -> None:
    """The mean of one try is that try: the final points of the same game played by the library."""
    real, engine = middle("classic,players=2", 60), service()
    state = ask(engine, "Determinize", knows(real)).states[0]
    action = real.legal_actions()[0]
    request = pb.PlayoutsRequest(
        states=[state], actions=[action_to_wire(action)], count=1, policy=pb.POLICY_RANDOM, seed=8
    )
    result = ask(engine, "Playouts", request).results[0]
    game = engine.states[state].clone()
    game.apply(action)
    game.playout(Rng(8, "playouts"))
    assert list(result.points) == game.scores()
    assert list(result.wins) == [1.0 if rank == 1 else 0.0 for rank in game.ranks()]


def test_playouts_stop_when_their_time_is_up_and_after_a_whole_round() -> None:
    clock = iter(range(0, 10**9, 100))
    engine = service(lambda: next(clock))
    states = ask(engine, "Determinize", knows(middle(), 2)).states
    request = pb.PlayoutsRequest(states=states, count=50, policy=pb.POLICY_RANDOM, budget_ns=250, turns=1)
    results = ask(engine, "Playouts", request).results
    assert {one.playouts for one in results} == {3}  # looked at 100, 200 and 300 after the call


def test_evaluations_are_the_librarys_own() -> None:
    engine = service()
    states = ask(engine, "Determinize", knows(middle("red-palace,players=3"), 3)).states
    judged = ask(engine, "Evaluate", pb.EvaluateRequest(states=states)).expectations
    expected = expectations([engine.states[number] for number in states])
    assert [(list(one.points), list(one.wins)) for one in judged] == expected
    assert all(sum(one.wins) == pytest.approx(1.0) for one in judged)


WRONG: dict[str, tuple[str, Any, StatusCode, str]] = {
    "no state": ("Legal", pb.LegalRequest(), StatusCode.NOT_FOUND, "state 0: there is none"),
    "another's state": ("Legal", pb.LegalRequest(state=2**64 - 1), StatusCode.NOT_FOUND, f"state {2**64 - 1}: "),
    "no index": ("Apply", pb.ApplyRequest(state=1, index=9999), StatusCode.INVALID_ARGUMENT, "ApplyRequest.index: 9999, but the "),
    "no choice": ("Apply", pb.ApplyRequest(state=1), StatusCode.INVALID_ARGUMENT, "ApplyRequest.choice: none of index, action and text is set"),
    "a text that says nothing": ("Apply", pb.ApplyRequest(state=1, text="win"), StatusCode.INVALID_ARGUMENT, "ApplyRequest.text: "),
    "an illegal action": ("Apply", pb.ApplyRequest(state=1, text="give fountain"), StatusCode.FAILED_PRECONDITION, "give fountain: "),
    "no clones": ("Clone", pb.CloneRequest(state=1), StatusCode.INVALID_ARGUMENT, "count: must be at least 1"),
    "too many clones": ("Clone", pb.CloneRequest(state=1, count=MOST_AT_ONCE + 1), StatusCode.RESOURCE_EXHAUSTED, "count: 1001 is more than the 1000"),
    "all and some": ("Release", pb.ReleaseRequest(states=[1], all=True), StatusCode.INVALID_ARGUMENT, "states: must be empty"),
    "no such seat": ("Observe", pb.ObserveRequest(state=1, viewer=2), StatusCode.INVALID_ARGUMENT, "viewer: 2 is not from 0 to 1"),
    "no states to play": ("Playouts", pb.PlayoutsRequest(count=1, policy=pb.POLICY_RANDOM), StatusCode.INVALID_ARGUMENT, "states: names none"),
    "no policy": ("Playouts", pb.PlayoutsRequest(states=[1], count=1), StatusCode.INVALID_ARGUMENT, "policy: 0 is neither"),
    "no playouts": ("Playouts", pb.PlayoutsRequest(states=[1], policy=pb.POLICY_RANDOM), StatusCode.INVALID_ARGUMENT, "count: must be at least 1"),
    "too many playouts": ("Playouts", pb.PlayoutsRequest(states=[1], count=2**32 - 1, policy=pb.POLICY_RANDOM), StatusCode.RESOURCE_EXHAUSTED, "count: "),
    "too many turns": ("Playouts", pb.PlayoutsRequest(states=[1], count=1, policy=pb.POLICY_HEURISTIC, turns=10**9), StatusCode.INVALID_ARGUMENT, "turns: 1000000000 is more than"),
    "an action of no verb": ("Playouts", pb.PlayoutsRequest(states=[1], count=1, policy=pb.POLICY_HEURISTIC, actions=[pb.Action()]), StatusCode.INVALID_ARGUMENT, "actions: Action.verb: "),
    "an action that is not legal": ("Playouts", pb.PlayoutsRequest(states=[1], count=1, policy=pb.POLICY_HEURISTIC, actions=[pb.Action(verb=pb.VERB_PASS)]), StatusCode.FAILED_PRECONDITION, "state 1: pass: "),
    "too many states": ("Evaluate", pb.EvaluateRequest(states=[1] * (MOST_AT_ONCE + 1)), StatusCode.RESOURCE_EXHAUSTED, "states: 1001 are more than the 1000"),
    "nothing to make states of": ("Determinize", pb.DeterminizeRequest(count=1), StatusCode.INVALID_ARGUMENT, ""),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_refused_and_why(name: str) -> None:
    engine = service()
    ask(engine, "Determinize", knows(middle()))
    method, request, status, sentence = WRONG[name]
    code, said = refused(engine, method, request)
    assert code is status, said
    assert said.startswith(sentence)
    assert len(engine.states) == 1


def test_an_observation_without_its_history_is_refused() -> None:
    request = knows(middle())
    del request.history[:]
    status, sentence = refused(service(), "Determinize", request)
    assert status is StatusCode.INVALID_ARGUMENT
    assert sentence.startswith("observation and history do not fit together: ")


def test_a_spectator_has_no_seat_to_think_for() -> None:
    real = middle()
    request = knows(real)
    request.observation.CopyFrom(observation_to_wire(real.observe(None)))
    assert refused(service(), "Determinize", request)[1].startswith("observation.viewer: is not set")


def test_states_of_different_decisions_are_not_tried_together() -> None:
    engine = service()
    ask(engine, "Determinize", knows(middle(), 1))
    ask(engine, "Determinize", knows(middle("classic,players=3"), 1))
    request = pb.PlayoutsRequest(states=[1, 2], count=1, policy=pb.POLICY_RANDOM)
    assert "not at a decision of the same seat" in refused(engine, "Playouts", request)[1]


def test_states_are_kept_up_to_a_limit() -> None:
    engine = service()
    ask(engine, "Determinize", knows(middle()))
    for _ in range(MOST_STATES // MOST_AT_ONCE - 1):
        ask(engine, "Clone", pb.CloneRequest(state=1, count=MOST_AT_ONCE))
    ask(engine, "Clone", pb.CloneRequest(state=1, count=MOST_AT_ONCE - 1))
    status, sentence = refused(engine, "Clone", pb.CloneRequest(state=1, count=1))
    assert status is StatusCode.RESOURCE_EXHAUSTED
    assert sentence.endswith("there are 20000 states, and 20000 is the most; release some")


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_sent_is_answered_or_refused(seed: int) -> None:
    """Good requests with changed bytes, changed numbers and lost parts."""
    rng, engine = random.Random(seed), service()
    real = middle(EDITIONS[seed % len(EDITIONS)], 40)
    ask(engine, "Determinize", knows(real, 2))
    good = {
        "Determinize": knows(real),
        "Apply": pb.ApplyRequest(state=2, action=action_to_wire(real.legal_actions()[0])),
        "Playouts": pb.PlayoutsRequest(
            states=[1, 2],
            count=1,
            policy=pb.POLICY_HEURISTIC,
            turns=1,
            actions=[action_to_wire(real.legal_actions()[0])],
        ),
        "Release": pb.ReleaseRequest(states=[2]),
        "Evaluate": pb.EvaluateRequest(states=[1, 2]),
        "Observe": pb.ObserveRequest(state=1, viewer=1),
    }
    sentences: list[str] = []
    for _ in range(150):
        method, request = rng.choice(sorted(good.items()))
        content = (
            _changed(request, rng) if rng.random() < 0.6 else mutated_bytes(request.SerializeToString(), rng)
        )
        try:
            engine.methods[method](content)
        except EngineRefusal as refusal:
            sentences.append(refusal.sentence)
    assert len(sentences) > 10
    assert all(sentences)


def _changed(request: Any, rng: random.Random) -> bytes:
    """The request with one value of one of its parts changed, or gone."""
    copy = type(request)()
    copy.CopyFrom(request)
    part = copy
    while True:
        fields = [field for field, _ in part.ListFields()]
        if not fields:
            break
        field = rng.choice(fields)
        value = getattr(part, field.name)
        if field.is_repeated:
            index = rng.randrange(len(value))
            if field.message_type is not None and rng.random() < 0.7:
                part = value[index]
                continue
            if rng.random() < 0.5 or field.message_type is not None:
                del value[index]
            elif isinstance(value[index], int):
                value[index] = rng.choice((0, 1, 3, 7, 60, 127))
            break
        if field.message_type is not None and rng.random() < 0.9:
            part = value
            continue
        if (
            isinstance(value, bool)
            or not isinstance(value, int)
            or field.enum_type is not None
            or rng.random() < 0.2
        ):
            part.ClearField(field.name)
        else:
            setattr(part, field.name, rng.choice((0, 1, 2, 5, 79, 127, 10_000)))
        break
    content: bytes = copy.SerializeToString()
    return content
