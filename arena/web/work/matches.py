"""How are the matches of an event played? By running the ladder or the finals until it is told to stop."""

import sys
import threading

from arena.ladder import (
    HOUSE,
    Goal,
    LadderError,
    LadderFile,
    LadderFolder,
    LadderRun,
    LadderState,
    enter_house_bots,
    note_bytes,
    read_note,
    standings_of,
)
from arena.match import HostError, LiveGame, Throttle, open_executor
from arena.record import GameRecord
from arena.store import Folder, StoreError
from arena.web.event_context import EventContext
from arena.web.live_games import end, forget_left, forget_stale, see
from arena.web.models import WorkerKind
from arena.web.phase import Phase
from arena.web.work.work_queue import BEAT_S, WorkerHeartbeat

IDLE_S = 2.0
DRAW = "draw.json"
TROUBLE_S = 15.0


class Matches:
    """The worker that plays matches."""

    def __init__(self, context: EventContext, worker: str, jobs: int, ray: bool) -> None:
        self._context = context
        self._jobs = jobs
        self._ray = ray
        self._stopped = threading.Event()
        self._running: tuple[LadderRun, Phase] | None = None
        self._under_way: set[tuple[str, int]] = set()
        self._heartbeat = WorkerHeartbeat(context.database, worker, WorkerKind.MATCHES, self._look)

    def stop(self) -> None:
        """Begin no more games, and return when those under way are over."""
        self._stopped.set()
        if self._running is not None:
            self._running[0].stop()

    def work(self) -> None:
        """Play until told to stop."""
        with self._heartbeat:
            while not self._stopped.is_set():
                try:
                    self._step()
                    self._heartbeat.sentence = ""
                except (HostError, LadderError, StoreError, OSError) as error:
                    self._heartbeat.sentence = str(error)
                    self._stopped.wait(TROUBLE_S)

    def _step(self) -> None:
        """Run the ladder until it is over, nothing is left to play, or it should not go on."""
        phase = self._allowed()
        if phase is None:
            self._stopped.wait(BEAT_S)
            return
        ladder, ladder_folder = self._context.stage()
        if phase == Phase.FINAL:
            draw_finals(self._context)
        enter_house_bots(ladder, ladder_folder)
        with self._context.database.session() as session:
            forget_stale(session)
        known = ladder_folder.roster.versions()
        self._run(ladder, ladder_folder, phase)
        while not self._stopped.wait(IDLE_S):
            if self._allowed() != phase or ladder_folder.roster.versions() != known:
                return

    def _run(self, ladder: LadderFile, ladder_folder: LadderFolder, phase: Phase) -> None:
        executor = open_executor(ladder.settings, self._jobs, self._ray, self._context.logs, watched=True)
        try:
            throttle = None
            if not self._ray:  # the hosts of a cluster are not seen from here
                throttle = Throttle(executor.free, ladder.settings.tier, _say)
            run = LadderRun(ladder, ladder_folder, executor, Goal(), self._played, self._watch, throttle)
            self._running = run, phase
            if not self._stopped.is_set():
                run.run()
        finally:
            self._running = None
            executor.close()

    def _allowed(self) -> Phase | None:
        """The phase, if matches are to be played in it."""
        now = self._context.now()
        if now.paused or now.phase == Phase.EARLY:
            return None
        if now.phase == Phase.FINAL:
            return None if self._context.event.final is None else Phase.FINAL
        return Phase.OPEN

    def _look(self) -> None:
        running = self._running
        if running is not None and self._allowed() != running[1]:
            running[0].stop()
        with self._context.database.session() as session:
            if self._heartbeat.is_alone(session):
                forget_left(session, self._under_way)

    def _played(self, ladder_state: LadderState, record: GameRecord | None) -> None:
        del ladder_state
        if record is not None:
            self._heartbeat.games += 1
            self._under_way.discard((record.match, record.game))
            with self._context.database.session() as session:
                end(session, record.match, record.game)

    def _watch(self, live_game: LiveGame) -> None:
        self._under_way.add((live_game.match, live_game.game))
        with self._context.database.session() as session:
            see(session, live_game)


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def draw_finals(context: EventContext) -> None:
    """Enter the best bots of the ladder in the finals, once, in the order of their ratings, which is how they are seeded.

    The whole draw is noted before anybody is entered: a worker that dies on the way, or a second one, changes nothing.
    """
    ladder_folder, final = context.final_folder, context.event.final
    if ladder_folder is None or final is None:
        return
    folder = Folder.open(final.store, create=True).inner("draw")
    if not folder.has(DRAW):
        finalists = _finalists(context)
        if len(finalists) < 2:
            return
        folder.write_once(DRAW, note_bytes({"finalists": finalists}))
    entered = {one.version for one in ladder_folder.roster.versions()}
    noted = read_note(folder.read(DRAW), f"{folder.path}/{DRAW}")["finalists"]
    out = ladder_folder.roster.disqualifications()
    for number, one in enumerate(noted):
        if one["version"] not in entered and one["owner"] not in out:
            ladder_folder.keep(one["version"], context.ladder_folder.packed(one["version"]))
            ladder_folder.roster.enter(one["bot"], one["version"], one["owner"], number)


def _finalists(context: EventContext) -> list[dict[str, str]]:
    """The best bots of teams, the best first."""
    ladder_state = LadderState(context.event.ladder, context.ladder_folder)
    ladder_state.refresh()
    rows = [row for row in standings_of(ladder_state) if row.active and row.rated and row.owner != HOUSE]
    return [
        {"bot": row.bot, "version": row.version, "owner": row.owner}
        for row in rows[: context.event.finalists]
    ]
