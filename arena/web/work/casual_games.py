"""How is a casual game played? With bots in the sandbox, and a person at one of the seats.

Such a game survives the death of its worker: the next one takes it up after the last decision that was noted.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from arena.match import (
    BotProcess,
    BuildFailed,
    GamePlayer,
    LiveGame,
    MatchTerms,
    Seating,
    built_folder,
    cpu_shares,
    fault_who_stayed,
    game_plan,
    new_salt,
    play_game,
    refuse_below,
)
from arena.proto import arena_pb2 as pb
from arena.record import NOTHING_SPENT, Allowance, DecisionRecord, GameRecord, Termination
from arena.referee import (
    Circumstances,
    Failure,
    Fault,
    GamePlan,
    HostFailure,
    Reply,
    Seat,
    no_threads_left,
    record_of,
)
from arena.sandbox import Sandbox, SandboxError
from arena.store import StoreError
from arena.units import SECOND_NS
from arena.web.event_context import EventContext
from arena.web.games import GAME, name_of
from arena.web.live_games import decisions_of, end, see
from arena.web.models import CasualTable, LiveGameRow, Member, WorkState
from arena.web.person_turn import RESIGNS
from arena.web.work.work_queue import claim

LOOK_S = 0.1
PATIENCE_S = 1800.0  # for a person to decide
AT_ONCE = 4
FAREWELL_S = 5.0


class TakenOver(Exception):
    """Another worker has the table: this one was silent for too long, and was held to be dead."""


class PersonSeat:
    """A player and a seat in one: a person who answers in the browser, in their own time."""

    def __init__(self, answer: Callable[[], str | None], patience_s: float = PATIENCE_S) -> None:
        self._answer = answer
        self._patience_s = patience_s

    async def ready(self, deal: bytes) -> Fault | None:  # noqa: ARG002 - a player like any other
        """They asked for the game."""
        return None

    @property
    def seat(self) -> Seat:
        """They sit there themselves."""
        return self

    async def tell(self, message: bytes) -> None:
        """The page shows it."""

    async def ask(self, question: bytes, id: int, allowance: Allowance) -> Reply | Failure:  # noqa: ARG002 - no clock runs for a person
        """Wait for what they choose."""
        deadline = time.monotonic() + self._patience_s
        while time.monotonic() < deadline:
            text = self._answer()
            if text == RESIGNS:
                return Failure(Fault(Termination.DISCONNECTED, "They resigned."))
            if text is not None:
                return Reply(pb.Answer(id=id, text=text), NOTHING_SPENT)
            await asyncio.sleep(LOOK_S)
        return Failure(
            Fault(Termination.TIMEOUT, f"Nothing was chosen for {self._patience_s / 60:g} minutes.")
        )

    def unasked(self) -> Fault | None:
        """The page asks before it speaks."""
        return None


class _TableProcess:
    """A process for one table, begun before it is needed."""

    def __init__(self, path: Path) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._link, theirs = spawn.Pipe()
        self.process = spawn.Process(target=serve_table, args=(theirs, path), daemon=True)
        self.process.start()
        theirs.close()
        self.id = 0
        self.slot = 0

    def play(self, id: int, slot: int) -> None:
        """Give it the table that it is for."""
        self.id, self.slot = id, slot
        with suppress(OSError):  # it died before; its exit code says so
            self._link.send((id, slot))

    def leave(self) -> None:
        """Have it end at once, whatever it does."""
        self._link.close()

    def end(self) -> None:
        """Wait until it has ended."""
        self.leave()
        self.process.join(FAREWELL_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def host_tables(context: EventContext, worker: str, stopped: Callable[[], bool]) -> None:
    """Play whatever waits, several games at once, until told to stop.

    Each table has a process of its own, so that no bot, person or spectator of one can hold up the clocks of another.
    """
    spare = _TableProcess(context.event.path)
    playing: list[_TableProcess] = []
    while not stopped():
        for one in [one for one in playing if not one.process.is_alive()]:
            playing.remove(one)
            if one.process.exitcode != 0:
                _abandon(context, one.id)
            one.end()
        id = None
        if len(playing) < AT_ONCE:
            with context.database.session() as session:
                id = claim(session, CasualTable, worker)
        if id is not None:
            taken = {one.slot for one in playing}
            spare.play(id, next(slot for slot in range(AT_ONCE) if slot not in taken))
            playing.append(spare)
            spare = _TableProcess(context.event.path)
        time.sleep(LOOK_S)
    for one in (*playing, spare):
        one.leave()
    for one in (*playing, spare):
        one.end()


def serve_table(link: Connection, path: Path) -> None:
    """The life of a table's process: one table, or none. It ends at once, bots and all, when its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    context = EventContext.open(path)
    settings = context.event.ladder.settings
    with suppress(SandboxError), Sandbox.open(no_sandbox=settings.no_sandbox) as sandbox:
        refuse_below(
            sandbox, settings.tier
        )  # its self-test is done once in a process, and nobody waits for it yet
    try:
        id, slot = link.recv()
    except (EOFError, OSError):
        return
    threading.Thread(target=_end_with, args=(link,), daemon=True).start()
    with no_threads_left():
        host_table(context, id, slot)


