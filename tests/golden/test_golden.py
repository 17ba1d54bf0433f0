"""Has any game changed? One game for every module and number of seats, and every combination of the second edition.

`make golden` rewrites the files; the diff then shows the effect of a change.
"""

import os
from difflib import unified_diff
from itertools import combinations
from pathlib import Path

import pytest

from tests.golden.transcript import transcript
from tests.rules.games import MODULES, PALACE_MODULES

FOLDER = Path(__file__).parent
GAMES = {
    f"{name}-{players}": f"classic{modules},players={players}{deal}"
    for name, modules, deal in [
        ("classic", "", ""),
        ("closed", "", ",deal=closed"),
        *((module, f"+{module}", "") for module in MODULES),
        ("all", "".join(f"+{module}" for module in MODULES), ",deal=closed"),
    ]
    for players in range(2, 7)
}
GAMES |= {f"palace-{players}": f"red-palace,players={players}" for players in range(2, 7)}
COMBINATIONS = [
    (some, option)
    for size in range(len(PALACE_MODULES) + 1)
    for some in combinations(PALACE_MODULES, size)
    for option in ("", "classic_scoring")
]
GAMES |= {
    "-".join(["palace", *some, *([option] if option else [])]): "+".join(["red-palace", *some])
    + f",players={2 + number % 5}"
    + (f",{option}=true" if option else "")
    for number, (some, option) in enumerate(COMBINATIONS)
    if some or option
}


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(name: str) -> None:
    """2.7: the same seed and decisions give the same game, move by move."""
    path = FOLDER / f"{name}.txt"
    text = transcript(GAMES[name], seed=1 + list(GAMES).index(name))
    if os.environ.get("ARENA_GOLDEN") == "rewrite":
        path.write_text(text, encoding="utf-8")
    golden = path.read_text(encoding="utf-8")
    difference = list(unified_diff(golden.splitlines(), text.splitlines(), "golden", "now", lineterm="", n=2))
    assert not difference, "\n".join(difference[:40])


def test_no_golden_game_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
