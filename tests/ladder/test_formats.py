"""Do the tournaments pair whom they should, and do they come to an end?"""

from collections import Counter
from itertools import combinations

import pytest

from arena.ladder.file import Format
from arena.ladder.formats import next_pairings
from arena.ladder.keys import LadderError
from arena.ladder.knockout import bracket, first_round
from arena.ladder.pairing import HOUSE, Entrant, Pairing, PastPairing


def field(count: int, owners: int | None = None) -> list[Entrant]:
    return [Entrant(f"v{n:03}", f"bot{n:03}", f"owner{n % (owners or count)}") for n in range(count)]


def played(pairing: Pairing) -> PastPairing:
    """The lower number wins everything."""
    order = sorted(pairing.table)
    others = max(1, len(order) - 1)
    shares = tuple(1.0 - order.index(version) / others for version in pairing.table)
    won = tuple(float(pairing.sets) if version == order[0] else 0.0 for version in pairing.table)
    return PastPairing(pairing, True, shares, won)


def tied(pairing: Pairing) -> PastPairing:
    seats = len(pairing.table)
    return PastPairing(pairing, True, (0.5,) * seats, (0.5 * pairing.sets,) * seats)


def tournament(
    form: Format, entrants: list[Entrant], seats: int = 2, sets: int = 1, outcome: object = played
) -> list[PastPairing]:
    """Play it to its end, one match after the other as they come."""
    assert callable(outcome)
    everyone = {one.version: one for one in entrants}
    past: list[PastPairing] = []
    while pairings := next_pairings(form, entrants, everyone, past, seats, sets):
        past.append(outcome(pairings[0]))
        assert len(past) < 5000
    return past


def test_round_robin_everybody_meets_everybody() -> None:
    past = tournament(Format("round-robin", rounds=2), field(6))
    met = Counter(frozenset(one.pairing.table) for one in past)
    assert met == Counter({frozenset(pair): 2 for pair in combinations([one.version for one in field(6)], 2)})
    assert past[0].pairing.reason == "round 1 of 2, everybody meets everybody"


def test_a_newcomer_in_a_round_robin_plays_what_it_missed() -> None:
    past = tournament(Format("round-robin"), field(4))
    everyone = {one.version: one for one in field(5)}
    more = next_pairings(Format("round-robin"), field(5), everyone, past, 2, 1)
    assert len(more) == 4
    assert all("v004" in pairing.table for pairing in more)


def test_round_robin_at_tables_keeps_owners_apart() -> None:
    entrants = field(6, owners=5)
    past = tournament(Format("round-robin"), entrants, seats=3)
    assert len(past) == 20 - 4
    assert not any({"v000", "v005"} <= set(one.pairing.table) for one in past)


def test_too_large_a_round_robin_is_refused() -> None:
    with pytest.raises(LadderError, match=r"format\.kind: .*more than 50000 tables"):
        next_pairings(Format("round-robin"), field(400), {}, [], 2, 1)


def test_one_bot_alone_and_none() -> None:
    for kind in ("round-robin", "swiss", "knockout"):
        assert tournament(Format(kind), field(1)) == []
        assert tournament(Format(kind), []) == []


@pytest.mark.parametrize("seats", [2, 4])
def test_gauntlet_one_meets_all(seats: int) -> None:
    past = tournament(Format("gauntlet", rounds=2, bot="bot002"), field(9), seats=seats)
    met = Counter(version for one in past for version in one.pairing.table)
    assert all("v002" in one.pairing.table for one in past)
    assert all(met[one.version] >= 2 for one in field(9))
    assert len(past) == (16 if seats == 2 else 6)


def test_a_gauntlet_without_its_bot() -> None:
    with pytest.raises(LadderError, match=r"format\.bot: there is no bot 'me'"):
        next_pairings(Format("gauntlet", bot="me"), field(3), {}, [], 2, 1)


@pytest.mark.parametrize(("bots", "rounds"), [(8, 3), (7, 5), (64, 6), (2, 1)])
def test_swiss_nobody_meets_twice_and_all_play_every_round(bots: int, rounds: int) -> None:
    past = tournament(Format("swiss", rounds=rounds), field(bots))
    met = Counter(frozenset(one.pairing.table) for one in past if len(one.pairing.table) == 2)
    assert max(met.values()) == 1
    seen = Counter(version for one in past for version in one.pairing.table)
    assert set(seen.values()) == {rounds}
    byes = Counter(one.pairing.table[0] for one in past if len(one.pairing.table) == 1)
    assert max(byes.values(), default=0) <= 1
    assert bool(byes) == bool(bots % 2)


