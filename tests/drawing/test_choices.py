"""Can a person choose every action by clicks alone, take steps back, and learn why something is not possible?"""

import json

import pytest

from arena.drawing import TriedTurn, frame_of, question, refusal_fields
from arena.drawing.merge_patch import patched
from arena.rules import Action, GameConfig, IllegalAction, Refusal, Rng, State
from tests.rules.games import choose, played
from tests.rules.test_secrets import poison

ALL = "classic+vizier+camps+bazaars+falconers+medina"
PALACE = "red-palace+camps+bazaars+medina"
WHATS = {
    *("cards", "slot", "beside", "preview", "pay", "aside", "reserve", "square", "city", "corner", "falcon"),
    *("guard", "post", "side", "kind", "set", "ability", "button"),
}


def positions(rules: str, seed: int, every: int) -> list[State]:
    states = enumerate(played(GameConfig.parse(rules), seed, liking=80))
    return [state.clone() for number, state in states if number % every == 0 and not state.is_over]


@pytest.mark.parametrize("rules", ["classic,players=2", f"{ALL},players=3", f"{PALACE},players=2"])
def test_paths_lead_to_every_legal_action_and_to_one_each(rules: str) -> None:
    for state in positions(rules, 2, 7):
        legal = question(state)["legal"]
        assert [one["action"] for one in legal] == [str(action) for action in state.legal_actions()]
        leaves = {json.dumps([one["path"], one.get("uses")]) for one in legal}
        assert len(leaves) == len(legal)
        for one in legal:
            assert {what for what, _ in one["path"]} <= WHATS
            # No path goes on where another one ends, or there would be nothing to click for the shorter one.
            longer = [other["path"][: len(one["path"])] for other in legal if other["path"] != one["path"]]
            assert one["path"] not in longer


@pytest.mark.parametrize("rules", [f"{ALL},players=2", f"{PALACE},players=2"])
def test_a_question_and_a_tried_turn_tell_nothing_hidden(rules: str) -> None:
    """3.3: what is tried out on a table whose secrets are nonsense is the same as on the true one."""
    rng = Rng(4, "tries")
    for state in positions(rules, 3, 9):
        poisoned = state.clone()
        poison(poisoned)
        true, false = TriedTurn(state), TriedTurn(poisoned)
        for _ in range(6):
            assert json.dumps(true.question()) == json.dumps(false.question())
            assert json.dumps(true.patch()) == json.dumps(false.patch())
            if true.ends:
                break
            action = choose(
                [Action.parse(one["action"]) for one in true.question()["legal"] if not one.get("now")]
                or [Action.parse("pass")],
                rng,
            )
            if true.state.check(action) is not None:
                break
            assert true.play(action)
            assert false.play(action)


@pytest.mark.parametrize("rules", ["classic,players=2", f"{ALL},players=2", f"{PALACE},players=3"])
def test_a_turn_that_was_tried_is_the_turn_that_is_played(rules: str) -> None:
    rng = Rng(8, "turns")
    for state in positions(rules, 5, 11):
        seat, shown = state.seat, frozenset({state.seat})
        tried, game = TriedTurn(state.clone()), state.clone()
        first = frame_of(state, shown)
        while not tried.ends:
            action = choose(tried.state.legal_actions(), rng)
            try:
                if not tried.play(action):
                    break
            except IllegalAction as wrong:  # pragma: no cover - a legal action is never refused
                pytest.fail(str(wrong))
            game.apply(action)
            frame = patched(first, json.loads(json.dumps(tried.patch())))
            own, real = frame["seats"][str(seat)], frame_of(game, shown)["seats"][str(seat)]
            for key in ("hand", "city", "reserve"):
                if not game.is_over and game.seat == seat and not tried.ends:
                    assert own[key] == real[key]
        assert len(tried.told) <= 12


def test_a_step_that_draws_by_chance_is_not_tried() -> None:
    """17.11: a gambler's piece is drawn blind, so nobody may look and take it back."""
    found = 0
    for seed in range(30):
        for state in positions("red-palace,players=2", seed, 3):
            for one in question(state)["legal"]:
                if one.get("now"):
                    found += 1
                    assert "gambler" in one.get("uses", []) or one["verb"] == "pay"
                    assert not TriedTurn(state).play(Action.parse(one["action"]))
        if found > 5:
            return
    pytest.fail("nobody gambled")


def test_declining_is_sent_at_once_whoever_is_asked_next() -> None:
    """12.3: a step that could be taken back here, and not there, would tell who else can buy."""
    windows = [state for state in positions("classic+vizier,players=3", 1, 1) if state.decision == "favour"]
    assert len(windows) > 5
    for state in windows:
        declined = next(one for one in question(state)["legal"] if one["verb"] == "decline")
        assert declined["now"] is True


def test_the_outlook_is_what_the_next_scoring_would_pay() -> None:
    for state in positions("classic,players=2", 9, 5):
        for one in question(state)["legal"]:
            if one["verb"] != "place":
                continue
            after = TriedTurn(state)
            after.play(Action.parse(one["action"]))
            sheet = after.state.next_scoring()
            assert sheet is not None
            assert one["after"]["points"] == sheet.totals()[state.seat]
            assert one["after"]["wall"] == len(after.state.longest_wall(state.seat))


def test_what_cannot_be_had_is_explained_with_its_clause() -> None:
    state = next(played(GameConfig.parse("classic,players=2"), 3))
    asked = question(state)
    slots = {one["path"][0][1] for one in asked["legal"] if one["path"][0][0] == "slot"}
    closed = {one["slot"]: one for one in asked["closed"]}
    assert slots | set(closed) == {1, 2, 3, 4}
    assert not slots & set(closed)
    assert all(one["rule"] == "5.1" and "costs" in one["sentence"] for one in closed.values())


def test_a_probe_asks_why_a_tile_does_not_fit() -> None:
    state = next(state for state in positions("classic,players=2", 3, 1) if state.decision == "place")
    probe = next(iter(question(state)["probe"].values()))
    refusal = state.check(Action.parse(probe.replace("{square}", "0,0")))
    assert refusal is not None
    told = refusal_fields(refusal, 0)
    assert told["rule"] == "8.6"
    assert told["sentence"].startswith("Fountain stands")
    assert told["href"] == "/rules#8.6"


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (
            "(3,4) shares no side with the city",
            "The square three east, four north of the fountain shares no side with the city.",
        ),
        ("tower-9-NE stands at (0,-1)", "Tower 9 stands south of the fountain."),
        ("pays 7 of 9 denar", "Pays 7 of 9 denar."),
    ],
)
def test_a_refusal_names_squares_and_tiles_as_people_do(reason: str, sentence: str) -> None:
    assert refusal_fields(Refusal("8.4", reason), 0)["sentence"] == sentence
