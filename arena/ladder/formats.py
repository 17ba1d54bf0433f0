"""Which matches does a tournament need next? A pure function of the entrants and earlier pairings."""

from collections.abc import Mapping, Sequence

from arena.ladder.elimination import elimination
from arena.ladder.file import Format
from arena.ladder.pairing import Entrant, Pairing, PastPairing
from arena.ladder.round_robin import gauntlet, round_robin, with_disqualified
from arena.ladder.swiss import swiss


def next_pairings(
    form: Format,
    field: Sequence[Entrant],
    everyone: Mapping[str, Entrant],
    past: Sequence[PastPairing],
    seats: int,
    sets: int,
) -> list[Pairing]:
    """Matches that can be begun now. None while others are under way means wait; none at all, that it is over."""
    if form.kind == "round-robin":
        return round_robin(with_disqualified(field, everyone, past), past, seats, sets, form.rounds)
    if form.kind == "gauntlet":
        return gauntlet(with_disqualified(field, everyone, past), past, seats, sets, form.rounds, form.bot)
    if form.kind == "swiss":
        return swiss(field, everyone, past, seats, sets, form.rounds)
    return elimination(form, field, everyone, past, seats, sets)
