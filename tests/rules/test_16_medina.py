"""Does Medina follow rule 16? Tiles like any other, and points lost by those who have the fewest."""

import pytest

from arena.rules import TILES, GameConfig, new_game
from tests.rules.positions import after_scoring, do, names, plan, position, refused, row, texts

NAMES = {
    2: "medina-2-SW",
    3: "medina-3-ES",
    4: "medina-4-NE",
    5: "medina-5-NW",
    6: "medina-6-E",
    7: "medina-7-W",
    8: "medina-8-S",
    9: "medina-9-N",
    10: "medina-10",
}
NINES = ("denar-9", "dirham-9", "ducat-9", "florin-9")


def city(prices: list[int]) -> dict[tuple[int, int], str]:
    """A city with the medinas of these prices in a row; scoring asks only what is in it."""
    return {(x, 0): NAMES[price] for x, price in enumerate(prices, start=1)}


def losses(scoring: int, *prices: list[int], dirk: tuple[str, ...] = ()) -> tuple[int, ...]:
    """The row of the sheet for seats that have medinas of these prices in their cities."""
    rules = f"classic+medina,players={len(prices)}"
    return row(after_scoring(scoring, [city(own) for own in prices], rules, dirk=dirk), "medina")


def test_16_1_nine_medinas_with_price_and_walls() -> None:
    """16.1: prices 2 to 10 and their walls, as in the box; of no kind."""
    medinas = [tile for tile in TILES if tile.group == "medina"]
    assert [(tile.price, tile.walls) for tile in medinas] == [
        (2, "SW"),
        (3, "ES"),
        (4, "NE"),
        (5, "NW"),
        (6, "E"),
        (7, "W"),
        (8, "S"),
        (9, "N"),
        (10, ""),
    ]
    assert {tile.kind for tile in medinas} == {""}


def test_16_1_they_go_into_the_bag() -> None:
    """16.1: 54 + 9 tiles, four of them in the market."""
    state = new_game(GameConfig.parse("classic+medina,players=3"), seed=1)
    assert state.observe(None).bag_size == 59


def test_16_1_bought_built_and_reserved_like_a_building() -> None:
    """16.1: 6 florin for medina-6-E in slot 4; its wall obeys 8.2."""
    state = position(
        "classic+medina,players=3",
        market=(None, None, None, "medina-6-E"),
        display=NINES,
        hands=(["florin-6"],),
    )
    do(state, "buy 4 with 6", "take denar-9")
    assert refused(state, "place medina-6-E at -1,0") == "8.2"
    assert refused(state, "place medina-6-E at 3,3") == "8.4"
    assert "reserve medina-6-E" in texts(state)
    do(state, "place medina-6-E at 1,0")
    assert plan(state, 0) == {(1, 0): "medina-6-E"}


def test_16_1_redesigned_like_a_building() -> None:
    """16.1: built from the reserve, exchanged for a building, taken out."""
    rules = "classic+medina,players=3"
    built = position(rules, reserves=(["medina-6-E"],))
    do(built, "build medina-6-E at 1,0")
    assert plan(built, 0) == {(1, 0): "medina-6-E"}
    exchanged = position(rules, cities=({(1, 0): "medina-6-E"},), reserves=(["tower-13-E"],))
    do(exchanged, "exchange tower-13-E at 1,0")
    assert names(exchanged.observe(None).seats[0].reserve) == ["medina-6-E"]
    removed = position(rules, cities=({(1, 0): "medina-6-E"},))
    do(removed, "remove medina-6-E")
    assert names(removed.observe(None).seats[0].reserve) == ["medina-6-E"]


def test_16_1_given_out_at_the_end_like_a_building() -> None:
    """16.1, 10.1: seat 2 has most ducat and gets the medina of slot 3; built, it counts in scoring 3."""
    state = position(
        "classic+medina,players=3",
        market=(None, None, "medina-10", None),
        display=NINES,
        hands=([], ["ducat-2"], ["ducat-3"]),
        bag=(),
    )
    do(state, "take denar-9")
    assert (state.seat, state.decision) == (2, "place")
    do(state, "place medina-10 at 1,0")
    assert state.is_over
    assert row(state, "medina") == (-11, -11, -3)


def test_16_1_it_wins_no_majority() -> None:
    """16.1: a city of medinas alone has no tile of any kind."""
    state = after_scoring(3, [city([10])], "classic+medina,players=3")
    for kind in ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower"):
        assert row(state, kind) == (0, 0, 0)


