"""Is a recorded request put to a bot as it was, and is its answer judged by the rules?"""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.match.ask import Asked, AskError, Question, ask_bot
from arena.match.manifest import Bot
from arena.match.recording_sandbox import RecordingSandbox
from arena.proto import arena_pb2 as pb
from arena.record import Termination, replay
from arena.referee.fault import Fault
from arena.rules import Action
from arena.sandbox import Limits
from arena.wire import conversation
from tests.record.records import played_record

FAKE = Path(__file__).parents[1] / "fakes" / "bot.py"
RECORD = played_record("classic,players=3,deal=closed", seed=4)


def test_a_question_is_what_the_seat_was_asked() -> None:
    question = Question.of(conversation(RECORD, 20))
    decided = RECORD.decisions[19]
    own = [one for one in RECORD.decisions[:20] if one.seat == decided.seat]
    assert question.start.seat == decided.seat
    assert [decision.id for decision in question.decisions] == [one.id for one in own]
    assert str(question.control) == "30+0.5"
    spent_ns = sum(one.wall_ns for one in own[:-1])
    increments_ns = 500_000_000 * len(own)
    assert question.allowance_ns(len(own) - 1) == 30_000_000_000 + increments_ns - spent_ns
    for state, decision in replay(RECORD):
        if decision == decided:
            assert question.legal == tuple(state.legal_actions())
            assert list(question.history) == state.history(decided.seat)
            return
    pytest.fail("the decision was not found")


@pytest.mark.parametrize(
    ("messages", "sentence"),
    [
        ([], "messages[0]: is not game_start"),
        ([pb.ToBot(decision=pb.Decision(id=1))], "messages[0]: is not game_start"),
        ([pb.ToBot(game_start=pb.GameStart())], "messages: there is no decision after game_start"),
        ([pb.ToBot(game_start=pb.GameStart()), pb.ToBot()], "messages[1]: is not a decision"),
        (
            [pb.ToBot(game_start=pb.GameStart(seat=1)), pb.ToBot(decision=pb.Decision(id=1, bank_ns=[5]))],
            "messages[1].decision.bank_ns: has nothing for the seat",
        ),
        (
            [pb.ToBot(game_start=pb.GameStart()), pb.ToBot(decision=pb.Decision(id=1, bank_ns=[5, 5]))],
            "rules: edition: '' is not one of classic",
        ),
    ],
)
def test_what_is_no_request_is_refused_by_name(messages: list[pb.ToBot], sentence: str) -> None:
    with pytest.raises(AskError) as refused:
        Question.of(pb.Conversation(messages=messages))
    assert str(refused.value).startswith(sentence)


def overpaid() -> tuple[int, Action]:
    """A decision of the record at which a purchase with a card too many is legal, and that purchase."""
    for number, (state, _) in enumerate(replay(RECORD), start=1):
        legal = state.legal_actions()
        for action in (action for action in legal if action.verb == "buy"):
            for card in state.observe(state.seat).seats[state.seat].hand or ():
                text = f"{action}+{card.value}"
                other = Action.parse(text)
                if other not in legal and state.check(other) is None:
                    return number, other
    raise AssertionError("no such decision in the record")


def test_an_action_outside_the_list_is_judged_by_the_rules() -> None:
    number, payment = overpaid()
    question = Question.of(conversation(RECORD, number))
    assert payment not in question.legal
    assert question.judge(pb.Answer(id=1, text=str(payment))) == payment
    refused = question.judge(pb.Answer(id=1, text="buy 1 with 9+9+9"))
    assert isinstance(refused, Fault)
    assert refused.termination == Termination.ILLEGAL_ACTION
    assert "'buy 1 with 9+9+9': the hand holds" in refused.sentence


def test_a_choice_that_means_nothing_is_a_protocol_fault() -> None:
    question = Question.of(conversation(RECORD, 1))
    size = len(question.legal)
    assert question.judge(pb.Answer(id=1, index=size - 1)) == question.legal[-1]
    refused = question.judge(pb.Answer(id=1, index=size))
    assert isinstance(refused, Fault)
    assert refused.termination == Termination.PROTOCOL
    assert f"Answer.index: {size}, but the {size} actions end at {size - 1}" in refused.sentence


@pytest.fixture(scope="module")
def sandbox() -> Iterator[RecordingSandbox]:
    with RecordingSandbox.open(no_sandbox=True) as opened:
        yield opened


def asked(
    sandbox: RecordingSandbox, folder: Path, number: int, *arguments: str, wait_s: float = 10.0
) -> Asked:
    """What the fake answers to a decision of the record."""
    shutil.copy(FAKE, folder)
    command = ["python3", "bot.py", *arguments]
    (folder / "bot.toml").write_text(f'name = "fake"\nrun = {command}\n', encoding="utf-8")
    bot = Bot.load(folder)
    question = Question.of(conversation(RECORD, number))
    return asyncio.run(ask_bot(sandbox, bot, bot.folder, question, Limits(), wait_s))


def test_a_bot_is_asked_and_its_answer_comes_back(sandbox: RecordingSandbox, tmp_path: Path) -> None:
    question = Question.of(conversation(RECORD, 20))
    came = asked(sandbox, tmp_path, 20)
    assert (came.action, came.fault, came.decision) == (question.legal[0], None, len(question.decisions))
    assert 0 < came.spent.wall_ns < 10_000_000_000


def test_a_fault_on_the_way_there_says_where(sandbox: RecordingSandbox, tmp_path: Path) -> None:
    came = asked(sandbox, tmp_path, 20, "--crash-at", "2")
    assert came.decision == 2
    assert came.action is None
    assert came.fault is not None
    assert came.fault.termination == Termination.CRASH
    assert came.log.endswith("boom: this bot crashed on purpose\n")


def test_a_second_answer_is_found(sandbox: RecordingSandbox, tmp_path: Path) -> None:
    came = asked(sandbox, tmp_path, 20, "--twice-at", "2")
    assert came.fault is not None
    assert came.fault.termination == Termination.PROTOCOL
