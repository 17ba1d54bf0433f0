"""Do frames show a game as it was, to those who may see it, and in few bytes?"""

import gzip
import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from arena.drawing import FORMAT, GameFrames, frame_of, frames_of_record
from arena.drawing.merge_patch import patched
from arena.drawing.sentences import action_sentence, table_words
from arena.record import BotInfo, DecisionRecord, Termination, replay
from arena.rules import Action, GameConfig, Rng, State, new_game
from arena.rules.action import all_verbs
from tests.record.records import played_record
from tests.rules.games import choose, played
from tests.rules.test_secrets import poison, with_other_secrets

ALL = "classic+vizier+camps+bazaars+falconers+medina"
PALACE = "red-palace+camps+bazaars+medina"
GAMES = ["classic,players=2", f"{ALL},players=2", f"{ALL},players=6,deal=closed", f"{PALACE},players=3"]


def decision(seat: int, action: Action) -> DecisionRecord:
    return DecisionRecord(seat, str(action), 0, 0, 0, 5_000_000, False, 1)


def told(rules: str, seed: int, shown: frozenset[int] | None) -> tuple[GameFrames, list[State]]:
    """A random game and its states."""
    state = new_game(GameConfig.parse(rules), seed)
    rng = Rng(seed, "choices")
    frames = GameFrames(state.clone(), [f"bot{seat}" for seat in range(state.config.players)], shown)
    states = [state.clone()]
    while not state.is_over:
        action = choose(state.legal_actions(), rng, liking=85)
        seat = state.seat
        state.apply(action)
        states.append(state.clone())
        frames.add(states[-2], states[-1], decision(seat, action))
    return frames, states