def test_16_1_its_walls_are_walls() -> None:
    """16.1, 9.4: medina-4-NE has an outer wall of 2."""
    state = after_scoring(1, [{(1, 0): "medina-4-NE"}], "classic+medina,players=3")
    assert row(state, "wall") == (2, 0, 0)


def test_16_2_scored_last() -> None:
    """16.2: the sheet has its row after all others."""
    rules = "classic+vizier+camps+bazaars+falconers+medina,players=3"
    rows = list(after_scoring(1, [], rules).score_sheet()[0].rows)
    assert rows[-1] == "medina"


@pytest.mark.parametrize(
    ("scoring", "row_of_losses"),
    [(1, (0, 0, 0, -3)), (2, (0, 0, -3, -6)), (3, (0, -3, -6, -9))],
)
def test_16_2_the_fewest_lose_points(scoring: int, row_of_losses: tuple[int, ...]) -> None:
    """16.2: with 4, 2, 1 and 1 medinas, the last two for 10 and 8: 3 in scoring 1; 6 and 3 in scoring 2; 9, 6 and 3 in scoring 3."""
    assert losses(scoring, [2, 3, 4, 5], [6, 7], [10], [8]) == row_of_losses


def test_16_2_five_and_six_players() -> None:
    """16.2: the fourth fewest and those above lose nothing."""
    assert losses(3, [2], [3], [4], [5], [6]) == (-9, -6, -3, 0, 0)
    assert losses(3, [7], [6], [5], [4], [3], [2]) == (0, 0, 0, -3, -6, -9)
    assert losses(2, [7], [6], [5], [4], [3], [2]) == (0, 0, 0, 0, -3, -6)
    assert losses(1, [7], [6], [5], [4], [3], [2]) == (0, 0, 0, 0, 0, -3)


def test_16_2_only_the_city_counts() -> None:
    """16.2: medinas in reserve do not: seat 0 has one built, seats 1 and 2 none."""
    state = after_scoring(
        1, [city([2])], "classic+medina,players=3", reserves=([], [NAMES[3], NAMES[4]], [NAMES[5]])
    )
    assert row(state, "medina") == (0, -3, -3)


def test_16_2_the_loss_is_taken_from_the_score() -> None:
    """16.2: the total of the sheet has it; scoring 3 of the fewest costs 9 of the 17 for the only seraglio."""
    cities = [{(1, 0): "medina-6-E", (-1, 0): "seraglio-9"}, city([7, 8]), city([9, 10])]
    state = after_scoring(3, cities, "classic+medina,players=3")
    assert row(state, "medina") == (-9, -6, -3)
    assert row(state, "seraglio") == (17, 0, 0)
    assert row(state, "wall")[0] == 1
    assert state.scores()[0] == 9  # 17 + 1 - 9


def test_16_3_the_worked_example() -> None:
    """16.3: A and B have three each, C has fewest: C −9; B's dearest is 5, A's is 8: B −6, A −3."""
    assert losses(3, [2, 6, 8], [3, 4, 5], [10]) == (-3, -6, -9)


@pytest.mark.parametrize(("scoring", "row_of_losses"), [(1, (0, -3, 0)), (2, (0, -6, -3)), (3, (-3, -9, -6))])
def test_16_3_equal_numbers_are_decided_by_the_dearest(scoring: int, row_of_losses: tuple[int, ...]) -> None:
    """16.3: two medinas each, dearest 10, 6 and 9: the sum and the cheaper one do not matter."""
    assert losses(scoring, [2, 10], [5, 6], [3, 9]) == row_of_losses


def test_16_3_the_number_comes_before_the_price() -> None:
    """16.3: one medina for 10 is fewer than two for 2 and 3."""
    assert losses(1, [10], [2, 3], [4, 5]) == (-3, 0, 0)


def test_16_3_dirks_dearest_is_one_that_he_holds() -> None:
    """16.3: one each: Dirk's costs 5, seat 0's 4, seat 1's 6: −9 for 4, −6 for 5, −3 for 6."""
    assert losses(3, [4], [6], dirk=("medina-5-NW", "tower-13-E")) == (-9, -3, -6)