def _end_with(link: Connection) -> None:
    try:
        link.recv()
    except (EOFError, OSError):
        os._exit(1)


def host_table(context: EventContext, id: int, slot: int = 0) -> None:
    """Play one table to its end, on the processors of a slot."""
    settings = context.event.ladder.settings
    cpus = () if settings.ponder else cpu_shares(AT_ONCE, settings.limits.cores)[slot]
    try:
        with Sandbox.open(no_sandbox=settings.no_sandbox) as sandbox:
            record = asyncio.run(_play(context, sandbox, id, cpus))
    except TakenOver:
        return
    except (HostFailure, SandboxError, StoreError, BuildFailed, OSError) as error:
        _end(context, id, WorkState.FAILED, f"The host failed: {error}")
        return
    context.tables.append([record])
    _end(context, id, WorkState.OVER, "")


def _abandon(context: EventContext, id: int) -> None:
    """A table's process died: another may have the table at once."""
    with context.database.session() as session:
        table = session.get_one(CasualTable, id)
        if table.state == WorkState.WORKING:
            table.alive = 0.0


async def _play(context: EventContext, sandbox: Sandbox, id: int, cpus: tuple[int, ...]) -> GameRecord:
    settings = context.event.ladder.settings
    refuse_below(sandbox, settings.tier)
    with context.database.reading() as session:
        table = session.get_one(CasualTable, id)
        person = session.get_one(Member, table.member_id).name
        live_game = session.get(LiveGameRow, (name_of(id), GAME))
        so_far = () if live_game is None else decisions_of(live_game)
    terms = MatchTerms(name_of(id), 1, settings, logs=context.logs, cpus=cpus)
    watch = _Watch(context, table)
    players: list[GamePlayer] = []
    bots: dict[int, BotProcess] = {}  # by seat
    names: list[str] = []
    for number, version in enumerate(table.versions):
        if version:
            bot = context.ladder_folder.packed_bot(version).unpacked()
            names.append(bot.name)
            bots[number] = BotProcess(sandbox, bot, built_folder(bot, sandbox), terms, number)
            players.append(bots[number])
        else:
            names.append(person)
            players.append(PersonSeat(partial(_answer, context, id, watch, number)))
    seating = Seating(GAME, 1, tuple(range(len(names))), table.seed, new_salt())
    plan = game_plan(settings, seating, names)
    around = Circumstances(
        name_of(id), 1, tuple(table.versions), "", sandbox.tier.number, int(table.created * SECOND_NS)
    )
    try:
        played = await play_game(plan, players, partial(watch.see, plan, around), so_far)
        watch.see(plan, around, played.decisions)
        await _leave(bots)
        fault_who_stayed(played, bots)
        return record_of(plan, played, around)
    finally:
        await _leave(bots)


async def _leave(bots: Mapping[int, BotProcess]) -> None:
    for bot_process in bots.values():
        await bot_process.leave()


class _Watch:
    """Notes every decision, as long as the table is ours: two that play the same game would spoil it for the person."""

    def __init__(self, context: EventContext, table: CasualTable) -> None:
        self._context = context
        self._id, self._tries = table.id, table.tries
        self._decisions: Sequence[DecisionRecord] = ()

    def see(self, plan: GamePlan, around: Circumstances, decisions: Sequence[DecisionRecord]) -> None:
        self._decisions = decisions
        with self._context.database.session() as session:
            if session.get_one(CasualTable, self._id).tries != self._tries:
                raise TakenOver
            see(session, LiveGame.of(plan, around, decisions))

    def count(self, seat: int) -> int:
        """How many decisions a seat has made."""
        return sum(one.seat == seat for one in self._decisions)


def _answer(context: EventContext, id: int, watch: _Watch, seat: int) -> str | None:
    with context.database.reading() as session:
        answers = session.get_one(CasualTable, id).answers
    number = watch.count(seat)
    return answers[number] if number < len(answers) else None


def _end(context: EventContext, id: int, state: WorkState, sentence: str) -> None:
    with context.database.session() as session:
        table = session.get_one(CasualTable, id)
        table.state, table.sentence = state, sentence
        end(session, name_of(id), GAME)
