"""What is every kit asked? Decisions from lively games in all configurations of both editions, as the referee would send them."""

from dataclasses import dataclass
from functools import cache

from arena.proto import arena_pb2 as pb
from arena.rules import Action, GameConfig, State
from arena.search.greedy import choose
from arena.wire import decision_bytes
from tests.rules.games import classic_texts, palace_texts, played

EACH = 11
BANK_NS = 30_000_000_000


@dataclass(frozen=True)
class Asked:
    """A request, and what greedy answers to it."""

    rules: str
    message: pb.Decision
    legal: tuple[Action, ...]
    expected: Action


@cache
def requests() -> list[Asked]:
    """Every so many-th decision of a game of each configuration, and all that only modules ask for."""
    asked: list[Asked] = []
    one_deal = classic_texts()[::2]  # whether hands were dealt openly makes no difference to a request
    for number, rules in enumerate([*one_deal, *palace_texts()]):
        for count, state in enumerate(played(GameConfig.parse(rules), number)):
            wanted = (count + number) % EACH == 0 or state.decision in ("favour", "falcon")
            if not state.is_over and wanted:
                asked.append(_request(rules, state, len(asked) + 1))
    return asked


def _request(rules: str, state: State, id: int) -> Asked:
    seat = state.seat
    observation = state.observe(seat)
    legal = state.legal_actions()
    banks = [BANK_NS] * len(observation.seats)
    message = pb.ToBot.FromString(decision_bytes(id, 1, observation, [], legal, banks, 0)).decision
    return Asked(rules, message, tuple(legal), legal[choose(observation, legal)])
