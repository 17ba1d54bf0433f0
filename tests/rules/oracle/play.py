"""Which games do the comparisons look at? Every kind of table, and two ways to play at it.

Uniform play wanders about. The builder buys, builds and buys falcons when it can, so that cities get large.
"""

from itertools import combinations
from random import Random

from arena.rules import Action, GameConfig, State, new_game

MODULES = ("vizier", "camps", "bazaars", "falconers", "medina")
SETS_OF_MODULES = ((), *[(one,) for one in MODULES], *combinations(MODULES, 2), MODULES)
TABLES = [
    "+".join(["classic", *modules]) + f",players={players}"
    for players in range(2, 7)
    for modules in SETS_OF_MODULES
]
EAGERNESS = {"buy": 60, "favour": 60, "place": 60, "build": 60, "falcon": 30, "take": 30, "wake": 5}
ANYTHING_ELSE = 2


def start(rng: Random, table: str) -> State:
    """A new game at this table; some end by their limit of turns (3.6)."""
    deal = rng.choice(["open", "closed"])
    turn_limit = rng.choice([30, 100, 400])
    return new_game(
        GameConfig.parse(f"{table},deal={deal},turn_limit={turn_limit}"), seed=rng.getrandbits(32)
    )


def choose(rng: Random, state: State, builder: bool) -> Action:
    """What the player decides."""
    actions = state.legal_actions()
    if not builder:
        return rng.choice(actions)
    verbs = sorted({verb(action) for action in actions})
    chosen = rng.choices(verbs, [EAGERNESS.get(one, ANYTHING_ELSE) for one in verbs])[0]
    return rng.choice([action for action in actions if verb(action) == chosen])


def verb(action: Action) -> str:
    """The first word of the action's text."""
    return str(action).split(" ")[0]
