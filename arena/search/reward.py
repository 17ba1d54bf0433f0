"""What is a final result worth to each seat? Ranks and margins as a number from 0 to 1."""

from librt.vecs import vec
from mypy_extensions import i64


def rewards(scores: vec[float], win: float, margin: float, out: vec[float]) -> None:
    """For each seat: `win` parts of rank and the rest of margin, which is one half when level with the best other.

    Rank counts the win and the others beaten alike.
    """
    seats: i64 = len(scores)
    seat: i64
    other: i64
    for seat in range(seats):
        own = scores[seat]
        beaten = 0.0
        best = -1.0e9
        for other in range(seats):
            if other != seat:
                if own > scores[other]:
                    beaten += 1.0
                elif own == scores[other]:
                    beaten += 0.5
                best = max(best, scores[other])
        lead = own - best
        first = 1.0 if lead > 0.0 else (0.5 if lead == 0.0 else 0.0)
        rank = 0.5 * first + 0.5 * beaten / float(seats - 1)
        ahead = 0.5 + 0.5 * lead / (margin + abs(lead))
        out[seat] = win * rank + (1.0 - win) * ahead