def test_swiss_the_best_comes_out_on_top() -> None:
    points: Counter[str] = Counter()
    for one in tournament(Format("swiss", rounds=5), field(16)):
        for version, share in zip(one.pairing.table, one.shares, strict=True):
            points[version] += int(share)
    assert points.most_common(1) == [("v000", 5)]


def test_swiss_meets_again_when_it_must() -> None:
    past = tournament(Format("swiss", rounds=5), field(4))
    assert len(past) == 10
    assert max(Counter(frozenset(one.pairing.table) for one in past).values()) == 2


def test_swiss_tables_keep_owners_apart() -> None:
    entrants = field(13, owners=6)
    owner = {one.version: one.owner for one in entrants}
    for one in tournament(Format("swiss", rounds=4), entrants, seats=4):
        assert len({owner[version] for version in one.pairing.table}) == len(one.pairing.table)


def test_a_round_that_was_begun_is_completed_as_it_was_drawn() -> None:
    """Killed in the middle of noting a round, with a newcomer since: the rest of the round is the same as before."""
    form = Format("swiss", rounds=3)
    entrants = field(8)
    everyone = {one.version: one for one in field(9)}
    whole = next_pairings(form, entrants, everyone, [], 2, 1)
    begun = [PastPairing(whole[0], False), played(whole[1])]
    assert next_pairings(form, field(9), everyone, begun, 2, 1) == whole[2:]
    waiting = [PastPairing(one, False) for one in whole]
    assert next_pairings(form, field(9), everyone, waiting, 2, 1) == []
    later = next_pairings(form, field(9), everyone, [played(one) for one in whole], 2, 1)
    assert "v008" in {version for one in later for version in one.table}


def test_brackets() -> None:
    assert bracket(2, 2) == [0, 1]
    assert bracket(8, 2) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert bracket(9, 3) == [0, 5, 6, 1, 4, 7, 2, 3, 8]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("bots", [2, 3, 4, 5, 7, 10, 16, 17, 64, 65, 100])
def test_the_first_round_of_a_knockout(bots: int, seats: int) -> None:
    """Everyone is at one table, the second round has full tables, the best seeds rest, and few seats are left empty."""
    tables = first_round(bots, seats)
    assert sorted(seed for table in tables for seed in table) == list(range(bots))
    later = len(tables)
    while later % seats == 0:
        later //= seats
    assert later == 1
    resting = [table[0] for table in tables if len(table) == 1]
    assert sorted(resting) == list(range(len(resting)))
    empty = sum(seats - len(table) for table in tables if len(table) > 1)
    assert 0 <= empty < seats - 1 or bots < seats
    assert all(min(table) < len(tables) for table in tables)


@pytest.mark.parametrize("bots", [2, 3, 5, 8, 13, 16])
def test_knockout_the_best_seed_wins(bots: int) -> None:
    past = tournament(Format("knockout"), field(bots), sets=3)
    duels = [one for one in past if len(one.pairing.table) == 2]
    assert len(duels) == bots - 1
    final = max(past, key=lambda one: one.pairing.label)
    assert set(final.pairing.table) == {"v000", "v001"}


@pytest.mark.parametrize(
    ("bots", "seats", "tables"), [(16, 4, 5), (9, 3, 4), (10, 4, 3), (3, 3, 1), (36, 6, 7)]
)
def test_knockout_at_tables_the_winner_of_each_goes_on(bots: int, seats: int, tables: int) -> None:
    past = tournament(Format("knockout"), field(bots), seats=seats, sets=3)
    played_at = [one.pairing for one in past if one.pairing.sets]
    assert len(played_at) == tables
    assert all(len(set(one.table)) == seats for one in played_at)
    final = max(played_at, key=lambda one: int(one.label.split()[1].rstrip(",")))
    assert set(final.table) == {f"v{seed:03}" for seed in range(seats)}
    assert [one.draw for one in played_at if one.draw] or past[0].pairing.draw


def test_knockout_tables_that_do_not_come_out_even_are_filled_by_copies_of_house_bots() -> None:
    """Five bots at tables of four: a table of two, filled up, and then the final; a copy does not go on."""
    bots = [Entrant("h", "random", HOUSE), *field(4)]
    past = tournament(Format("knockout"), bots, seats=4, outcome=house_wins)
    tables = [one.pairing.table for one in past if one.pairing.sets]
    assert Counter(tables[0]) == {"v002": 1, "v003": 1, "h": 2}
    assert Counter(tables[-1]) == Counter(["h", "v000", "v001", "v002"])
    with pytest.raises(LadderError, match="5 bots do not fill knockout tables of 4"):
        tournament(Format("knockout"), field(5), seats=4)


def house_wins(pairing: Pairing) -> PastPairing:
    won = tuple(float(version == "h") for version in pairing.table)
    return PastPairing(pairing, True, won, won)


