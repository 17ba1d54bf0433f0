"""Does every misbehaviour end with its own termination and a sentence, and harm nobody else? Fakes that are real processes."""

import asyncio
from dataclasses import dataclass

import pytest

from arena.match.bot_process import BotProcess
from arena.match.game import house_choice
from arena.record import GameRecord, Termination, is_fault, verify
from arena.referee.fault import Fault
from arena.referee.game import GameReferee
from arena.referee.seat import EmptySeat
from arena.sandbox import Sandbox, procfs
from tests.referee.table import FAKES, SHORT, TERMS, fake, plan_of, play_fakes, record_of, with_time


@dataclass(frozen=True)
class Case:
    """Flags of the fake, how it must end, and what its sentence must say."""

    flags: tuple[str, ...]
    termination: Termination
    sentence: str
    time: str = "20+0.5"
    start_s: float = 10.0


# Decision 1 of the fake is the first of the game, decision 2 the third. An answer too many is seen before the next question
# or taken for its answer, as it comes: the sentences differ.
CASES = {
    "crash": Case(
        ("--crash-at", "2"),
        Termination.CRASH,
        "boom: this bot crashed on purpose",
    ),
    "stall": Case(("--stall-at", "2"), Termination.TIMEOUT, "No answer came within the", "1+0.2"),
    "late": Case(
        ("--late-at", "1", "--late-s", "1.5"), Termination.TIMEOUT, "No answer came within the 0.900 s", "0.8+0.1"
    ),
    "illegal": Case(
        ("--illegal-at", "2"),
        Termination.ILLEGAL_ACTION,
        "Decision 3 (act) was answered with 'give fountain': 'give' does not answer the decision 'act'",
    ),
    "index": Case(("--index-at", "2"), Termination.PROTOCOL, "Decision 3 (act) was answered with a choice that is refused: Answer.index: 10000"),
    "garbage": Case(("--garbage-at", "2"), Termination.PROTOCOL, "Decision 3 was answered with bytes that are no message"),
    "empty": Case(("--empty-at", "2"), Termination.PROTOCOL, "Answer.choice: none of index, action and text is set"),
    "other": Case(("--other-at", "2"), Termination.PROTOCOL, "Decision 3 was asked, and an answer to decision 4 came."),
    "hello": Case(("--hello-at", "2"), Termination.PROTOCOL, "Decision 3 was answered with a second Hello."),
    "twice": Case(("--twice-at", "2"), Termination.PROTOCOL, "asked"),
    "flood": Case(("--flood-at", "2"), Termination.PROTOCOL, "asked"),
    "close": Case(("--close-at", "2"), Termination.DISCONNECTED, "Its stream ended while it was asked, but its process went on"),
    "huge": Case(("--huge-at", "2"), Termination.CRASH, "Its process ended while it was asked."),
    "start crash": Case(("--start", "crash"), Termination.CRASH, "Its process ended before it said hello. Its last words on stderr: this bot does not even start"),
    "start never": Case(("--start", "never"), Termination.STALLED_START, "It did not say hello within 1 s: ", start_s=1.0),
    "start silent": Case(("--start", "silent"), Termination.STALLED_START, "It did not say hello within 2 s: ", start_s=2.0),
    "start token": Case(("--start", "token"), Termination.PROTOCOL, "At the start: the token is not this seat's."),
    "start version": Case(("--start", "version"), Termination.PROTOCOL, "Hello.protocol: 99, but this referee speaks 1"),
    "start garbage": Case(("--start", "garbage"), Termination.PROTOCOL, "At the start: the first message is no FromBot message."),
}  # fmt: skip
HONEST = {"honest": (), "a million lines of log": ("--log-at", "2")}


async def play_against_honest(sandbox: Sandbox) -> dict[str, GameRecord]:
    """Every fake in turn at the first seat, against one and the same honest bot that lives through it all."""
    records = {}
    honest = BotProcess(sandbox, fake(name="honest"), FAKES, TERMS, 1)
    try:
        for number, (name, case) in enumerate(CASES.items(), start=1):
            terms = with_time(case.time, case.start_s)
            bot_process = BotProcess(sandbox, fake(*case.flags), FAKES, terms, 0)
            faults: dict[int, Fault] = {}
            for seat, one in enumerate((bot_process, honest)):
                fault = await one.ready(name.encode())
                if fault is not None:
                    faults[seat] = fault
            assert honest.player is not None
            plan = plan_of(SHORT, case.time, game=number)
            played = await GameReferee(
                plan, [bot_process.player or EmptySeat(), honest.player], house_choice, 0, faults
            ).play()
            records[name] = record_of(plan, played)
            await bot_process.leave()
    finally:
        await honest.farewell("the test is over")
    return records


