"""Do values show themselves, and does what is compiled keep its help texts? `print`, `repr` and `help`."""

import inspect

import pytest

import arena.rules
import arena.search
import arena.wire
from arena.rules import GameConfig, Observation, Rng, SeatView, State, new_game
from tests.rules.games import MODULES

RULES = ("classic,players=2", f"classic+{'+'.join(MODULES)},players=4", "red-palace+bazaars,players=3")

EXPECTED = [
    "classic,players=2, seen by seat 1, 32 turns played, seat 0 decides: act",
    "market   1 denar: garden-10-W, 2 dirham: tower-11, 3 ducat: tower-9-ES, 4 florin: garden-6-ESW",
    "display  dirham-1 dirham-5 dirham-9 florin-9",
    "left     deck 38, discard 10, bag 31",
    "seat 0   4 points, hand: 7 cards",
    "    reserve: tower-9-NW",
    "     y\\x    -1       0",
    "       0   Se9      Lion",
    "      -1  Ch6-ES     ·",
    "seat 1   9 points, hand: denar-1 denar-2 denar-3 dirham-3 dirham-4 dirham-6 ducat-3 ducat-3 ducat-6 ducat-9 florin-1 florin-6 florin-8 florin-9",
    "     y\\x    -1       0",
    "       1    ·      Pa5-NW",
    "       0  Se5-SW    Lion",
    "      -1    ·      Ga8-SW",
    "Dirk     pavilion-7-E, seraglio-3-ESW, seraglio-6-ES, arcades-8-E, arcades-8-N, chambers-7-SW, chambers-9-S, chambers-10, garden-8-NE, garden-12-S, tower-8-NES, tower-10-W, tower-11-N",
]


def played(rules: str, decisions: int) -> State:
    state = new_game(GameConfig.parse(rules), 3)
    rng = Rng(1)
    for _ in range(decisions):
        legal = state.legal_actions()
        state.apply(legal[int(rng.below(len(legal)))])
    return state


def test_a_table_in_text() -> None:
    state = played("classic,players=2", 40)
    assert str(state.observe(1)).splitlines() == EXPECTED
    assert "hand: 7 cards" in str(state.observe(1))
    assert "seen by a spectator" in str(state.observe(None))


@pytest.mark.parametrize("rules", RULES)
def test_every_tile_and_card_that_is_seen_is_shown(rules: str) -> None:
    state = played(rules, 60)
    shown = str(state)
    for seat in range(state.config.players):
        view = state.observe(seat)
        mine = view.seats[seat]
        assert " ".join(card.name for card in mine.hand or ()) in shown
        assert all(tile.name in shown for tile in (*mine.reserve, *mine.aside))
        assert all(tile.name in shown for tile in view.market if tile is not None)
        assert str(view).count("cards") >= state.config.players - 1
    assert max(len(line) for line in repr(state).splitlines()) < 120


def test_representations_are_short_and_true() -> None:
    state = played("classic+vizier,players=3", 30)
    view = state.observe(0)
    assert (
        repr(state)
        == f"<State: classic+vizier,players=3, turn {state.turn}, seat {state.seat} decides: {state.decision}>"
    )
    assert (
        repr(view) == f"<Observation by seat 0: classic+vizier,players=3, turn {view.turn}, {view.decision}>"
    )
    assert repr(view.seats[1]) == (
        f"<SeatView: {view.seats[1].score} points, {view.seats[1].hand_size} cards, "
        f"{len(view.seats[1].city)} tiles in the city>"
    )
    assert repr(view.modules[0]) == "<view of vizier>"
    state.playout(Rng(1))
    assert repr(state).endswith(", over>")


@pytest.mark.parametrize("module", [arena.rules, arena.search, arena.wire], ids=lambda one: one.__name__)
def test_everything_offered_has_a_help_text(module: object) -> None:
    """Compiled or not: every class and function, and every method of theirs that is meant for others."""
    for name in module.__all__:  # type: ignore[attr-defined]
        offered = getattr(module, name)
        if not callable(offered) or not getattr(offered, "__module__", "").startswith("arena."):
            continue
        assert inspect.getdoc(offered), name
        if isinstance(offered, type) and not issubclass(offered, tuple | str | Exception):
            for inner, method in vars(offered).items():
                if not inner.startswith("_") and (
                    callable(method) or isinstance(method, property | staticmethod)
                ):
                    assert inspect.getdoc(getattr(offered, inner)), f"{name}.{inner}"


def test_help_says_what_the_source_says() -> None:
    assert (State.apply.__doc__ or "").startswith("Do an action and all that follows")
    assert (State.is_over.__doc__ or "").startswith("Whether the game has ended")
    assert (new_game.__doc__ or "").startswith("A game at its first decision.")
    assert (Observation.__doc__ or "").startswith("What a viewer sees at one moment")
    assert (SeatView.__doc__ or "").startswith("What is seen of one seat")
