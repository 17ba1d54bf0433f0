"""Does `arena replay review` say the same whoever asks, go on where it was stopped, and refuse what it cannot do?"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arena.record import GameRecord, Termination, sealed
from arena.review import Reviewer
from arena.review.kept import KeptReviews
from arena.store import Folder, Store
from tests.conftest import arena
from tests.review.games import at_random, greedily, played_game

RULES = "classic,players=2,turn_limit=8"
GOOD = played_game(RULES, 1, {"greedy": greedily, "random": at_random(1)}, game=1)
OTHER = played_game(RULES, 2, {"random": at_random(2), "greedy": greedily}, game=2)


def failed_seat(record: GameRecord) -> GameRecord:
    seats = (replace(record.seats[0], termination=Termination.TIMEOUT, sentence="Too late."), record.seats[1])
    return sealed(replace(record, game=3, seats=seats))


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    void = sealed(replace(GOOD, game=4, void=True, void_reason="The host was stopped."))
    foreign = sealed(replace(GOOD, game=5, rules_version="0.9"))
    Store.open(folder, create=True).append([GOOD, OTHER, failed_seat(GOOD), void, foreign])
    return folder


def review(run: Path, *words: object, iterations: int = 8) -> str:
    done = arena("replay", "review", run, "--iterations", iterations, "--jobs", 1, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--game", 9], "{run} has no game 9"),
        (["--game", 3], "game 3 of match review was decided by a fault of seat 0 greedy: timeout"),
        (["--game", 4], "game 4 of match review is void and has no result: The host was stopped."),
        (["--game", 5], "game 5 of match review was played by rules 0.9 with arena-chance-1, "),
        (["--game", 1, "--iterations", 0], "--iterations: 0 is less than 1"),
        (["--game", 1, "--jobs", -1], "--jobs: -1 is less than 0"),
        (["--game", 1, "--seat", 2], "--seat: 2 is not from 0 to 1"),
        (["--bot", "nobody"], "--bot: {run} has no game of nobody; its bots are greedy, random"),
        (["--bot", "greedy", "--format", "html"], "--format html shows one game: name it with --game"),
        ([], "--game: name a game to review, or a bot with --bot to sum up all its games"),
    ],
)
def test_bad_input_is_one_sentence(words: list[object], sentence: str, run: Path) -> None:
    done = arena("replay", "review", run, *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("arena: " + sentence.format(run=run))
    assert done.stderr.count("\n") == 1
    assert not (run / "reviews").exists()


def test_the_same_iterations_give_the_same_bytes(run: Path) -> None:
    first = review(run, "--game", 1, "--format", "json")
    kept = {path.name: path.read_bytes() for path in (run / "reviews").iterdir()}
    assert len(kept) == 2
    for path in (run / "reviews").iterdir():
        path.unlink()
    done = arena("replay", "review", run, "--iterations", 8, "--jobs", 2, "--game", 1, "--format", "json")
    assert done.stdout == first
    assert {path.name: path.read_bytes() for path in (run / "reviews").iterdir()} == kept
    assert review(run, "--game", 1, "--format", "json") == first


def test_a_review_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    kept = KeptReviews(Folder.open(tmp_path))
    done = 0

    def stop(_: object) -> None:
        nonlocal done
        done += 1
        if done == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Reviewer(16, kept=kept).review(GOOD, 0, stop)
    assert len(kept.read(GOOD, 0, 16)) == 9
    started: list[int] = []
    again = Reviewer(16, kept=kept).review(GOOD, 0, lambda progress: started.append(progress.done))
    assert started[0] == 9
    assert again == Reviewer(16).review(GOOD, 0)


def test_json_has_the_identity_and_the_names_of_katago(run: Path) -> None:
    seats = json.loads(review(run, "--game", 2, "--format", "json"))["seats"]
    assert [one["seat"] for one in seats] == [0, 1]
    for one in seats:
        for name in ("scoreLead", "winrate"):
            balance = one[name]
            assert balance["luck"] + balance["skill"] == pytest.approx(balance["result"], abs=1e-9, rel=0)
        assert one["unforced"] == len(one["decisions"]) > 0
        for decision in one["decisions"]:
            assert {"turnNumber", "rootInfo", "moveInfos", "loss", "grade"} <= set(decision)
            moves = [info["move"] for info in decision["moveInfos"]]
            assert moves[0] == decision["preferred"]
            assert decision["played"] in moves
            assert set(decision["moveInfos"][0]) == {
                "move", "visits", "winrate", "scoreLead", "scoreStdev", "order", "pv",
            }  # fmt: skip


def test_text_shows_luck_and_skill_and_every_decision(run: Path) -> None:
    text = review(run, "--game", 1, "--seat", 1)
    assert text.startswith("Review of seat 1 random, game 1 of match review\n")
    for words in ("luck of the deal", "own decisions", "others' decisions", "result", "preferred"):
        assert words in text
    assert all(len(line) <= 80 for line in text.splitlines())


def test_a_bot_is_summed_up_without_games_that_cannot_be_reviewed(run: Path) -> None:
    done = arena("replay", "review", run, "--bot", "greedy", "--iterations", 8, "--jobs", 1)
    assert done.returncode == 0
    assert done.stderr.startswith("left out 3 of 5 games, the first: game 3 of match review was decided by")
    assert done.stdout.startswith("Where greedy loses: 2 games, 8 iterations a decision\n")
    rows = json.loads(review(run, "--bot", "random", "--match", "review", "--format", "json", "--game", 1))
    assert [one["seat"] for one in rows["seats"]] == [1]


def test_a_page_carries_the_review(run: Path) -> None:
    page = review(run, "--game", 1, "--format", "html")
    assert page.startswith("<!doctype html>")
    assert '"win":[' in page
