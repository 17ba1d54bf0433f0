"""Who plays whom in a knockout, and how is its field seeded?

A table (a duel, where two sit at it) is best of the ladder's sets, and one goes on (`table_outcome.py`).
"""

from collections.abc import Sequence

from arena.ladder.bracket_tables import Origin, PlannedTable, SeatSource
from arena.ladder.pairing import Entrant, may_sit_together

_ROUNDS = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}


def knockout_plan(bots: int, seats: int) -> list[PlannedTable]:
    """All tables, round by round."""
    plan: list[PlannedTable] = []
    if bots < 2:
        return plan
    word = "duel" if seats == 2 else "table"
    coming = [tuple(SeatSource(Origin.SEED, seed) for seed in table) for table in first_round(bots, seats)]
    for number in range(1, bots + 1):
        plain = f"Round {number}" if len(coming) > 1 else "Final"
        name = _ROUNDS.get(len(coming), plain) if seats == 2 else plain
        first = len(plan)
        plan += [
            PlannedTable(
                f"round {number}, {word} {position}",
                f"{word.capitalize()} {position}",
                name,
                number,
                sources,
            )
            for position, sources in enumerate(coming, start=1)
        ]
        if len(coming) == 1:
            break
        ahead = [SeatSource(Origin.WINNER, index) for index in range(first, len(plan))]
        coming = [tuple(ahead[at : at + seats]) for at in range(0, len(ahead), seats)]
    return plan


def knockout_entries(field: Sequence[Entrant], seats: int) -> list[Entrant]:
    """Who takes part: all, but at tables of three to six only the best seed of each owner, who might meet his own bots in the final."""
    found: list[Entrant] = []
    for one in field:
        if may_sit_together(found, one, seats):
            found.append(one)
    return found


def first_round(bots: int, seats: int) -> list[tuple[int, ...]]:
    """The seeds, from 0, of each table; alone at one, a bot goes on without playing. From the second round on all tables are full."""
    later = 1
    while later * seats < bots:
        later *= seats
    tables = [[seed] for seed in range(later)]
    playing = -(-(bots - later) // (seats - 1))
    # Like teams that are picked: down from the weakest head of a table, up again, and so on.
    heads = [*range(later - 1, later - 1 - playing, -1)]
    for turn, seed in enumerate(range(later, bots)):
        layer, index = divmod(turn, playing)
        tables[heads[index] if layer % 2 == 0 else heads[-1 - index]].append(seed)
    return [tuple(tables[head]) for head in bracket(later, seats)]


def bracket(size: int, seats: int) -> list[int]:
    """The seeds, from 0, in the order in which they stand: neighbours meet first, and the best of all only in the final."""
    order = [0]
    while (level := len(order)) < size:
        order = [
            level * block + (level - 1 - one if block % 2 else one) for one in order for block in range(seats)
        ]
    return order
