"""Does a review show on the board? Chances for every move, and mistakes with what was better."""

import pytest

from arena.review import Reviewer, reviewed_frames
from tests.record.records import played_record
from tests.review.games import with_mistake

ITERATIONS = 60


@pytest.mark.parametrize("seats", [(0,), (0, 1)])
def test_a_game_of_two_has_chances_for_every_move(seats: tuple[int, ...]) -> None:
    record = played_record("classic,players=2,turn_limit=8", 2)
    reviews = [with_mistake(Reviewer(ITERATIONS).review(record, seat)) for seat in seats]
    frames = reviewed_frames(record, reviews)
    chances = [frames["win"], *[move["win"] for move in frames["moves"]]]
    assert all(sum(one) == pytest.approx(1.0, abs=0.002) and min(one) >= 0.0 for one in chances)
    assert chances[-1] == [float(rank == 1) / record.ranks.count(1) for rank in record.ranks]
    marked = {number: move for number, move in enumerate(frames["moves"], start=1) if "loss" in move}
    graded = {one.number: one for review in reviews for one in review.decisions if one.grade is not None}
    assert set(marked) == set(graded)
    assert marked
    for number, move in marked.items():
        assert move["seat"] in seats
        assert move["better"] == graded[number].preferred
        assert move["loss"] == round(graded[number].choice.loss.win, 3)
        assert move["why"] == graded[number].why
        assert all(len(step) == 2 for path in move["paths"].values() for step in path)
        assert move["paths"]["played"], move


def test_of_more_seats_all_are_needed_for_chances() -> None:
    record = played_record("classic,players=3,turn_limit=6", 2)
    reviews = [Reviewer(20).review(record, seat) for seat in range(3)]
    assert "win" not in reviewed_frames(record, reviews[:2])
    assert all(len(move["win"]) == 3 for move in reviewed_frames(record, reviews)["moves"])
