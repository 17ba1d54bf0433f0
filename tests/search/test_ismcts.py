"""Does the search find what is there to be found, and nothing that it may not know?"""

import hashlib
from collections.abc import Iterator

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import Action, Determinizer, GameConfig, Rng, State, compiled, new_game
from arena.search.explain import explanation
from arena.search.greedy import choose
from arena.search.root_choice import RootAction, best_root_action
from arena.search.seat_search import Guess, Limit, SeatSearch, root_actions
from arena.search.settings import Settings
from tests.rules.games import MODULES, played
from tests.rules.positions import CityPlan, position

ALL = "+".join(["classic", *MODULES])


def never() -> int:
    raise AssertionError("the clock has no say where iterations are fixed")


def thought(
    seat_search: SeatSearch, state: State, iterations: int, guess: Guess | None = None
) -> list[RootAction]:
    """What tries of each legal action have brought."""
    legal = state.legal_actions()
    seen = state.observe(state.seat)
    search = seat_search.think(seen, state.history(state.seat), legal, Limit(iterations, 0, never), guess)
    return root_actions(search, seen, legal)


def best(seat_search: SeatSearch, state: State, iterations: int, guess: Guess | None = None) -> Action:
    return state.legal_actions()[best_root_action(thought(seat_search, state, iterations, guess))]


def last_turn(
    market: list[str | None], hands: list[list[str]], scores: list[int], cities: list[CityPlan]
) -> State:
    """The bag is empty: whatever seat 0 buys, its turn is the last."""
    return position(
        "classic,players=3",
        market=market,
        display=["florin-1", "florin-2", "florin-3", "florin-6"],
        hands=hands,
        cities=cities,
        scores=scores,
        bag=[],
        turn=60,
    )


def play_on(state: State, seat: int) -> list[int]:
    """The scores after the search has played this seat, and greedy the others."""
    seat_search = SeatSearch(Settings(), b"play on")
    while not state.is_over:
        legal = state.legal_actions()
        if state.seat == seat and len(legal) > 1:
            state.apply(best(seat_search, state, 300, lambda _: state.clone()))
        else:
            state.apply(legal[choose(state.observe(state.seat), legal)])
    return state.scores()


def test_a_win_in_one_scoring() -> None:
    """The tower is worth 21 and the pavilion 16, and what is left goes to seat 1, who has more money."""
    state = last_turn(
        market=["tower-11", "pavilion-8", None, None],
        hands=[["denar-9", "denar-3", "dirham-9"], ["denar-9", "denar-8", "dirham-9", "dirham-8"], []],
        scores=[50, 54, 0],
        cities=[],
    )
    assert str(best(SeatSearch(Settings(), b"1"), state, 300, lambda _: state.clone())) == "buy 1 with 3+9"
    assert play_on(state, 0) == [71, 70, 0]


def test_an_exact_payment_that_grants_the_decisive_extra_action() -> None:
    """Only both tiles together win: the pavilion has to be paid exactly, and not with the 9."""
    state = last_turn(
        market=["pavilion-8", "tower-11", None, None],
        hands=[
            ["denar-9", "denar-5", "denar-3", "dirham-9", "dirham-3"],
            ["denar-9", "denar-8", "denar-7", "dirham-9", "dirham-8"],
            [],
        ],
        scores=[50, 60, 0],
        cities=[],
    )
    assert str(best(SeatSearch(Settings(), b"1"), state, 300, lambda _: state.clone())) == "buy 1 with 3+5"
    assert play_on(state, 0) == [87, 60, 0]


def test_a_majority_is_blocked() -> None:
    """The pavilion is worth 8 and the tower 6, but with it seat 1 would have most towers; greedy does not see that."""
    state = last_turn(
        market=["tower-11", "pavilion-8", None, None],
        hands=[["denar-9", "denar-3", "dirham-9"], ["denar-9", "denar-8"], ["dirham-9", "dirham-8"]],
        cities=[
            {},
            {(0, 1): "tower-12", (0, 2): "tower-10-W"},
            {(0, 1): "tower-11-N", (1, 0): "tower-13-E", (0, -1): "pavilion-6-N", (-1, 0): "pavilion-7-E"},
        ],
        scores=[51, 38, 0],
    )
    legal = state.legal_actions()
    assert str(legal[choose(state.observe(0), legal)]) == "buy 2 with 9"
    assert str(best(SeatSearch(Settings(), b"1"), state, 300, lambda _: state.clone())) == "buy 1 with 3+9"
    assert play_on(state, 0)[:2] == [57, 56]


def test_the_search_depends_on_what_the_seat_knows_alone() -> None:
    """Any other truth that looks the same gives the same search, and the true state may be poisoned meanwhile."""
    for rules in ("classic,players=2,deal=closed", f"{ALL},players=3,deal=closed"):
        for number, state in enumerate(played(GameConfig.parse(rules), 5)):
            if number in (0, 9, 24):
                seat = state.seat
                other = Determinizer(state.observe(seat), state.history(seat)).sample(Rng(number, "other"))
                assert other.to_bytes() != state.to_bytes()
                assert thought(SeatSearch(Settings(), b"x"), state, 30) == thought(
                    SeatSearch(Settings(), b"x"), other, 30
                )


