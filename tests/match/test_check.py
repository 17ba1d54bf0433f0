"""Does the check of a bot pass a good one, and say of a bad one what is wrong and whether it is so each time?"""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match import check
from arena.match.bot_process import BotProcess
from arena.match.check import CheckPlan, CheckStep, check_bot, failed_request
from arena.match.deals import Seating
from arena.match.manifest import Bot
from arena.match.recording_sandbox import RecordingSandbox
from arena.match.session import Session
from arena.match.settings import MatchSettings
from arena.match.trial_start import NotStarted, refuse_unless_started
from arena.record import GameRecord, Termination, TimeControl
from arena.referee import Fault, run_to_end
from arena.rules import GameConfig
from arena.sandbox import Limits
from arena.wire import read_conversation
from tests.record.records import played_record

FAKE = Path(__file__).parents[1] / "fakes" / "bot.py"
SHORT = "classic,players=2,turn_limit=6"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[RecordingSandbox]:
    with RecordingSandbox.open(no_sandbox=True) as opened:
        yield opened


def fake(folder: Path, *arguments: str, run: str | None = None, more: str = "") -> Path:
    """A bot that misbehaves as told."""
    bot = folder / "fake"
    bot.mkdir()
    shutil.copy(FAKE, bot)
    command = ["python3", "bot.py", *arguments] if run is None else ["sh", "-c", run]
    (bot / "bot.toml").write_text(f'name = "fake"\nrun = {command}\n{more}', encoding="utf-8")
    return bot


def checked(
    sandbox: RecordingSandbox,
    folder: Path,
    *rules: str,
    games: int = 1,
    time: str = "30+0",
    start_s: float = 10.0,
    logs: Path | None = None,
) -> dict[str, CheckStep]:
    """The steps by name, in their order; each must have been told of."""
    control, limits = TimeControl.parse(time), Limits(start_s=start_s)
    settings = tuple(MatchSettings(GameConfig.parse(text), control, limits) for text in rules or (SHORT,))
    plan = CheckPlan(folder, settings, games, b"seed", logs)
    told: list[CheckStep] = []
    steps = check_bot(plan, sandbox, told.append)
    assert told == steps
    return {step.name: step for step in steps}


def test_a_good_bot_passes_every_step(sandbox: RecordingSandbox, tmp_path: Path) -> None:
    three = "classic+vizier,players=3,turn_limit=6"
    steps = checked(sandbox, fake(tmp_path), SHORT, three, games=2)
    assert list(steps) == [
        "manifest",
        "build",
        "start",
        "handshake",
        f"game {SHORT}",
        f"game {three}",
        "time 30+0",
        "exit",
    ]
    assert all(step.ok and not step.notes for step in steps.values())
    assert steps["manifest"].detail.startswith("fake@")
    assert steps["build"].detail == "nothing to build"
    assert steps[f"game {SHORT}"].detail.startswith("2 games in one match, ")
    assert steps["exit"].detail == "it left with exit status 0 when the match was over"


@pytest.mark.parametrize("rules", [SHORT, "classic,players=3,turn_limit=6"])
def test_a_fault_that_happens_each_time_is_said_to(
    sandbox: RecordingSandbox, tmp_path: Path, rules: str
) -> None:
    logs = tmp_path / "logs"
    steps = checked(sandbox, fake(tmp_path, "--illegal-at", "2"), rules, logs=logs)
    step = steps[f"game {rules}"]
    assert not step.ok
    assert "illegal action: Decision" in step.detail
    assert "'give' does not answer the decision" in step.detail
    repeated, request, heading, *log = step.notes
    assert repeated == "it happened again when a fresh copy was asked the same from the game's start"
    messages = read_conversation(Path(request.removeprefix("the request: ")).read_bytes()).messages
    assert [message.WhichOneof("message") for message in messages] == ["game_start", "decision", "decision"]
    assert f"seat {messages[0].game_start.seat}: " in step.detail
    assert (heading, log) == ("its log:", ["  game 1"])
    assert steps["time 30+0"].ok
    assert "exit" not in steps


