"""How is a game written down for people to read and for tests to compare?"""

from arena.rules import Event, GameConfig, Rng, State, new_game
from tests.rules.games import choose
from tests.rules.views import by_name

GATHERED = ("filled", "drawn", "dirk", "laid beside", "previewed", "piece")


def transcript(text: str, seed: int) -> str:
    """A whole game: set-up, every action with what followed, every scoring, the end."""
    state = new_game(GameConfig.parse(text), seed)
    rng = Rng(seed, "choices")
    lines = [
        f"rules {state.config}",
        f"seed {seed}",
        *_lines(state.history(None) if _open(state) else state.log),
    ]
    while not state.is_over:
        legal = state.legal_actions()
        action = choose(legal, rng, liking=80)
        before = f"{state.turn + 1}. seat {state.seat} {state.decision} ({len(legal)}): {action}"
        lines.append(before)
        lines += [f"    {line}" for line in _lines(state.apply(action)[1:])]
    lines += ["", *_board(state)]
    return "\n".join(lines) + "\n"


def _open(state: State) -> bool:
    return state.config.deal == "open"


def _lines(events: list[Event]) -> list[str]:
    """One line an event; cards and tiles that are drawn in a row share one."""
    lines: list[str] = []
    gathered: list[str] = []
    for event in events:
        if event.kind in GATHERED:
            gathered.append(str(event).replace("the display gets", "display").replace(" gets", ""))
            continue
        if gathered:
            lines.append("; ".join(gathered))
            gathered = []
        lines.append(str(event))
    return lines + (["; ".join(gathered)] if gathered else [])


def _board(state: State) -> list[str]:
    """The cities and what else is left at the end."""
    lines = []
    seen = state.observe(None)
    for number, seat in enumerate(seen.seats):
        city = " ".join(f"{placed.tile.name}@{placed.x},{placed.y}" for placed in seat.city)
        reserve = " ".join(tile.name for tile in seat.reserve) or "nothing"
        lines.append(f"seat {number}: {seat.score} points, rank {state.ranks()[number]}")
        lines.append(f"    city {city}")
        lines.append(f"    reserve {reserve}")
    if seen.dirk is not None:
        lines.append(f"Dirk: {' '.join(tile.name for tile in seen.dirk)}")
    shown = ("strips", "abilities", "stands", "guards", "guards_on_stands", "half_buildings", "wall_pieces")
    named = by_name(seen)
    lines += [f"{what.replace('_', ' ')} {named[what]}" for what in shown if what in named]
    lines.append(f"bag {seen.bag_size}, deck {seen.deck_size}, discard {len(seen.discard)}")
    return lines
