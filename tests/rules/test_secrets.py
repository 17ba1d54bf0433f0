"""Does anybody see what they may not? States that differ only in secrets look the same, and every field is classified."""

import ast
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

import arena
from arena.rules import Event, GameConfig, Rng, State, determinize
from arena.rules.money import card_bit, pile_cards
from arena.rules.palace.edition import Palace
from arena.rules.state import SECRECY
from tests.conftest import share
from tests.rules.games import configs, played

SEEDS = st.integers(0, 2**64)


def fields_of(name: str) -> set[str]:
    """What the constructor of a class in state.py sets on itself, by its source."""
    source = (Path(arena.__file__).parent / "rules" / "state.py").read_text(encoding="utf-8")
    found = next(
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef) and node.name == name
    )
    return {
        target.attr.lstrip("_")
        for node in ast.walk(found)
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id == "self"
    }


def test_every_field_is_classified() -> None:
    """2.2: each field of the state is public, own or secret, or shown in part by the file named."""
    players = {f"players.{field}" for field in fields_of("Player")}
    assert set(SECRECY) == fields_of("State") - {"players"} | players
    assert set(SECRECY.values()) == {"public", "own", "secret", "view.py", "event.py", "hooks.py"}
    assert {field for field, who in SECRECY.items() if who == "secret"} == {"deck", "key", "bag"}
    assert {field for field, who in SECRECY.items() if who == "own"} == {"players.hand"}


def seen(state: State, viewer: int | None) -> bytes:
    """All that a viewer gets, as bytes."""
    history = "\n".join(repr(event.key()) for event in state.history(viewer))
    return state.observe(viewer).to_bytes() + history.encode()


def with_other_secrets(state: State, viewer: int | None, rng: Rng) -> State:
    """The same game with another order of deck and bags, and other hands where the viewer cannot know them."""
    other = state.clone()
    for module in other.modules:
        if module.hides:
            module.guess_secrets(rng)
    other.key = rng.key()
    other.deck = rng.shuffled(other.deck[other.deck_next :])
    other.deck_next = 0
    other.bag = rng.shuffled(other.bag[other.bag_next :])
    other.bag_next = 0
    for seat, player in enumerate(other.players):
        hand = [int(card) for card in pile_cards(player.hand)]
        hidden = [position for position, card in enumerate(other.deck) if card < 36]
        if seat != viewer and hand and hidden:
            mine = hand[int(rng.below(len(hand)))]
            position = hidden[int(rng.below(len(hidden)))]
            theirs = int(other.deck[position])
            player.hand[mine // 9] -= card_bit(mine)
            player.hand[theirs // 9] += card_bit(theirs)
            other.deck[position] = mine
    return other


def poison(state: State) -> None:
    """Put nonsense instead of every secret but the hands."""
    state.key = b"poison"
    state.deck = vec[i64]([-99] * len(state.deck))
    state.bag = vec[i64]([-99] * len(state.bag))
    for module in state.modules:
        if isinstance(module, Palace):
            module.bag = vec[i64]([-99] * len(module.bag))


@settings(max_examples=share(40))
@given(configs(), SEEDS)
def test_what_differs_only_in_secrets_looks_the_same(config: GameConfig, seed: int) -> None:
    """2.2, 2.3: deck, bag, reshuffles and the others' cards leave no trace in what a viewer sees."""
    rng = Rng(seed, "secrets")
    for number, state in enumerate(played(config, seed)):
        # In a window the others' cards decide who is asked: see test_windows_tell_only_what_they_must.
        if number % 13 == 0 and state.decision != "favour":
            for viewer in (None, *range(config.players)):
                assert seen(with_other_secrets(state, viewer, rng), viewer) == seen(state, viewer)


@settings(max_examples=share(25))
@given(configs(), SEEDS)
def test_secret_fields_are_never_read_for_a_view(config: GameConfig, seed: int) -> None:
    """2.2: a view of a state whose secrets are poisoned is the view of the true state."""
    for number, state in enumerate(played(config, seed)):
        if number % 19 == 0:
            poisoned = state.clone()
            poison(poisoned)
            for viewer in (None, *range(config.players)):
                assert seen(poisoned, viewer) == seen(state, viewer)


@settings(max_examples=share(25))
@given(st.sampled_from([2, 3, 4]), SEEDS)
def test_the_cards_of_a_closed_deal_are_seen_by_their_owner_alone(players: int, seed: int) -> None:
    """2.3: open, all see all cards; closed, the others see how many."""
    for deal in ("open", "closed"):
        state = next(played(GameConfig.parse(f"classic,players={players},deal={deal}"), seed))
        for viewer in (None, *range(players)):
            for event in state.history(viewer):
                if event.kind == "dealt":
                    known = deal == "open" or event.seat == viewer
                    assert (len(event.cards) == event.number) == known
                    assert known or event == Event("dealt", event.seat, number=event.number)


@settings(max_examples=share(8))
@given(SEEDS)
def test_windows_tell_only_what_they_must(seed: int) -> None:
    """12.3: who is asked, and who declined, is known to that seat alone."""
    config = GameConfig.parse("classic+vizier,players=4,deal=closed")
    for state in played(config, seed):
        if state.decision == "favour":
            for viewer in (None, *range(4)):
                observation = state.observe(viewer)
                assert observation.decision == "favour"
                assert observation.decider == (state.seat if viewer == state.seat else None)
        for viewer in (None, *range(4)):
            declined = [event for event in state.history(viewer) if str(event.action) == "decline"]
            assert all(event.seat == viewer for event in declined)


@pytest.mark.parametrize(
    "rules",
    [
        "classic+vizier+bazaars,players=3,deal=open",
        "classic+vizier+bazaars,players=3,deal=closed",
        "red-palace+camps+bazaars+medina,players=3",
    ],
)
def test_a_guess_never_needs_the_truth(rules: str) -> None:
    """2.3, 17.1: a determinization comes from observation and history alone, so poisoning the true state changes nothing."""
    config = GameConfig.parse(rules)
    for number, state in enumerate(played(config, 5)):
        if number % 7 == 0:
            observation = state.observe(0 if state.is_over else state.seat)
            history = state.history(observation.viewer)
            expected = determinize(observation, history, Rng(number)).to_bytes()
            poisoned = state.clone()
            poison(poisoned)
            again = determinize(
                poisoned.observe(observation.viewer), poisoned.history(observation.viewer), Rng(number)
            )
            assert again.to_bytes() == expected
