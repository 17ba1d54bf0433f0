"""`arena match`: play many games between the same bots and say which is better."""

import json
import math
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from arena.cli.ending import Failed, HostFailed, Mistake
from arena.cli.options import (
    DEFAULT,
    DEFAULT_TIME,
    AsJson,
    Cores,
    MemoryMb,
    NoSandbox,
    Processes,
    ScratchMb,
    StartS,
    Time,
    as_typed,
)
from arena.match import (
    ANY_SANDBOX,
    NO_SANDBOX,
    REMOTE_PREFIX,
    Bot,
    BuildFailed,
    HostError,
    Listen,
    ListenError,
    ManifestError,
    MatchError,
    MatchPlan,
    MatchRun,
    MatchSettings,
    Summary,
    build_bot,
    complete_sets,
    remote_bot,
    seat_orders,
    summarise,
)
from arena.rating import Decision, Estimate, Sprt
from arena.record import GameRecord, TimeControl, TimeControlError
from arena.rules import MAX_PLAYERS, MIN_PLAYERS, RULES_VERSION, ConfigError, GameConfig, compiled
from arena.sandbox import LimitError, Limits, Sandbox, SandboxError, Tier, refuse_unless_confined
from arena.store import Store, StoreError

app = typer.Typer(add_completion=False)


