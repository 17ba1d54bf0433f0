"""Does a game of a long match cost as little as one of a short one?"""

from dataclasses import replace

from arena.match.deals import Dealing
from arena.match.tally import Tally
from arena.rating import Sprt
from tests.record.records import played_record


class Counted(tuple):  # type: ignore[type-arg]  # of decisions
    """Decisions that count how often they are gone through."""

    looks = 0

    def __iter__(self):  # type: ignore[no-untyped-def]
        Counted.looks += 1
        return super().__iter__()


def test_the_decisions_of_a_game_are_gone_through_once() -> None:
    """Not once a set, as they would be if every set summed up all games; and the figures in between cost nothing of that."""
    record = played_record("classic,players=2,turn_limit=4")
    tally = Tally(["one", "two"], Dealing.DUPLICATE, Sprt(0.0, 20.0))
    Counted.looks = 0
    for game in range(1, 201):
        number = (game - 1) // 2 + 1
        seed = number.to_bytes(16, "big")
        tally.add(replace(record, game=game, set=number, seed=seed, decisions=Counted(record.decisions)))
        assert tally.sets == game // 2
        assert tally.progress() is not None
        assert tally.unfit() == ()
    assert Counted.looks == 200
    summary = tally.summary()
    assert (summary.games, summary.sets, summary.void) == (200, 100, 0)
    assert sum(row.times.decisions for row in summary.rows) == 200 * len(record.decisions)
    assert sum(tally.wins) == sum(row.standing.wins for row in summary.rows)
    assert Counted.looks == 200