def test_a_fault_that_does_not_happen_each_time_is_said_to(sandbox: RecordingSandbox, tmp_path: Path) -> None:
    # The twelfth decision of the match is not in its first game, and asking one game again never gets so far.
    steps = checked(sandbox, fake(tmp_path, "--crash-at", "12"), games=9)
    step = steps[f"game {SHORT}"]
    assert not step.ok
    assert not step.detail.startswith("game 1, ")
    assert step.detail.endswith("crash: Its process ended while it was asked.")
    repeated, heading, *log = step.notes
    assert repeated == "it did not happen again when a fresh copy was asked the same from the game's start"
    assert (heading, log[-1]) == ("its log:", "  boom: this bot crashed on purpose")


def test_a_traceback_is_shown_line_by_line_to_its_end(sandbox: RecordingSandbox, tmp_path: Path) -> None:
    """And the sentence of the fault, which is one line, has the last of them."""
    folder = fake(tmp_path)
    deep = "".join(f"def f{n}(): f{n + 1}()\n" for n in range(12)) + "def f12(): 1 / 0\nf0()\n"
    (folder / "bot.py").write_text(deep, encoding="utf-8")
    step = checked(sandbox, folder)["start"]
    assert step.detail == "crash: Its process ended before it said hello."
    again, heading, *lines = step.notes
    assert again == "it happened again when it was started again"
    assert (heading, len(lines)) == ("the last 15 lines of its log:", 15)
    assert lines[-1] == "  ZeroDivisionError: division by zero"
    assert any(line.endswith('bot.py", line 13, in f12') for line in lines)
    assert not any(" / " in line for line in lines if "1 / 0" not in line)
    settings = MatchSettings(GameConfig.parse(SHORT), TimeControl.parse("30+0"))
    with pytest.raises(NotStarted, match=r"^fake does not start\. .*: ZeroDivisionError: division by zero$"):
        run_to_end(refuse_unless_started(sandbox, [Bot.load(folder)], settings))


def test_a_fault_after_the_last_answer_is_found_at_that_answer() -> None:
    record = played_record("classic,players=2,turn_limit=9")
    seat = 1 - record.decisions[-1].seat
    seats = [*record.seats]
    seats[seat] = replace(seats[seat], termination=Termination.PROTOCOL, sentence="It sent too much.")
    failed = failed_request(replace(record, seats=tuple(seats)))
    assert failed is not None
    own = [number for number, decision in enumerate(record.decisions, start=1) if decision.seat == seat]
    assert (failed.seat, failed.decision) == (seat, own[-1])
    assert failed.messages.messages[-1].decision.id == record.decisions[own[-1] - 1].id


def test_who_never_sat_down_failed_no_request() -> None:
    record = played_record("classic,players=2", stop_after=0)
    seats = tuple(replace(one, termination=Termination.STALLED_START) for one in record.seats)
    assert failed_request(replace(record, seats=seats)) is None


def test_time_that_runs_out_fails_the_time_step(sandbox: RecordingSandbox, tmp_path: Path) -> None:
    steps = checked(sandbox, fake(tmp_path, "--stall-at", "2"), time="0.5+0")
    assert "timeout: No answer came within the 0." in steps[f"game {SHORT}"].detail
    assert not steps["time 0.5+0"].ok
    assert steps["time 0.5+0"].detail.endswith("; the time ran out")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy host is not waited for."""
    monkeypatch.setattr(check, "QUIET_S", 0.1)


class LateAtFirst(Session):
    """The first game that is played is lost on time, as if the host had been busy."""

    games = 0

    async def play(self, seating: Seating) -> GameRecord:
        record = await super().play(seating)
        LateAtFirst.games += 1
        if LateAtFirst.games > 1:
            return record
        late = replace(record.seats[0], termination=Termination.TIMEOUT, sentence="No answer came.")
        return replace(record, seats=(late, *record.seats[1:]))


def test_a_bot_that_was_late_once_is_tried_again_and_passes(
    sandbox: RecordingSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control is a bot that is late again, which is refused (above)."""
    LateAtFirst.games = 0
    monkeypatch.setattr(check, "Session", LateAtFirst)
    steps = checked(sandbox, fake(tmp_path))
    assert [name for name, step in steps.items() if not step.ok] == []
    (played,) = [step for name, step in steps.items() if name.startswith("game")]
    assert played.notes == ("only at first, in game 1: No answer came.",)


