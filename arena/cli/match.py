"""`arena match`: play many games between the same bots and say which is better."""

import json
import secrets
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
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
    jobs_that_fit,
    refuse_missing_cores,
)
from arena.cli.ending import Failed, HostFailed, Mistake
from arena.cli.match_summary import print_summary, verdict
from arena.cli.numbers import counted
from arena.cli.options import AsJson, as_typed, refuse_unless_writable
from arena.cli.waiting import LATER_S, lines, waiting
from arena.match import (
    ANY_SANDBOX,
    NO_SANDBOX,
    REMOTE_PREFIX,
    Bot,
    BuildFailed,
    Dealing,
    HostError,
    Listen,
    ListenError,
    ManifestError,
    MatchError,
    MatchPlan,
    MatchRun,
    MatchSettings,
    NotStarted,
    Summary,
    Tally,
    Throttle,
    build_bot,
    refuse_unless_started,
    remote_bot,
    seat_orders,
)
from arena.rating import Model, Sprt
from arena.record import GameRecord, TimeControl, TimeControlError
from arena.referee import run_to_end
from arena.rules import MAX_PLAYERS, MIN_PLAYERS, RULES_VERSION, ConfigError, GameConfig, compiled
from arena.sandbox import LimitError, Limits, Sandbox, SandboxError, Tier, refuse_unless_confined
from arena.store import Store, StoreError

app = typer.Typer(add_completion=False)

INTERRUPTED, INTERRUPTED_CODE = "interrupted", 130
UNFIT_SETS = 10  # with --sprt: sets after which a bot that failed in every game ends the match


