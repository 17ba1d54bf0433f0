"""What does each call of the engine do? A message in, a message out, or a refusal."""

import os
from collections.abc import Callable
from typing import Final, TypeVar

from google.protobuf.message import DecodeError, Message

from arena.engine.playouts import play_out
from arena.engine.refusal import not_now, wrong
from arena.engine.states import StateTable
from arena.proto import arena_pb2 as pb
from arena.rules import DealError, Determinizer, Rng
from arena.search import expectations
from arena.wire import (
    WireError,
    chosen,
    event_from_wire,
    observation_bytes,
    observation_from_wire,
    position_bytes,
    refuse_unknown_fields,
)

Asked = TypeVar("Asked", bound=Message)


class EngineService:
    """The service of one bot."""

    def __init__(self, now_ns: Callable[[], int], entropy: bytes | None = None) -> None:
        self.states: Final = StateTable()
        self._now_ns = now_ns
        self._rng: Final = Rng(os.urandom(16) if entropy is None else entropy, "engine")
        self.methods: Final[dict[str, Callable[[bytes], bytes]]] = {
            "Determinize": _reading(pb.DeterminizeRequest, self.determinize),
            "Legal": _reading(pb.LegalRequest, self.legal),
            "Apply": _reading(pb.ApplyRequest, self.apply),
            "Clone": _reading(pb.CloneRequest, self.clone),
            "Release": _reading(pb.ReleaseRequest, self.release),
            "Observe": _reading(pb.ObserveRequest, self.observe),
            "Score": _reading(pb.ScoreRequest, self.score),
            "Playouts": _reading(pb.PlayoutsRequest, self.playouts),
            "Evaluate": _reading(pb.EvaluateRequest, self.evaluate),
        }

    def determinize(self, request: pb.DeterminizeRequest) -> bytes:
        """States that a seat cannot tell from the real one."""
        rng = self._rng
        if request.HasField("seed"):
            rng = Rng(request.seed, "determinize")
        try:
            observation = observation_from_wire(request.observation)
            if observation.viewer is None:
                raise wrong("observation.viewer: is not set, and a spectator has no seat to think for")
            history = [event_from_wire(event) for event in request.history]
            determinizer = Determinizer(observation, history, recording=False)
            return _numbers(self.states.add(request.count, lambda: determinizer.sample(rng)))
        except WireError as error:
            raise wrong(str(error)) from None
        except (ValueError, LookupError, DealError) as error:
            raise wrong(f"observation and history do not fit together: {error}") from None

    def legal(self, request: pb.LegalRequest) -> bytes:
        """Who decides, and what can be done."""
        return position_bytes(self.states[request.state])

    def apply(self, request: pb.ApplyRequest) -> bytes:
        """Do an action; the position after it."""
        state = self.states[request.state]
        if state.is_over:
            raise not_now(f"state {request.state}: the game is over")
        try:
            action = chosen(request, state.legal_actions())
        except WireError as error:
            raise wrong(str(error)) from None
        refusal = state.check(action)
        if refusal is not None:
            raise not_now(f"{action}: {refusal}")
        state.step(action.code)
        return position_bytes(state)

    def clone(self, request: pb.CloneRequest) -> bytes:
        """Further states like one."""
        return _numbers(self.states.add(request.count, self.states[request.state].clone))

    def release(self, request: pb.ReleaseRequest) -> bytes:
        """Forget states."""
        if request.all and request.states:
            raise wrong("states: must be empty if all states are released")
        released = self.states.clear() if request.all else self.states.release(request.states)
        return pb.Released(released=released, left=len(self.states)).SerializeToString()

    def observe(self, request: pb.ObserveRequest) -> bytes:
        """What a seat sees."""
        state = self.states[request.state]
        if not request.HasField("viewer"):
            return observation_bytes(state.observe(None))
        if request.viewer >= len(state.players):
            raise wrong(f"viewer: {request.viewer} is not from 0 to {len(state.players) - 1}")
        return observation_bytes(state.observe(request.viewer))

    def score(self, request: pb.ScoreRequest) -> bytes:
        """The points so far."""
        state = self.states[request.state]
        scores = pb.Scores(points=state.scores(), ranks=state.ranks(), over=state.is_over)
        return scores.SerializeToString()

    def playouts(self, request: pb.PlayoutsRequest) -> bytes:
        """Try actions many times."""
        began_ns = self._now_ns()
        states = self.states.several(request.states)
        rng = Rng(request.seed, "playouts") if request.HasField("seed") else self._rng
        return play_out(request, states, rng, self._now_ns, began_ns).SerializeToString()

    def evaluate(self, request: pb.EvaluateRequest) -> bytes:
        """What each state is worth."""
        judged = expectations(self.states.several(request.states))
        return pb.Evaluations(
            expectations=[pb.Expectation(points=points, wins=wins) for points, wins in judged]
        ).SerializeToString()


def _reading(kind: type[Asked], answer: Callable[[Asked], bytes]) -> Callable[[bytes], bytes]:
    """A call that reads its message first."""

    def call(content: bytes) -> bytes:
        try:
            request = kind.FromString(content)
            refuse_unknown_fields(request)
        except DecodeError:
            raise wrong(f"these bytes are no {kind.DESCRIPTOR.name}") from None
        except WireError as error:
            raise wrong(str(error)) from None
        return answer(request)

    return call


def _numbers(states: list[int]) -> bytes:
    return pb.States(states=states).SerializeToString()
