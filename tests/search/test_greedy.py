"""Does greedy do what docs/greedy.md says, whatever is asked, and is it any good?"""

from pathlib import Path

import pytest

from arena.rules import Action, GameConfig, Observation, Rng, State, new_game
from arena.search.greedy import action_values, choose
from tests.rules.games import MODULES, played, rules_texts
from tests.search.by_the_page import Page
from tests.search.positions import position, shown

PAGE = (Path(__file__).parents[2] / "docs" / "greedy.md").read_text(encoding="utf-8")
ALL = "+".join(["classic", *MODULES])
PALACE = "red-palace+camps+bazaars+medina"


def decisions(rules: str, seed: int, each: int) -> list[tuple[Observation, list[Action]]]:
    """Every so many-th decision of a lively game, and all that are rare."""
    rare = ("favour", "falcon", "choose", "pay", "post", "wall")
    states = enumerate(played(GameConfig.parse(rules), seed))
    return [
        (state.observe(state.seat), state.legal_actions())
        for i, state in states
        if not state.is_over and (i % each == 0 or state.decision in rare)
    ]


@pytest.mark.parametrize(("seed", "number"), [(24, 4), (5, 11)])
def test_the_page_shows_what_greedy_thinks(seed: int, number: int) -> None:
    assert f"```text\n{shown(position('classic', seed, number))}```\n" in PAGE


@pytest.mark.parametrize(
    "rules", rules_texts()[::5] + [f"{ALL},players={players}" for players in range(2, 7)]
)
def test_greedy_is_the_page(rules: str) -> None:
    asked = decisions(rules, seed=len(rules), each=9)
    assert asked
    for observation, legal in asked:
        page = Page(observation)
        expected = [page.value(action) for action in legal]
        assert action_values(observation, legal) == expected
        assert choose(observation, legal) == expected.index(max(expected))


def test_the_page_is_compared_on_every_verb() -> None:
    verbs = {
        action.verb
        for players in range(2, 7)
        for _, legal in decisions(f"{ALL},players={players}", len(f"{ALL},players={players}"), 9)
        for action in legal
    }
    assert verbs == {
        "take", "buy", "build", "remove", "exchange", "place", "reserve", "give", "wake", "favour", "decline",
        "falcon", "done",
    }  # fmt: skip


def test_the_page_is_compared_on_every_ability() -> None:
    """17.11: between them a few games offer them all."""
    verbs = set()
    for seed in (4, 22, 47):
        for observation, legal in decisions(f"{PALACE},players=2", seed, 15):
            verbs |= {action.verb + action.ending for action in legal}
            page = Page(observation)
            assert action_values(observation, legal) == [page.value(action) for action in legal]
    assert verbs >= {
        "choose", "end", "pay", "post", "wall", "mason", "teller", "paver", "captain", "architect", "exchanger", "scout",
        "buyusing haggler", "buyusing gambler", "buyusing haggler+gambler",
    }  # fmt: skip


def test_equal_values_go_to_the_earlier() -> None:
    observation, legal = decisions("classic", 3, 1)[0]
    values = action_values(observation, legal)
    best = [i for i, value in enumerate(values) if value == max(values)]
    assert choose(observation, legal) == best[0]
    assert choose(observation, legal[::-1] + legal) == len(legal) - 1 - best[-1]


def test_a_spectator_has_nothing_to_decide() -> None:
    state = new_game(GameConfig.parse("classic"), 1)
    with pytest.raises(ValueError, match="a spectator has nothing to decide"):
        choose(state.observe(None), state.legal_actions())


def contest(rules: str, seed: int, seat: int) -> State:
    """Greedy in one seat, chance in the others."""
    state = new_game(GameConfig.parse(rules), seed)
    rng = Rng(seed, f"against seat {seat}")
    while not state.is_over:
        legal = state.legal_actions()
        greedy = state.seat == seat
        state.apply(legal[choose(state.observe(seat), legal) if greedy else int(rng.below(len(legal)))])
    return state


@pytest.mark.parametrize("rules", ["classic", f"{ALL},turn_limit=120"])
def test_it_beats_chance_at_two_players(rules: str) -> None:
    games = [(seed, seat) for seed in range(4) for seat in (0, 1)]
    assert [contest(rules, seed, seat).ranks()[seat] for seed, seat in games] == [1] * len(games)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_it_is_first_at_larger_tables(players: int) -> None:
    rules = f"classic,players={players},turn_limit={40 * players}"
    assert [contest(rules, seat, seat).ranks()[seat] for seat in range(players)] == [1] * players
