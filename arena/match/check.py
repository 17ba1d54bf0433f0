"""Is a bot fit to play? Manifest, build, start, handshake, whole games, time and exit, step by step."""

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from arena.match.ask import EXIT_S, Question, ask_bot
from arena.match.bot_process import BotProcess
from arena.match.build import BuildFailed, build_bot
from arena.match.duplicates import Seating, game_salt, game_seed
from arena.match.manifest import Bot, ManifestError
from arena.match.recording_sandbox import RecordingSandbox
from arena.match.session import Session
from arena.match.settings import MatchSettings, MatchTerms
from arena.proto import arena_pb2 as pb
from arena.record import GameClock, GameRecord, Termination, TimeControl
from arena.referee import Fault, HostFailure, run_to_end
from arena.rules import GameConfig
from arena.sandbox import Limits, Process
from arena.units import SECOND_NS
from arena.wire import conversation, conversation_json


@dataclass(frozen=True, slots=True)
class CheckPlan:
    """What a bot is to show: in each configuration a match against copies of itself."""

    folder: Path
    configs: tuple[GameConfig, ...]
    games: int
    control: TimeControl
    limits: Limits = field(default_factory=Limits)
    seed: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    logs: Path | None = None  # where logs and the requests that were failed are kept


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One thing that was tried; `detail` says what was seen, or why it is not good enough, and `notes` what may help."""

    name: str
    ok: bool
    detail: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FailedRequest:
    """Where a bot failed in a game: the decision, counted from 1, and everything that its seat was sent up to it."""

    seat: int
    decision: int
    messages: pb.Conversation


def check_bot(
    plan: CheckPlan, sandbox: RecordingSandbox, report: Callable[[CheckStep], None]
) -> list[CheckStep]:
    """Try everything, and tell of each step as soon as it is done. What the host breaks is a HostFailure."""
    steps: list[CheckStep] = []

    def done(step: CheckStep) -> bool:
        steps.append(step)
        report(step)
        return step.ok

    try:
        bot = Bot.load(plan.folder)
    except ManifestError as error:
        done(CheckStep("manifest", False, str(error)))
        return steps
    done(CheckStep("manifest", True, bot.identity + (f", {bot.language}" if bot.language else "")))
    try:
        made = build_bot(bot, sandbox)
    except BuildFailed as error:
        done(CheckStep("build", False, str(error)))
        return steps
    done(CheckStep("build", True, made.told))
    run_to_end(_Checker(plan, sandbox, bot, made.folder, done).run())
    return steps


class _Checker:
    """The steps that need the bot to run."""

    def __init__(
        self,
        plan: CheckPlan,
        sandbox: RecordingSandbox,
        bot: Bot,
        folder: Path,
        done: Callable[[CheckStep], bool],
    ) -> None:
        self._plan = plan
        self._sandbox = sandbox
        self._bot = bot
        self._folder = folder
        self._done = done
        self._records: list[GameRecord] = []
        self._ended: list[Process] = []  # bots that were told that the match is over

    async def run(self) -> None:
        if not await self._starts():
            return
        for config in self._plan.configs:
            await self._plays(config)
        self._time()
        if self._ended:
            self._done(_exit(self._ended))

    async def _starts(self) -> bool:
        fault, took_s = await self._visit()
        runs = CheckStep("start", True, "its process runs")
        if fault is None:
            self._done(runs)
            within = f"hello after {took_s:.1f} s of the {self._plan.limits.start_s:g} s allowed"
            return self._done(CheckStep("handshake", True, within))
        again, _ = await self._visit()
        reason = f"{fault.termination}: {fault.sentence}"
        notes = (_repeated(fault.termination, again, "when it was started again"),)
        if fault.termination in (Termination.CRASH, Termination.MEMORY):
            return self._done(CheckStep("start", False, reason, notes))
        self._done(runs)
        return self._done(CheckStep("handshake", False, reason, notes))

    async def _visit(self) -> tuple[Fault | None, float]:
        """Start the bot, welcome it and send it home."""
        terms = self._terms("start", 0, self._plan.configs[0])
        bot_process = BotProcess(self._sandbox, self._bot, self._folder, terms, 0)
        started = time.monotonic()
        try:
            fault = await bot_process.ready(b"")
            took_s = time.monotonic() - started
            await bot_process.farewell("it was only to start", EXIT_S)
        finally:
            await bot_process.leave()
        return fault, took_s

    async def _plays(self, config: GameConfig) -> None:
        games = self._plan.games
        terms = self._terms(_match_name(config), games, config)
        session = Session(self._sandbox, terms, (self._bot,) * config.players)
        first = len(self._sandbox.launched)
        records: list[GameRecord] = []
        try:
            for number in range(1, games + 1):
                records.append(await session.play(self._pairing(config, number)))
                if _failed(records[-1]):
                    break
        finally:
            await session.close("the check is over", EXIT_S)
        self._records += records
        if records[-1].void:
            raise HostFailure(records[-1].void_reason)
        name = f"game {config}"
        if _failed(records[-1]):
            self._done(await self._fault_step(name, records[-1]))
            return
        self._ended += self._sandbox.launched[first:]
        decisions = sum(len(record.decisions) for record in records)
        scores = ", ".join(":".join(map(str, record.scores)) for record in records)
        count = f"{games} game{'s' if games > 1 else ''} in one match"
        self._done(CheckStep(name, True, f"{count}, {decisions} decisions, scores {scores}"))

    def _pairing(self, config: GameConfig, number: int) -> Seating:
        """A deal of its own for each game: among copies of one bot, the same deal again would say nothing new."""
        seed = self._plan.seed
        order = tuple(range(config.players))
        return Seating(number, number, order, game_seed(seed, number), game_salt(seed, number))

    async def _fault_step(self, name: str, record: GameRecord) -> CheckStep:
        """What went wrong in a game, and whether it goes wrong each time."""
        failed = failed_request(record)
        if failed is None:
            seat = next(seat for seat, one in enumerate(record.seats) if one.failed)
            return CheckStep(
                name, False, f"game {record.game}, before it was asked anything: {_what(record, seat)}"
            )
        where = f"game {record.game}, decision {failed.decision}, seat {failed.seat}"
        question = Question.of(failed.messages)
        again = await ask_bot(self._sandbox, self._bot, self._folder, question, self._plan.limits)
        termination = record.seats[failed.seat].termination
        repeated = _repeated(
            termination, again.fault, "when a fresh copy was asked the same from the game's start"
        )
        return CheckStep(
            name, False, f"{where}: {_what(record, failed.seat)}", (repeated, *self._kept(record, failed))
        )

    def _kept(self, record: GameRecord, failed: FailedRequest) -> tuple[str, ...]:
        """Where the request is that the bot failed."""
        if self._plan.logs is None:
            return ()
        self._plan.logs.mkdir(parents=True, exist_ok=True)
        path = self._plan.logs / f"{record.match}-{record.game}-{failed.decision}.request.json"
        path.write_text(conversation_json(failed.messages) + "\n", encoding="utf-8")
        return (f"the request: {path}",)

    def _time(self) -> None:
        wall_ns = [
            one.wall_ns for record in self._records for one in record.decisions if not one.house and one.id
        ]
        if not wall_ns:
            return
        mean, p99, worst = (
            f"{value / 1e6:.1f}" for value in (np.mean(wall_ns), np.percentile(wall_ns, 99), max(wall_ns))
        )
        least_s = min(_least_left_ns(record) for record in self._records) / SECOND_NS
        bank_s = self._plan.control.bank_ns / SECOND_NS
        late = any(one.termination == Termination.TIMEOUT for record in self._records for one in record.seats)
        margin = (
            f"the bank of {bank_s:g} s never fell below {least_s:.2f} s" if not late else "the time ran out"
        )
        figures = f"{mean} ms a decision on average, p99 {p99} ms, worst {worst} ms"
        self._done(CheckStep(f"time {self._plan.control}", not late, f"{figures}; {margin}"))

    def _terms(self, match: str, games: int, config: GameConfig) -> MatchTerms:
        settings = MatchSettings(config, self._plan.control, self._plan.limits)
        return MatchTerms(match, games, settings, logs=self._plan.logs)


def failed_request(record: GameRecord) -> FailedRequest | None:
    """The first request that a bot failed in a game; None if it failed before it was asked anything."""
    faulty = [seat for seat, one in enumerate(record.seats) if one.failed]
    numbered = list(enumerate(record.decisions, start=1))
    for number, decision in numbered:
        if decision.house and decision.id:
            return FailedRequest(decision.seat, number, conversation(record, number))
    beyond = len(record.decisions) + 1
    try:
        messages = conversation(record, beyond)
        return FailedRequest(messages.messages[0].game_start.seat, beyond, messages)
    except ValueError:  # the game was over: what it did wrong came after an answer
        for number, decision in reversed(numbered):
            if decision.seat in faulty and decision.id:
                return FailedRequest(decision.seat, number, conversation(record, number))
    return None


def _failed(record: GameRecord) -> bool:
    return record.void or any(one.failed for one in record.seats)


def _what(record: GameRecord, seat: int) -> str:
    one = record.seats[seat]
    return f"{one.termination}: {one.sentence}"


def _repeated(termination: str, again: Fault | None, when: str) -> str:
    if again is None:
        return f"it did not happen again {when}"
    if again.termination == termination:
        return f"it happened again {when}"
    return f"it was another fault {when}, {again.termination}: {again.sentence}"


def _exit(ended: Sequence[Process]) -> CheckStep:
    for process in ended:
        evidence = process.kill()
        if evidence.killed_by_us:
            return CheckStep("exit", False, f"it was still there {EXIT_S:g} s after the match was over")
        if evidence.exit_status != 0:
            return CheckStep(
                "exit", False, f"after the match it left with exit status {evidence.exit_status}, not 0"
            )
    return CheckStep("exit", True, "it left with exit status 0 when the match was over")


def _least_left_ns(record: GameRecord) -> int:
    """The smallest bank that a seat had in a game after any of its answers."""
    clock = GameClock(TimeControl.parse(record.time_control), len(record.seats))
    least = clock.control.bank_ns
    for decision in record.decisions:
        if not decision.house:
            clock.charge(decision.seat, decision.wall_ns)
            least = min(least, clock.bank_ns[decision.seat])
    return least


def _match_name(config: GameConfig) -> str:
    return f"check-{config}".replace("=", "").replace(",", "-")
