"""Do the arrays say what a seat may know, all of it and nothing else?"""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.encoding import Encoder, EncodingError, Field, KnownHands, Layout, write_observation
from arena.rules import CARDS, TILES, GameConfig, Rng, State, determinize, new_game
from tests.encoding.arrays import Numbers, arrays_of
from tests.rules.games import choose, configs, rules_texts

SEEDS = st.integers(0, 2**64)


def games(config: GameConfig, seed: int, every: int) -> Iterator[tuple[State, KnownHands]]:
    """Some positions of a game, each with what is known of the hands; the last is its end."""
    state = new_game(config, seed)
    known = KnownHands(config.players)
    known.begin(state)
    rng = Rng(seed, "choices")
    made = 0
    while not state.is_over:
        if made % every == 0:
            yield state, known
        action = choose(state.legal_actions(), rng)
        known.acted(state.seat, action.code)
        state.apply(action)
        made += 1
    yield state, known


def written(encoder: Encoder, state: State, viewer: int, known: KnownHands) -> dict[str, Numbers]:
    encoder.write(state, viewer, known, 0)
    return arrays_of(encoder)


def assert_same(one: dict[str, Numbers], other: dict[str, Numbers]) -> None:
    assert [name for name in one if not np.array_equal(one[name], other[name])] == []


@settings(max_examples=15)
@given(configs(), SEEDS)
def test_states_that_differ_in_secrets_give_equal_arrays(config: GameConfig, seed: int) -> None:
    """2.2, 2.3, 12.3, 17.1: what a seat cannot tell apart, its arrays do not tell apart either."""
    layout = Layout(config)
    encoder, other = Encoder(layout), Encoder(layout)
    for state, known in games(config, seed, 23):
        viewer = seed % config.players
        truth = written(encoder, state, viewer, known)
        observation, history = state.observe(viewer), state.history(viewer)
        for i in range(2):
            guess = determinize(observation, history, Rng(seed, f"guess {i}"))
            assert_same(truth, written(other, guess, viewer, known))


def test_secrets_do_differ_in_what_the_leak_test_compares() -> None:
    """2.3: else the test above would show nothing. The hands differ, and only their owner's arrays say so."""
    config = GameConfig.parse("classic,players=3,deal=closed")
    layout = Layout(config)
    state = new_game(config, 4)
    known = KnownHands(3)
    known.begin(state)
    guess = determinize(state.observe(0), state.history(0), Rng(1))
    assert guess.observe(1).seats[1].hand != state.observe(1).seats[1].hand
    own = [written(Encoder(layout), one, 1, known)["cards"] for one in (state, guess)]
    assert not np.array_equal(own[0], own[1])


@settings(max_examples=8)
@given(configs(), SEEDS)
def test_observation_and_history_are_enough(config: GameConfig, seed: int) -> None:
    """A bot, which never sees a state, gets the same arrays as an environment."""
    layout = Layout(config)
    encoder, other = Encoder(layout), Encoder(layout)
    for state, known in games(config, seed, 41):
        for viewer in range(config.players):
            truth = written(encoder, state, viewer, known)
            write_observation(other, state.observe(viewer), state.history(viewer))
            assert_same(truth, arrays_of(other))


@pytest.mark.parametrize("text", rules_texts()[::11])
def test_every_number_is_in_the_range_of_its_field(text: str) -> None:
    config = GameConfig.parse(text)
    layout = Layout(config)
    encoder = Encoder(layout)
    fields: dict[str, list[Field]] = {
        "tiles": layout.tile_fields,
        "numbers": layout.numbers,
        "actions": layout.action_fields,
    }
    for state, known in games(config, 5, 37):
        for viewer in range(config.players):
            arrays = written(encoder, state, viewer, known)
            assert encoder.page.at == layout.parts["actions"].start
            for name, parts in fields.items():
                for field in parts:
                    values = arrays[name][..., field.start : field.start + field.size]
                    assert values.min() >= field.low, (name, field)
                    assert values.max() <= field.high, (name, field)
            for row in layout.card_rows:
                assert arrays["cards"][row.start : row.start + row.size].max() <= row.high
            assert (arrays["cards"].sum(axis=0) == layout.copies).all()
            assert (arrays["tiles"][:, : layout.field("tiles", "price").start].sum(axis=1) == 1).all()
            for plane in layout.planes:
                assert arrays["cities"][:, plane.start].max() <= plane.high


