"""Where may a tile go that was bought (rule 7)?"""

import pytest

from arena.rules import TILES
from tests.rules.positions import do, names, plan, position, refused, texts

DISPLAY = ["denar-1", "dirham-2", "ducat-3", "florin-4"]


def test_into_the_city() -> None:
    """7.1 A tile bought is built into the city under rule 8; then it is set aside no more."""
    state = position(market=["tower-13-E", None, None, None], hands=[["denar-7", "denar-8"]], display=DISPLAY)
    do(state, "buy 1 with 7+8", "place tower-13-E at 1,0")
    assert plan(state, 0) == {(1, 0): "tower-13-E"}
    assert state.observe(0).seats[0].aside == ()
    assert state.observe(0).seats[0].reserve == ()


@pytest.mark.parametrize(("square", "rule"), [("-1,0", "8.2"), ("1,1", "8.4"), ("0,0", "8.6"), ("1,0", "")])
def test_only_where_it_fits(square: str, rule: str) -> None:
    """7.1 The city takes it only where rule 8 allows."""
    state = position(aside=[["tower-13-E"]], placing=True)
    assert refused(state, f"place tower-13-E at {square}") == rule


def test_into_the_reserve() -> None:
    """7.1 Or it is put in the reserve, even if it would fit, and nothing is built."""
    state = position(aside=[["tower-13-E"]], placing=True, display=DISPLAY)
    assert "place tower-13-E at 1,0" in texts(state)
    do(state, "reserve tower-13-E")
    assert names(state.observe(0).seats[0].reserve) == ["tower-13-E"]
    assert plan(state, 0) == {}
    assert state.seat == 1


def test_the_reserve_has_no_limit() -> None:
    """7.1 The reserve has no limit: the 50th tile goes there like the first."""
    tiles = [tile.name for tile in TILES if tile.group == "building"][:50]
    state = position(reserves=[tiles[:49]], aside=[[tiles[49]]], placing=True, display=DISPLAY)
    do(state, f"reserve {tiles[49]}")
    assert sorted(names(state.observe(0).seats[0].reserve)) == sorted(tiles)


def test_a_tile_may_always_go_to_the_reserve() -> None:
    """7.1 A tile that fits nowhere goes to the reserve: that is then the only choice."""
    closed = {(0, 1): "tower-11-N", (1, 0): "tower-13-E", (0, -1): "tower-11-S", (-1, 0): "tower-10-W"}
    state = position(cities=[closed], aside=[["pavilion-2-NEW"]], placing=True, display=DISPLAY)
    assert [text for text in texts(state) if text.startswith("place")] == []
    assert texts(state) == ["reserve pavilion-2-NEW"]


@pytest.mark.parametrize("tile", ["tower-12", "tower-11", "garden-10", "garden-11", "chambers-10"])
@pytest.mark.parametrize("verb", ["place", "reserve"])
def test_only_tiles_set_aside_are_placed(tile: str, verb: str) -> None:
    """7.1 Not a tile of the reserve, of the city, of the market, of the bag, or set aside by another."""
    state = position(
        cities=[{(1, 0): "tower-12"}],
        reserves=[["tower-11"]],
        market=["garden-10", None, None, None],
        aside=[["tower-13-E"], ["chambers-10"]],
        placing=True,
    )
    assert refused(state, f"{verb} {tile} at 0,1" if verb == "place" else f"{verb} {tile}") == "7.1"


def test_to_dirk_with_two_players() -> None:
    """7.2 With two players a tile bought may instead be given to Dirk."""
    state = position("classic,players=2", aside=[["tower-13-E"]], placing=True, display=DISPLAY)
    assert "give tower-13-E" in texts(state)
    do(state, "give tower-13-E")
    assert names(state.observe(0).dirk or ()) == ["tower-13-E"]
    assert plan(state, 0) == {}
    assert state.observe(0).seats[0].reserve == ()
    assert state.seat == 1


def test_only_a_tile_bought_goes_to_dirk() -> None:
    """7.2 Neither a tile of the reserve nor one of the city can be given away, nor anything before the placing."""
    state = position(
        "classic,players=2",
        cities=[{(1, 0): "tower-12"}],
        reserves=[["tower-11"]],
        aside=[["tower-13-E"]],
        placing=True,
    )
    assert refused(state, "give tower-12") == "7.1"
    assert refused(state, "give tower-11") == "7.1"
    acting = position("classic,players=2", reserves=[["tower-11"]], aside=[["tower-13-E"]], display=DISPLAY)
    assert refused(acting, "give tower-13-E") == "3.4"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_dirk_with_more_players(players: int) -> None:
    """7.2 With more than two there is no Dirk to give a tile to."""
    state = position(f"classic,players={players}", aside=[["tower-13-E"]], placing=True)
    assert refused(state, "give tower-13-E") == "7.2"
    assert "give tower-13-E" not in texts(state)
    assert state.observe(0).dirk is None
