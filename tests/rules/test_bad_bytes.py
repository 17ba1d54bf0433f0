"""What happens to bytes that are no state, and to memories that do not fit? One clear error, and nothing else."""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules import (
    FINGERPRINT,
    Event,
    GameConfig,
    Observation,
    Rng,
    State,
    StateError,
    determinize,
    new_game,
)

EVERYTHING = "classic+vizier+camps+bazaars+falconers+medina,players=3,deal=closed"

PALACE = "red-palace+camps+bazaars+medina,players=3"


@cache
def written(rules: str = EVERYTHING, decisions: int = 40, seed: int = 7) -> bytes:
    """The bytes of a game after so many random decisions."""
    rng = Random(seed)
    state = new_game(GameConfig.parse(rules), seed)
    for _ in range(decisions):
        state.apply(rng.choice(state.legal_actions()))
    return state.to_bytes()


def sealed(body: bytes) -> bytes:
    """Bytes whose digest is right."""
    return body + sha256(body).digest()[:8]


def test_the_bytes_as_they_are_make_the_state() -> None:
    """What the other tests damage is sound: it reads, and writes the same bytes."""
    data = written()
    assert State.from_bytes(data).to_bytes() == data
    assert sealed(data[:-8]) == data


def test_a_state_of_other_tables_is_refused() -> None:
    """The fingerprint of the component tables is part of the bytes, and an older form is refused too."""
    data = written()
    assert FINGERPRINT.encode() in data[:40]
    other = sealed(data[:-8].replace(FINGERPRINT.encode(), b"00000000", 1))
    with pytest.raises(
        StateError, match=f"other component tables: 00000000, and here they are {FINGERPRINT}"
    ):
        State.from_bytes(other)
    with pytest.raises(StateError, match="do not begin like a state of this version"):
        State.from_bytes(sealed(b"alhambra-state-1\n" + data[27:-8]))


def test_every_flipped_byte_is_noticed() -> None:
    """Each byte in turn with one bit, the top bit or all bits flipped."""
    data = written()
    for offset in range(len(data)):
        for flip in (1, 128, 255):
            damaged = bytearray(data)
            damaged[offset] ^= flip
            with pytest.raises(StateError):
                State.from_bytes(bytes(damaged))


def test_every_shorter_text_is_noticed() -> None:
    """Cut off anywhere, the empty bytes included."""
    data = written()
    for size in range(len(data)):
        with pytest.raises(StateError):
            State.from_bytes(data[:size])


@pytest.mark.parametrize("more", [b"\0", b"\n", b"alhambra", b"\xff" * 100])
def test_bytes_left_over_are_noticed(more: bytes) -> None:
    """After the digest, and before it with the digest made right."""
    data = written()
    for damaged in (data + more, more + data, data + data, sealed(data[:-8] + more)):
        with pytest.raises(StateError):
            State.from_bytes(damaged)


@given(data=st.binary(max_size=200))
@settings(max_examples=200)
def test_random_bytes_are_no_state(data: bytes) -> None:
    """Also with a good beginning and a good digest."""
    beginning = written()[:17]
    for damaged in (data, beginning + data, sealed(data), sealed(beginning + data)):
        with pytest.raises(StateError):
            State.from_bytes(damaged)


@pytest.mark.parametrize(("rules", "decisions"), [(EVERYTHING, 40), (PALACE, 1), (PALACE, 20)])
def test_a_changed_byte_with_the_digest_made_right(rules: str, decisions: int) -> None:
    """Whoever forges the digest too gets a StateError or a state that can be looked at, never another error."""
    body = written(rules, decisions)[:-8]
    for offset in range(17, len(body)):
        forged = bytearray(body)
        forged[offset] ^= 1
        try:
            state = State.from_bytes(sealed(bytes(forged)))
        except StateError:
            continue
        assert state.is_over == (state.legal_actions() == [])
        for viewer in (None, *range(state.config.players)):
            assert state.observe(viewer).to_bytes()
            assert all(str(event) for event in state.history(viewer))


def _lose_a_card(state: State) -> None:
    state.display = state.display[:3]


def _double_a_card(state: State) -> None:
    state.display = append(state.display[:3], state.display[0])


def _unknown_card(state: State) -> None:
    state.deck = append(state.deck[:], 99)


