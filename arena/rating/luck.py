"""How much of a result was luck, and how many games does correcting for it save?

The referee knows the deck and the bag. A number that measures a seat's luck, and whose mean is zero whoever
sits there, can be subtracted from the points in any multiple without favouring anyone; with the right
multiple the points scatter less. The multiple is found by regression over the ladder's own sets. To keep the
mean at zero it must not depend on the game that it is applied to, so each tenth of the deals gets the
multiple that the other nine tenths gave.

Mean zero is up to whoever hands the numbers in: they may depend on the deal and the seat, or on chance during
the game compared with its own expectation, and never on who sits there or who won. `centred_by_seat` does it
for numbers of the deal.

Where every seat order of a deal is played once, numbers of the deal and seat cancel within the set: the
duplicates have already taken out what they could, and the factor is 1 exactly. The result of the same set
with seats swapped is no luck number either: it is the result itself over again.
"""

from dataclasses import dataclass, replace

import numpy as np

from arena.rating.arrays import Bools, Floats, Ints, added_up
from arena.rating.elo import logistic
from arena.rating.estimate import Estimate, ratio_of_scatters
from arena.rating.pairs import Pairs

FOLDS = 10
WORTH_SHOWING = 1.05


@dataclass(frozen=True)
class Adjustment:
    """The pairs with luck taken out, and what that is worth."""

    pairs: Pairs
    saved: Estimate
    """How many unadjusted games one adjusted game is worth."""
    multiples: Floats
    """Points a unit of each kind of luck is worth, from all sets."""

    @property
    def worthwhile(self) -> bool:
        """Whether to show adjusted ratings unasked: a factor of 1.05 or more that is not itself luck."""
        return self.saved.value >= WORTH_SHOWING and self.saved.low > 1.0


def centred_by_seat(numbers: Floats, seat: Ints, table: Ints, deal: Ints) -> Floats:
    """Numbers of the deal, less what the same seat of a table of the same size has on average over all deals.

    One row a seat: its number, its position at the table, the size of the table, and the deal. A deal counts
    once, however often it was played.
    """
    columns = np.asarray(numbers, np.float64).reshape(len(seat), -1)
    _, position = np.unique(np.stack([table, seat]), axis=1, return_inverse=True)
    _, once = np.unique(np.stack([position, deal]), axis=1, return_index=True)
    deals = np.bincount(position[once])
    sums = [added_up(column[once], position[once], len(deals)) for column in columns.T]
    mean = np.stack(sums, axis=1) / deals[:, None]
    return np.asarray(columns - mean[position])


def adjust(pairs: Pairs, nats: Floats) -> Adjustment:
    """Take the luck that the pairs carry out of their points; `nats` are the strengths found without that."""
    above = logistic(nats[pairs.bot[pairs.first]] - nats[pairs.bot[pairs.second]])
    lead = pairs.luck[pairs.first] - pairs.luck[pairs.second]
    key, row = np.unique(pairs.deal * pairs.bots + pairs.bot, return_inverse=True)
    deal = key // pairs.bots

    def by_set(of_pair: Floats) -> Floats:
        return added_up(pairs.by_seat(pairs.weight * of_pair), row, len(key))

    surplus = by_set(pairs.points - above)
    luck = np.array([by_set(column) for column in lead.T]).reshape(-1, len(key)).T
    # Luck that cancels within every set leaves rounding errors, which must not be blown up into a multiple.
    luck[:, np.abs(luck).max(axis=0, initial=0.0) < 1e-9 * np.abs(lead).max(axis=0, initial=0.0)] = 0.0
    multiples = np.stack([_multiples(luck, surplus, deal % FOLDS != fold) for fold in range(FOLDS)])
    left = surplus - np.sum(luck * multiples[deal % FOLDS], axis=1)
    points = pairs.points - np.sum(lead * multiples[pairs.deal[pairs.first] % FOLDS], axis=1)
    before, after = (added_up(scatter**2, deal, pairs.sets) for scatter in (surplus, left))
    return Adjustment(
        replace(pairs, points=points),
        ratio_of_scatters(before, after),
        _multiples(luck, surplus, np.ones(len(key), np.bool_)),
    )


def _multiples(luck: Floats, surplus: Floats, rows: Bools) -> Floats:
    """Least squares over whole sets, because it is the scatter of sets that the intervals come from."""
    scale = np.abs(luck).max(axis=0, initial=0.0)
    scale[scale == 0.0] = 1.0
    return np.asarray(np.linalg.lstsq(luck[rows] / scale, surplus[rows], rcond=1e-10)[0] / scale)