def test_a_poisoned_truth_does_no_harm() -> None:
    """What the seat may not know is made nonsense once it has been asked; whoever looked at it would fail."""
    state = new_game(GameConfig.parse("classic,players=3,deal=closed"), 8)
    seat = state.seat
    seen, history, legal = state.observe(seat), state.history(seat), state.legal_actions()
    expected = thought(SeatSearch(Settings(), b"x"), state, 40)
    nonsense = vec[i64]([-1_000_000] * 60)
    state.bag = nonsense
    state.deck = nonsense
    state.key = b"nonsense"
    for number, player in enumerate(state.players):
        if number != seat:
            player.hand = nonsense
    search = SeatSearch(Settings(), b"x").think(seen, history, legal, Limit(40, 0, never))
    assert root_actions(search, seen, legal) == expected


def lively(number: int) -> Iterator[State]:
    """Decisions of a game with modules, seats and deal by number."""
    rng = Rng(number, "configuration")
    modules = [name for name in MODULES if rng.below(2)]
    deal = ("open", "closed")[int(rng.below(2))]
    limit = 1 + int(rng.below(80))
    text = f"{'+'.join(['classic', *modules])},players={2 + int(rng.below(5))},deal={deal},turn_limit={limit}"
    return played(GameConfig.parse(text), number)


def test_determinizations_fit_at_every_decision_of_200_games() -> None:
    """Interpreted, of the later decisions of a game only some."""
    for number in range(200):
        for decision, state in enumerate(lively(number)):
            if state.is_over or not (compiled or decision in (0, 1, number % 30)):
                continue
            seen = state.observe(state.seat)
            guess = Determinizer(seen, state.history(state.seat)).sample(Rng(decision, "guess"))
            assert guess.observe(state.seat).key() == seen.key()
            assert guess.history(state.seat) == state.history(state.seat)


def test_no_illegal_action_in_10_000_decisions() -> None:
    """Over random configurations; interpreted, some hundred."""
    asked = 0
    number = 1000
    while asked < (10_000 if compiled else 200):
        number += 1
        searches = [SeatSearch(Settings(), f"{seat}".encode()) for seat in range(6)]
        state = next(lively(number))
        while not state.is_over:
            chosen = best(searches[state.seat], state, 2)
            assert state.check(chosen) is None
            state.apply(chosen)
            asked += 1


@pytest.mark.parametrize(
    ("rules", "digest"),
    [("classic,players=2", "94d43809175f6438"), (f"{ALL},players=4,deal=closed", "63bac28506a7b673")],
)
def test_fixed_iterations_give_the_same_game_interpreted_and_compiled(rules: str, digest: str) -> None:
    state = new_game(GameConfig.parse(rules), 3)
    searches = [SeatSearch(Settings(), f"seat {seat}".encode()) for seat in range(4)]
    seen = hashlib.sha256()
    for _ in range(16):
        tried = thought(searches[state.seat], state, 40)
        seen.update(repr([one.visits for one in tried]).encode())
        state.apply(state.legal_actions()[best_root_action(tried)])
    assert seen.hexdigest()[:16] == digest


def test_the_tree_is_kept_while_nothing_is_drawn() -> None:
    """After one's own purchase the placing starts from what the search has found out about it."""
    state = new_game(GameConfig.parse("classic,players=2"), 2)
    seat_search = SeatSearch(Settings(), b"keep")
    kept = 0
    for _ in range(30):
        if state.seat == 0 and len(state.legal_actions()) > 1:
            tried = thought(seat_search, state, 50)
            visits = sum(one.visits for one in tried)
            kept += visits > 50
            assert (visits > 50) <= (state.decision == "place" or state.observe(0).extra)
            state.apply(state.legal_actions()[best_root_action(tried)])
        else:
            legal = state.legal_actions()
            state.apply(legal[choose(state.observe(state.seat), legal)])
    assert kept > 2


def test_the_tree_stays_within_its_bounds() -> None:
    state = new_game(GameConfig.parse("classic,players=2"), 2)
    seat_search = SeatSearch(Settings(max_nodes=100), b"small")
    for _ in range(8):
        state.apply(best(seat_search, state, 60))
        assert seat_search.search is not None
        assert seat_search.search.tree.size <= 100


def test_the_search_explains_itself() -> None:
    state = new_game(GameConfig.parse("classic,players=2"), 2)
    seat_search = SeatSearch(Settings(), b"explain")
    chosen = best(seat_search, state, 60)
    assert seat_search.search is not None
    lines = explanation(seat_search.search)
    assert lines[0].startswith("60 iterations")
    assert any(str(chosen) in line for line in lines[1:-1])
    assert lines[-1].startswith(f"  expected: {chosen}")
