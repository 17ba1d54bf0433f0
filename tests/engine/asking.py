"""What does a bot ask the engine in these tests? Requests made from games in the middle."""

from typing import Any

import pytest
from grpc import StatusCode

from arena.engine import EngineRefusal, EngineService
from arena.proto import arena_pb2 as pb
from arena.rules import GameConfig, Rng, State, new_game
from arena.wire import event_to_wire, observation_to_wire

REPLIES: dict[str, Any] = {
    "Determinize": pb.States,
    "Legal": pb.Position,
    "Apply": pb.Position,
    "Clone": pb.States,
    "Release": pb.Released,
    "Observe": pb.Observation,
    "Score": pb.Scores,
    "Playouts": pb.PlayoutResults,
    "Evaluate": pb.Evaluations,
}


def middle(rules: str = "classic,players=2", actions: int = 30, seed: int = 1) -> State:
    """A game after some actions at random."""
    state = new_game(GameConfig.parse(rules), seed)
    rng = Rng(seed, "actions")
    for _ in range(actions):
        legal = state.legal_actions()
        state.apply(legal[int(rng.below(len(legal)))])
    return state


def knows(state: State, count: int = 1, seed: int | None = 1) -> pb.DeterminizeRequest:
    """What the seat that decides would ask for."""
    return pb.DeterminizeRequest(
        observation=observation_to_wire(state.observe(state.seat)),
        history=[event_to_wire(event) for event in state.history(state.seat)],
        count=count,
        seed=seed,
    )


def service(now_ns: Any = lambda: 0) -> EngineService:
    """An engine with chance that repeats."""
    return EngineService(now_ns, b"a test")


def ask(engine: EngineService, method: str, request: Any) -> Any:
    """The answer to a call, as a bot reads it."""
    return REPLIES[method].FromString(engine.methods[method](request.SerializeToString()))


def refused(engine: EngineService, method: str, request: Any) -> tuple[StatusCode, str]:
    """Why a call is refused."""
    with pytest.raises(EngineRefusal) as caught:
        engine.methods[method](request.SerializeToString())
    return caught.value.status, caught.value.sentence
