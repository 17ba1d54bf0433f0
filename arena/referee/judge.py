"""What does an answer choose? An action if it is legal, otherwise a fault that says why not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arena.proto import arena_pb2 as pb
from arena.record import Termination, TimeSpent
from arena.referee.fault import Fault
from arena.rules import Action, Refusal
from arena.units import SECOND_NS
from arena.wire import WireError, chosen


@dataclass(frozen=True, slots=True)
class DecisionRequest:
    """A decision that was asked."""

    id: int
    decision: str
    legal: Sequence[Action]

    def judge(self, answer: pb.Answer, check: Callable[[Action], Refusal | None]) -> Action | Fault:
        """The action that an answer chooses; `check` asks the rules about one that is not on the list."""
        try:
            action = chosen(answer, self.legal)
        except WireError as error:
            return self._wrong(Termination.PROTOCOL, f"with a choice that is refused: {error}")
        if answer.HasField("index") or action in self.legal:
            return action
        refusal = check(action)
        if refusal is not None:
            return self._wrong(Termination.ILLEGAL_ACTION, f"with {str(action)!r}: {refusal}")
        return action

    def late(self, allowed_ns: int, spent: TimeSpent) -> Fault:
        """An answer that took longer than the clock allowed."""
        had = f"{allowed_ns / SECOND_NS:.3f} s"
        return self._wrong(Termination.TIMEOUT, f"too late, after the {had} that it had left: {spent}")

    def _wrong(self, termination: Termination, how: str) -> Fault:
        return Fault(termination, f"Decision {self.id} ({self.decision}) was answered {how}.")