def rebuilt(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Every frame of a game, made from the patches."""
    frames = [document["start"]]
    for move in document["moves"]:
        frames.append(patched(frames[-1], move["to"]))
    return frames


@pytest.mark.parametrize("rules", GAMES)
def test_patches_rebuild_every_state(rules: str) -> None:
    frames, states = told(rules, 4, None)
    document = json.loads(json.dumps(frames.document()))
    everybody = frozenset(range(states[0].config.players))
    assert rebuilt(document) == [json.loads(json.dumps(frame_of(state, everybody))) for state in states]
    last = rebuilt(document)[-1]
    assert [last["seats"][str(seat)]["score"] for seat in everybody] == states[-1].scores()
    assert set(last["sheets"]) == {str(sheet.scoring) for sheet in states[-1].score_sheet()}
    assert "next" not in last


def test_a_record_becomes_frames_with_its_result() -> None:
    record = played_record(f"{ALL},players=3", 2, faults={1: Termination.CRASH})
    document = frames_of_record(record, you=0)
    assert document["format"] == FORMAT
    assert len(document["moves"]) == len(record.decisions)
    assert [move["action"] for move in document["moves"]] == [one.action for one in record.decisions]
    assert document["result"]["scores"] == list(record.scores)
    assert document["result"]["seats"] == ["", "crash", ""]
    assert document["result"]["text"].startswith("You ")
    assert any(move.get("house") for move in document["moves"])


@pytest.mark.parametrize("rules", [f"{ALL},players=3,deal=closed", f"{PALACE},players=2"])
def test_what_differs_only_in_secrets_gives_the_same_frame(rules: str) -> None:
    """2.2, 2.3: deck, bag and the hands of others leave no trace in a frame."""
    rng = Rng(5, "secrets")
    compared = 0
    for number, state in enumerate(played(GameConfig.parse(rules), 6)):
        # In a window the others' cards decide who is asked: the next test is about windows.
        if number % 9 or state.is_over or state.decision == "favour":
            continue
        for viewer in (None, *range(state.config.players)):
            shown = frozenset() if viewer is None else frozenset({viewer})
            expected = json.dumps(frame_of(state, shown))
            assert json.dumps(frame_of(with_other_secrets(state, viewer, rng), shown)) == expected
            poisoned = state.clone()
            poison(poisoned)
            assert json.dumps(frame_of(poisoned, shown)) == expected
            compared += 1
    assert compared > 30


def test_a_vizier_kept_waiting_is_told_to_its_own_seat_alone() -> None:
    """12.3: who was asked and declined is in nobody else's frames, and nobody can count it from the moves."""
    rules = "classic+vizier,players=3,deal=closed"
    everything, states = told(rules, 11, None)
    declined = [move for move in everything.moves if move["action"] == "decline"]
    assert declined
    for viewer in (None, 0, 1, 2):
        shown = frozenset() if viewer is None else frozenset({viewer})
        frames, _ = told(rules, 11, shown)
        own = [move["seat"] for move in frames.moves if move.get("action") == "decline"]
        assert own == [move["seat"] for move in declined if move["seat"] in shown]
        assert rebuilt(frames.document())[-1] == json.loads(json.dumps(frame_of(states[-1], shown)))
        for move in frames.moves:
            assert move["seat"] >= 0 or (move["to"] and "action" not in move)
        for frame in rebuilt(frames.document()):
            assert frame["asks"] != "favour" or frame["on"] in {-1, *shown}


def test_hands_of_others_are_numbers() -> None:
    frames, _ = told("classic,players=4,deal=closed", 3, frozenset({2}))
    for frame in rebuilt(frames.document()):
        hands = [frame["seats"][str(seat)]["hand"] for seat in range(4)]
        assert [isinstance(hand, list) for hand in hands] == [False, False, True, False]
    assert not any(
        "is dealt" in line and "denar" in line for line in frames.head["news"] if "bot2" not in line
    )


def test_every_verb_has_a_sentence_and_no_sentence_is_an_action_text() -> None:
    seen: set[str] = set()
    for rules, seeds in ((f"{ALL},players=2", (1, 2)), (f"{PALACE},players=3", range(5))):
        for seed in seeds:
            frames, _ = told(rules, seed, None)
            for move in frames.moves:
                seen.add(f"{move['action'].split(' ')[0]} {move['action'].partition(' using ')[2]}".strip())
                assert move["text"] != move["action"]
                assert "<" not in move["text"]
    wanted = {f"{verb.word} {verb.ending.removeprefix('using ')}".strip() for verb in all_verbs()}
    words = table_words(new_game(GameConfig.parse(f"{ALL},players=2"), 1).observe(None))
    for rare in wanted - seen:
        assert action_sentence(words, 0, Action.parse(rare)) != rare
    assert wanted - seen <= {"pass", "done"}  # which random play hardly comes to


def test_equal_names_are_told_apart() -> None:
    start = new_game(GameConfig.parse("classic,players=4"), 1)
    assert GameFrames(start, ["a", "b", "a", "c"], None).names == ["a 1", "b", "a 3", "c"]


@pytest.mark.parametrize(
    ("rules", "most_kb", "zipped_kb"),
    [
        ("classic,players=2", 70, 10),
        (f"{ALL},players=4", 150, 20),
        ("red-palace,players=4", 150, 20),
        (f"{PALACE},players=4", 150, 20),
    ],
)
def test_a_game_is_small(rules: str, most_kb: int, zipped_kb: int) -> None:
    """The limit is for games of bots that play to win; those of random play are longer."""
    text = json.dumps(frames_of_record(played_record(rules, 3)), separators=(",", ":")).encode()
    assert len(text) < most_kb * 1000
    assert len(gzip.compress(text)) < zipped_kb * 1000


def test_replays_are_not_touched() -> None:
    record = played_record("classic,players=2", 5)
    frames_of_record(record)
    assert sum(1 for _ in replay(record)) == len(record.decisions)


def test_what_a_bot_thought_is_for_those_who_may_read_it() -> None:
    record = played_record("classic,players=2", 3, stop_after=4)
    info = BotInfo(win=0.623456, iterations=1200, line=("take denar-4",) * 9, text="secret plan").packed()
    start, frames = next(replay(record))[0].clone(), {}
    for name, opinions in {"all": None, "one": frozenset({1}), "none": frozenset[int]()}.items():
        frames[name] = GameFrames(start, ["a", "b"], None, None, opinions)
    before = start
    for (_, one), (after, _) in pairwise(replay(record)):
        for viewer in frames.values():
            viewer.add(before, after.clone(), replace(one, info=info))
        before = after.clone()
    thinking = {
        name: [move["seat"] for move in one.moves if "thinks" in move] for name, one in frames.items()
    }
    assert thinking == {
        "all": [one.seat for one in record.decisions[:3]],
        "one": [1] * thinking["all"].count(1),
        "none": [],
    }
    assert "secret plan" not in json.dumps(frames["none"].document())
    told = frames["all"].moves[0]["thinks"]
    assert told == {"win": 0.6235, "iterations": 1200, "line": ["take denar-4"] * 6, "text": "secret plan"}


def test_an_opinion_that_no_referee_wrote_is_left_out() -> None:
    record = played_record("classic,players=2", 3, stop_after=2)
    forged = replace(record, decisions=tuple([replace(one, info="{") for one in record.decisions]))
    assert not any("thinks" in move for move in frames_of_record(forged)["moves"])