def test_knockout_at_tables_an_owner_has_one_bot() -> None:
    """Or both might meet in the final; the better seed is drawn. In duels both are."""
    for seats, drawn in ((3, 5), (2, 9)):
        past = tournament(Format("knockout"), field(9, owners=5), seats=seats)
        assert len(past[0].pairing.draw) == drawn


def test_knockout_the_tie_rule_at_tables() -> None:
    """Two of three are level at the top: all play the extra set, and one of the two goes on."""

    def two_level(pairing: Pairing) -> PastPairing:
        extra = "extra" in pairing.label
        points = {"v000": 0.2, "v001": 0.65 - 0.2 * extra, "v002": 0.65 + 0.1 * extra}
        won = {"v000": 0.0, "v001": 1.0, "v002": 1.0}
        table = pairing.table
        return PastPairing(pairing, True, tuple(points[v] for v in table), tuple(won[v] for v in table))

    past = tournament(Format("knockout"), field(3), seats=3, outcome=two_level)
    assert [one.pairing.label for one in past] == ["round 1, table 1", "round 1, table 1, extra set 1"]
    assert all(len(one.pairing.table) == 3 for one in past)


def test_knockout_the_tie_rule() -> None:
    """Level on sets and points: two extra sets, then the better seed goes on."""
    past = tournament(Format("knockout", extra_sets=2), field(4), sets=3, outcome=tied)
    labels = [one.pairing.label for one in past]
    assert labels.count("round 1, duel 1, extra set 2") == 1
    assert "round 1, duel 1, extra set 3" not in labels
    (final,) = [one.pairing for one in past if one.pairing.label == "round 2, duel 1"]
    assert final.table == ("v000", "v001")
    assert [one.pairing.sets for one in past if "extra" in one.pairing.label] == [1] * 6


def test_knockout_points_break_a_tie_of_sets() -> None:
    def worse_seed_by_points(pairing: Pairing) -> PastPairing:
        return PastPairing(pairing, True, (0.4, 0.6), (1.5, 1.5))

    past = tournament(Format("knockout"), field(2), sets=3, outcome=worse_seed_by_points)
    assert len(past) == 1


def test_the_draw_of_a_knockout_stands_whoever_comes_later() -> None:
    form = Format("knockout")
    everyone = {one.version: one for one in field(6)}
    whole = next_pairings(form, field(4), everyone, [], 2, 3)
    assert [one.draw for one in whole] == [("v000", "v001", "v002", "v003"), ()]
    rest = next_pairings(form, field(6), everyone, [played(whole[0])], 2, 3)
    assert rest == [whole[1]]


def test_house_bots_fill_tables() -> None:
    house = [Entrant("h0", "random", HOUSE), Entrant("h1", "greedy", HOUSE)]
    for form in (Format("round-robin"), Format("swiss", rounds=1), Format("gauntlet", bot="greedy")):
        (one,) = tournament(form, house, seats=4)
        assert Counter(one.pairing.table) == {"h0": 2, "h1": 2}


@pytest.mark.parametrize("bots", [2, 3, 5, 6, 8, 11, 16])
def test_double_elimination_who_is_out_has_lost_twice(bots: int) -> None:
    """All but the winner lose two duels; the best seed, who loses none, needs no decider."""
    past = tournament(Format("double-elimination"), field(bots), sets=3)
    duels = [one for one in past if len(one.pairing.table) == 2]
    lost = Counter(max(one.pairing.table) for one in duels)
    assert lost == {f"v{seed:03}": 2 for seed in range(1, bots)}
    assert len(duels) == 2 * (bots - 1)
    assert "grand final" in [one.pairing.label for one in duels]
    assert "grand final, decider" not in [one.pairing.label for one in duels]
    assert len({one.pairing.label for one in past}) == len(past)


def test_double_elimination_the_grand_final_is_played_again_if_the_unbeaten_one_loses_it() -> None:
    def upset(pairing: Pairing) -> PastPairing:
        if "grand final" not in pairing.label:
            return played(pairing)
        won = tuple(float(version == "v001") for version in pairing.table)
        return PastPairing(pairing, True, won, won)

    past = tournament(Format("double-elimination"), field(4), outcome=upset)
    assert [one.pairing.label for one in past][-2:] == ["grand final", "grand final, decider"]


def test_double_elimination_nobody_meets_at_once_who_beat_them() -> None:
    """Who drops into the losers' bracket meets there whoever comes from the other end of the winners' bracket."""
    past = tournament(Format("double-elimination"), field(8))
    tables = [tuple(sorted(one.pairing.table)) for one in past if "grand" not in one.pairing.label]
    second = [one.pairing for one in past if one.pairing.label.startswith("losers' round 2")]
    assert all(tables.count(tuple(sorted(one.table))) == 1 for one in second)
