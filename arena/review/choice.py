"""How good was a decision? What was played beside what a search prefers, both tried from the same guesses."""

from dataclasses import dataclass, replace
from math import hypot, sqrt
from typing import Final

from arena.review.moments import Moment
from arena.rules import Action, Rng
from arena.search import Analysis, Settings, Tries, expectation, expectation_after

SEED: Final = b"arena review 1"
SHOWN: Final = 5  # actions that are told of, besides the played and the preferred one
TURNS: Final = 8  # that are played on to judge what a draw or a decision changed
NOISE: Final = 3.0  # standard errors that a loss must exceed
AGREED: Final = 2.0  # of them in a second search
FEWEST_PAIRS: Final = 30  # of which a standard error can be believed
SUSPECT: Final = 0.06  # win chance; what seems to cost as much is looked at again


@dataclass(frozen=True)
class Worth:
    """What a position is worth to a seat, in points of final lead and in win chance, each with its standard error."""

    lead: float
    win: float
    lead_error: float
    win_error: float


@dataclass(frozen=True)
class TriedMove:
    """What tries of an action came to."""

    move: str
    visits: int
    lead: float
    win: float
    lead_stdev: float  # of single tries
    line: tuple[str, ...]  # the action, and how the game is expected to go on


@dataclass(frozen=True)
class Choice:
    """A decision with a choice, as the reviewer sees it."""

    played: str
    preferred: str
    visits: int
    moves: tuple[TriedMove, ...]  # the preferred one first, then by visits; the played one is among them
    pairs: int  # of tries of both actions from the same guesses; 0 if they are one
    loss: Worth  # the preferred action less the played one, from these pairs
    parts: dict[str, float]  # what the loss in points is made of
    agreed: bool = True  # whether a second search saw the loss too, if there was one

    @property
    def is_clear(self) -> bool:
        """Whether what was played can be told from the preferred action."""
        return self.agreed and self.pairs >= FEWEST_PAIRS and self.loss.win > NOISE * self.loss.win_error


@dataclass(frozen=True)
class MomentReview:
    """What a review says of one moment."""

    number: int
    before: Worth  # the decision
    after: Worth | None  # it and before anything was drawn; None if nothing was
    choice: Choice | None  # None if there was none, or another seat decided


def review_moment(moment: Moment, iterations: int) -> MomentReview:
    """The review of one moment: a function of what the viewer knew, and of nothing else."""
    return MomentReview(
        moment.number,
        _worth(_before(moment, iterations)),
        _after(moment, iterations) if moment.drew else None,
        review_choice(moment, iterations) if moment.is_choice and not moment.house else None,
    )


def review_choice(moment: Moment, iterations: int) -> Choice:
    """Search a decision, compare what was played with what the search prefers, and look again at what seems a mistake."""
    first = _look(moment, iterations, "choice", None)
    if not first.is_clear or first.loss.win < SUSPECT:
        return first
    return both_looks(first, _look(moment, iterations, "again", Action.parse(first.preferred)))


def _look(moment: Moment, iterations: int, purpose: str, preferred: Action | None) -> Choice:
    """Search with half of the iterations, and compare with the preferred action of this search, or with a given one, in the rest."""
    played = moment.action
    rng = _rng(moment, purpose)
    analysis = Analysis(moment.observation, moment.history, list(moment.legal), Settings(), rng)
    half = (iterations + 1) // 2
    analysis.explore(half)
    preferred = preferred or analysis.best()
    if preferred == played:
        analysis.explore(iterations - half)
        infos = _moves(analysis, moment, preferred, {})
        return Choice(str(played), str(played), iterations, infos, 0, Worth(0.0, 0.0, 0.0, 0.0), {})
    # A tree that hardly knows an action would follow it up badly, and the comparison would not be fair.
    catching_up = 0
    for action in (preferred, played):
        missing = max(0, iterations // 8 - analysis.visits(action))
        analysis.follow(action, missing)
        catching_up += missing
    pairs = max(1, (iterations - half - catching_up) // 2)
    best, done, comparison = analysis.compare(preferred, played, pairs)
    infos = _moves(analysis, moment, preferred, {preferred: best, played: done})
    loss = _worth(comparison.difference)
    visits = half + catching_up + 2 * pairs
    return Choice(str(played), str(preferred), visits, infos, pairs, loss, comparison.mean_parts())


def both_looks(first: Choice, second: Choice) -> Choice:
    """What two searches say together. Trees differ by more than their pairs scatter, so the second must see the loss too."""
    one, two = first.loss, second.loss
    loss = Worth(
        (one.lead + two.lead) / 2,
        (one.win + two.win) / 2,
        hypot(one.lead_error, two.lead_error) / 2,
        hypot(one.win_error, two.win_error) / 2,
    )
    return replace(
        first,
        visits=first.visits + second.visits,
        pairs=first.pairs + second.pairs,
        loss=loss,
        agreed=two.win > AGREED * two.win_error,
        parts={name: (first.parts[name] + second.parts[name]) / 2 for name in first.parts},
    )


def _moves(
    analysis: Analysis, moment: Moment, preferred: Action, compared: dict[Action, Tries]
) -> tuple[TriedMove, ...]:
    others = sorted(
        (action for action in moment.legal if action not in (preferred, moment.action)),
        key=lambda action: -analysis.visits(action),
    )
    told = [preferred, *[action for action in others[: SHOWN - 1] if analysis.visits(action)]]
    if moment.action not in told:
        told.append(moment.action)
    return tuple([_move(analysis, action, compared.get(action)) for action in told])


def _move(analysis: Analysis, action: Action, compared: Tries | None) -> TriedMove:
    tally = analysis.tally(action) if compared is None else compared
    line = tuple(analysis.line(action))
    return TriedMove(str(action), analysis.visits(action), tally.lead, tally.win, tally.lead_stdev, line)


def _before(moment: Moment, iterations: int) -> Tries:
    times = max(2, iterations // 4)
    return expectation(moment.observation, moment.history, times, TURNS, _rng(moment, "before"))


def _after(moment: Moment, iterations: int) -> Worth | None:
    times = max(2, iterations // 4)
    rng = _rng(moment, "after")
    tally = expectation_after(
        moment.observation, moment.history, moment.action, moment.actor, times, TURNS, rng
    )
    return _worth(tally) if tally.tries else None


def _worth(tally: Tries) -> Worth:
    tries = max(tally.tries, 1)
    return Worth(tally.lead, tally.win, tally.lead_stdev / sqrt(tries), tally.win_stdev / sqrt(tries))


def _rng(moment: Moment, purpose: str) -> Rng:
    return Rng(SEED, f"seat {moment.viewer} moment {moment.order} {purpose}")
