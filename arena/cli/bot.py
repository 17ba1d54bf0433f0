"""`arena bot`: start a new bot, assemble it, build it, check it and ask it about a recorded decision."""

import dataclasses
import json
import os
import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.cli.bot_options import (
    DEFAULT,
    DEFAULT_TIME,
    Cores,
    MemoryMb,
    NoSandbox,
    Processes,
    ScratchMb,
    StartS,
    Time,
    refuse_missing_cores,
)
from arena.cli.ending import Failed, HostFailed, Mistake
from arena.cli.options import AsJson, as_typed, refuse_unless_writable
from arena.cli.table import console
from arena.cli.waiting import Phases
from arena.debugger import HOOK, TERMINAL
from arena.match import (
    BOT_NAME,
    BOTKIT,
    Asked,
    AskError,
    Bot,
    BuildFailed,
    CheckPlan,
    CheckStep,
    ManifestError,
    MatchSettings,
    Question,
    RecordingSandbox,
    ask_bot,
    assemble,
    bot_folder,
    build_bot,
    built_folder,
    check_bot,
    kit_names,
    names_kit,
    new_bot,
)
from arena.record import TimeControl, TimeControlError
from arena.referee import HostFailure, run_to_end
from arena.rules import ConfigError, GameConfig, modules_of
from arena.sandbox import LimitError, Limits, SandboxError
from arena.units import SECOND_NS
from arena.untrusted import Unreadable, read_limited, why_unread
from arena.wire import MOST_CONVERSATION_BYTES, WireError, read_conversation

app = typer.Typer(help="Create, build, check and question a bot.", no_args_is_help=True, add_completion=False)

DEFAULT_RULES = ("classic,players=2", f"{'+'.join(('classic', *modules_of('classic')))},players=4")
LOG_LINES = 20
LONGEST_WAIT_S = 3600.0
BUILD_LINES = 40


def _folder(text: str) -> Path:
    return bot_folder(text)


def _parsed_bot(text: str) -> Bot:
    try:
        return Bot.parse(text)
    except ManifestError as error:
        raise Mistake(f"BOT: {error}") from None


BotFolder = Annotated[
    Path,
    typer.Argument(metavar="BOT", help="Folder with bot.toml, or the name of a house bot.", parser=_folder),
]


@app.command("new")
def new(
    name: Annotated[
        Path, typer.Argument(metavar="NAME", help="Folder to create; its last part is the name of the bot.")
    ],
    lang: Annotated[
        str,
        typer.Option(
            metavar="LANGUAGE",
            help="cpp, go, java, node, python or rust; for the line protocol jsonl-awk, -lua, -perl, -php, -ruby or -sh.",
        ),
    ] = BOTKIT,
) -> None:
    """Create a folder with a small complete bot, ready to check, play and change."""
    if lang not in kit_names():
        raise Mistake(f"--lang: there is no kit for {lang!r}, only for {', '.join(kit_names())}")
    if BOT_NAME.fullmatch(name.name) is None:
        raise Mistake(
            f"NAME: {name.name!r} must be 1 to 40 of a-z, 0-9, '.', '_' and '-', and begin and end with a letter or digit"
        )
    if name.exists() or name.is_symlink():
        raise Mistake(f"NAME: {name} exists already")
    try:
        new_bot(lang, name)
    except OSError as error:
        raise Failed(f"{name} cannot be made: {error.strerror}") from None
    _print_files(name)
    bot = Bot.load(name)
    if bot.toolchains and not bot.lines:
        print(f"next: arena bot build {name} --allow-network")
    print(f"next: arena bot check {name}")


@app.command("assemble")
def assemble_bot(
    folder: BotFolder,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder to create.")],
) -> None:
    """Write a policy and its kit to a new folder: a complete bot that no longer depends on the kit."""
    bot = _load(folder)
    if not names_kit(folder):
        raise Mistake(f"BOT: {folder}: its bot.toml names no kit, so it is whole already")
    if out.exists() or out.is_symlink():
        raise Mistake(f"--out: {out} exists already")
    try:
        assemble(folder, out)
    except OSError as error:
        raise Failed(f"{out} cannot be made: {error.strerror}") from None
    _print_files(out)
    print(f"{bot.identity} is whole in {out}")


