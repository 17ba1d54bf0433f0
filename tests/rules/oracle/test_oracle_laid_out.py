"""Do the engine and the oracle agree on large cities, yards included, that games hardly ever lead to?"""

from random import Random

import pytest

from arena.rules import TILES, Action
from tests.conftest import share
from tests.rules.positions import after_scoring, position

from .actions import legal_texts, verdicts
from .grown import Step, growth, yard
from .majorities import scoring_rows
from .views import Square, TileView

MODULES = ("camps", "bazaars", "falconers", "medina")
RULES = "+".join(["classic", *MODULES])
POOL: list[TileView] = [tile for tile in TILES if tile.group != "fountain"]
HAND = ("denar-3", "dirham-9", "ducat-6", "florin-9", "florin-9")


def large_city(rng: Random, pool: list[TileView], steps: int) -> dict[Square, str]:
    """The names of the tiles of a large city by square, without the fountain; they leave the pool."""
    start: list[Step] = yard(rng, pool) if rng.random() < 0.5 and len(pool) == len(POOL) else []
    city: dict[Square, str] = {}
    for verb, tile, square in growth(rng, pool, steps, start):
        if verb != "take":
            city[square] = tile.name
        else:
            del city[square]
    pool[:] = [tile for tile in pool if tile.name not in city.values()]
    return city


@pytest.mark.parametrize("seed", range(share(60)))
def test_legal_actions_in_large_cities(seed: int) -> None:
    """6, 7.1, 8, 13.2, 13.3, 15.3: redesign, falcons and placings in a city of some 30 tiles, and every refusal."""
    rng = Random(f"large {seed}")
    pool = list(POOL)
    city = large_city(rng, pool, 20)
    spare = [tile.name for tile in rng.sample(pool, 6)]
    for placing in (False, True):
        state = position(
            f"{RULES},players=3",
            cities=[city],
            hands=[HAND],
            reserves=[spare[:3]],
            aside=[spare[3:]],
            placing=placing,
        )
        obs = state.observe(0)
        assert {str(action) for action in state.legal_actions()} == legal_texts(obs)
        for text, clause in verdicts(obs).items():
            assert (state.check(Action.parse(text)) is None) == (clause is None), f"{text}: {clause}"


@pytest.mark.parametrize("scoring", [1, 2, 3])
@pytest.mark.parametrize("seed", range(share(25)))
def test_scorings_of_large_cities(seed: int, scoring: int) -> None:
    """9.4, 9.5, 9.6, 13.4, 13.5, 14.4, 16.2 to 16.5: four large cities, or two and Dirk."""
    rng = Random(f"scorings {seed} {scoring}")
    players = rng.choice([2, 4])
    pool = list(POOL)
    cities = [large_city(rng, pool, 12) for _ in range(players)]
    dirk = rng.sample(pool, rng.randrange(10)) if players == 2 else None
    state = after_scoring(
        scoring, cities, f"{RULES},players={players}", dirk=[one.name for one in dirk or ()]
    )
    sheet = state.score_sheet()[0]
    assert sheet.rows == scoring_rows(state.observe(None), scoring, MODULES, dirk)