def test_16_4_the_worked_examples() -> None:
    """16.4: scoring 3, A and B none, C one, D two: −11, −11, −3, 0; scoring 2, two with none: −7 each; scoring 3, one
    alone with none: −12.
    """
    assert losses(3, [], [], [4], [2, 3]) == (-11, -11, -3, 0)
    assert losses(2, [], [], [4], [2, 3]) == (-7, -7, 0, 0)
    assert losses(3, [], [4], [2, 3], [5, 6]) == (-12, -6, -3, 0)


@pytest.mark.parametrize(
    ("prices", "row_of_losses"),
    [
        ([[], [2], [3]], (-4, 0, 0)),
        ([[], [], [3]], (-3, -3, 0)),
        ([[], [], []], (-2, -2, -2)),
        ([[], [], [], []], (-2, -2, -2, -2)),
        ([[], [], [], [], [2]], (-2, -2, -2, -2, 0)),
        ([[], [], [], [], [], []], (-2, -2, -2, -2, -2, -2)),
    ],
)
def test_16_4_scoring_1_those_with_none_share_3(
    prices: list[list[int]], row_of_losses: tuple[int, ...]
) -> None:
    """16.4: 3 alone; 2 each of two (1.5 rounded up); 1 each of three or more; and 1 more for having none."""
    assert losses(1, *prices) == row_of_losses


@pytest.mark.parametrize(
    ("prices", "row_of_losses"),
    [
        ([[], [2], [3]], (-8, -3, 0)),
        ([[], [], [3]], (-7, -7, 0)),
        ([[], [], []], (-5, -5, -5)),
        ([[], [], [], []], (-5, -5, -5, -5)),
        ([[], [], [], [], []], (-4, -4, -4, -4, -4)),
        ([[], [], [], [], [], []], (-4, -4, -4, -4, -4, -4)),
        ([[], [], [], [5], [6], [7]], (-5, -5, -5, 0, 0, 0)),
    ],
)
def test_16_4_scoring_2_those_with_none_share_9(
    prices: list[list[int]], row_of_losses: tuple[int, ...]
) -> None:
    """16.4: 6 alone and 3 for the next; 5 each of two; 3 of three; 3 of four; 2 of five or six; and 2 more for having none."""
    assert losses(2, *prices) == row_of_losses


@pytest.mark.parametrize(
    ("prices", "row_of_losses"),
    [
        ([[], [2], [3], [4]], (-12, -6, -3, 0)),
        ([[], [], [3], [2], [4]], (-11, -11, 0, -3, 0)),
        ([[], [], []], (-9, -9, -9)),
        ([[], [], [], [2]], (-9, -9, -9, 0)),
        ([[], [], [], []], (-8, -8, -8, -8)),
        ([[], [], [], [], [2], [3]], (-8, -8, -8, -8, 0, 0)),
        ([[], [], [], [], []], (-7, -7, -7, -7, -7)),
        ([[], [], [], [], [], []], (-6, -6, -6, -6, -6, -6)),
    ],
)
def test_16_4_scoring_3_two_share_15_more_share_18(
    prices: list[list[int]], row_of_losses: tuple[int, ...]
) -> None:
    """16.4: 9 alone; 8 each of two, and 3 for the next as usual; 6 of three, 5 of four, 4 of five, 3 of six; and 3 more
    for having none.
    """
    assert losses(3, *prices) == row_of_losses


def test_16_5_dirk_takes_part() -> None:
    """16.5: a two-player game has three places: Dirk with two medinas, seat 0 with one, seat 1 with none."""
    dirk = ("medina-9-N", "medina-10", "tower-11")
    assert losses(1, [2], [], dirk=dirk) == (0, -4, 0)
    assert losses(2, [2], [], dirk=dirk) == (-3, -8, 0)
    assert losses(3, [2], [], dirk=dirk) == (-6, -12, -3)


def test_16_5_dirk_with_none_shares() -> None:
    """16.5, 16.4: seats 0 and 1 without, and Dirk too, share 18; Dirk and one seat share 15."""
    assert losses(3, [], [], dirk=()) == (-9, -9, -9)
    assert losses(3, [], [4], dirk=("tower-11",)) == (-11, -3, -11)


def test_16_5_a_score_may_go_below_zero() -> None:
    """16.5: from 0 points on, scoring 2 with two without a medina leaves −7 each."""
    state = after_scoring(2, [city([10]), {}, {}], "classic+medina,players=3")
    assert state.scores() == [0, -7, -7]