@app.command("build")
def build(
    folder: BotFolder,
    allow_network: Annotated[
        bool,
        typer.Option(
            "--allow-network",
            help="Download the libraries that the lock files name. This runs outside the sandbox: only for bots that you trust.",
        ),
    ] = False,
    no_sandbox: NoSandbox = False,
    as_json: AsJson = False,
) -> None:
    """Build a bot in the sandbox, without a network; an earlier build of the same content is reused."""
    bot = _load(folder)
    began = time.monotonic()
    try:
        with RecordingSandbox.open(no_sandbox=no_sandbox) as sandbox, Phases() as phases:
            done = build_bot(bot, sandbox, allow_network, phases)
    except BuildFailed as error:
        if error.log and not as_json:
            print(*error.log.rstrip().splitlines()[-BUILD_LINES:], sep="\n")
        raise Failed(str(error) if as_json else error.sentence) from None
    except (SandboxError, OSError) as error:
        raise HostFailed(str(error)) from None
    if as_json:
        found = {"bot": bot.identity, "folder": str(done.folder), "told": done.told, "wall_s": done.wall_s}
        print(json.dumps(found, indent=2))
    else:
        print(f"{bot.identity}: {done.told}, {time.monotonic() - began:.1f} s in all")
        print("it runs from")
        print(f"  {done.folder}")


@app.command("check")
def check(
    folder: BotFolder,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT",
            help="Rules, such as classic+camps,players=3; can be repeated. By default classic for 2 players and all modules for 4.",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, max=1000, help="Number of games with each of the rules.")
    ] = 2,
    time: Time = DEFAULT_TIME,
    logs: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Keep the bot's log, and the request at which it failed, in this folder."
        ),
    ] = None,
    no_sandbox: NoSandbox = False,
    memory_mb: MemoryMb = DEFAULT.memory_mb,
    processes: Processes = DEFAULT.processes,
    cores: Cores = DEFAULT.cores,
    scratch_mb: ScratchMb = DEFAULT.scratch_mb,
    start_s: StartS = DEFAULT.start_s,
    as_json: AsJson = False,
) -> None:
    """Check a bot against copies of itself: manifest, build, start, handshake, whole games, time, exit; exit code 1 if any step fails."""
    try:
        configs = tuple(GameConfig.parse(text) for text in rules or DEFAULT_RULES)
        limits = Limits(
            memory_mb=memory_mb, processes=processes, cores=cores, scratch_mb=scratch_mb, start_s=start_s
        )
        control = TimeControl.parse(time)
        settings = tuple(MatchSettings(config, control, limits) for config in configs)
        plan = CheckPlan(folder, settings, games, logs=logs)
        refuse_missing_cores(settings[0])
    except ConfigError as error:
        raise Mistake(f"--rules: {error}") from None
    except (LimitError, TimeControlError) as error:
        raise Mistake(as_typed(error)) from None
    if not folder.is_dir():
        raise Mistake(f"BOT: {folder}: there is no such folder")
    if logs is not None:
        refuse_unless_writable(logs, "--logs")
    out = console()
    try:
        with RecordingSandbox.open(no_sandbox=no_sandbox) as sandbox:
            tier = sandbox.tier
            if not as_json:
                out.print(Text(f"{folder}, {tier}"))
            steps = check_bot(plan, sandbox, lambda step: None if as_json else print_step(out, step))
    except (SandboxError, HostFailure, OSError) as error:
        raise HostFailed(str(error)) from None
    ok = all(step.ok for step in steps)
    if as_json:
        rows = [dataclasses.asdict(step) for step in steps]
        print(json.dumps({"bot": str(folder), "ok": ok, "tier": tier.number, "steps": rows}, indent=2))
    else:
        print("The bot is fit to play." if ok else "The bot is not fit to play.")
        if logs is None and any(step.notes for step in steps):
            print("Pass --logs DIR to keep what it wrote and the request that it failed.")
    if not ok:
        raise typer.Exit(1)


@app.command("ask")
def ask(
    bot: Annotated[
        Bot,
        typer.Argument(
            metavar="BOT", help='Folder or house bot, "BOT OPTIONS" to give options.', parser=_parsed_bot
        ),
    ],
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="Written by `arena replay request` or `arena bot check --logs`."),
    ],
    wait: Annotated[
        float,
        typer.Option(metavar="S", min=0.001, max=LONGEST_WAIT_S, help="Seconds to wait for each answer."),
    ] = 60.0,
    stdin: Annotated[
        bool,
        typer.Option(
            "--stdin",
            help="Run the bot at this terminal without protection, so that breakpoint() works; only for your own bots. --wait is then an hour.",
        ),
    ] = False,
    no_sandbox: NoSandbox = False,
    as_json: AsJson = False,
) -> None:
    """Put a recorded request to a bot and show its answer, the time it took and whether it is legal; exit code 1 if it is not."""
    question = _question(file)
    env = _terminal() if stdin else {}
    wait = LONGEST_WAIT_S if stdin else wait
    try:
        with RecordingSandbox.open(no_sandbox=no_sandbox or stdin) as sandbox:
            built = built_folder(bot, sandbox)
            # Whoever waits for a debugger waits for the start too.
            limits = Limits(start_s=max(DEFAULT.start_s, wait))
            asked = run_to_end(ask_bot(sandbox, bot, built, question, limits, wait, env))
    except BuildFailed as error:
        raise Failed(str(error)) from None
    except AskError as error:
        raise Mistake(f"FILE: {file}: {error}") from None
    except (SandboxError, OSError) as error:
        raise HostFailed(str(error)) from None
    if as_json:
        print(json.dumps(_plain(question, asked), indent=2))
    else:
        _print_answer(console(), question, asked)
    if asked.fault is not None:
        raise typer.Exit(1)