@app.command()
def play(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT BOT…",
            help='Two to six folders with bot.toml, "FOLDER OPTIONS" to give options; remote:NAME with --listen.',
        ),
    ],
    games: Annotated[
        int, typer.Option(metavar="N", help="How many games, best a multiple of the set size; 0: ten sets.")
    ] = 0,
    rules: Annotated[
        str, typer.Option(metavar="TEXT", help="Such as classic+camps,deal=closed.")
    ] = "classic",
    time: Time = DEFAULT_TIME,
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Seed of all deals; random if not given.")
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="N", help="Games side by side; 0: what the cores allow.")] = 0,
    force_jobs: Annotated[
        bool, typer.Option("--force-jobs", help="Allow more jobs than the cores do.")
    ] = False,
    out: Annotated[
        str | None, typer.Option(metavar="DIR", help="Keep records here; resumes what is there.")
    ] = None,
    logs: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep what the bots wrote here.")] = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="ELO0,ELO1", help="Stop when decided between these leads.")
    ] = None,
    ponder: Annotated[bool, typer.Option("--ponder", help="Let bots run while they are not asked.")] = False,
    restart: Annotated[bool, typer.Option("--restart", help="Start the bots afresh for every game.")] = False,
    no_sandbox: NoSandbox = False,
    memory_mb: MemoryMb = DEFAULT.memory_mb,
    processes: Processes = DEFAULT.processes,
    cores: Cores = DEFAULT.cores,
    scratch_mb: ScratchMb = DEFAULT.scratch_mb,
    start_s: StartS = DEFAULT.start_s,
    listen: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="Where remote bots connect, from this port on.")
    ] = None,
    tls_cert: Annotated[Path | None, typer.Option(metavar="FILE", help="Certificate for --listen.")] = None,
    tls_key: Annotated[Path | None, typer.Option(metavar="FILE", help="Its private key.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play a match in duplicate deals and say who is better, and how sure that is."""
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
        )
        test = _sprt(sprt)
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
    _header(console, plan, tier)
    _invite(plan)
    records, reason = _run(console, plan, store, test)
    summary = summarise(records, plan.labels, test)
    if as_json:
        print(
            json.dumps(
                {"match": plan.name, "tier": tier.number, "stopped": reason, **summary.to_plain()}, indent=2
            )
        )
    else:
        _print(console, summary, reason)
    if summary.games == 0:
        raise Failed("no game was played to its end")


def _refuse_wrong_number(bots: int) -> None:
    if not MIN_PLAYERS <= bots <= MAX_PLAYERS:
        given = "one was given" if bots == 1 else f"{bots} were given"
        raise Mistake(f"A match needs two to six bots; {given}.")


def _config(rules: str, players: int) -> GameConfig:
    if "players=" in rules:
        return GameConfig.parse(rules)
    return GameConfig.parse(f"{rules},players={players}")


def _sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    first, _, second = text.partition(",")
    try:
        return Sprt(float(first), float(second))
    except ValueError:
        raise Mistake(f"--sprt: {text!r} is not ELO0,ELO1 with ELO0 below ELO1, such as 0,20") from None


def _jobs(asked: int, bots: tuple[Bot, ...], settings: MatchSettings, force: bool) -> int:
    if any(bot.is_remote for bot in bots):
        return 1
    allowed = settings.default_jobs
    if asked < 0:
        raise Mistake(f"--jobs: {asked} is less than 0")
    if asked > allowed and not force:
        raise Mistake(
            f"--jobs: {asked} games at once would make bots share cores, here {allowed} fit; pass --force-jobs to do it all the same"
        )
    return asked or allowed


def _prepared(bots: tuple[Bot, ...], no_sandbox: bool) -> Tier:
    """The tier, tried out; and every bot is built, so that one that cannot be is found before the match."""
    with Sandbox.open(no_sandbox=no_sandbox) as sandbox:
        if not no_sandbox:
            refuse_unless_confined(sandbox)
        for bot in bots:
            build_bot(bot, sandbox)
        return sandbox.tier


def _header(console: Console, plan: MatchPlan, tier: Tier) -> None:
    console.print(
        " against ".join(" ".join((bot.identity, *bot.options)) for bot in plan.bots), highlight=False
    )
    running = "compiled" if compiled else "interpreted"
    console.print(
        f"{plan.settings.config}, time {plan.settings.control}, {plan.games} games, {plan.jobs} at once",
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


def _run(
    console: Console, plan: MatchPlan, store: Store | None, test: Sprt | None
) -> tuple[list[GameRecord], str]:
    names = plan.labels
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    decided = ""
    judged = 0  # games in whole sets, when it was last looked at
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("games", total=plan.games)

        def report(records: list[GameRecord]) -> bool:
            nonlocal decided, judged
            bar.update(task, completed=sum(not record.void for record in records))
            whole = len(complete_sets(records, len(names)))
            if whole == judged:
                return True
            judged = whole
            summary = summarise(records, names, test)
            bar.update(task, description=_running(summary))
            if summary.sprt is not None and summary.sprt.decision != Decision.UNDECIDED:
                assert test is not None
                lead = test.elo1 if summary.sprt.decision == Decision.ELO1 else test.elo0
                decided = f"SPRT is decided: {names[0]} leads by about {lead:g} Elo rather than {test.elo0 + test.elo1 - lead:g}"
                return False
            return True

        try:
            run = MatchRun(plan, store, report, _say_that_it_ends)
            already = sum(not record.void for record in run.records)
            if already:
                console.print(f"{already} games were played before, going on from there", highlight=False)
            records = run.play()
        except MatchError as error:
            raise Mistake(str(error)) from None
        except (HostError, StoreError, SandboxError) as error:
            raise HostFailed(str(error)) from None
    return records, decided or ("interrupted" if run.interrupted else "all games played")


def _say_that_it_ends() -> None:
    print("finishing the games under way; Ctrl-C again drops them", file=sys.stderr)


def _running(summary: Summary) -> str:
    return "  ".join(f"{row.name} {row.standing.wins}" for row in summary.rows)


def _print(console: Console, summary: Summary, reason: str) -> None:
    console.print(_results(summary, reason))
    console.print(_conduct(summary))
    for (first, second), duel in summary.duels.items():
        pair = f"{summary.rows[first].name} − {summary.rows[second].name}"
        console.print(
            f"{pair}: {_interval(duel.elo, 0)} Elo (95 %), better with likelihood {duel.superiority:.1%}",
            highlight=False,
        )
    console.print(_saved(summary.saved), highlight=False)
    if summary.sprt is not None:
        test = summary.sprt
        console.print(
            f"SPRT: log-likelihood ratio {test.log_ratio:.2f} in ({test.lower:.2f}, {test.upper:.2f}), {test.decision.value}",
            highlight=False,
        )
    if summary.void:
        console.print(
            f"{summary.void} void games: the host broke them, and they do not count", highlight=False
        )


def _saved(factor: Estimate) -> str:
    if not math.isfinite(factor.high):
        return "how many games the duplicates saved cannot be said of so few sets"
    return f"one game in a duplicate set is worth {_interval(factor, 2)} games on deals of their own"


def _results(summary: Summary, reason: str) -> Table:
    table = Table(title=f"{summary.games} games in {summary.sets} whole sets", caption=reason)
    for column in ("bot", "wins", "shared", "losses", "mean rank", "mean score"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for row in summary.rows:
        standing = row.standing
        losses = standing.games - standing.wins - standing.shared_wins
        counts = (str(standing.wins), str(standing.shared_wins), str(losses))
        table.add_row(row.name, *counts, _interval(standing.rank, 2), f"{row.mean_score:.1f}")
    return table


def _conduct(summary: Summary) -> Table:
    table = Table(title="thinking time, ms a decision")
    for column in ("bot", "mean", "p99", "worst", "cpu mean", "faults"):
        table.add_column(column, justify="left" if column in ("bot", "faults") else "right")
    for row in summary.rows:
        times = row.times
        figures = (times.mean_ms, times.p99_ms, times.worst_ms, times.cpu_mean_ms)
        faults = ", ".join(f"{count} {kind}" for kind, count in row.faults.items()) or "none"
        table.add_row(row.name, *(f"{figure:.1f}" for figure in figures), faults)
    return table


def _interval(estimate: Estimate, digits: int) -> str:
    return f"{estimate.value:.{digits}f} [{estimate.low:.{digits}f}, {estimate.high:.{digits}f}]"
