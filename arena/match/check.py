"""Is a bot fit to play? Manifest, build, start, handshake, whole games, time and exit, step by step."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from arena.match.ask import EXIT_S, Question, ask_bot
from arena.match.build import BuildFailed, build_bot
from arena.match.deals import fresh_deals, seat_orders
from arena.match.host_load import HostWatch, quiet_moment
from arena.match.manifest import Bot, ManifestError
from arena.match.recording_sandbox import RecordingSandbox
from arena.match.session import Session
from arena.match.settings import MatchSettings, MatchTerms
from arena.match.trial_start import trial_start
from arena.proto import arena_pb2 as pb
from arena.record import GameClock, GameRecord, Termination, TimeControl
from arena.referee import LAST_WORDS, Fault, HostFailure, run_to_end
from arena.rules import GameConfig
from arena.sandbox import Process
from arena.units import SECOND_NS
from arena.wire import conversation, conversation_json

TIME_FAULTS = (Termination.TIMEOUT, Termination.STALLED_START)
QUIET_S = 60.0  # for a busy host to become quiet, before a bot that was too slow is tried again
LOG_LINES = 15


@dataclass(frozen=True, slots=True)
class CheckPlan:
    """What a bot is to show: a match against copies of itself under each of these settings, which differ only in their rules."""

    folder: Path
    settings: tuple[MatchSettings, ...]
    games: int
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
        self._first = plan.settings[0]
        self._sandbox = sandbox
        self._bot = bot
        self._folder = folder
        self._done = done
        self._records: list[GameRecord] = []
        self._ended: list[Process] = []  # bots that were told that the match is over

    async def run(self) -> None:
        if not await self._starts():
            return
        for settings in self._plan.settings:
            await self._plays(settings)
        self._time()
        if self._ended:
            self._done(await self._leaves())

    async def _starts(self) -> bool:
        first = len(self._sandbox.launched)
        fault, took_s = await self._visit()
        runs = CheckStep("start", True, "its process runs")
        if fault is None:
            self._done(runs)
            return self._done(CheckStep("handshake", True, self._within(took_s)))
        if fault.termination in TIME_FAULTS:
            await self._quiet_moment()
        again, took_s = await self._visit()
        log = _log_lines(self._sandbox.launched[first])
        reason = f"{fault.termination}: {_without_words(fault.sentence, log)}"
        if fault.termination in TIME_FAULTS and again is None:
            self._done(runs)
            return self._done(
                CheckStep("handshake", True, self._within(took_s), (f"only at first {reason}",))
            )
        notes = (_repeated(fault.termination, again, "when it was started again"), *log)
        if fault.termination in (Termination.CRASH, Termination.MEMORY):
            return self._done(CheckStep("start", False, reason, notes))
        self._done(runs)
        return self._done(CheckStep("handshake", False, reason, notes))

    def _within(self, took_s: float) -> str:
        return f"hello after {took_s:.1f} s of the {self._first.limits.start_s:g} s allowed"

    async def _quiet_moment(self) -> None:
        """Before a time fault is tried again: wait until other programs leave the host in peace, but not for ever."""
        load = HostWatch().look()
        if load.busy:
            waits = f"the host is busy ({load}): waiting up to {QUIET_S:g} s for a quiet moment to try again"
            self._done(CheckStep("wait", True, waits))
            await quiet_moment(QUIET_S)

    async def _visit(self) -> tuple[Fault | None, float]:
        """Start the bot, welcome it and send it home."""
        terms = self._terms("start", 0, self._first)
        return await trial_start(self._sandbox, self._bot, self._folder, terms, EXIT_S)

    async def _plays(self, settings: MatchSettings) -> None:
        records, processes = await self._match(settings)
        notes: tuple[str, ...] = ()
        late = _time_fault(records[-1])
        if late is not None:
            await self._quiet_moment()
            notes = (f"only at first, in game {records[-1].game}: {late}",)
            records, processes = await self._match(settings)
        self._records += records
        config = settings.config
        name = f"game {config}"
        if _failed(records[-1]):
            log = _log_lines(_failed_process(records[-1], processes))
            self._done(await self._fault_step(name, records[-1], log))
            return
        self._ended += processes
        decisions = sum(len(record.decisions) for record in records)
        scores = ", ".join(":".join(map(str, record.scores)) for record in records)
        count = f"{len(records)} game{'s' if len(records) > 1 else ''} in one match"
        self._done(CheckStep(name, True, f"{count}, {decisions} decisions, scores {scores}", notes))

    async def _match(self, settings: MatchSettings) -> tuple[list[GameRecord], list[Process]]:
        """Games up to the first fault, and the processes that played them."""
        games, config = self._plan.games, settings.config
        terms = self._terms(_match_name(config), games, settings)
        session = Session(self._sandbox, terms, (self._bot,) * config.players)
        first = len(self._sandbox.launched)
        records: list[GameRecord] = []
        try:
            # Among copies of one bot, the same deal again would say nothing new.
            for seating in fresh_deals(config.players, games, self._plan.seed):
                records.append(await session.play(seating))
                if _failed(records[-1]):
                    break
        finally:
            await session.close("the check is over", EXIT_S)
        if records[-1].void:
            raise HostFailure(records[-1].void_reason)
        return records, self._sandbox.launched[first:]

    async def _leaves(self) -> CheckStep:
        """Whether the bot ends by itself when the match is over; one that was slow to is tried once more."""
        step = _exit(self._ended)
        if not any(process.kill().killed_by_us for process in self._ended):
            return step
        await self._quiet_moment()
        _, processes = await self._match(self._first)
        return _exit(processes)

    async def _fault_step(self, name: str, record: GameRecord, log: tuple[str, ...]) -> CheckStep:
        """What went wrong in a game, whether it goes wrong each time, and the end of the bot's log."""
        failed = failed_request(record)
        if failed is None:
            seat = next(seat for seat, one in enumerate(record.seats) if one.failed)
            what = _without_words(_what(record, seat), log)
            return CheckStep(name, False, f"game {record.game}, before it was asked anything: {what}", log)
        where = f"game {record.game}, decision {failed.decision}, seat {failed.seat}"
        question = Question.of(failed.messages)
        again = await ask_bot(self._sandbox, self._bot, self._folder, question, self._first.limits)
        termination = record.seats[failed.seat].termination
        repeated = _repeated(
            termination, again.fault, "when a fresh copy was asked the same from the game's start"
        )
        what = _without_words(_what(record, failed.seat), log)
        notes = (repeated, *self._kept(record, failed), *log)
        return CheckStep(name, False, f"{where}: {what}", notes)

    def _kept(self, record: GameRecord, failed: FailedRequest) -> tuple[str, ...]:
        """Where the request is that the bot failed."""
        if self._plan.logs is None:
            return ()
        self._plan.logs.mkdir(parents=True, exist_ok=True)
        path = self._plan.logs / f"{record.match}-{record.game}-{failed.decision}.request.json"
        path.write_text(conversation_json(failed.messages) + "\n", encoding="utf-8")
        return (f"the request: {path}",)

    def _time(self) -> None:
        charged_ns = [
            one.charged_ns for record in self._records for one in record.decisions if not one.house and one.id
        ]
        if not charged_ns:
            return
        mean, p99, worst = (
            f"{value / 1e6:.1f}"
            for value in (np.mean(charged_ns), np.percentile(charged_ns, 99), max(charged_ns))
        )
        least_s = min(_least_left_ns(record) for record in self._records) / SECOND_NS
        bank_s = self._first.control.bank_ns / SECOND_NS
        late = any(one.termination == Termination.TIMEOUT for record in self._records for one in record.seats)
        margin = (
            f"the bank of {bank_s:g} s never fell below {least_s:.2f} s" if not late else "the time ran out"
        )
        figures = f"{mean} ms a decision on average, p99 {p99} ms, worst {worst} ms"
        self._done(CheckStep(f"time {self._first.control}", not late, f"{figures}; {margin}"))

    def _terms(self, match: str, games: int, settings: MatchSettings) -> MatchTerms:
        """The bots stay for the whole match, whatever the settings say: how they leave it is looked at."""
        return MatchTerms(match, games, replace(settings, restart=False), logs=self._plan.logs)


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


