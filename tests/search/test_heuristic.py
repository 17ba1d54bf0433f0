"""Is the heuristic near enough to greedy, and the evaluation near enough to the end, to be of use?"""

from itertools import islice

import pytest

from arena.rules import Action, GameConfig, Rng, State, new_game
from arena.rules.codes import ActionCodes
from arena.rules.components import BOOK, ON_FOOT, tile_named
from arena.rules.legal import onward_codes
from arena.rules.modules.bazaars import bazaar_gain, bazaar_points
from arena.rules.modules.camps import camp_gain, camp_points
from arena.rules.scoring import filled_sheet
from arena.rules.wall import longest_wall, run_with
from arena.search.evaluation import Evaluation
from arena.search.greedy import action_values, choose
from arena.search.heuristic import Heuristic
from arena.search.playout import Playout
from arena.search.weights import GREEDY, TUNED, WEIGHTS
from tests.rules.games import MODULES, played

ALL = "+".join(["classic", *MODULES])


def states(rules: str, seed: int, each: int = 3) -> list[State]:
    """Some positions of a lively game."""
    return [
        state.clone()
        for state in islice(played(GameConfig.parse(rules), seed), 0, None, each)
        if not state.is_over
    ]


def looked(state: State) -> list[int]:
    """What the heuristic says about the legal actions with greedy's weights."""
    codes = ActionCodes()
    state.legal_codes(codes)
    heuristic = Heuristic(GREEDY)
    heuristic.look(state, codes)
    return [int(heuristic.values[i]) for i in range(codes.count)]


def test_money_is_worth_what_greedy_says() -> None:
    """But for tiles that fit nowhere yet and squares that make a hole, which greedy does not look for."""
    same = total = 0
    for state in states("classic,players=3", 3):
        legal = state.legal_actions()
        pairs = zip(legal, action_values(state.observe(state.seat), legal), looked(state), strict=True)
        for action, exact, rough in pairs:
            if action.verb in ("take", "buy"):
                total += 1
                same += exact == rough
    assert total > 200
    assert same > 0.7 * total


@pytest.mark.parametrize("rules", ["classic,players=2", f"{ALL},players=4", "red-palace,players=3"])
def test_what_was_looked_at_before_does_not_matter(rules: str) -> None:
    """One heuristic that sees a whole game, and another game in between, says what a new one does."""
    kept = Heuristic()
    codes = ActionCodes()
    for one, other in zip(states(rules, 8, each=1), states(rules, 9, each=1), strict=False):
        for state in (one, other, one):
            state.legal_codes(codes)
            fresh = Heuristic()
            fresh.look(state, codes)
            kept.look(state, codes)
            assert list(kept.values[: codes.count]) == list(fresh.values[: codes.count]), state.decision


def test_its_own_weights_win_against_those_of_greedy() -> None:
    """In the same deals on both seats, with no chance but that of the deal."""
    assert len(TUNED) == len(GREEDY) == WEIGHTS
    won = played_games = 0
    for seed in range(30):
        for own in range(2):
            state = new_game(GameConfig.parse("classic,players=2"), 5000 + seed)
            rng = Rng(seed)
            playouts = [Playout(1, TUNED if seat == own else GREEDY) for seat in range(2)]
            while not state.is_over:
                state.step(playouts[state.seat].choice(state, rng))
            scores = state.scores()
            won += scores[own] > scores[1 - own]
            played_games += 1
    assert won > 0.52 * played_games


def test_with_all_modules_it_holds_its_own_against_greedy() -> None:
    """In 300 games it won half; before it saw what a square is worth to bazaars and camps it was a quarter."""
    won = 0.0
    for seed in range(20):
        for own in range(2):
            state = new_game(GameConfig.parse(f"{ALL},players=2"), 9000 + seed)
            rng = Rng(seed)
            playout = Playout(1)
            while not state.is_over:
                if state.seat == own:
                    state.step(playout.choice(state, rng))
                else:
                    legal = state.legal_actions()
                    state.apply(legal[choose(state.observe(state.seat), legal)])
            scores = state.scores()
            won += (scores[own] > scores[1 - own]) + 0.5 * (scores[own] == scores[1 - own])
    assert won > 0.38 * 40