@app.command()
def play(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT BOT…",
            help='Two to six folders with bot.toml or names of house bots, "BOT OPTIONS" to give options; remote:NAME with --listen.',
        ),
    ],
    games: Annotated[
        int,
        typer.Option(metavar="N", help="Number of games, best a multiple of the set size; 0 plays ten sets."),
    ] = 0,
    rules: Annotated[
        str, typer.Option(metavar="TEXT", help="Rules, such as classic+camps,deal=closed.")
    ] = "classic",
    time: Time = DEFAULT_TIME,
    deals: Annotated[
        Dealing,
        typer.Option(
            metavar="fresh|duplicate",
            help="fresh: each game has its own deal. duplicate: each deal is played in every seat order.",
        ),
    ] = Dealing.DUPLICATE,
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Seed of all deals; random by default.")
    ] = None,
    jobs: Annotated[
        int, typer.Option(metavar="N", help="How many games to play at once; 0 uses all cores.")
    ] = 0,
    force_jobs: Annotated[
        bool, typer.Option("--force-jobs", help="Allow more jobs than the cores can run at once.")
    ] = False,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="DIR",
            help="Keep the records in this folder; the same command continues a match found there.",
        ),
    ] = None,
    logs: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep what the bots write to stdout and stderr in this folder."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1",
            help="Stop as soon as the games decide between these two leads; ,alpha=0.05,beta=0.05,model=logistic can follow.",
        ),
    ] = None,
    ponder: Annotated[
        bool, typer.Option("--ponder", help="Let bots think while it is not their turn.")
    ] = False,
    restart: Annotated[bool, typer.Option("--restart", help="Restart the bots for every game.")] = False,
    no_sandbox: NoSandbox = False,
    memory_mb: MemoryMb = DEFAULT.memory_mb,
    processes: Processes = DEFAULT.processes,
    cores: Cores = DEFAULT.cores,
    scratch_mb: ScratchMb = DEFAULT.scratch_mb,
    start_s: StartS = DEFAULT.start_s,
    listen: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="Address for remote bots; each uses its own port, starting with this one.",
        ),
    ] = None,
    tls_cert: Annotated[Path | None, typer.Option(metavar="FILE", help="Certificate for --listen.")] = None,
    tls_key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Private key of the certificate.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit code 1 if a bot fails in any game.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play a match and show which bot is stronger and how certain that is."""
    _refuse_wrong_number(len(bots))
    try:
        limits = Limits(
            memory_mb=memory_mb, processes=processes, cores=cores, scratch_mb=scratch_mb, start_s=start_s
        )
        loaded = tuple(remote_bot(bot) if bot.startswith(REMOTE_PREFIX) else Bot.parse(bot) for bot in bots)
        settings = MatchSettings(
            _config(rules, len(loaded)),
            TimeControl.parse(time),
            limits,
            ponder,
            restart,
            NO_SANDBOX if no_sandbox else ANY_SANDBOX,
            deals,
        )
        test = _sprt(sprt)
        _refuse_misfit(games, settings, len(loaded), out)
        tier = _prepared(loaded, no_sandbox)
        plan = MatchPlan(
            bots=loaded,
            games=games or 10 * len(seat_orders(len(loaded))),
            settings=settings,
            jobs=_jobs(jobs, loaded, settings, force_jobs),
            seed=secrets.token_bytes(16) if seed is None else seed.encode(),
            logs=logs,
            listen=None if listen is None else Listen.parse(listen, tls_cert, tls_key, len(loaded)),
        )
        store = None if out is None else Store.open(out, create=True)
    except (LimitError, TimeControlError) as error:
        raise Mistake(as_typed(error)) from None
    except ConfigError as error:
        raise Mistake(f"--rules: {error}") from None
    except (ManifestError, ListenError, MatchError, BuildFailed) as error:
        raise Mistake(str(error)) from None
    except (StoreError, SandboxError) as error:
        raise HostFailed(str(error)) from None
    console = Console(stderr=as_json)
    if logs is not None:
        refuse_unless_writable(logs, "--logs")
    _header(console, plan, tier)
    _invite(plan)
    tally = Tally(plan.labels, deals, test)
    reason = _run(console, plan, store, tally, tier.number)
    summary = tally.summary()
    if as_json:
        print(
            json.dumps(
                {"match": plan.name, "tier": tier.number, "stopped": reason, **summary.to_plain()}, indent=2
            )
        )
    else:
        print_summary(console, summary, reason, out)
        _next(console, summary, out)
    _end(summary, reason, strict)


def _next(console: Console, summary: Summary, out: str | None) -> None:
    """The next useful command."""
    if summary.games and out is not None:
        console.print(Text(f"next: arena replay list {out}", "dim"), soft_wrap=True)
    elif summary.games:
        console.print(Text("next: the same with --out DIR keeps the games, for arena replay list DIR", "dim"))


def _end(summary: Summary, reason: str, strict: bool) -> None:
    """Exit code 1 for a match that says nothing, or with --strict for any fault; 130 after Ctrl-C."""
    if reason == INTERRUPTED:
        raise typer.Exit(INTERRUPTED_CODE)
    if summary.games == 0:
        raise Failed("no game was played to its end")
    if summary.unfit:
        raise Failed(f"{' and '.join(summary.unfit)} failed in every game")
    if strict and summary.faults:
        count = sum(fault.games for fault in summary.faults)
        raise Failed(f"--strict: {count} fault{'s' if count > 1 else ''}")


def _refuse_wrong_number(bots: int) -> None:
    if not MIN_PLAYERS <= bots <= MAX_PLAYERS:
        given = "one was given" if bots == 1 else f"{bots} were given"
        raise Mistake(f"A match needs two to six bots; {given}.")


def _refuse_misfit(games: int, settings: MatchSettings, bots: int, out: str | None) -> None:
    """What can be told before anything is built or started."""
    if games < 0:
        raise Mistake(f"--games: {games} is less than 0")
    if settings.config.players != bots:
        raise Mistake(
            f"--rules: the game is for {settings.config.players} players, and {bots} bots were given"
        )
    if out is not None and "://" not in out:
        refuse_unless_writable(Path(out), "--out")


def _config(rules: str, players: int) -> GameConfig:
    if "players=" in rules:
        return GameConfig.parse(rules)
    return GameConfig.parse(f"{rules},players={players}")


def _sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    leads = [part for part in text.split(",") if "=" not in part]
    keys = dict(part.split("=", 1) for part in text.split(",") if "=" in part)
    try:
        model = Model(keys.pop("model", Model.LOGISTIC.value))
        alpha, beta = (float(keys.pop(name, "0.05")) for name in ("alpha", "beta"))
        elo0, elo1 = (float(lead) for lead in leads)
        if not keys:
            return Sprt(elo0, elo1, alpha, beta, model)
    except ValueError:
        pass
    raise Mistake(
        f"--sprt: {text!r} is not ELO0,ELO1 with ELO0 below ELO1, such as 0,20, or with alpha and beta between 0 and 0.5 "
        "and model logistic or normalized, such as 0,20,alpha=0.05,beta=0.1,model=normalized"
    )


def _jobs(asked: int, bots: tuple[Bot, ...], settings: MatchSettings, force: bool) -> int:
    if any(bot.is_remote for bot in bots):
        return 1
    refuse_missing_cores(settings)
    return jobs_that_fit(asked, settings, "games", force)


def _prepared(bots: tuple[Bot, ...], no_sandbox: bool) -> Tier:
    """The tier, tried out; and every bot is built, so that one that cannot be is found before the match."""
    with Sandbox.open(no_sandbox=no_sandbox) as sandbox:
        if not no_sandbox:
            with waiting("trying out the sandbox"):
                refuse_unless_confined(sandbox)
        for bot in bots:
            with waiting(f"building {bot.name}"):
                build_bot(bot, sandbox)
        return sandbox.tier


def _header(console: Console, plan: MatchPlan, tier: Tier) -> None:
    console.print(
        " against ".join(" ".join((bot.identity, *bot.options)) for bot in plan.bots), highlight=False
    )
    running = "compiled" if compiled else "interpreted"
    console.print(
        f"{plan.settings.config}, time {plan.settings.control}, {counted(plan.games, 'game')} on {plan.settings.deals} deals, {plan.jobs} at once",
        highlight=False,
    )
    console.print(f"rules {RULES_VERSION} {running}; {tier}", highlight=False)
    for sentence in tier.missing:
        console.print(f"  {sentence}", highlight=False)


def _invite(plan: MatchPlan) -> None:
    """Say to stderr where remote bots connect, and with which token."""
    for number, bot in enumerate(plan.bots):
        if bot.is_remote and plan.listen is not None:
            token = plan.listen.tokens[number].decode()
            where = f"ARENA_SOCKET={plan.listen.address(number)} ARENA_TOKEN={token}"
            certificate = plan.listen.certificate
            print(f"{bot.name}: start it with {where} and ARENA_CA, a copy of {certificate}", file=sys.stderr)


def _run(console: Console, plan: MatchPlan, store: Store | None, tally: Tally, tier: int) -> str:
    """Play the match into the tally; why it ended."""
    names = plan.labels
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    decided = ""
    judged = 0  # whole sets, when it was last looked at
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("games", total=plan.games)

        def report(record: GameRecord) -> bool:
            nonlocal decided, judged
            tally.add(record)
            bar.update(task, completed=tally.games)
            if tally.sets == judged:
                return not decided
            judged = tally.sets
            standing = "  ".join(f"{name} {wins}" for name, wins in zip(names, tally.wins, strict=True))
            bar.update(task, description=standing)
            decided = decided or _decided(tally, names[0])
            return not decided

        def progress(seconds: float) -> str:
            wins = ", ".join(f"{name} {won}" for name, won in zip(names, tally.wins, strict=True))
            return f"{tally.games} of {counted(plan.games, 'game')} after {seconds:.0f} s; wins: {wins}"

        try:
            throttle = Throttle(plan.jobs, tier, lambda line: bar.console.print(line, highlight=False))
            run = MatchRun(plan, store, report, _say_that_it_ends, throttle)
            if run.already:
                console.print(
                    f"{counted(run.already, 'game')} {'was' if run.already == 1 else 'were'} played before, going on from there",
                    highlight=False,
                )
            if run.already < plan.games:
                _refuse_unless_started(plan)
            with nullcontext() if sys.stderr.isatty() else lines(progress, LATER_S):
                run.play()
        except MatchError as error:
            raise Mistake(str(error)) from None
        except NotStarted as error:
            raise Failed(str(error)) from None
        except (HostError, StoreError, SandboxError) as error:
            raise HostFailed(str(error)) from None
    return decided or (INTERRUPTED if run.interrupted else "all games played")


def _decided(tally: Tally, first: str) -> str:
    """Why a match with a test need not go on, if so."""
    if tally.test is None:
        return ""
    if tally.sets >= UNFIT_SETS and (unfit := tally.unfit()):
        return f"{' and '.join(unfit)} failed in every game"
    reached = tally.progress()
    return "" if reached is None else verdict(tally.test, reached, first)


def _refuse_unless_started(plan: MatchPlan) -> None:
    """A bot that does not even start, for a wrong option say, is told of before a game is lost."""
    bots = [bot for bot in plan.bots if not bot.is_remote]
    with Sandbox.open(no_sandbox=plan.settings.no_sandbox) as sandbox, waiting("starting each bot once"):
        run_to_end(refuse_unless_started(sandbox, bots, plan.settings))


def _say_that_it_ends() -> None:
    print("finishing the games under way; Ctrl-C again drops them", file=sys.stderr)