@settings(max_examples=10)
@given(configs(), SEEDS)
def test_hand_and_cities_can_be_read_back(config: GameConfig, seed: int) -> None:
    """The round trip: cards by number, tiles by row and square; all that lies in the window."""
    layout = Layout(config, window=25)
    encoder = Encoder(layout)
    half = layout.window // 2
    for state, known in games(config, seed, 53):
        viewer = (seed + 1) % config.players
        arrays = written(encoder, state, viewer, known)
        observation = state.observe(viewer)
        hand = [CARDS[card] for card in range(36) for _ in range(arrays["cards"][0, card])]
        assert tuple(hand) == observation.seats[viewer].hand
        outside = layout.field("numbers", "outside").start
        for relative in range(config.players):
            city = observation.seats[(viewer + relative) % config.players].city
            squares = np.argwhere(arrays["cities"][relative, 0])
            read = {
                (int(column) - half, half - int(row)): int(arrays["cities"][relative, 0, row, column])
                for row, column in squares
            }
            for placed in city:
                mark = read.pop((placed.x, placed.y), 0)
                if max(abs(placed.x), abs(placed.y)) <= half:
                    assert placed.tile.name == (
                        "fountain" if mark == 1 else TILES[layout.tiles[mark - 2]].name
                    )
            assert read == {}
            beyond = [placed for placed in city if max(abs(placed.x), abs(placed.y)) > half]
            assert arrays["numbers"][outside + relative] == len(beyond)
            for where, tiles in (
                ("reserve", observation.seats[(viewer + relative) % config.players].reserve),
                ("aside", observation.seats[(viewer + relative) % config.players].aside),
            ):
                column = layout.field("tiles", f"{where} {relative}").start
                rows = np.flatnonzero(arrays["tiles"][:, column])
                assert [layout.tiles[row] for row in rows] == [tile.id for tile in tiles]


def test_what_lies_beyond_a_small_window_is_counted() -> None:
    config = GameConfig.parse("classic,players=2")
    layout = Layout(config, window=3)
    encoder = Encoder(layout)
    *_, (state, known) = games(config, 1, 1000)
    arrays = written(encoder, state, 0, known)
    city = state.observe(0).seats[0].city
    beyond = sum(max(abs(placed.x), abs(placed.y)) > 1 for placed in city)
    assert beyond > 0
    assert arrays["numbers"][layout.field("numbers", "outside").start] == beyond
    assert np.count_nonzero(arrays["cities"][0]) == len(city) - beyond


def test_the_page_of_one_game_is_not_touched_by_another() -> None:
    """Arrays are cleared by what was written: a part written twice is as one written once."""
    config = GameConfig.parse("classic+falconers+bazaars,players=2")
    layout = Layout(config)
    used, fresh = Encoder(layout, 2), Encoder(layout)
    for state, known in games(config, 9, 29):
        for viewer in (0, 1):
            used.write(state, viewer, known, 1)
            used.write(state, 1 - viewer, known, 0)
        fresh = Encoder(layout)
        assert_same(written(fresh, state, 0, known), arrays_of(used))


@pytest.mark.parametrize(
    ("settings", "said"),
    [({"window": 20}, "window: 20 is not an odd number"), ({"limit": 0}, "limit: 0 is not from 1 to 4096")],
)
def test_wrong_settings_are_named(settings: dict[str, int], said: str) -> None:
    with pytest.raises(EncodingError, match=said):
        Layout(GameConfig(), **settings)


def test_a_spectator_and_another_game_are_refused() -> None:
    state = new_game(GameConfig(), 1)
    with pytest.raises(ValueError, match="a spectator has no hand"):
        write_observation(Encoder(Layout(GameConfig())), state.observe(None), state.history(None))
    with pytest.raises(ValueError, match=r"the layout is for classic,players=3"):
        write_observation(Encoder(Layout(GameConfig(players=3))), state.observe(0), state.history(0))
