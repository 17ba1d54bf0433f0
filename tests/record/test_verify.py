"""Is every false field of a record found and named?"""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from arena.record import DecisionRecord, GameRecord, SeatRecord, Termination, replay, sealed, verify
from arena.rules import FINGERPRINT, RULES_VERSION, State
from tests.record.records import played_record, resealed
from tests.rules.games import MODULES

RECORD = played_record("classic,players=2")
ALL = "classic+" + "+".join(MODULES)


def sentences(record: GameRecord) -> list[str]:
    return [str(problem) for problem in verify(record)]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(
    "rules",
    ["classic", ALL, "classic,deal=closed", f"{ALL},deal=closed", "red-palace+camps+bazaars+medina"],
)
def test_a_true_record_has_no_problem(rules: str, players: int) -> None:
    assert sentences(played_record(f"{rules},players={players}", seed=players)) == []


def test_a_record_from_before_tables_had_a_fingerprint_is_replayed() -> None:
    """As long as the tables are those of then; under others, only records of exactly these are."""
    assert sentences(resealed(RECORD, rules_version="1.0")) == []
    assert f"1.0+{FINGERPRINT}" == RULES_VERSION


def flipped(value: Any) -> Iterator[Any]:
    """The value with one bit different, for bits all over it."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value ^ 1 << bit for bit in (0, 1, 7, 31, 62))
    elif isinstance(value, bytes):
        for i in {0, len(value) // 2, len(value) - 1}:
            yield value[:i] + bytes([value[i] ^ 1 << (i % 8)]) + value[i + 1 :]
    elif isinstance(value, str):
        yield from (
            (chr(ord(value[0]) ^ 1) + value[1:], value[:-1] + chr(ord(value[-1]) ^ 4)) if value else ("\x01",)
        )
    else:
        for i, item in enumerate(value):
            yield from ((*value[:i], other, *value[i + 1 :]) for other in flipped(item))


PLAIN = [field.name for field in fields(GameRecord) if field.name not in ("seats", "decisions", "seal")]


@pytest.mark.parametrize("name", PLAIN)
def test_a_flipped_bit_in_a_field_is_found_and_named(name: str) -> None:
    tried = 0
    for value in flipped(getattr(RECORD, name)):
        tried += 1
        found = verify(replace(RECORD, **{name: value}))
        assert f"{name}: is not what was sealed" in [str(problem) for problem in found]
    assert tried


@pytest.mark.parametrize("name", [field.name for field in fields(SeatRecord)])
def test_a_flipped_bit_in_a_seat_is_found_and_named(name: str) -> None:
    for number, seat in enumerate(RECORD.seats):
        for value in flipped(getattr(seat, name)):
            seats = list(RECORD.seats)
            seats[number] = replace(seat, **{name: value})
            assert f"seats.{name}: is not what was sealed" in sentences(replace(RECORD, seats=tuple(seats)))


@pytest.mark.parametrize("name", [field.name for field in fields(DecisionRecord)])
def test_a_flipped_bit_in_a_decision_is_found_and_named(name: str) -> None:
    for number in range(0, len(RECORD.decisions), 17):
        decision = RECORD.decisions[number]
        for value in flipped(getattr(decision, name)):
            decisions = list(RECORD.decisions)
            decisions[number] = replace(decision, **{name: value})
            found = sentences(replace(RECORD, decisions=tuple(decisions)))
            assert f"decisions.{name}: is not what was sealed" in found


def test_a_flipped_bit_in_the_seal_is_found() -> None:
    for seal in flipped(RECORD.seal):
        assert len(sentences(replace(RECORD, seal=seal))) == 1
    assert sentences(replace(RECORD, seal=RECORD.seal[:-1])) == ["seal: is not what was sealed"]


def changed_decision(number: int, **changes: Any) -> dict[str, Any]:
    decisions = list(RECORD.decisions)
    decisions[number] = replace(decisions[number], **changes)
    return {"decisions": tuple(decisions)}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rules_version": "0.9"}, f"rules_version: '0.9', but only '{RULES_VERSION}' can be replayed"),
        ({"rules_version": "1.0+00000000"}, "rules_version: '1.0+00000000', but only"),
        ({"generator": "dice"}, "generator: 'dice', but only 'arena-chance-1' can be replayed"),
        ({"salt": b"other"}, "commitment: is not SHA-256 of seed and salt"),
        ({"commitment": b"x" * 32}, "commitment: is not SHA-256 of seed and salt"),
        ({"time_control": "5"}, "time_control: time: '5' is not BANK+INCREMENT in seconds, such as 30+0.5"),
        ({"game": 0}, "game: is not 1 or more"),
        ({"set": 0}, "set: is not 1 or more"),
        ({"void": True}, "void_reason: is there for a void game, and only then"),
        ({"rules": "chess"}, "rules: edition: 'chess' is not one of classic"),
        ({"rules": "classic"}, "rules: 'classic' is not canonical, which would be 'classic,players=2'"),
        ({"seats": RECORD.seats[:1]}, "seats: 1, but the rules are for 2"),
        ({"scores": (1, 2)}, f"scores: 1 2, but the replay gives {RECORD.scores[0]} {RECORD.scores[1]}"),
        ({"ranks": (7, 7)}, f"ranks: 7 7, but the replay gives {RECORD.ranks[0]} {RECORD.ranks[1]}"),
        ({"events_digest": b"x" * 32}, "events_digest: is not that of the events of the replay"),
        ({"decisions": RECORD.decisions[:9]}, "decisions: end after 9, before the game was over"),
        (
            {"decisions": (*RECORD.decisions, replace(RECORD.decisions[-1], id=10**6))},
            f"decisions[{len(RECORD.decisions)}]: the game was over before it",
        ),
        (changed_decision(4, seat=5), f"decisions[4].seat: 5, but seat {RECORD.decisions[4].seat} decides"),
        (changed_decision(4, action="fly"), "decisions[4].action: 'fly' is not an action; the actions are "),
        (
            changed_decision(4, action="pass"),
            "decisions[4].action: 'pass' is refused: ",
        ),
        (
            changed_decision(4, action="take florin-2+denar-2"),
            "decisions[4].action: 'take florin-2+denar-2' is not canonical",
        ),
        (changed_decision(4, wall_ns=-1), "decisions[4].wall_ns: is negative"),
        (changed_decision(4, cpu_ns=-1), "decisions[4].cpu_ns: is negative"),
        (changed_decision(4, stolen_ns=-1), "decisions[4].stolen_ns: is negative"),
        (
            changed_decision(4, stolen_ns=10**5),
            "decisions[4].charged_ns: 1000004, but the rule charges 900004",
        ),
        (
            changed_decision(4, wall_ns=36_000 * 10**9, charged_ns=36_000 * 10**9),
            "decisions[4].wall_ns: 36000.000 s were charged, but the clock had 31.498 s left",
        ),
        (
            changed_decision(4, wall_ns=36_000 * 10**9, stolen_ns=36_000 * 10**9, charged_ns=1),
            "decisions[4].charged_ns: 1, but the rule charges 35990000000000",
        ),
        (changed_decision(4, stolen_ns=10**9), "decisions[4].stolen_ns: is more than passed"),
        (changed_decision(4, disk_ns=-1), "decisions[4].disk_ns: is negative"),
        (changed_decision(4, disk_ns=10**9), "decisions[4].disk_ns: is more than passed"),
        ({"record_version": 7}, "record_version: 7, but this arena knows 1 to 3"),
        (changed_decision(4, info="{}{}"), "decisions[4].info: "),
        (changed_decision(4, info='{"mood":1}'), "decisions[4].info: is not what a referee writes"),
        (changed_decision(4, info='{"value":NaN}'), "decisions[4].info: is not what a referee writes"),
        (changed_decision(4, id=3), f"decisions[4].id: 3 does not come after {RECORD.decisions[3].id}"),
        (
            changed_decision(4, house=True),
            f"decisions[4].house: the bot of seat {RECORD.decisions[4].seat} did not fail",
        ),
        (
            {"seats": (replace(RECORD.seats[0], termination="bored"), RECORD.seats[1])},
            "seats[0].termination: 'bored' is not a termination",
        ),
    ],
)
def test_a_forged_record_is_found_although_its_seal_is_good(changes: dict[str, Any], sentence: str) -> None:
    found = sentences(resealed(RECORD, **changes))
    assert any(line.startswith(sentence) for line in found), found


def test_another_seed_is_found_by_its_commitment_and_by_the_replay() -> None:
    fields_named = {problem.field.split("[")[0] for problem in verify(resealed(RECORD, seed=b"another"))}
    assert fields_named == {"commitment", "decisions"}


def test_a_game_of_two_may_end_with_a_fault_and_the_other_seat_wins() -> None:
    record = played_record("classic,players=2", stop_after=20)
    seats = (replace(record.seats[0], termination=Termination.CRASH), record.seats[1])
    record = resealed(record, seats=seats, ranks=(2, 1))
    assert sentences(record) == []


def test_a_game_of_three_goes_on_after_a_fault_and_the_seat_is_last() -> None:
    record = played_record("classic,players=3", faults={1: Termination.CRASH})
    assert record.ranks[1] == 3
    assert any(decision.house for decision in record.decisions)
    assert sentences(record) == []
    early = resealed(record, decisions=record.decisions[:30])
    assert "decisions: end after 30, before the game was over" in sentences(early)


def test_a_bot_that_failed_does_not_come_back() -> None:
    record = played_record("classic,players=3", faults={1: Termination.CRASH})
    number = max(i for i, decision in enumerate(record.decisions) if decision.seat == 1)
    decisions = list(record.decisions)
    decisions[number] = replace(decisions[number], house=False)
    assert f"decisions[{number}].house: the bot of seat 1 had failed before" in sentences(
        resealed(record, decisions=tuple(decisions))
    )


def test_only_the_first_decision_of_the_house_answers_a_request() -> None:
    record = played_record("classic,players=3", faults={1: Termination.CRASH})
    first, second = [i for i, decision in enumerate(record.decisions) if decision.house][:2]
    assert record.decisions[first].id > 0
    decisions = list(record.decisions)
    decisions[second] = replace(decisions[second], id=10**6)
    assert f"decisions[{second}].id: 1000000, but the bot of seat 1 had failed before" in sentences(
        resealed(record, decisions=tuple(decisions))
    )
    decisions[second] = record.decisions[second]
    decisions[first] = replace(decisions[first], id=0)
    assert sentences(resealed(record, decisions=tuple(decisions))) == [], (
        "a bot that failed in an earlier game"
    )


def test_a_void_game_may_end_anywhere() -> None:
    record = played_record("classic,players=4", stop_after=7)
    assert sentences(record) == ["decisions: end after 7, before the game was over"]
    seats = tuple([replace(seat, termination=Termination.VOID) for seat in record.seats])
    assert (
        sentences(resealed(record, seats=seats, void=True, void_reason="The host ran out of memory.")) == []
    )


def test_a_replay_shows_the_state_before_each_decision() -> None:
    last: State | None = None
    for number, (state, decision) in enumerate(replay(RECORD)):
        assert decision == RECORD.decisions[number]
        assert state.seat == decision.seat
        last = state
    assert last is not None
    assert last.is_over
    assert tuple(last.scores()) == RECORD.scores


def test_sealing_twice_changes_nothing() -> None:
    assert sealed(RECORD) == RECORD


LATE = played_record("classic,players=3", faults={1: Termination.TIMEOUT})


def seat_with(record: GameRecord, number: int, **changes: Any) -> GameRecord:
    seats = list(record.seats)
    seats[number] = replace(seats[number], **changes)
    return resealed(record, seats=tuple(seats))


def test_a_time_out_is_one() -> None:
    """The seat's time was over by the rule, and it was its turn; the control is the record as it was played."""
    assert sentences(LATE) == []
    left_s = LATE.seats[1].charged_ns / 1e9
    forged = seat_with(LATE, 1, wall_ns=10**9, cpu_ns=0, stolen_ns=0, charged_ns=10**9)
    assert sentences(forged) == [
        f"seats[1].termination: is a timeout after 1.000 s, but {left_s:.3f} s were left"
    ]
    # What the host took is not its own time.
    took = seat_with(LATE, 1, stolen_ns=LATE.seats[1].stolen_ns + 1)
    assert "seats[1].charged_ns" in sentences(took)[0]
    ranks = (3, *RECORD.ranks[1:])
    never_asked = seat_with(RECORD, 0, termination="timeout", wall_ns=10**12, charged_ns=10**12)
    assert "seats[0].termination: is a timeout, but it was not asked" in sentences(
        resealed(never_asked, ranks=ranks)
    )


def test_a_bot_that_has_decided_did_start() -> None:
    forged = seat_with(LATE, 1, termination="stalled start")
    assert "seats[1].termination: is a stalled start, but its bot has decided" in sentences(forged)


def test_a_person_has_no_clock() -> None:
    person = seat_with(LATE, 1, version="", wall_ns=0, cpu_ns=0, stolen_ns=0, charged_ns=0)
    assert sentences(person) == []