def _terminal() -> dict[str, str]:
    """What has breakpoint() in a bot written in Python stop at this terminal."""
    if not sys.stdin.isatty():
        raise Mistake(
            "--stdin: this is not a terminal; for a debugger of another program see the page on bots"
        )
    return {TERMINAL: os.ttyname(sys.stdin.fileno()), "PYTHONBREAKPOINT": HOOK}


def _load(folder: Path) -> Bot:
    try:
        return Bot.load(folder)
    except ManifestError as error:
        raise Mistake(f"BOT: {error}") from None


def _print_files(folder: Path) -> None:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        print(path)


def _question(file: Path) -> Question:
    try:
        return Question.of(read_conversation(read_limited(file, MOST_CONVERSATION_BYTES)))
    except OSError as error:
        raise Mistake(f"FILE: {file}: {why_unread(error)}") from None
    except WireError:
        raise Mistake(f"FILE: {file}: not a conversation, as `arena replay request` writes it") from None
    except (AskError, Unreadable) as error:
        raise Mistake(f"FILE: {file}: {error}") from None


def print_step(out: Console, step: CheckStep) -> None:
    """One line a step, and what may help below it."""
    row = Table.grid(padding=(0, 1))
    mark = Text("✓", "green") if step.ok else Text("✗", "red")
    row.add_row(mark, Text(step.name, "bold") + Text(f": {step.detail}", "not bold"))
    for note in step.notes:
        row.add_row("", Text(note, "dim"))
    out.print(row)


def _print_answer(out: Console, question: Question, asked: Asked) -> None:
    decision = question.decisions[-1]
    seat = question.start.seat
    before = len(question.decisions) - 1
    out.print(
        Text(
            f"{question.start.rules}, game {question.start.game}, decision {decision.id}: {question.observation.decision}"
        )
    )
    out.print(Text(f"seat {seat}, asked {before} decisions before; {len(question.legal)} actions on offer"))
    log = asked.log.splitlines()
    if log:
        out.print(Text(f"the end of its log, {len(log)} lines:" if len(log) > LOG_LINES else "its log:"))
        for line in log[-LOG_LINES:]:
            out.print(Text(f"  {line}", "dim"))
    if asked.fault is None:
        where = _where(question, asked)
        out.print(Text("✓ ", "green") + Text(str(asked.action), "bold") + Text(f", legal ({where})"))
    else:
        at = _fault_where(question, asked)
        out.print(
            Text("✗ ", "red")
            + Text(str(asked.fault.termination), "bold")
            + Text(f"{at}: {asked.fault.sentence}")
        )
    out.print(Text(_time(question, asked)))


def _where(question: Question, asked: Asked) -> str:
    assert asked.action is not None
    if asked.action in question.legal:
        return f"number {question.legal.index(asked.action)} of the list, from 0"
    return "not in the list, but the rules allow it"


def _fault_where(question: Question, asked: Asked) -> str:
    if asked.decision == 0:
        return " at the start"
    if asked.decision < len(question.decisions):
        return f" on the way there, at decision {question.decisions[asked.decision - 1].id}"
    return ""


def _time(question: Question, asked: Asked) -> str:
    if asked.decision == 0:
        return "it was not asked"
    had_ns = question.allowance_ns(asked.decision - 1)
    spent = f"{asked.charged_ns / 1e6:.1f} ms, {asked.spent.cpu_ns / 1e6:.1f} ms of processor time"
    verdict = "in time" if asked.charged_ns <= had_ns else "too late for a game"
    return f"{spent}, of {had_ns / SECOND_NS:.3f} s on the clock: {verdict}"


def _plain(question: Question, asked: Asked) -> dict[str, object]:
    action = asked.action
    return {
        "legal": asked.fault is None,
        "action": None if action is None else str(action),
        "index": question.legal.index(action) if action in question.legal else None,
        "fault": None
        if asked.fault is None
        else {"termination": asked.fault.termination, "sentence": asked.fault.sentence},
        "asked": asked.decision,
        "of": len(question.decisions),
        "wall_ns": asked.spent.wall_ns,
        "cpu_ns": asked.spent.cpu_ns,
        "stolen_ns": asked.spent.stolen_ns,
        "disk_ns": asked.spent.disk_ns,
        "charged_ns": asked.charged_ns,
        "allowance_ns": question.allowance_ns(max(0, asked.decision - 1)),
        "log": asked.log,
    }
