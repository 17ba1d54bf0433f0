"""What stays hidden in the second edition: the order of tower and bag, and nothing else (17.1, 17.4, 17.11)."""

from collections import Counter

import pytest

from arena.rules import Determinizer, GameConfig, Rng, State
from tests.rules.games import played
from tests.rules.palace import ALL, palace_of
from tests.rules.test_secrets import poison, seen, with_other_secrets


@pytest.mark.parametrize("rules", ["red-palace,players=2", f"{ALL},players=3,classic_scoring=true"])
def test_nothing_secret_is_seen(rules: str) -> None:
    """17.1: states that differ in tower, bag of pieces, deck or others' cards look the same to every viewer."""
    rng = Rng(1, "other")
    for number, state in enumerate(played(GameConfig.parse(rules), 8)):
        if number % 11 == 0 and not state.is_over:
            poisoned = state.clone()
            poison(poisoned)
            for viewer in (None, *range(state.config.players)):
                expected = seen(state, viewer)
                assert seen(with_other_secrets(state, viewer, rng), viewer) == expected
                assert seen(poisoned, viewer) == expected


def test_everything_else_is_open() -> None:
    """17.4: every seat knows every hand, whatever 2.3 says, so all guesses have the true hands."""
    config = GameConfig.parse("red-palace,players=3")
    for number, state in enumerate(played(config, 5)):
        if number % 29 == 0 and not state.is_over:
            guess = Determinizer(state.observe(state.seat), state.history(state.seat)).sample(Rng(number))
            assert [list(player.hand) for player in guess.players] == [
                list(player.hand) for player in state.players
            ]


def after_a_gamble() -> State:
    """A position just after a gambler put a piece back."""
    for seed in range(40):
        for state in played(GameConfig.parse("red-palace,players=2"), seed, liking=90):
            bag = palace_of(state)
            if bag.gambles and not state.is_over and len(bag.secrets()) > 20:
                return state
    raise AssertionError("nobody gambled")


def test_guesses_at_tower_and_bag_are_all_that_could_be() -> None:
    """17.1, 17.11: the same pieces and tiles in other orders; a piece put back lies anywhere in the bag."""
    state = after_a_gamble()
    before = state.observe(state.seat)
    maker = Determinizer(before, state.history(state.seat))
    rng = Rng(3)
    bags, towers, firsts = set(), set(), set()
    for _ in range(60):
        guess = maker.sample(rng)
        assert guess.observe(state.seat) == before
        bag = [int(kind) for kind in palace_of(guess).secrets()]
        tower = [int(tile) for tile in guess.bag[guess.bag_next :]]
        assert Counter(bag) == Counter(int(kind) for kind in palace_of(state).secrets())
        assert Counter(tower) == Counter(int(tile) for tile in state.bag[state.bag_next :])
        bags.add(tuple(bag))
        towers.add(tuple(tower))
        firsts.add(bag[0])
    assert len(bags) == len(towers) == 60
    assert len(firsts) > 3


def test_pieces_come_up_as_often_as_they_should() -> None:
    """17.1: the first piece of a guess is of a kind in proportion to how many are left."""
    state = after_a_gamble()
    maker = Determinizer(state.observe(0), state.history(0), recording=False)
    left = Counter(int(kind) for kind in palace_of(state).secrets())
    size = sum(left.values())
    rng = Rng(4)
    samples = 600
    found = Counter(int(palace_of(maker.sample(rng)).secrets()[0]) for _ in range(samples))
    for kind, count in left.items():
        expected = samples * count / size
        assert abs(found[kind] - expected) < 4.5 * (expected * (1 - count / size)) ** 0.5


def test_a_guess_plays_on_with_chance_of_its_own() -> None:
    """17.11: what a gambler draws in a guess says nothing about what the true bag would give."""
    state = after_a_gamble()
    ends = set()
    maker = Determinizer(state.observe(0), state.history(0), recording=False)
    rng = Rng(9)
    for _ in range(5):
        guess = maker.sample(rng)
        guess.playout(Rng(1))
        ends.add(tuple(guess.scores()))
    assert len(ends) > 1