def _time_fault(record: GameRecord) -> str | None:
    """The sentence of a seat that lost on time, which may be the host's doing."""
    late = [seat.sentence for seat in record.seats if seat.termination in TIME_FAULTS]
    return late[0] if late else None


def _failed_process(record: GameRecord, launched: Sequence[Process]) -> Process:
    """The process of the first seat that failed: they were launched for the first game, in which bot n has seat n."""
    orders = seat_orders(len(record.seats))
    failed = next(seat for seat, one in enumerate(record.seats) if one.failed)
    return launched[orders[(record.game - 1) % len(orders)][failed]]


def _log_lines(process: Process) -> tuple[str, ...]:
    """The end of what a bot wrote on stderr, line by line."""
    lines = process.stderr.log().text().rstrip().splitlines()
    if not lines:
        return ()
    heading = f"the last {LOG_LINES} lines of its log:" if len(lines) > LOG_LINES else "its log:"
    return (heading, *(f"  {line}" for line in lines[-LOG_LINES:]))


def _without_words(sentence: str, log: tuple[str, ...]) -> str:
    """What went wrong, without the bot's last words where its log is shown below."""
    return sentence.partition(LAST_WORDS)[0] if log else sentence


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
            clock.charge(decision.seat, decision.spent)
            least = min(least, clock.bank_ns[decision.seat])
    return least


def _match_name(config: GameConfig) -> str:
    return f"check-{config}".replace("=", "").replace(",", "-")
