"""How are many actions tried in one call? Round by round, each action once from a state, until all is done or time is up."""

from collections.abc import Callable, Sequence
from typing import Final

from arena.engine.refusal import EngineRefusal, not_now, too_much, wrong
from arena.proto import arena_pb2 as pb
from arena.rules import Action, Rng, State
from arena.search import ActionTally, PlayoutBatch
from arena.wire import WireError, action_from_wire

MOST_PLAYOUTS: Final = 1_000_000  # in one call
MOST_ACTIONS: Final = 10_000
MOST_TURNS: Final = 10_000
POLICIES: Final = (pb.POLICY_RANDOM, pb.POLICY_HEURISTIC)


def play_out(
    request: pb.PlayoutsRequest, states: Sequence[State], rng: Rng, now_ns: Callable[[], int], began_ns: int
) -> pb.PlayoutResults:
    """What came of each action."""
    _check(request)
    seat = _same_seat(request, states)
    actions = _actions(request, states)
    total = len(states) * len(actions) * request.count
    if total > MOST_PLAYOUTS:
        raise too_much(f"count: {total} playouts in all are more than the {MOST_PLAYOUTS} of one call")
    seats = len(states[0].players)
    codes = [int(action.code) for action in actions]
    batch = PlayoutBatch(seats, seat, codes, request.policy == pb.POLICY_HEURISTIC, request.turns)
    stop_ns = began_ns + request.budget_ns if request.budget_ns else None
    for _ in range(request.count):
        for state in states:
            batch.round(state, rng)
            if stop_ns is not None and now_ns() >= stop_ns:
                return _results(batch.tallies, seat)
    return _results(batch.tallies, seat)


def _check(request: pb.PlayoutsRequest) -> None:
    if request.policy not in POLICIES:
        raise wrong(f"policy: {request.policy} is neither POLICY_RANDOM (1) nor POLICY_HEURISTIC (2)")
    if not request.count:
        raise wrong("count: must be at least 1")
    if len(request.actions) > MOST_ACTIONS:
        raise too_much(f"actions: {len(request.actions)} are more than the {MOST_ACTIONS} of one call")
    if request.turns > MOST_TURNS:
        raise wrong(f"turns: {request.turns} is more than {MOST_TURNS}; 0 plays to the end")


def _same_seat(request: pb.PlayoutsRequest, states: Sequence[State]) -> int:
    """The seat that decides in all states, which are of the same rules."""
    first = states[0]
    for number, state in zip(request.states, states, strict=True):
        if state.is_over:
            raise not_now(f"state {number}: the game is over")
        if state.seat != first.seat or state.config.text != first.config.text:
            raise wrong(f"states: {number} and {request.states[0]} are not at a decision of the same seat")
    return first.seat


def _actions(request: pb.PlayoutsRequest, states: Sequence[State]) -> list[Action]:
    """The actions to try, legal in every state."""
    if not request.actions:
        return _offered(request, states)
    try:
        actions = [action_from_wire(action) for action in request.actions]
    except WireError as error:
        raise wrong(f"actions: {error}") from None
    for number, state in zip(request.states, states, strict=True):
        for action in actions:
            refusal = state.check(action)
            if refusal is not None:
                raise not_now(f"state {number}: {action}: {refusal}")
    return actions


def _offered(request: pb.PlayoutsRequest, states: Sequence[State]) -> list[Action]:
    offered = states[0].legal_actions()
    for number, state in zip(request.states, states, strict=True):
        if state.legal_actions() != offered:
            raise _differing(number, request.states[0])
    return offered


def _differing(number: int, first: int) -> EngineRefusal:
    return wrong(f"actions: must be named, because {number} and {first} do not offer the same ones")


def _results(tallies: Sequence[ActionTally], seat: int) -> pb.PlayoutResults:
    return pb.PlayoutResults(results=[_result(tally, seat) for tally in tallies])


def _result(tally: ActionTally, seat: int) -> pb.PlayoutResult:
    count = int(tally.playouts)
    return pb.PlayoutResult(
        playouts=count,
        points=[total / count for total in tally.points],
        wins=[total / count for total in tally.wins],
        rewards=[total / count for total in tally.rewards],
        deviation=tally.deviation(seat),
    )