def test_every_fake_ends_with_its_own_termination(bare: Sandbox) -> None:
    """T3, T8: never connecting, never answering and starting slowly are among them. One test, since one honest bot plays them all.

    What the fakes do takes seconds; the honest bot is charged with far less.
    """
    records = asyncio.run(play_against_honest(bare))
    assert records.keys() == CASES.keys()
    for name, record in records.items():
        case = CASES[name]
        cheat, other = record.seats
        assert cheat.termination is case.termination, f"{name}: {cheat.sentence}"
        assert case.sentence in cheat.sentence, name
        assert cheat.sentence.endswith(".") or "Its last words" in cheat.sentence, name
        assert (other.termination, other.sentence) == (Termination.NORMAL, ""), name
        assert record.ranks == (2, 1), name
        assert verify(record) == [], name
        assert sum(one.wall_ns for one in record.decisions if one.seat == 1) < 700_000_000, name


def test_honest_fakes_have_no_fault(bare: Sandbox) -> None:
    """Control: the same bot without its flags ends its games normally; T12: and with a flood on stderr too."""
    bots = [fake(*flags) for flags in HONEST.values()]
    for record in asyncio.run(play_fakes(bare, bots, games=2)):
        assert [seat.termination for seat in record.seats] == [Termination.NORMAL] * 2
        assert verify(record) == []


def test_three_players_two_faults_and_the_house_plays_on(bare: Sandbox) -> None:
    bots = [fake("--crash-at", "2"), fake(), fake("--other-at", "3")]
    first, second = asyncio.run(play_fakes(bare, bots, "classic,players=3,turn_limit=15", games=2))
    for record in (first, second):  # a bot that failed is started again for the next game
        assert [seat.termination for seat in record.seats] == ["crash", "normal", "protocol"]
        assert record.ranks == (2, 1, 2)
        assert {one.seat for one in record.decisions if one.house} == {0, 2}
        assert verify(record) == []
    assert first.decisions[-1].id < second.decisions[0].id


# What takes all processes or memory only runs where something stops it.
IN_THE_JAIL = {
    "hog": Case(("--hog-at", "2", "--hog-mb", "512"), Termination.MEMORY, "It used more memory than it may, while it was asked."),
    "breed": Case(("--breed-at", "2", "--hog-mb", "512"), Termination.MEMORY, "It used more memory than it may, while it was asked."),
    "breed little": Case(("--breed-at", "2", "--hog-mb", "8"), Termination.NORMAL, ""),
    "fork": Case(("--fork-at", "2"), Termination.NORMAL, ""),
    "crash": Case(("--crash-at", "2"), Termination.CRASH, "this bot crashed on purpose"),
    "stall": Case(("--stall-at", "2"), Termination.TIMEOUT, "No answer came within the", "2+0.2"),
    "garbage": Case(("--garbage-at", "2"), Termination.PROTOCOL, "was answered with bytes that are no message of the protocol."),
    "other": Case(("--other-at", "2"), Termination.PROTOCOL, "was asked, and an answer to decision"),
    "index": Case(("--index-at", "2"), Termination.PROTOCOL, "a choice that is refused: Answer.index: 10000"),
    "illegal": Case(("--illegal-at", "2"), Termination.ILLEGAL_ACTION, "'give' does not answer the decision 'act'"),
    "hello": Case(("--hello-at", "2"), Termination.PROTOCOL, "was answered with a second Hello."),
    **{name: CASES[name] for name in ("twice", "flood", "huge", "empty", "close", "start token")},
}  # fmt: skip


@pytest.mark.parametrize("name", IN_THE_JAIL)
def test_fakes_in_the_sandbox(jailed: Sandbox, name: str) -> None:
    """G5, G7, G14, G15, G17 and all that takes memory; a fork bomb hurts nobody: it hits its limit, and the bot goes on."""
    case = IN_THE_JAIL[name]
    terms = with_time(case.time, memory_mb=160, processes=24)
    (record,) = asyncio.run(play_fakes(jailed, [fake(*case.flags), fake()], terms=terms))
    assert record.tier == 1
    assert record.seats[0].termination is case.termination, record.seats[0].sentence
    assert case.sentence in record.seats[0].sentence
    assert record.seats[1].termination is Termination.NORMAL
    if is_fault(case.termination):
        assert record.ranks == (2, 1)
    assert verify(record) == []
    assert procfs.descendants(jailed.spawner_pid) == [jailed.spawner_pid]
