"""Floor tiles and their pieces, the preview, plazas (17.1 to 17.3)."""

from collections import Counter

import pytest

from arena.rules import KINDS, TILES, GameConfig, new_game
from arena.rules.components import tiles_of
from tests.rules.games import played
from tests.rules.palace import ALL, palace, palace_of
from tests.rules.positions import do, names, plan, refused, texts
from tests.rules.views import seen_bazaars, seen_palace

FOUR = ["floor-9-a", "floor-9-b", "floor-10-a", "floor-10-b"]


def test_floor_tiles_and_pieces_are_counted() -> None:
    """17.1: 54 floor tiles with towers on walled sides, and nine pieces of each kind."""
    floor = tiles_of("floor")
    assert len(floor) == 54
    assert sum(len(tile.towers) for tile in floor) == 32
    for tile in floor:
        assert set(tile.towers) <= set(tile.walls)
        assert len(tile.walls) <= 3
        assert len(tile.towers) <= 2
        assert (tile.kind, tile.group) == ("", "floor")
    state = new_game(GameConfig.parse("red-palace,players=3"), 1)
    pieces = seen_palace(state.observe(None)).pieces
    left = seen_palace(state.observe(None)).pieces_left
    assert isinstance(pieces, dict)
    assert isinstance(left, dict)
    assert Counter(pieces.values()) + Counter(left) == Counter(dict.fromkeys(KINDS, 9))
    assert len(pieces) == 7


def test_tower_and_bag_are_shuffled_apart() -> None:
    """17.1: over many games one floor tile carries every kind."""
    kinds = set()
    for seed in range(60):
        state = new_game(GameConfig.parse("red-palace,players=3"), seed)
        pieces = seen_palace(state.observe(None)).pieces
        assert isinstance(pieces, dict)
        kinds.add(pieces.get("floor-8"))
    assert len(kinds - {None}) > 3


def test_a_tile_gets_its_piece_when_it_is_laid_out() -> None:
    """17.1: floor tiles come from the tower, pieces from the bag; a module's tile takes no piece."""
    state = palace(
        "red-palace+medina,players=3",
        display=["denar-1"],
        bag=["floor-8", "medina-4-NE", "floor-9-a", "floor-9-b", "floor-12", "floor-13-E", "floor-11-a"],
        draws=["garden", "tower", "pavilion", "garden", "tower", "arcades"],
    )
    do(state, "take denar-1")
    seen = state.observe(None)
    assert names(seen.market) == ["floor-8", "medina-4-NE", "floor-9-a", "floor-9-b"]
    assert seen_palace(seen).pieces == {
        "floor-8": "garden",
        "floor-9-a": "tower",
        "floor-9-b": "pavilion",
        "floor-12": "garden",
        "floor-13-E": "tower",
        "floor-11-a": "arcades",
    }
    assert names(seen_palace(seen).preview) == ["floor-12", "floor-13-E", "floor-11-a"]


def test_a_piece_counts_as_its_kind() -> None:
    """17.1: in the city the building is of the kind of its piece."""
    state = palace(
        cities=[{(1, 0): "floor-8", (0, 1): "floor-9-a"}],
        pieces={"floor-8": "garden", "floor-9-a": "garden"},
    )
    assert [state.players[0].city.count_of(kind) for kind in range(6)] == [0, 0, 0, 0, 2, 0]


def test_a_bazaar_goes_beside_the_board() -> None:
    """17.1: a bazaar drawn for the market or the preview, at set-up too, lies beside it and another tile is drawn."""
    bazaar = TILES[62].name
    other = TILES[63].name
    assert bazaar.startswith("bazaar")
    state = palace(
        "red-palace+bazaars,players=3",
        display=["denar-1"],
        market=[None, "floor-9-a", "floor-9-b", "floor-8"],
        preview=[None, None, "floor-12"],
        bag=[bazaar, "floor-10-a", other, "floor-10-b", "floor-10-c"],
    )
    do(state, "take denar-1")
    seen = state.observe(None)
    assert names(seen.market)[0] == "floor-12"
    assert names(seen_palace(seen).preview) == ["floor-10-a", "floor-10-b", "floor-10-c"]
    assert sorted(names(seen_bazaars(seen).offered)) == sorted([bazaar, other])
    for seed in range(30):
        first = new_game(GameConfig.parse("red-palace+bazaars,players=3"), seed).observe(None)
        tiles = (*first.market, *seen_palace(first).preview)
        assert all(tile is not None and tile.group == "floor" for tile in tiles)


