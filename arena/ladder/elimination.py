"""Which matches does an elimination bracket need next, how does it stand, and who is in front?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from arena.ladder.bracket_tables import KnockoutTable, bracket_tables
from arena.ladder.double_elimination import double_elimination_plan
from arena.ladder.file import Format
from arena.ladder.knockout import knockout_entries, knockout_plan
from arena.ladder.pairing import Entrant, Pairing, PastPairing
from arena.ladder.table_outcome import KnockoutTerms


def elimination(
    form: Format,
    field: Sequence[Entrant],
    everyone: Mapping[str, Entrant],
    past: Sequence[PastPairing],
    seats: int,
    sets: int,
) -> list[Pairing]:
    """The tables that can be played now; the field comes in the order of seeds and counts until there is a draw."""
    draw = draw_of(past)
    versions = draw or tuple(one.version for one in knockout_entries(field, seats))
    tables = elimination_tables(form, versions, everyone, past, seats, sets)
    found = [pairing for table in tables if table.outcome is not None for pairing in table.outcome.missing]
    return found if draw or not found else [replace(found[0], draw=versions), *found[1:]]


def draw_of(past: Sequence[PastPairing]) -> tuple[str, ...]:
    """All who are in it, the best seed first; none before it has begun."""
    return next((one.pairing.draw for one in past if one.pairing.draw), ())


def elimination_tables(
    form: Format,
    versions: Sequence[str],
    everyone: Mapping[str, Entrant],
    past: Sequence[PastPairing],
    seats: int,
    sets: int,
) -> list[KnockoutTable]:
    """All tables of the bracket, round by round, the deciding one last."""
    double = form.kind == "double-elimination"
    plan = double_elimination_plan(len(versions)) if double else knockout_plan(len(versions), seats)
    return bracket_tables(plan, KnockoutTerms.of(versions, everyone, past, seats, sets, form.extra_sets))
