"""Is the tree of decisions still the same? Leaves counted from fixed positions, by depth.

`make golden` rewrites counts.txt; a count that changes means that a rule changed.
"""

import os
from pathlib import Path

from arena.rules import GameConfig, Rng, State, new_game
from tests.rules.games import choose

COUNTS = Path(__file__).parent / "counts.txt"
# Rules, seed, actions played before counting, depth.
POSITIONS = [
    ("classic,players=2", 1, 0, 5),
    ("classic,players=2", 2, 60, 4),
    ("classic,players=2", 3, 120, 3),
    ("classic,players=3,deal=closed", 4, 40, 4),
    ("classic,players=6", 5, 0, 5),
    ("classic+vizier,players=2", 6, 30, 4),
    ("classic+vizier,players=4", 7, 50, 4),
    ("classic+camps,players=2", 8, 90, 3),
    ("classic+camps,players=3", 9, 100, 3),
    ("classic+bazaars,players=2", 10, 80, 3),
    ("classic+falconers,players=2", 11, 110, 3),
    ("classic+falconers,players=4", 12, 160, 3),
    ("classic+medina,players=3", 13, 70, 4),
    ("classic+vizier+camps+bazaars+falconers+medina,players=2", 14, 121, 3),
    ("classic+vizier+camps+bazaars+falconers+medina,players=5", 15, 80, 3),
    ("red-palace,players=2", 16, 0, 5),
    ("red-palace,players=2", 17, 90, 3),
    ("red-palace,players=3", 18, 60, 3),
    ("red-palace+camps,players=2", 19, 100, 3),
    ("red-palace+bazaars,players=3,classic_scoring=true", 20, 70, 3),
    ("red-palace+medina,players=4", 21, 80, 3),
    ("red-palace+camps+bazaars+medina,players=6", 22, 0, 6),
    ("red-palace+camps+bazaars+medina,players=2", 23, 110, 3),
]


def leaves(state: State, depth: int) -> int:
    """How many sequences of so many decisions there are; a game that ends earlier is one."""
    if depth == 0 or state.is_over:
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        child = state.clone()
        child.apply(action)
        total += leaves(child, depth - 1)
    return total


def counted(rules: str, seed: int, played: int, depth: int) -> str:
    """One line of counts, for depth 1 and on."""
    state = new_game(GameConfig.parse(rules), seed)
    rng = Rng(seed, "choices")
    for _ in range(played):
        state.apply(choose(state.legal_actions(), rng))
    state.forget_history()
    counts = " ".join(str(leaves(state, deep)) for deep in range(1, depth + 1))
    return f"{rules} seed {seed} after {played}: {counts}"


def test_decision_tree_counts() -> None:
    """3.1 to 3.5: the number of possible continuations from fixed positions."""
    lines = [counted(*position) for position in POSITIONS]
    if os.environ.get("ARENA_GOLDEN") == "rewrite":
        COUNTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == COUNTS.read_text(encoding="utf-8").splitlines()