def test_the_refill_example() -> None:
    """17.2: slots 1 and 3 are empty: the tower goes to 1, the seraglio to 3, the pavilion slides up, and two are drawn."""
    state = palace(
        display=["denar-1"],
        market=[None, "floor-9-a", None, "floor-9-b"],
        preview=["floor-9-NE", "floor-5-NW-a", "floor-12"],
        pieces={"floor-12": "tower", "floor-5-NW-a": "seraglio", "floor-9-NE": "pavilion"},
        bag=["floor-10-a", "floor-10-b", "floor-8"],
        draws=["garden", "arcades"],
    )
    do(state, "take denar-1")
    seen = state.observe(None)
    assert names(seen.market) == ["floor-12", "floor-9-a", "floor-5-NW-a", "floor-9-b"]
    assert names(seen_palace(seen).preview) == ["floor-10-a", "floor-10-b", "floor-9-NE"]
    pieces = seen_palace(seen).pieces
    assert isinstance(pieces, dict)
    assert (pieces["floor-12"], pieces["floor-10-a"], pieces["floor-10-b"]) == ("tower", "garden", "arcades")


def test_a_short_preview_does_not_end_the_game() -> None:
    """17.2, 9.3b: an empty tower leaves preview fields empty; only a slot that stays empty ends the game."""
    state = palace(
        display=["denar-1", "denar-2", "denar-3", "denar-4"],
        market=[None, *FOUR[1:]],
        preview=[None, "floor-8", "floor-12"],
        bag=[],
    )
    do(state, "take denar-1")
    assert names(state.observe(None).market) == ["floor-12", *FOUR[1:]]
    assert palace_of(state).preview[2] >= 0
    assert state.decision == "act"
    assert state.seat == 1
    state.market[0] = -1
    state.market[1] = -1
    do(state, "take denar-2")
    assert state.observe(None).final  # what is left was given out (10.1)


def test_four_empty_slots_are_filled_from_preview_then_tower() -> None:
    """17.2: the preview goes first, field 3 foremost; the fourth slot and then the preview come from the tower."""
    state = palace(
        display=["denar-1"],
        preview=["floor-8", "floor-12", "floor-13-E"],
        bag=["floor-9-a", "floor-9-b", "floor-10-a", "floor-10-b"],
    )
    do(state, "take denar-1")
    assert names(state.observe(None).market) == ["floor-13-E", "floor-12", "floor-8", "floor-9-a"]
    preview = seen_palace(state.observe(None)).preview
    assert names(preview) == ["floor-9-b", "floor-10-a", "floor-10-b"]


def test_the_gap_of_the_scout_closes_at_the_end_of_the_turn() -> None:
    """17.2: it stays open during the turn, then the rest slides up."""
    state = palace(
        display=["ducat-1"],
        market=FOUR,
        preview=["floor-8", "floor-12", "floor-6-N"],
        hands=[["denar-6", "florin-1"]],
        bag=["floor-11-a", "floor-11-b"],
    )
    do(state, "scout 3 with denar-6 for florin-1")
    assert names(seen_palace(state.observe(None)).preview) == ["floor-8", "floor-12", ""]
    do(state, "take ducat-1", "reserve floor-6-N")
    assert names(seen_palace(state.observe(None)).preview) == ["floor-11-a", "floor-8", "floor-12"]


def test_a_plaza_is_set_aside_and_placed() -> None:
    """17.3: no wall, no kind, no price; placed and redesigned like a tile bought."""
    state = palace(
        "red-palace,players=2",
        display=["denar-1"],
        abilities=["paver"],
        market=FOUR,
        bag=["floor-12", "floor-8", "floor-13-E"],
    )
    do(state, "paver", "take denar-1")
    assert refused(state, "give plaza-1") == "17.3"
    assert "give plaza-1" not in texts(state)
    do(state, "place plaza-1 at 1,0")
    assert plan(state, 0) == {(1, 0): "plaza-1"}
    assert state.players[0].city.counts == 0


def test_a_plaza_is_redesigned_like_a_tile() -> None:
    """17.3: it goes to the reserve, is built and exchanged."""
    state = palace(cities=[{(1, 0): "plaza-1"}], reserves=[["plaza-2"]], market=FOUR, plazas_left=4)
    offered = texts(state)
    assert {"remove plaza-1", "exchange plaza-2 at 1,0", "build plaza-2 at 0,1"} <= set(offered)


@pytest.mark.parametrize("modules", ["", "+camps", "+bazaars", "+medina"])
def test_module_tiles_take_no_piece(modules: str) -> None:
    """17.1: no game ever gives a camp, bazaar, medina or plaza a piece."""
    for state in played(GameConfig.parse(f"red-palace{modules},players=3,turn_limit=40"), 3):
        assert all(
            (tile.group == "floor") or state.book.kind[tile.id] < 0
            for tile in TILES
            if tile.group != "building"
        )


def test_every_combination_begins() -> None:
    """17.1: with all modules at every table."""
    for players in range(2, 7):
        state = new_game(GameConfig.parse(f"{ALL},players={players},classic_scoring=true"), players)
        assert len(state.bag) == 54 + 8 + 8 + 9
