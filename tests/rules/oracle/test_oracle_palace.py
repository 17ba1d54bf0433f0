"""Do the engine and the oracle agree on the second edition: what is legal, and every row of every scoring?"""

from random import Random

import pytest

from arena.rules import GameConfig, State, new_game

from .palace import palace_rows, palace_texts
from .play import choose

TABLES = [
    f"red-palace{modules},players={players}{option}"
    for players, modules, option in [
        (2, "", ""),
        (2, "+camps+bazaars+medina", ",classic_scoring=true"),
        (3, "+camps", ""),
        (3, "+bazaars", ""),
        (4, "+medina", ""),
        (5, "", ",classic_scoring=true"),
        (6, "+camps+bazaars+medina", ""),
    ]
]
GAMES = 2


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("builder", [False, True], ids=["uniform", "builder"])
def test_legal_actions(table: str, builder: bool) -> None:
    """17.4, 17.9 to 17.12: at one position in four, and at every rarer decision, the list is what the oracle finds."""
    rng = Random(f"palace {table} {builder}")
    asked: set[str | None] = set()
    for _ in range(GAMES):
        state = new_game(GameConfig.parse(f"{table},turn_limit=60"), rng.getrandbits(32))
        moving = ""
        while not state.is_over:
            if rng.randrange(4) == 0 or state.decision not in ("act", "place", "ability"):
                offered = [str(action) for action in state.legal_actions()]
                assert len(offered) == len(set(offered))
                assert set(offered) == palace_texts(state.observe(state.seat), moving)
                asked.add(state.decision)
            action = choose(rng, state, builder)
            moving = str(action).removeprefix("captain ") if action.verb == "captain" else ""
            state.apply(action)
    assert asked >= {"choose", "act", "place", "ability"}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("builder", [False, True], ids=["uniform", "builder"])
def test_scorings(table: str, builder: bool) -> None:
    """17.5, 17.11, 17.13, 17.14, 17.15: every row of every scoring."""
    rng = Random(f"palace scorings {table} {builder}")
    modules = [module for module in ("camps", "bazaars", "medina") if module in table]
    state = new_game(GameConfig.parse(f"{table},turn_limit=150"), rng.getrandbits(32))
    dirk = dirks_tiles(state)
    held = 0
    while not state.is_over:
        action = choose(rng, state, builder)
        if action.verb == "give":
            assert dirk is not None
            dirk.append(action.tile)
        state.apply(action)
        for sheet in state.score_sheet()[held:]:
            held += 1
            his = dirks_tiles(state) if sheet.scoring == 3 else dirk
            assert sheet.rows == palace_rows(state.observe(None), sheet.scoring, modules, his)
        if held:
            dirk = dirks_tiles(state)
    assert held > 0


def dirks_tiles(state: State) -> list[str] | None:
    """The names of what Dirk holds now."""
    tiles = state.observe(None).dirk
    return None if tiles is None else [tile.name for tile in tiles]
