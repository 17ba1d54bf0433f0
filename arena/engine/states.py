"""Which states does a bot keep in the engine? Each under a number that is never given to another, up to a limit."""

from collections.abc import Callable, Sequence
from typing import Final

from arena.engine.refusal import too_much, unknown, wrong
from arena.rules import State

MOST_STATES: Final = 20_000  # a state takes about 3 kB, one that was cloned less
MOST_AT_ONCE: Final = 1_000  # that one call makes or looks at


class StateTable:
    """The states of one bot."""

    def __init__(self) -> None:
        self._states: dict[int, State] = {}
        self._last = 0

    def __len__(self) -> int:
        return len(self._states)

    def __getitem__(self, number: int) -> State:
        state = self._states.get(number)
        if state is None:
            raise unknown(f"state {number}: there is none of this number; it was never made, or was released")
        return state

    def several(self, numbers: Sequence[int]) -> list[State]:
        """The states of a call that takes some."""
        if not numbers:
            raise wrong("states: names none")
        if len(numbers) > MOST_AT_ONCE:
            raise too_much(f"states: {len(numbers)} are more than the {MOST_AT_ONCE} that one call may name")
        return [self[number] for number in numbers]

    def add(self, count: int, make: Callable[[], State]) -> list[int]:
        """Make states and keep them; their numbers. What is refused makes none."""
        if not count:
            raise wrong("count: must be at least 1")
        if count > MOST_AT_ONCE:
            raise too_much(f"count: {count} is more than the {MOST_AT_ONCE} that one call may make")
        if len(self._states) + count > MOST_STATES:
            there = f"there are {len(self._states)} states, and {MOST_STATES} is the most"
            raise too_much(f"count: {count} more would be too many: {there}; release some")
        made = [make() for _ in range(count)]
        numbers = list(range(self._last + 1, self._last + 1 + count))
        self._last += count
        self._states.update(zip(numbers, made, strict=True))
        return numbers

    def release(self, numbers: Sequence[int]) -> int:
        """Forget states; none of them if one is unknown. How many there were."""
        doomed = set(numbers)
        for number in doomed:
            self[number]
        for number in doomed:
            del self._states[number]
        return len(doomed)

    def clear(self) -> int:
        """Forget all states; how many there were."""
        count = len(self._states)
        self._states.clear()
        return count
