"""Does the referee play a game to its end, whatever its seats do? Seats that need no process, whole games."""

import pytest

from arena.proto import arena_pb2 as pb
from arena.record import BotInfo, Termination, TimeSpent, verify
from arena.referee.fault import Fault
from arena.referee.seat import Failure
from arena.wire import conversation
from tests.referee.table import StandIn, plan_of, record_of, referee

CRASH = Failure(Fault(Termination.CRASH, "Its process ended."), TimeSpent(5, 0, 0))
WRONG = {
    Termination.ILLEGAL_ACTION: pb.Answer(id=1, text="give fountain"),
    Termination.PROTOCOL: pb.Answer(id=1, index=10_000),
}


@pytest.mark.parametrize("players", range(2, 7))
def test_an_honest_game_is_played_to_its_end(players: int) -> None:
    plan = plan_of(f"classic,players={players}")
    seats = [StandIn(seed) for seed in range(players)]
    played = referee(plan, seats)
    assert played.faults == {}
    assert played.terminations == [Termination.NORMAL] * players
    assert verify(record_of(plan, played)) == []
    assert len(played.decisions) == sum(len(seat.decisions) for seat in seats)
    for seat in seats:
        assert [message.WhichOneof("message") for message in (seat.told[0], seat.told[-1])] == [
            "game_start",
            "game_over",
        ]


def test_what_a_bot_tells_is_on_the_record_and_goes_to_nobody_else() -> None:
    plan = plan_of("classic,players=3,turn_limit=12")
    info = pb.Info(value=12.5, win=0.25, iterations=900, line=["take denar-3"], text="a secret thought, ☂")
    seats = [StandIn(1), StandIn(2), StandIn(3)]
    seats[1].says[1] = pb.Answer(id=2, index=0, info=info)
    played = referee(plan, seats)
    record = record_of(plan, played)
    assert verify(record) == []
    told = [BotInfo.unpacked(one.info) for one in record.decisions if one.info]
    assert told == [BotInfo(12.5, 0.25, 900, ("take denar-3",), "a secret thought, ☂")]
    for seat in seats:
        assert all(b"secret thought" not in message.SerializeToString() for message in seat.told)


def test_what_bots_wait_for_disks_is_on_the_record_and_charged() -> None:
    plan = plan_of("classic,players=2,turn_limit=6")
    seats = [StandIn(1), StandIn(2)]
    seats[1].disk_share = 0.5
    seats[1].fails_at[2] = Failure(Fault(Termination.CRASH, "Its process ended."), TimeSpent(8, 0, 0, 5))
    record = record_of(plan, referee(plan, seats))
    assert verify(record) == []
    asked = [one for one in record.decisions if not one.house]
    assert [one.disk_ns for one in asked] == [one.wall_ns // 2 * one.seat for one in asked]
    assert all(one.charged_ns == one.wall_ns for one in asked)
    assert [seat.disk_ns for seat in record.seats] == [0, 5]


def test_ids_are_unique_in_a_match_and_go_on_from_game_to_game() -> None:
    seats = [StandIn(1), StandIn(2)]
    first = referee(plan_of("classic,players=2,turn_limit=6"), seats)
    referee(plan_of("classic,players=2,turn_limit=6", game=2), seats, first_id=first.last_id)
    ids = sorted(decision.id for seat in seats for decision in seat.decisions)
    assert ids == list(range(1, len(ids) + 1))


@pytest.mark.parametrize("faulted", [0, 1])
def test_two_players_a_fault_forfeits(faulted: int) -> None:
    plan = plan_of("classic,players=2")
    seats = [StandIn(1), StandIn(2)]
    seats[faulted].fails_at[3] = CRASH
    played = referee(plan, seats)
    assert played.ranks == ([2, 1] if faulted == 0 else [1, 2])
    assert played.terminations[faulted] is Termination.CRASH
    assert played.terminations[1 - faulted] is Termination.NORMAL
    assert not any(decision.house for decision in played.decisions)
    assert seats[1 - faulted].told[-1].game_over.terminations[faulted] == pb.TERMINATION_CRASH
    assert not seats[faulted].told[-1].HasField("game_over")
    assert verify(record_of(plan, played)) == []


@pytest.mark.parametrize("players", [3, 4, 6])
def test_more_players_the_house_plays_on_for_a_fault(players: int) -> None:
    plan = plan_of(f"classic,players={players}")
    seats = [StandIn(seed) for seed in range(players)]
    seats[1].fails_at[2] = CRASH
    played = referee(plan, seats)
    record = record_of(plan, played)
    assert verify(record) == []
    assert played.ranks[1] == players
    assert sorted(set(played.ranks) - {players})[0] == 1
    assert len(seats[1].decisions) == 2
    house = [(number, one) for number, one in enumerate(played.decisions, start=1) if one.house]
    assert house
    assert {one.seat for _, one in house} == {1}
    # The request that the bot failed at is the one that the house answers first; it is asked nothing more.
    assert house[0][1].id == seats[1].decisions[-1].id
    assert {one.id for _, one in house[1:]} == {0}
    assert conversation(record, house[0][0]).messages[-1].decision == seats[1].decisions[-1]


def test_two_seats_that_fail_share_the_last_rank() -> None:
    plan = plan_of("classic,players=4")
    seats = [StandIn(seed) for seed in range(4)]
    seats[0].fails_at[2] = CRASH
    seats[3].fails_at[1] = CRASH
    played = referee(plan, seats)
    assert played.ranks[0] == played.ranks[3] == 3
    assert sorted((played.ranks[1], played.ranks[2])) in ([1, 2], [1, 1])
    assert verify(record_of(plan, played)) == []


def test_when_no_bot_is_left_the_game_ends() -> None:
    plan = plan_of("classic,players=3")
    seats = [StandIn(seed, fails_at={1: CRASH}) for seed in range(3)]
    played = referee(plan, seats)
    assert played.ranks == [1, 1, 1]
    assert len(played.decisions) < 20
    assert verify(record_of(plan, played)) == []


@pytest.mark.parametrize("termination", WRONG)
def test_a_wrong_choice_is_a_fault_with_a_sentence(termination: Termination) -> None:
    plan = plan_of("classic,players=2")
    seats = [StandIn(1, says={1: WRONG[termination]}), StandIn(2)]
    played = referee(plan, seats)
    assert played.faults.keys() <= {0}
    assert played.faults[0].termination is termination
    assert played.faults[0].sentence.startswith("Decision ")
    assert verify(record_of(plan, played)) == []


def test_a_seat_that_failed_at_the_start_is_never_spoken_to() -> None:
    plan = plan_of("classic,players=3")
    fault = Fault(Termination.STALLED_START, "It did not say hello within 1 s.")
    seats = [StandIn(1), StandIn(2), StandIn(3)]
    played = referee(plan, seats, faults={0: fault})
    assert seats[0].told == []
    assert played.ranks[0] == 3
    assert {one.id for one in played.decisions if one.seat == 0} == {0}
    assert verify(record_of(plan, played)) == []


def test_what_nobody_asked_for_is_found_at_the_end() -> None:
    plan = plan_of("classic,players=2,turn_limit=2")
    fault = Fault(Termination.PROTOCOL, "It sent a message that nobody had asked for.")
    played = referee(plan, [StandIn(1), StandIn(2, unasked_fault=fault)])
    assert played.terminations == [Termination.NORMAL, Termination.PROTOCOL]
    assert played.ranks == [1, 2]
