"""Are guesses at the truth right? They fit all that was seen, and come up as often as they should."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import Determinizer, Event, GameConfig, Rng, State, determinize, new_game
from arena.rules.card_memory import CardMemory
from arena.rules.deals import Deals
from arena.rules.deck import pile_sizes
from arena.rules.setup import start_seat
from tests.conftest import share
from tests.rules.games import choose, configs, played

SEEDS = st.integers(0, 2**64)


@settings(max_examples=share(40))
@given(configs(), SEEDS)
def test_a_guess_fits_what_was_seen(config: GameConfig, seed: int) -> None:
    """2.2 to 2.6: observation, history and legal actions are those of the true state, for every viewer."""
    for number, state in enumerate(played(config, seed)):
        if number % 23 == 0 or state.is_over:
            for viewer in (None, *range(config.players)):
                observation, history = state.observe(viewer), state.history(viewer)
                guess = determinize(observation, history, Rng(seed, f"{number} {viewer}"))
                assert guess.observe(viewer) == observation
                assert guess.history(viewer) == history
                assert State.from_bytes(guess.to_bytes()).to_bytes() == guess.to_bytes()
                assert guess.score_sheet() == state.score_sheet()
                if viewer == state.seat:
                    assert guess.legal_actions() == state.legal_actions()


@settings(max_examples=share(30))
@given(configs(), SEEDS)
def test_a_guess_can_be_played_to_the_end(config: GameConfig, seed: int) -> None:
    """A guess is a game like any other."""
    for number, state in enumerate(played(config, seed)):
        if number % 25 == 0 and not state.is_over:
            guess = determinize(state.observe(state.seat), state.history(state.seat), Rng(seed, str(number)))
            rng = Rng(seed, f"play {number}")
            for _ in range(40):
                if not guess.is_over:
                    guess.apply(choose(guess.legal_actions(), rng))


@settings(max_examples=share(20))
@given(st.integers(2, 6), SEEDS)
def test_open_deals_are_remembered(players: int, seed: int) -> None:
    """2.3: with an open deal a perfect memory knows every hand."""
    config = GameConfig.parse(f"classic+vizier+falconers,players={players}")
    for number, state in enumerate(played(config, seed)):
        if number % 20 == 0:
            guess = determinize(state.observe(None), state.history(None), Rng(number))
            for seat, player in enumerate(guess.players):
                assert list(player.hand) == list(state.players[seat].hand)


@settings(max_examples=share(30))
@given(st.integers(2, 6), SEEDS)
def test_guessed_deals_are_possible(players: int, seed: int) -> None:
    """2.2, 2.4: dealt until 20 is reached and no further, so 20 to 28; the same seat starts."""
    state = new_game(GameConfig.parse(f"classic,players={players},deal=closed"), seed)
    guess = determinize(state.observe(0), state.history(0), Rng(seed))
    deals = [event for event in guess.log if event.kind == "dealt"]
    for event in deals:
        total = sum(card % 9 + 1 for card in event.cards)
        assert 20 <= total <= 28
        assert total - max(card % 9 + 1 for card in event.cards) < 20
    assert start_seat([player.hand for player in guess.players]) == state.seat


@pytest.mark.parametrize("players", [2, 4, 6])
def test_scoring_cards_lie_in_their_piles(players: int) -> None:
    """2.6: each position in the pile comes up, equally often, and no other."""
    state = new_game(GameConfig.parse(f"classic,players={players}"), 3)
    sizes = pile_sizes(len(state.deck) - 2)
    guesses = Determinizer(state.observe(0), state.history(0))
    positions: list[Counter[int]] = [Counter(), Counter()]
    rng = Rng(8)
    for _ in range(3000):
        deck = [int(card) for card in guesses.sample(rng).deck]
        positions[0][deck.index(36)] += 1
        positions[1][deck.index(37)] += 1
    first = range(sizes[0], sizes[0] + sizes[1] + 1)
    second = range(sum(sizes[:3]) + 1, sum(sizes[:4]) + 2)
    for counter, expected in zip(positions, (first, second), strict=True):
        assert set(counter) == set(expected)
        assert_uniform(counter, 3000)


def test_a_scoring_card_not_drawn_from_its_pile_is_in_the_rest_of_it() -> None:
    """2.6: once part of pile 2 is drawn without the card, it lies in what is left of the pile."""
    config = GameConfig.parse("classic,players=2")
    for state in played(config, 11):
        start = 72 - sum(event.number for event in state.history(None) if event.kind == "dealt") - 4
        sizes = pile_sizes(start)
        left = len(state.deck) - int(state.deck_next)
        drawn = start + 2 - left
        if 1 not in state.scorings and sizes[0] + 3 <= drawn:
            guesses = Determinizer(state.observe(0), state.history(0))
            rng = Rng(5)
            positions = {list(guesses.sample(rng).deck).index(36) for _ in range(300)}
            assert positions == set(range(sizes[0] + sizes[1] + 1 - drawn))
            return
    pytest.fail("the first scoring card came too early in this game")


def assert_uniform(counter: Counter[object] | Counter[int], draws: int) -> None:
    """Chi-square against equal chances, far above its mean only by an error in the code."""
    expected = draws / len(counter)
    chi_square = sum((count - expected) ** 2 / expected for count in counter.values())
    degrees = len(counter) - 1
    assert chi_square < degrees + 5 * (2 * degrees) ** 0.5, (
        f"{chi_square:.1f} at {degrees} degrees of freedom"
    )


def deals_of(pool: list[int], size: int) -> list[tuple[int, ...]]:
    """Every deal of so many cards from the pool in every order that 2.2 allows, by brute force."""
    return [
        order
        for order in permutations(pool, size)
        if sum(c % 9 + 1 for c in order) >= 20 > sum(c % 9 + 1 for c in order[:-1])
    ]


def test_deals_come_up_as_often_as_they_should() -> None:
    """2.2: sets of cards in proportion to the orders in which they can have been dealt (brute force over all of them)."""
    config = GameConfig.parse("classic,players=2,deal=closed")
    # Seat 0 starts with three cards; seat 1 got four, unseen; nine unseen cards in all.
    pool = [0, 3, 5, 6, 7, 8, 13, 16, 17]
    history = [
        Event("dealt", 0, cards=(26, 25, 24), number=3, private=True),
        Event("dealt", 1, number=4),
        Event("starts", 0),
    ]
    expected = Counter(tuple(sorted(order)) for order in deals_of(pool, 4))
    deals = Deals(CardMemory(config, history), vec[i64](pool))
    rng = Rng(21)
    draws = 20_000
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(draws):
        deals.walk(rng)
        found[tuple(sorted(int(card) for card in deals.dealt(1)))] += 1
    assert set(found) == set(expected)
    total = sum(expected.values())
    chi_square = sum((found[k] - draws * n / total) ** 2 / (draws * n / total) for k, n in expected.items())
    degrees = len(expected) - 1
    assert chi_square < degrees + 5 * (2 * degrees) ** 0.5


def test_what_does_not_fit_is_an_error() -> None:
    """An observation with another game's history is refused with a sentence, not guessed at."""
    one = new_game(GameConfig.parse("classic,players=3,deal=closed"), 1)
    two = new_game(GameConfig.parse("classic,players=3,deal=closed"), 2)
    with pytest.raises(ValueError, match=r"do not fit|unseen|the history tells"):
        determinize(one.observe(0), two.history(0), Rng(0))
