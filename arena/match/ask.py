"""What does a bot answer to a recorded request? It is asked the whole game up to there again."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.match.bot_process import BotProcess
from arena.match.manifest import Bot
from arena.match.recording_sandbox import RecordingSandbox
from arena.match.settings import MatchSettings, MatchTerms
from arena.proto import arena_pb2 as pb
from arena.record import Allowance, Termination, TimeControl, TimeSpent
from arena.referee import BotSeat, DecisionRequest, Failure, Fault, Reply
from arena.rules import Action, DealError, Event, Observation, Refusal, Rng, determinize
from arena.sandbox import Limits
from arena.units import SECOND_NS
from arena.wire import WireError, action_from_wire, event_from_wire, observation_from_wire

EXIT_S = 3.0


class AskError(ValueError):
    """A file that holds no request; the text says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request as it can be put to a bot: everything that its seat was sent in the game, the decision in question last."""

    start: pb.GameStart
    decisions: tuple[pb.Decision, ...]
    observation: Observation
    history: tuple[Event, ...]
    legal: tuple[Action, ...]

    @staticmethod
    def of(conversation: pb.Conversation) -> "Question":
        """The question that a conversation ends with; AskError if it does not begin and end as it should."""
        start, *rest = conversation.messages or [pb.ToBot()]
        if start.WhichOneof("message") != "game_start":
            raise AskError("messages[0]: is not game_start, as `arena replay request` writes it")
        for number, message in enumerate(rest, start=1):
            if message.WhichOneof("message") != "decision":
                raise AskError(f"messages[{number}]: is not a decision")
            if len(message.decision.bank_ns) <= start.game_start.seat:
                raise AskError(f"messages[{number}].decision.bank_ns: has nothing for the seat that is asked")
        if not rest:
            raise AskError("messages: there is no decision after game_start")
        decisions = tuple(message.decision for message in rest)
        try:
            events = [event_from_wire(event) for decision in decisions for event in decision.events]
            observation = observation_from_wire(decisions[-1].observation)
            legal = tuple(action_from_wire(action) for action in decisions[-1].legal)
        except WireError as error:
            raise AskError(str(error)) from None
        return Question(start.game_start, decisions, observation, tuple(events), legal)

    @property
    def control(self) -> TimeControl:
        """The time control, as far as it can be seen: the seat's bank before its first decision, and the increment."""
        first = self.decisions[0]
        return TimeControl(first.bank_ns[self.start.seat], first.increment_ns)

    def allowance_ns(self, number: int) -> int:
        """How long the seat had for a decision, counted from 0."""
        decision = self.decisions[number]
        return int(decision.bank_ns[self.start.seat] + decision.increment_ns)

    def judge(self, answer: pb.Answer) -> Action | Fault:
        """The action that was chosen for the decision in question, if it means something and is legal."""
        request = DecisionRequest(self.decisions[-1].id, str(self.observation.decision), self.legal)
        return request.judge(answer, self._check)

    def _check(self, action: Action) -> Refusal | None:
        """Whether an action is legal depends only on what its seat sees, so any state that looks the same will do."""
        try:
            return determinize(self.observation, list(self.history), Rng(0)).check(action)
        except (ValueError, DealError) as error:
            raise AskError(f"the events and the observation do not fit together: {error}") from None


@dataclass(frozen=True, slots=True)
class Asked:
    """What came back. If `fault` is set before the last decision, `decision` says at which one, counted from 1; 0 is the start."""

    decision: int
    action: Action | None
    fault: Fault | None
    spent: TimeSpent
    charged_ns: int
    log: str  # what the bot wrote to stdout and stderr, safe to print


async def ask_bot(
    sandbox: RecordingSandbox,
    bot: Bot,
    folder: Path,
    question: Question,
    limits: Limits,
    wait_s: float | None = None,
    env: Mapping[str, str] | None = None,
) -> Asked:
    """Start the bot and put the question; it may take as long as its clock allowed then, or as long as is said here.

    `env` is added to its environment.
    """
    settings = MatchSettings(question.observation.config, question.control, limits)
    terms = MatchTerms("ask", 1, settings)
    bot_process = BotProcess(sandbox, bot, folder, terms, 0, env)
    started = len(sandbox.launched)
    try:
        decision, reply = await _put(bot_process, question, wait_s)
        if isinstance(reply, Reply):
            await bot_process.farewell("that was all", EXIT_S)
    finally:
        await bot_process.leave()
    log = "".join(
        capture.log().text()
        for process in sandbox.launched[started:]
        for capture in (process.stdout, process.stderr)
    )
    verdict = reply.fault if isinstance(reply, Failure) else question.judge(reply.answer)
    action, fault = (None, verdict) if isinstance(verdict, Fault) else (verdict, None)
    charged_ns = Allowance(0).charged_ns(reply.spent)
    return Asked(decision, action, fault, reply.spent, charged_ns, log)


async def _put(
    bot_process: BotProcess, question: Question, wait_s: float | None
) -> tuple[int, Reply | Failure]:
    """Everything that the seat was sent, in its order; what it answers on the way need only be an answer."""
    fault = await bot_process.ready(question.start.commitment)
    player = bot_process.player
    if fault is not None or player is None:
        return 0, Failure(fault or Fault(Termination.CRASH, "It was not there."))
    await player.tell(pb.ToBot(game_start=question.start).SerializeToString())
    *before, last = range(len(question.decisions))
    for index in before:
        reply = await _answer(player, question, index, wait_s)
        if isinstance(reply, Failure):
            return index + 1, reply
    reply = await _answer(player, question, last, wait_s)
    unasked = player.unasked()
    return last + 1, reply if unasked is None else Failure(unasked, reply.spent)


async def _answer(player: BotSeat, question: Question, index: int, wait_s: float | None) -> Reply | Failure:
    decision = question.decisions[index]
    allowance_ns = question.allowance_ns(index) if wait_s is None else int(wait_s * SECOND_NS)
    question_bytes = pb.ToBot(decision=decision).SerializeToString()
    return await player.ask(question_bytes, decision.id, Allowance(allowance_ns))
