"""Which frames of a game does a visitor get? Made once for everybody who may see the same, and kept packed."""

import gzip
import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from arena import __version__
from arena.drawing import FORMAT, GameFrames
from arena.review import SeatReview, with_reviews
from arena.web.games import GameView

MOST_FINISHED: Final = 400  # of about 15 kB each
MOST_GROWING: Final = 200
_LEVEL: Final = 6

FrameKey = tuple[object, ...]


class ToldMove(NamedTuple):
    """A move as text: who, what, and what followed."""

    name: str
    text: str
    news: Sequence[str]


class ToldGame(NamedTuple):
    """A game as text."""

    names: Sequence[str]
    scores: Sequence[int]
    moves: Sequence[ToldMove]
    sheets: Mapping[str, Mapping[str, Sequence[int]]]  # by scoring and row
    result: str


def told_of(frames: GameFrames, result: str = "") -> ToldGame:
    """The text of a game."""
    moves = [
        ToldMove(
            frames.names[move["seat"]] if move["seat"] >= 0 else "",
            move.get("text", ""),
            move.get("news", ()),
        )
        for move in frames.moves
    ]
    scores = [frames.frame["seats"][str(seat)]["score"] for seat in range(len(frames.names))]
    return ToldGame(frames.names, scores, moves, frames.frame["sheets"], result)


@dataclass(frozen=True, slots=True)
class FinishedFrames:
    """A finished game as it is sent, and as text."""

    packed: bytes
    told: ToldGame


class GrowingFrames:
    """A game under way for those who see the same of it; moves are made into text once."""

    def __init__(self, view: GameView) -> None:
        self._lock = threading.Lock()
        self._start = view.play.states[0]
        self.frames = GameFrames(self._start, view.bots, view.shown, view.you, view.opinions)
        self._texts: list[str] = []
        self._decisions = 0

    def grow(self, view: GameView) -> "GrowingFrames":
        """Take over the decisions that were made since."""
        with self._lock:
            states = view.play.states
            for number in range(self._decisions, view.play.last):
                self.frames.add(states[number], states[number + 1], view.decisions[number])
            self._decisions = max(self._decisions, view.play.last)
            self._texts += [_text(move) for move in self.frames.moves[len(self._texts) :]]
        return self

    def is_of(self, view: GameView) -> bool:
        """Whether it is this playing of the game: one that a worker left is begun anew."""
        return view.play.states[0] is self._start

    @property
    def decisions(self) -> int:
        """How many decisions it holds; a viewer may see fewer moves."""
        return self._decisions

    @property
    def count(self) -> int:
        """How many moves its viewers see."""
        return len(self._texts)

    def whole(self) -> str:
        """The game so far, as JSON."""
        head = _text(self.frames.head)
        return f'{head[:-1]},"moves":[{",".join(self._texts)}],"over":false}}'

    def after(self, first: int) -> str:
        """The moves after the first `first`, as keys of JSON; all moves if there are fewer."""
        first = first if 0 <= first <= len(self._texts) else 0
        return f'"from":{first},"moves":[{",".join(self._texts[first:])}]'

    def asked_since(self) -> int:
        """How many moves there were after the viewer's own last one."""
        moves = self.frames.moves
        return next(
            (number for number in range(len(moves), 0, -1) if moves[number - 1]["seat"] == self.frames.you), 0
        )


class FrameShelf:
    """Frames of the games that were looked at last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._finished: OrderedDict[str, FinishedFrames] = OrderedDict()
        self._growing: OrderedDict[FrameKey, GrowingFrames] = OrderedDict()

    def finished(self, view: GameView, reviews: Sequence[SeatReview] = ()) -> FinishedFrames:
        """A game that is over, packed, with what reviews of its seats say."""
        etag = etag_of(view, bool(reviews))
        with self._lock:
            found = self._finished.get(etag)
            if found is not None:
                self._finished.move_to_end(etag)
                return found
        frames = GrowingFrames(view).grow(view).frames
        result = None if view.record is None else frames.result(view.record)
        document = frames.document(result)
        if view.record is not None and reviews:
            document = with_reviews(document, view.record, reviews)
        text = _text(document).encode()
        made = FinishedFrames(
            gzip.compress(text, _LEVEL, mtime=0), told_of(frames, "" if result is None else result["text"])
        )
        with self._lock:
            self._finished[etag] = made
            while len(self._finished) > MOST_FINISHED:
                self._finished.popitem(last=False)
        return made

    def told(self, view: GameView) -> ToldGame:
        """A game as text, for browsers without JavaScript."""
        return told_of(self.growing(view).frames) if view.record is None else self.finished(view).told

    def known(self, view: GameView) -> GrowingFrames | None:
        """What is kept of a game under way, as far as it had come when somebody looked."""
        with self._lock:
            return self._growing.get(_key(view))

    def growing(self, view: GameView) -> GrowingFrames:
        """A game up to where the view has it, as it is seen while it is under way."""
        view = replace(view, shown=view.own, opinions=view.own)
        with self._lock:
            found = self._growing.pop(_key(view), None)
            if found is None or not found.is_of(view):
                found = GrowingFrames(view)
            self._growing[_key(view)] = found
            while len(self._growing) > MOST_GROWING:
                self._growing.popitem(last=False)
        return found.grow(view)


def rest_of(shelf: FrameShelf, view: GameView, first: int) -> str:
    """What came after a number of moves, for somebody who has seen those while the game was under way."""
    frames = shelf.growing(view)
    if view.record is None:
        return f'{{{frames.after(first)},"over":false}}'
    return f'{{{frames.after(first)},"over":true,"result":{_text(frames.frames.result(view.record))}}}'


def etag_of(view: GameView, reviewed: bool = False) -> str:
    """The name of a finished game's frames for caches: another one for whoever sees anything else."""
    seal = b"" if view.record is None else view.record.seal
    seen = repr(
        (
            FORMAT,
            __version__,
            None if view.shown is None else sorted(view.shown),
            view.you,
            None if view.opinions is None else sorted(view.opinions),
            list(view.bots),
            reviewed,
        )
    )
    return f'"{hashlib.sha256(seal + seen.encode()).hexdigest()[:24]}"'


def _key(view: GameView) -> FrameKey:
    return view.match, view.game, view.own, view.you


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
