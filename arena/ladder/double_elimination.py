"""Who plays whom in a double elimination? Who loses once goes on in the losers' bracket, who loses twice is out."""

from collections.abc import Sequence

from arena.ladder.bracket_tables import Origin, PlannedTable, SeatSource
from arena.ladder.knockout import bracket

WINNERS, LOSERS, FINAL = "Winners' bracket", "Losers' bracket", "Grand final"


def double_elimination_plan(bots: int) -> list[PlannedTable]:
    """The winners' bracket, the losers' bracket into which who lost there drops, and the grand final.

    The grand final is played again if the winner of the losers' bracket wins it: only then has the other lost twice.
    """
    if bots < 2:
        return []
    plan = _Plan()
    size = 1
    while size < bots:
        size *= 2
    seeds = [SeatSource(Origin.SEED, seed) if seed < bots else None for seed in bracket(size, 2)]
    ahead, behind = plan.round(seeds, WINNERS, "winners' round 1", 1)
    losing, _ = plan.round(behind, LOSERS, "losers' round 1", 2)
    number, lost_rounds = 1, 1
    while len(ahead) > 1:
        number += 1
        ahead, behind = plan.round(ahead, WINNERS, f"winners' round {number}", 2 * number - 1)
        # From the other end, so that nobody meets at once who beat them before.
        crossed = [one for pair in zip(losing, reversed(behind), strict=True) for one in pair]
        lost_rounds += 1
        losing, _ = plan.round(crossed, LOSERS, f"losers' round {lost_rounds}", 2 * number)
        if len(losing) > 1:
            lost_rounds += 1
            losing, _ = plan.round(losing, LOSERS, f"losers' round {lost_rounds}", 2 * number + 1)
    plan.grand_final(ahead[0], losing[0], 2 * number + 2)
    return plan.tables


class _Plan:
    """A plan in the making."""

    def __init__(self) -> None:
        self.tables: list[PlannedTable] = []

    def round(
        self, seats: Sequence[SeatSource | None], group: str, name: str, stage: int
    ) -> tuple[list[SeatSource | None], list[SeatSource | None]]:
        """A round of neighbours; the winners and losers of its duels. Who has no opponent is ahead without a duel, except in the first round of all."""
        ahead: list[SeatSource | None] = []
        behind: list[SeatSource | None] = []
        for position, first in enumerate(range(0, len(seats), 2), start=1):
            sources = tuple(one for one in seats[first : first + 2] if one is not None)
            if len(sources) == 2 or (sources and stage == 1):
                index = len(self.tables)
                duel = f"duel {position}"
                label = f"{name}, {duel}"
                round_name = name.partition("' ")[2].capitalize()
                self.tables.append(PlannedTable(label, duel.capitalize(), round_name, stage, sources, group))
                ahead.append(SeatSource(Origin.WINNER, index))
                behind.append(SeatSource(Origin.LOSER, index) if len(sources) == 2 else None)
            else:
                ahead.append(sources[0] if sources else None)
                behind.append(None)
        return ahead, behind

    def grand_final(self, unbeaten: SeatSource | None, beaten: SeatSource | None, stage: int) -> None:
        assert unbeaten is not None
        assert beaten is not None
        index = len(self.tables)
        self.tables.append(
            PlannedTable("grand final", "Grand final", "Grand final", stage, (unbeaten, beaten), FINAL)
        )
        again = (SeatSource(Origin.WINNER, index), SeatSource(Origin.LOSER, index))
        self.tables.append(
            PlannedTable("grand final, decider", "Decider", "Decider", stage + 1, again, FINAL, index)
        )
