"""How did a game stand at a move? Replays for viewers, with the most recent ones in memory."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from arena.record import DecisionRecord, GameRecord, carry_out
from arena.rules import GameConfig, State, new_game

MOST_GAMES = 48


@dataclass(frozen=True, slots=True)
class Play:
    """A game as far as it has come, with the table before each decision and after the last."""

    states: Sequence[State]
    decisions: Sequence[DecisionRecord]

    @property
    def last(self) -> int:
        return len(self.decisions)


class Replays:
    """The games that were looked at last."""

    def __init__(self, most: int = MOST_GAMES) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._games: OrderedDict[bytes, tuple[list[State], list[DecisionRecord]]] = OrderedDict()

    def of_record(self, record: GameRecord) -> Play:
        return self.play(record.rules, record.seed, record.decisions, record.seal)

    def play(self, rules: str, seed: bytes, decisions: Sequence[DecisionRecord], key: bytes) -> Play:
        """The game of these decisions; those of a game under way that were played before are not played again."""
        with self._lock:
            states, known = self._games.pop(key, ([], []))
            if not states or known != list(decisions[: len(known)]):
                states, known = [new_game(GameConfig.parse(rules), seed)], []
            else:
                states, known = list(states), list(known)  # who holds the old ones goes on undisturbed
            for number in range(len(known), len(decisions)):
                state = states[-1].clone()
                carry_out(state, number, decisions[number])
                states.append(state)
                known.append(decisions[number])
            self._games[key] = states, known
            while len(self._games) > self._most:
                self._games.popitem(last=False)
            return Play(states, known)