def _scoring_card_twice(state: State) -> None:
    state.deck = append(append(state.deck[:], 36), 36)


def _lose_a_tile(state: State) -> None:
    state.bag_next += 1


def _double_a_tile(state: State) -> None:
    state.market = vec[i64]([state.market[0], state.market[0], state.market[2], state.market[3]])


def _five_slots(state: State) -> None:
    state.market = append(state.market[:], -1)


def _step_of_nobody(state: State) -> None:
    state.push(1 | 9 << 6)


def _step_of_no_kind(state: State) -> None:
    state.push(60)


def _facts(module: int, *facts: int) -> Callable[[State], None]:
    def tamper(state: State) -> None:
        state.modules[module].restore(vec[i64](facts))

    return tamper


def _negative_turn(state: State) -> None:
    state.set_turn(-5)


@pytest.mark.parametrize(
    "tamper",
    [
        pytest.param(_lose_a_card, id="a card is missing"),
        pytest.param(_double_a_card, id="a card is there twice"),
        pytest.param(_unknown_card, id="a card that there is not"),
        pytest.param(_scoring_card_twice, id="a scoring card three times"),
        pytest.param(_lose_a_tile, id="a tile is missing"),
        pytest.param(_double_a_tile, id="a tile is there twice"),
        pytest.param(_five_slots, id="five slots"),
        pytest.param(_step_of_nobody, id="seat 9 of 3 is to act"),
        pytest.param(_step_of_no_kind, id="a pending step that means nothing"),
        pytest.param(_negative_turn, id="less than no turns"),
        pytest.param(_facts(0, 1), id="one vizier for three seats"),
        pytest.param(_facts(0, 1, 1, 2), id="a vizier neither awake nor asleep"),
        pytest.param(_facts(2, 3), id="a building on the bazaars' offer"),
        pytest.param(_facts(3, *[0] * 14), id="fourteen falcons"),
    ],
)
def test_states_that_cannot_be_are_not_read(tamper: Callable[[State], None]) -> None:
    """The digest is right and the numbers are not: the box is counted, steps and modules are looked at."""
    state = State.from_bytes(written(decisions=0))
    tamper(state)
    with pytest.raises(StateError):
        State.from_bytes(state.to_bytes())


BEGINNING = (EVERYTHING, 0, 0)
LATER = (EVERYTHING, 40, 0)


def memory(rules: str, decisions: int, seat: int) -> tuple[Observation, list[Event]]:
    """What a seat sees and saw after so many decisions of the game in `written`."""
    state = State.from_bytes(written(rules, decisions))
    return state.observe(seat), state.history(seat)


def test_a_memory_that_fits_makes_a_state() -> None:
    """What the next test takes apart is sound."""
    observation, history = memory(*LATER)
    state = determinize(observation, history, Rng(1))
    assert state.observe(0) == observation
    assert state.history(0) == history


@pytest.mark.parametrize(
    ("observed", "remembered"),
    [
        pytest.param(BEGINNING, None, id="no history at all"),
        pytest.param(LATER, None, id="no history after a while"),
        pytest.param(BEGINNING, (EVERYTHING, 0, 1), id="the history of another seat"),
        pytest.param(LATER, BEGINNING, id="the history of the beginning"),
        pytest.param(BEGINNING, LATER, id="a history that is ahead"),
        pytest.param(BEGINNING, ("classic,players=4", 0, 0), id="the history of a larger table"),
        pytest.param(BEGINNING, ("classic,players=2", 0, 0), id="the history of a smaller table"),
    ],
)
def test_observation_and_history_that_do_not_fit(
    observed: tuple[str, int, int], remembered: tuple[str, int, int] | None
) -> None:
    """A ValueError, and never a state that the seat could tell from the truth."""
    observation, _ = memory(*observed)
    history = [] if remembered is None else memory(*remembered)[1]
    with pytest.raises(ValueError, match=r".+"):
        determinize(observation, history, Rng(1))


def test_a_memory_that_does_not_fit_leaves_its_parts_alone() -> None:
    """The history handed over is only read."""
    observation, history = memory(*LATER)
    before = (observation.to_bytes(), [event.key() for event in history])
    with pytest.raises(ValueError, match=r".+"):
        determinize(observation, history + history, Rng(1))
    assert (observation.to_bytes(), [event.key() for event in history]) == before