@pytest.mark.parametrize("rules", [f"{ALL},players=3", "red-palace+camps+bazaars,players=2"])
def test_what_a_tile_adds_to_bazaars_and_camps(rules: str) -> None:
    """13.4, 14.4: as much as they earn more when it lies there."""
    bazaars = camps = 0
    for seed in range(6):
        for state in states(rules, seed, each=2):
            city = state.players[state.seat].city
            for action in state.legal_actions():
                if action.verb in ("place", "build") and action.square is not None:
                    x, y = action.square
                    tile = tile_named(action.tile).id
                    grown = city.copy()
                    grown.put(state.book, tile, x, y)
                    square = city.index(x, y)
                    more = bazaar_points(state.book, grown) - bazaar_points(state.book, city)
                    assert bazaar_gain(state.book, city, square, tile) == more
                    bazaars += more > 0
                    more = camp_points(grown) - camp_points(city)
                    assert camp_gain(state.book, city, square, tile) == more
                    camps += more > 0
    assert min(bazaars, camps) > 20


@pytest.mark.parametrize("rules", ["classic,players=2", f"{ALL},players=4"])
def test_a_run_with_a_tile_is_what_the_wall_becomes(rules: str) -> None:
    """9.4: if the run round the new tile is the longest, it is the wall; and looking changes nothing."""
    checked = 0
    for state in states(rules, 6, each=1):
        city = state.players[state.seat].city
        for action in state.legal_actions():
            if action.verb != "place" or action.square is None:
                continue
            x, y = action.square
            tile = tile_named(action.tile)
            if tile.join == ON_FOOT:
                before = longest_wall(city)
                run = run_with(city, city.index(x, y), BOOK.marks[tile.id])
                grown = city.copy()
                grown.put(BOOK, tile.id, x, y)
                assert run <= longest_wall(grown) <= max(run, before)
                checked += 1
    assert checked > 30


@pytest.mark.parametrize("rules", ["classic,players=2", f"{ALL},players=5"])
def test_onward_actions_are_the_legal_ones_without_tearing_down(rules: str) -> None:
    for state in states(rules, 9):
        codes = ActionCodes()
        onward_codes(state, codes)
        onward = [str(Action(int(codes.items[i]))) for i in range(codes.count)]
        legal = [str(action) for action in state.legal_actions()]
        expected = [text for text in legal if not text.startswith(("remove", "exchange"))]
        assert onward == (expected or legal)


def test_a_playout_ends_at_its_horizon_or_at_the_end() -> None:
    state = new_game(GameConfig.parse(f"{ALL},players=3"), 1)
    Playout(40).play(state, 5, Rng(1))
    assert (state.turn, state.is_over) == (5, False)
    Playout(40).play(state, 1 << 30, Rng(1))
    assert state.is_over


def test_the_evaluation_comes_true_more_often_than_not() -> None:
    """Who is expected to be ahead after two thirds of a game wins most of them."""
    right = asked = 0
    for seed in range(40):
        state = new_game(GameConfig.parse("classic,players=2"), seed)
        rng = Rng(seed)
        while not state.is_over and len(state.scorings) < 2:
            Playout(40).play(state, state.turn + 1, rng)
        if state.is_over:
            continue
        evaluation = Evaluation(2)
        evaluation.look(state)
        lead = evaluation.scores[0] - evaluation.scores[1]
        Playout(40).play(state, 1 << 30, rng)
        final = state.scores()
        asked += 1
        right += (final[0] - final[1]) * lead > 0
    assert asked > 30
    assert right > 0.65 * asked


def test_a_sheet_that_is_only_looked_at_changes_nothing() -> None:
    """9.3: what a scoring would give is what it gives when it is held."""
    state = states(f"{ALL},players=3", 2)[-1]
    before = state.to_bytes()
    sheet = filled_sheet(state, 3)
    assert state.to_bytes() == before
    assert len(sheet.published().totals()) == 3
