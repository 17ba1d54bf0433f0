"""Does the search play the second edition: every decision, every ability, and a purchase that only an ability allows?"""

from arena.rules import GameConfig
from arena.search.explain import explanation
from arena.search.seat_search import SeatSearch
from arena.search.settings import Settings
from tests.rules.games import played
from tests.rules.palace import palace
from tests.search.test_ismcts import best, thought

RULES = "red-palace+camps+bazaars+medina,players=3"


def test_every_decision_can_be_thought_about() -> None:
    """17.4, 17.9 to 17.11: a legal action comes out of each kind of decision, and its reasons can be told."""
    asked: set[str] = set()
    seat_search = SeatSearch(Settings(), b"palace")
    for number, state in enumerate(played(GameConfig.parse(RULES), 6, liking=30)):
        decision = state.decision
        if decision is None or (number % 25 and decision in asked):
            continue
        asked.add(decision)
        tried = thought(seat_search, state, 12)
        assert len(tried) == len(state.legal_actions())
        assert any(one.visits for one in tried) or len(tried) == 1
        assert seat_search.search is not None
        assert all("no action" not in line for line in explanation(seat_search.search))
    assert asked >= {"choose", "act", "ability", "pay", "place"}


def test_the_haggler_for_the_decisive_extra_action() -> None:
    """17.11: the last turn: only the haggler lets the second tile be bought too, which else goes to seat 1, who has more money."""
    state = palace(
        "red-palace,players=3,classic_scoring=true",
        market=["floor-12", "floor-11-a", None, None],
        pieces={"floor-12": "tower", "floor-11-a": "garden"},
        draws=[],
        hands=[
            ["denar-9", "denar-4", "dirham-9", "dirham-3"],
            ["denar-8", "denar-7", "dirham-8", "dirham-7"],
            [],
        ],
        display=["florin-1"],
        scores=[5, 40, 0],
        abilities=["haggler", "gambler", "scout", "captain"],
        bag=[],
    )
    chosen = str(best(SeatSearch(Settings(), b"1"), state, 400, lambda _: state.clone()))
    assert chosen.endswith("using haggler")
