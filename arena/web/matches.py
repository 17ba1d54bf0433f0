"""How do the matches of an event come to be played? A ladder is run, or the finals, for as long as the organiser wants."""

import threading

from arena.ladder.executor import Executor
from arena.ladder.file import LadderFile
from arena.ladder.home import Home
from arena.ladder.keys import LadderError
from arena.ladder.local import LocalExecutor
from arena.ladder.notes import decoded, encoded
from arena.ladder.pairing import HOUSE
from arena.ladder.runner import Goal, HostError, LadderRun
from arena.ladder.season import Season
from arena.ladder.standings import standings
from arena.ladder.submit import enter_house_bots
from arena.match.glimpse import Glimpse
from arena.match.workers import default_jobs
from arena.record import GameRecord
from arena.store import Folder, StoreError
from arena.web.claims import SIGN_S, Signs
from arena.web.glimpses import forget, forget_stale, see
from arena.web.phase import Phase
from arena.web.venue import Venue

IDLE_S = 2.0
DRAW = "draw.json"
TROUBLE_S = 15.0


class Matches:
    """The worker that plays matches."""

    def __init__(self, venue: Venue, worker: str, jobs: int, ray: bool) -> None:
        self._venue = venue
        self._jobs = jobs
        self._ray = ray
        self._stopped = threading.Event()
        self._running: tuple[LadderRun, Phase] | None = None
        self._signs = Signs(venue.database, worker, "matches", self._look)

    def stop(self) -> None:
        """Begin no more games, and return when those under way are over."""
        self._stopped.set()
        if self._running is not None:
            self._running[0].stop()

    def work(self) -> None:
        """Play until told to stop."""
        with self._signs:
            while not self._stopped.is_set():
                try:
                    self._step()
                    self._signs.sentence = ""
                except (HostError, LadderError, StoreError, OSError) as error:
                    self._signs.sentence = str(error)
                    self._stopped.wait(TROUBLE_S)

    def _step(self) -> None:
        """Run the ladder until it is over, nothing is left to play, or it should not go on."""
        phase = self._allowed()
        if phase is None:
            self._stopped.wait(SIGN_S)
            return
        ladder, home = self._venue.stage()
        if phase == Phase.FINAL:
            draw_finals(self._venue)
        enter_house_bots(ladder, home)
        with self._venue.database.session() as session:
            forget_stale(session)
        known = home.roster.versions()
        self._run(ladder, home, phase)
        while not self._stopped.wait(IDLE_S):
            if self._allowed() != phase or home.roster.versions() != known:
                return

    def _run(self, ladder: LadderFile, home: Home, phase: Phase) -> None:
        executor = self._executor(ladder, home)
        try:
            run = LadderRun(ladder, home, executor, Goal(), self._played, self._watch)
            self._running = run, phase
            if not self._stopped.is_set():
                run.run()
        finally:
            self._running = None
            executor.close()

    def _allowed(self) -> Phase | None:
        """The phase, if matches are to be played in it."""
        now = self._venue.now()
        if now.paused or now.phase == Phase.EARLY:
            return None
        if now.phase == Phase.FINAL:
            return None if self._venue.event.final is None else Phase.FINAL
        return Phase.OPEN

    def _look(self) -> None:
        running = self._running
        if running is not None and self._allowed() != running[1]:
            running[0].stop()

    def _played(self, season: Season, record: GameRecord | None) -> None:
        del season
        if record is not None:
            self._signs.games += 1
            with self._venue.database.session() as session:
                forget(session, record.match, record.game)

    def _watch(self, glimpse: Glimpse) -> None:
        with self._venue.database.session() as session:
            see(session, glimpse)

    def _executor(self, ladder: LadderFile, home: Home) -> Executor:
        if self._ray:
            from arena.ladder.cluster import RayExecutor  # noqa: PLC0415  # an extra, and slow to import

            return RayExecutor(home, self._jobs, ladder.limits.cores)
        jobs = self._jobs or default_jobs(ladder.seats, ladder.limits.cores, ladder.ponder)
        return LocalExecutor(
            ladder.store, jobs, ladder.limits.cores, ladder.ponder, self._venue.logs, watched=True
        )


def draw_finals(venue: Venue) -> None:
    """Enter the best bots of the ladder in the finals, once, in the order of their ratings, which is how they are seeded.

    The whole draw is noted before anybody is entered: a worker that dies on the way, or a second one, changes nothing.
    """
    home, final = venue.final_home, venue.event.final
    if home is None or final is None:
        return
    folder = Folder.open(final.store, create=True).inner("draw")
    if not folder.has(DRAW):
        finalists = _finalists(venue)
        if len(finalists) < 2:
            return
        folder.write_once(DRAW, encoded({"finalists": finalists}))
    entered = {one.version for one in home.roster.versions()}
    noted = decoded(folder.read(DRAW), f"{folder.path}/{DRAW}")["finalists"]
    for number, one in enumerate(noted):
        if one["version"] not in entered:
            home.keep(one["version"], venue.home.packed(one["version"]))
            home.roster.enter(one["bot"], one["version"], one["owner"], number)


def _finalists(venue: Venue) -> list[dict[str, str]]:
    """The best bots of teams, the best first."""
    season = Season(venue.event.ladder, venue.home)
    season.refresh()
    rows = [row for row in standings(season) if row.active and row.rated and row.owner != HOUSE]
    return [
        {"bot": row.bot, "version": row.version, "owner": row.owner} for row in rows[: venue.event.finalists]
    ]
