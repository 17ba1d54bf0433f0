"""The settings of the search, with the defaults that measured best."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """What a search does; docs/mcts.md says what each was worth."""

    top_two: bool = True  # at the root tries go to the best action and its likeliest rivals
    exploration: float = 0.4  # weight of prior and uncertainty against value
    temperature: float = 40.0  # the heuristic's values this far apart are a factor e apart in the prior
    urgency: float = 0.0  # how much worse than its parent an action looks that was never tried
    width: int = 4  # actions that are looked at on the first visit of a position
    widening: float = 0.5  # and visits to this power more later
    turns: int = 20  # that are played out before the position is judged; 0: play to the end
    tuned: bool = True  # the heuristic has its own weights, rather than greedy's
    noise: int = 40  # chance in playouts; 0: play at random
    win: float = 0.5  # weight of rank against margin
    margin: float = 20.0  # points ahead that are worth half of all points in the world
    paranoid: bool = False  # all others play against this seat, rather than each for itself
    keep: bool = True  # what was found out about the next decision is kept for it
    max_nodes: int = 400_000
