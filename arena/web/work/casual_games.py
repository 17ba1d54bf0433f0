"""How is a casual game played? With bots in the sandbox, and a person at one of the seats.

Such a game survives the death of its worker: the next one takes it up after the last decision that was noted.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence

from arena.ladder import refuse_below, unpacked
from arena.match import BotProcess, BuildFailed, LiveGame, MatchTerms, built_folder, house_choice
from arena.proto import arena_pb2 as pb
from arena.record import IDS_A_GAME, DecisionRecord, GameRecord, Termination
from arena.referee import (
    Circumstances,
    EmptySeat,
    Failure,
    Fault,
    GamePlan,
    GameReferee,
    Reply,
    Seat,
    record_of,
)
from arena.sandbox import Sandbox, SandboxError
from arena.store import StoreError
from arena.web.event_context import EventContext
from arena.web.live_games import decisions_of, forget, see
from arena.web.models import CasualTable, LiveGameRow, Member
from arena.web.work.work_queue import claim

LOOK_S = 0.1
PATIENCE_S = 1800.0  # for a person to decide
AT_ONCE = 4
GAME = 1


def name_of(table: int) -> str:
    """The match that a table's record belongs to."""
    return f"table-{table}"


class PersonSeat:
    """A seat whose answers a person gives in the browser, in their own time."""

    def __init__(self, answer: Callable[[], str | None], patience_s: float = PATIENCE_S) -> None:
        self._answer = answer
        self._patience_s = patience_s

    async def tell(self, message: bytes) -> None:
        """The page shows it."""

    async def ask(self, question: bytes, id: int, allowance_ns: int) -> Reply | Failure:  # noqa: ARG002 - no clock runs for a person
        """Wait for what they choose."""
        deadline = time.monotonic() + self._patience_s
        while time.monotonic() < deadline:
            text = self._answer()
            if text is not None:
                return Reply(pb.Answer(id=id, text=text), 0, 0)
            await asyncio.sleep(LOOK_S)
        return Failure(
            Fault(Termination.TIMEOUT, f"Nothing was chosen for {self._patience_s / 60:g} minutes."), 0, 0
        )

    def unasked(self) -> Fault | None:
        """The page asks before it speaks."""
        return None


async def host_tables(
    context: EventContext, worker: str, sandbox: Sandbox, stopped: Callable[[], bool]
) -> None:
    """Play whatever waits, several games at once, until told to stop."""
    playing: set[asyncio.Task[None]] = set()
    while not stopped():
        playing = {task for task in playing if not task.done()}
        id = None
        if len(playing) < AT_ONCE:
            with context.database.session() as session:
                id = claim(session, CasualTable, worker)
        if id is not None:
            playing.add(asyncio.ensure_future(_host(context, sandbox, id)))
        await asyncio.sleep(LOOK_S if id is not None else 5 * LOOK_S)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


async def _host(context: EventContext, sandbox: Sandbox, id: int) -> None:
    try:
        record = await _play(context, sandbox, id)
    except (SandboxError, StoreError, BuildFailed, OSError) as error:
        _end(context, id, "failed", f"The host failed: {error}")
        return
    context.tables.append([record])
    _end(context, id, "over", "")


async def _play(context: EventContext, sandbox: Sandbox, id: int) -> GameRecord:
    ladder = context.event.ladder
    refuse_below(sandbox, ladder.tier)
    with context.database.reading() as session:
        table = session.get_one(CasualTable, id)
        person = session.get_one(Member, table.member_id).name
        live_game = session.get(LiveGameRow, (name_of(id), GAME))
        so_far = () if live_game is None else decisions_of(live_game)
    terms = MatchTerms(name_of(id), 1, ladder.control, ladder.limits, ladder.ponder, logs=context.logs)
    chairs: dict[int, BotProcess] = {}
    names: list[str] = []
    for seat, version in enumerate(table.versions):
        if version:
            bot = unpacked(version, context.ladder_folder.packed)
            chairs[seat] = BotProcess(sandbox, bot, built_folder(bot, sandbox), terms, seat)
        names.append(bot.name if version else person)
    salt = secrets.token_bytes(16)
    plan = GamePlan(GAME, ladder.config, table.seed, salt, tuple(names), ladder.control)
    around = Circumstances(
        name_of(id), 1, tuple(table.versions), "", sandbox.tier.number, int(table.created * 1e9)
    )
    watch = _Watch(context, plan, around)
    try:
        seats, faults = await _seated(context, id, table.versions, chairs, watch, table.seed)
        game = GameReferee(plan, seats, house_choice, GAME * IDS_A_GAME, faults, watch.see, so_far)
        return record_of(plan, await game.play(), around)
    finally:
        for chair in chairs.values():
            await chair.leave()


async def _seated(
    context: EventContext,
    id: int,
    versions: Sequence[str],
    chairs: dict[int, BotProcess],
    watch: "_Watch",
    deal: bytes,
) -> tuple[list[Seat], dict[int, Fault]]:
    seats: list[Seat] = []
    faults: dict[int, Fault] = {}
    for seat, version in enumerate(versions):
        if not version:
            seats.append(PersonSeat(lambda seat=seat: _answer(context, id, watch.count(seat))))  # type: ignore[misc]  # bound now
            continue
        fault = await chairs[seat].ready(deal)
        if fault is not None:
            faults[seat] = fault
        seats.append(chairs[seat].player or EmptySeat())
    return seats, faults


class _Watch:
    """Notes every decision."""

    def __init__(self, context: EventContext, plan: GamePlan, around: Circumstances) -> None:
        self._context = context
        self._plan = plan
        self._around = around
        self._decisions: Sequence[DecisionRecord] = ()

    def see(self, decisions: Sequence[DecisionRecord]) -> None:
        self._decisions = decisions
        with self._context.database.session() as session:
            see(session, LiveGame.of(self._plan, self._around, decisions))

    def count(self, seat: int) -> int:
        """How many decisions a seat has made."""
        return sum(one.seat == seat for one in self._decisions)


def _answer(context: EventContext, id: int, number: int) -> str | None:
    with context.database.reading() as session:
        answers = session.get_one(CasualTable, id).answers
    return answers[number] if number < len(answers) else None


def _end(context: EventContext, id: int, state: str, sentence: str) -> None:
    with context.database.session() as session:
        table = session.get_one(CasualTable, id)
        table.state, table.sentence = state, sentence
        forget(session, name_of(id), GAME)
