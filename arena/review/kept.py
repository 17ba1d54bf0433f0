"""Where are reviews kept? Beside the games, a file for each seat and number of iterations, so that a review is done once.

A file holds what was found out so far. A review that was stopped goes on from there.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final

from arena.record import GameRecord
from arena.review.choice import Choice, MomentReview, TriedMove, Worth
from arena.store import Folder, Gone

FORM: Final = 2  # of these files, and of what a review finds: another one is not read
_FOLDER: Final = "reviews"


class KeptReviews:
    """The reviews in the folder of a run."""

    def __init__(self, run: Folder) -> None:
        self._folder: Final = run.inner(_FOLDER)

    def read(self, record: GameRecord, seat: int, iterations: int) -> dict[int, MomentReview]:
        """What was found out about a seat, by the number of the decision."""
        try:
            found = json.loads(self._folder.read(_name(record, seat, iterations)))
            if found["form"] != FORM or found["seal"] != record.seal.hex():
                return {}
            reviews = [_review(one) for one in found["moments"]]
        except (Gone, ValueError, TypeError, KeyError):  # what cannot be read is found out again
            return {}
        return {one.number: one for one in reviews}

    def write(self, record: GameRecord, seat: int, iterations: int, found: Iterable[MomentReview]) -> None:
        """Keep what was found out about a seat so far."""
        moments = [asdict(one) for one in sorted(found, key=lambda one: one.number)]
        content = {"form": FORM, "seal": record.seal.hex(), "moments": moments}
        self._folder.write(_name(record, seat, iterations), json.dumps(content).encode())


def _name(record: GameRecord, seat: int, iterations: int) -> str:
    return f"{record.seal.hex()[:32]}-seat{seat}-{iterations}.json"


def _review(plain: dict[str, Any]) -> MomentReview:
    after, choice = plain["after"], plain["choice"]
    return MomentReview(
        plain["number"],
        Worth(**plain["before"]),
        None if after is None else Worth(**after),
        None if choice is None else _choice(choice),
    )


def _choice(plain: dict[str, Any]) -> Choice:
    moves = tuple([TriedMove(**{**one, "line": tuple(one["line"])}) for one in plain["moves"]])
    return Choice(**{**plain, "moves": moves, "loss": Worth(**plain["loss"])})
