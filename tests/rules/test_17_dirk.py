"""Camps beside the edition's tiles, and Dirk's guards (17.14, 17.15)."""

from arena.rules import GameConfig, new_game
from arena.rules.modules.camps import camp_points
from arena.rules.palace.guards import towers_of
from tests.rules.palace import palace, palace_of
from tests.rules.positions import do, refused, texts
from tests.rules.views import seen_palace

FOUR = ["floor-9-a", "floor-9-b", "floor-10-a", "floor-10-b"]


def test_camps_count_fountain_plazas_medinas_and_bazaars() -> None:
    """17.14: for the line of a camp they are buildings."""
    state = palace(
        "red-palace+camps+medina,players=3",
        cities=[{(1, 0): "plaza-1", (2, 0): "medina-6-E", (3, 0): "camp-7-W"}],
        plazas_left=5,
    )
    assert camp_points(state.players[0].city) == 3  # medina, plaza, fountain


def test_a_camp_does_not_touch_a_plaza() -> None:
    """17.14, 13.2: a plaza has only open sides, so no bastion may touch it; a wall piece makes it fit."""
    rules = "red-palace+camps,players=3"
    state = palace(rules, cities=[{(1, 0): "plaza-1"}], aside=[["camp-7-W"]], step="place", plazas_left=5)
    assert refused(state, "place camp-7-W at 2,0") == "13.2"
    walled = palace(
        rules,
        cities=[{(1, 0): "plaza-1"}],
        aside=[["camp-7-W"]],
        step="place",
        plazas_left=5,
        walls=[("plaza-1", "E")],
    )
    assert refused(walled, "place camp-7-W at 2,0") == ""


def test_dirk_draws_six_at_the_start_with_pieces_and_guards() -> None:
    """17.15: half of the towers that he drew, rounded up once, send a guard; he gets no money set."""
    for seed in range(20):
        state = new_game(GameConfig.parse("red-palace,players=2"), seed)
        assert len(state.dirk) == 6
        assert all(state.book.kind[tile] >= 0 for tile in state.dirk)
        towers = sum(int(towers_of(tile)) for tile in state.dirk)
        assert palace_of(state).stood == (towers + 1) // 2
        assert palace_of(state).supply == 32 - (towers + 1) // 2
        assert len({int(card) >> 6 for card in palace_of(state).sets}) == 2


def test_dirk_after_scoring_1() -> None:
    """17.15: six more, each with its piece; three towers among them send two guards."""
    bag = [
        "floor-6-N",
        "floor-4-NES",
        "floor-9-E",
        "floor-9-S",
        "floor-12",
        "medina-4-NE",
        "floor-13-E",
        "floor-8",
    ]
    state = palace(
        "red-palace+medina,players=2",
        display=["denar-1", "denar-2", "denar-3", "denar-4"],
        market=FOUR,
        preview=["floor-10-N", "floor-10-W-a", "floor-10-W-b"],
        bag=bag,
        deck=["scoring-1"],
    )
    do(state, "take denar-1")
    names = state.observe(None).dirk
    assert names is not None
    assert {tile.name for tile in names} == set(bag[:6])
    assert palace_of(state).stood == 2
    assert state.book.kind[next(tile.id for tile in names if tile.name == "floor-12")] >= 0


def test_dirk_after_scoring_2() -> None:
    """17.15: a third, rounded down, of the tiles in the tower; the preview is not counted."""
    state = palace(
        "red-palace,players=2",
        display=["denar-1", "denar-2", "denar-3", "denar-4"],
        market=FOUR,
        preview=["floor-10-N", "floor-10-W-a", "floor-10-W-b"],
        bag=["floor-6-N", "floor-4-NES", "floor-9-E", "floor-9-S", "floor-12"],
        deck=["scoring-2"],
        scorings=[1],
    )
    do(state, "take denar-1")
    assert [int(tile) for tile in state.dirk] == [tile.id for tile in state.observe(None).dirk or ()]
    assert [tile.name for tile in state.observe(None).dirk or ()] == ["floor-6-N"]
    assert palace_of(state).stood == 1


def test_every_tower_of_a_building_given_to_him_sends_one() -> None:
    """17.15: two towers, two guards, and he has the building with its piece."""
    state = palace(
        "red-palace,players=2",
        market=FOUR,
        aside=[["floor-4-NES"]],
        pieces={"floor-4-NES": "tower"},
        step="place",
    )
    assert "give floor-4-NES" in texts(state)
    do(state, "give floor-4-NES")
    assert palace_of(state).stood == 2
    assert seen_palace(state.observe(None)).guards == {}
    assert [tile.name for tile in state.observe(None).dirk or ()] == ["floor-4-NES"]


def test_his_guards_come_from_the_supply() -> None:
    """17.15, 17.7: an exhausted supply sends fewer."""
    state = palace(
        "red-palace,players=2", market=FOUR, aside=[["floor-4-NES"]], step="place", supply=1, stood=31
    )
    do(state, "give floor-4-NES")
    assert (palace_of(state).stood, palace_of(state).supply) == (32, 0)
