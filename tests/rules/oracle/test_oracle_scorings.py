"""Do the engine and the oracle agree on every row of every scoring of random games?"""

from random import Random

import pytest

from arena.rules import Action, State

from .majorities import scoring_rows
from .play import MODULES, TABLES, choose, start
from .views import TileView, tile


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("builder", [False, True], ids=["uniform", "builder"])
def test_scorings(table: str, builder: bool) -> None:
    """9.4, 9.5, 9.6, 10.3, 11.3 to 11.5, 13.4, 14.4, 15.5, 16.2 to 16.5: every row of every scoring."""
    rng = Random(f"scorings {table} {builder}")
    state = start(rng, table)
    dirk = dirks_tiles(state)
    held: list[int] = []
    while not state.is_over:
        action = str(choose(rng, state, builder))
        if action.startswith("give "):
            assert dirk is not None
            dirk.append(tile(action.removeprefix("give ")))
        state.apply(Action.parse(action))
        if len(state.score_sheet()) > len(held):
            held += compare_scorings(state, len(held), dirk)
            dirk = dirks_tiles(state)
    assert held in ([3], [1, 3], [1, 2, 3])
    totals = [sum(column) for column in zip(*[sheet.totals() for sheet in state.score_sheet()], strict=True)]
    assert state.scores() == totals[: state.config.players]


def dirks_tiles(state: State) -> list[TileView] | None:
    """What Dirk holds now."""
    tiles = state.observe(None).dirk
    return None if tiles is None else list(tiles)


def compare_scorings(state: State, seen: int, dirk: list[TileView] | None) -> list[int]:
    """Compare the scorings that came up with the last action; returns their numbers.

    No city changes between a scoring and the next action. Dirk draws after scorings 1 and 2, so those count what he
    held before, and scoring 3 what he holds now.
    """
    modules = [module for module in MODULES if module in str(state.config)]
    fresh = state.score_sheet()[seen:]
    for sheet in fresh:
        tiles = dirks_tiles(state) if sheet.scoring == 3 else dirk
        assert sheet.rows == scoring_rows(state.observe(None), sheet.scoring, modules, tiles)
    return [sheet.scoring for sheet in fresh]
