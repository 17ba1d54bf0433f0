"""How is a casual game played? With bots in the sandbox, and a person at one of the seats.

Such a game survives the death of its worker: the next one takes it up after the last decision that was noted.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from functools import partial

from arena.match import (
    BotProcess,
    BuildFailed,
    GamePlayer,
    LiveGame,
    MatchTerms,
    Seating,
    built_folder,
    game_plan,
    play_game,
    refuse_below,
)
from arena.proto import arena_pb2 as pb
from arena.record import DecisionRecord, GameRecord, Termination
from arena.referee import Circumstances, Failure, Fault, GamePlan, Reply, Seat, record_of
from arena.sandbox import Sandbox, SandboxError
from arena.store import StoreError
from arena.units import SECOND_NS
from arena.web.event_context import EventContext
from arena.web.games import GAME, name_of
from arena.web.live_games import decisions_of, forget, see
from arena.web.models import CasualTable, LiveGameRow, Member, WorkState
from arena.web.work.work_queue import claim

LOOK_S = 0.1
PATIENCE_S = 1800.0  # for a person to decide
AT_ONCE = 4


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
        _end(context, id, WorkState.FAILED, f"The host failed: {error}")
        return
    context.tables.append([record])
    _end(context, id, WorkState.OVER, "")


async def _play(context: EventContext, sandbox: Sandbox, id: int) -> GameRecord:
    settings = context.event.ladder.settings
    refuse_below(sandbox, settings.tier)
    with context.database.reading() as session:
        table = session.get_one(CasualTable, id)
        person = session.get_one(Member, table.member_id).name
        live_game = session.get(LiveGameRow, (name_of(id), GAME))
        so_far = () if live_game is None else decisions_of(live_game)
    terms = MatchTerms(name_of(id), 1, settings, logs=context.logs)
    watch = _Watch(context)
    players: list[GamePlayer] = []
    bots: list[BotProcess] = []
    names: list[str] = []
    for number, version in enumerate(table.versions):
        if version:
            bot = context.ladder_folder.packed_bot(version).unpacked()
            names.append(bot.name)
            bots.append(BotProcess(sandbox, bot, built_folder(bot, sandbox), terms, number))
            players.append(bots[-1])
        else:
            names.append(person)
            players.append(PersonSeat(partial(_answer, context, id, watch, number)))
    seating = Seating(GAME, 1, tuple(range(len(names))), table.seed, secrets.token_bytes(16))
    plan = game_plan(settings, seating, names)
    around = Circumstances(
        name_of(id), 1, tuple(table.versions), "", sandbox.tier.number, int(table.created * SECOND_NS)
    )
    try:
        played = await play_game(plan, players, partial(watch.see, plan, around), so_far)
        return record_of(plan, played, around)
    finally:
        for bot_process in bots:
            await bot_process.leave()


class _Watch:
    """Notes every decision."""

    def __init__(self, context: EventContext) -> None:
        self._context = context
        self._decisions: Sequence[DecisionRecord] = ()

    def see(self, plan: GamePlan, around: Circumstances, decisions: Sequence[DecisionRecord]) -> None:
        self._decisions = decisions
        with self._context.database.session() as session:
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
        forget(session, name_of(id), GAME)
