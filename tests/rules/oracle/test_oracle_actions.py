"""Do the engine and the oracle agree on what is legal, at random positions of random games?"""

from collections.abc import Iterator
from random import Random

import pytest

from arena.rules import Action, State
from tests.conftest import share

from .actions import all_payment_texts, legal_texts, seat_deciding, verdicts
from .cities import CLAUSES, violations, with_tile
from .play import TABLES, choose, start
from .views import City, ObservationView, city_of, tile

POSITIONS_A_TABLE = share(100)
POSITIONS_LOOKED_AT_CLOSELY = share(12)
CITY_CLAUSES = [clause for clause, _ in CLAUSES]
VERBS = {
    *("take", "buy", "build", "remove", "exchange", "place", "reserve", "give"),
    *("wake", "favour", "decline", "falcon", "done"),
}


def positions(table: str, builder: bool, count: int, one_in: int) -> Iterator[State]:
    """So many positions of random games: one in so many, and four times as many of the rarer decisions."""
    rng = Random(f"actions {table} {builder} {one_in}")
    state = start(rng, table)
    while count > 0:
        if state.is_over:
            state = start(rng, table)
        if rng.randrange(one_in) < (4 if is_rare(state) else 1):
            count -= 1
            yield state
        state.apply(choose(rng, state, builder))


def is_rare(state: State) -> bool:
    """Whether the decision seldom comes up: out of turn, about falcons, or after the end."""
    return state.decision in ("favour", "falcon") or (state.decision == "place" and state.observe(None).final)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("builder", [False, True], ids=["uniform", "builder"])
def test_legal_actions(table: str, builder: bool) -> None:
    """3.1 to 3.5, 4.1, 5.1, 6, 7, 8, 12.2 to 12.4, 13.2, 14.2, 15.2, 15.3: the list is what the oracle finds."""
    for state in positions(table, builder, POSITIONS_A_TABLE, one_in=4):
        offered = [str(action) for action in state.legal_actions()]
        assert len(offered) == len(set(offered))
        assert set(offered) == legal_texts(state.observe(state.seat))


@pytest.mark.parametrize("table", TABLES)
def test_whatever_can_be_written(table: str) -> None:
    """3.1, 4.1, 5.1, 5.2, 6, 7, 8, 13.2, 15.3: the engine refuses what the oracle does, for a clause that is broken."""
    for state in positions(table, True, POSITIONS_LOOKED_AT_CLOSELY, one_in=24):
        obs = state.observe(state.seat)
        for_sale = [one for one in obs.market if one is not None]
        for text, clause in verdicts(obs, others=for_sale).items():
            refusal = state.check(Action.parse(text))
            assert (refusal is None) == (clause is None), f"{text}: {clause}, {refusal}"
            if refusal is not None and clause in CITY_CLAUSES:
                assert refusal.rule in violations(city_after(obs, text)), f"{text}: {clause}, {refusal}"
        assert all(state.check(Action.parse(text)) is None for text in all_payment_texts(obs))


def city_after(obs: ObservationView, text: str) -> City:
    """The city as this action would leave it."""
    verb, name, *rest = text.split(" ")
    city = city_of(seat_deciding(obs).city)
    if verb == "remove":
        return {square: one for square, one in city.items() if one.name != name}
    x, y = rest[1].split(",")
    return with_tile(city, tile(name), (int(x), int(y)))


def test_games_ask_for_everything() -> None:
    """3.1: the games compared here offer every verb, so that none goes untested."""
    table = "classic+vizier+camps+bazaars+falconers+medina,players=2"
    offered: set[str] = set()
    for state in positions(table, builder=True, count=200, one_in=4):
        offered |= {str(action).split(" ")[0] for action in state.legal_actions()}
    assert offered == VERBS