def test_a_bot_that_was_slow_to_start_once_is_started_again_and_passes(
    sandbox: RecordingSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts = iter((Fault(Termination.STALLED_START, "It did not say hello within 10 s."),))
    ready = BotProcess.ready

    async def slow_once(self: BotProcess, deal: bytes) -> Fault | None:
        return next(starts, None) or await ready(self, deal)

    monkeypatch.setattr(BotProcess, "ready", slow_once)
    steps = checked(sandbox, fake(tmp_path))
    assert [name for name, step in steps.items() if not step.ok] == []
    assert steps["handshake"].notes == ("only at first stalled start: It did not say hello within 10 s.",)


def test_the_time_that_was_taken_is_told(sandbox: RecordingSandbox, tmp_path: Path) -> None:
    steps = checked(sandbox, fake(tmp_path, "--late-at", "2", "--late-s", "0.4"), time="30+0")
    told = steps["time 30+0"]
    assert told.ok
    worst_ms = float(told.detail.split("worst ")[1].split(" ms")[0])
    least_s = float(told.detail.split("never fell below ")[1].split(" s")[0])
    assert 400 <= worst_ms < 10_000
    assert least_s <= 29.6


@pytest.mark.parametrize(
    ("start", "step", "reason", "start_s"),
    [
        (
            "crash",
            "start",
            "crash: Its process ended before it said hello.",
            10,
        ),
        ("token", "handshake", "protocol: At the start: the token is not this seat's.", 10),
        ("never", "handshake", "stalled start: It did not say hello within 0.8 s: ", 0.8),
    ],
)
def test_a_bot_that_does_not_get_to_the_table(
    sandbox: RecordingSandbox, tmp_path: Path, start: str, step: str, reason: str, start_s: float
) -> None:
    steps = checked(sandbox, fake(tmp_path, "--start", start), start_s=start_s)
    assert list(steps)[-1] == step
    assert [name for name, one in steps.items() if not one.ok] == [step]
    assert steps[step].detail.startswith(reason)
    assert steps[step].notes[0] == "it happened again when it was started again"
    assert ("  this bot does not even start" in steps[step].notes) == (start == "crash")


def test_a_wrong_manifest_names_the_key(sandbox: RecordingSandbox, tmp_path: Path) -> None:
    steps = checked(sandbox, fake(tmp_path, more="colour = 1\n"))
    assert list(steps) == ["manifest"]
    assert not steps["manifest"].ok
    assert "bot.toml: colour: no such key" in steps["manifest"].detail


def test_a_build_that_fails(
    sandbox: RecordingSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    steps = checked(sandbox, fake(tmp_path, more='build = ["sh", "-c", "echo no such compiler; exit 7"]\n'))
    assert list(steps) == ["manifest", "build"]
    assert steps["build"] == CheckStep(
        "build", False, "fake: the build failed with exit status 7: no such compiler"
    )


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        ("exit 3", "after the match it left with exit status 3, not 0"),
        ("sleep 60", "it was still there 0.5 s after the match was over"),
    ],
)
def test_a_bot_that_does_not_leave_cleanly(
    sandbox: RecordingSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: str, reason: str
) -> None:
    if last != "exit 3":  # that one is given its time
        monkeypatch.setattr("arena.match.check.EXIT_S", 0.5)
    steps = checked(sandbox, fake(tmp_path, run=f"python3 bot.py; {last}"))
    assert [name for name, step in steps.items() if not step.ok] == ["exit"]
    assert steps["exit"].detail == reason
