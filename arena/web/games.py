"""Which game does a page show, and what may this visitor see of it?"""

import hashlib
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from fastapi import HTTPException
from sqlalchemy import select

from arena.ladder import HOUSE, Result, Results
from arena.record import DecisionRecord, GameRecord
from arena.store import Store
from arena.web.live_games import decisions_of
from arena.web.models import MOST_ID, CasualTable, LiveGameRow
from arena.web.pages.drawing import Picture, picture
from arena.web.pages.site import Site
from arena.web.people import Person
from arena.web.replays import Play
from arena.web.standings_snapshot import Annulled, Board
from arena.web.work.casual_games import GAME

TABLE = "table-"
STILL_S = 600.0  # a game that has not moved for so long was left by its worker


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one person may see it."""

    match: str
    game: int
    rules: str
    bots: Sequence[str]  # by seat
    versions: Sequence[str]
    labels: Sequence[str]
    owners: Sequence[str]
    own: frozenset[int]  # seats of the person's team
    shown: frozenset[int] | None  # seats whose hands they see; None: all
    play: Play
    record: GameRecord | None  # None while it is under way
    rated: bool
    reason: str = ""
    annulled: Annulled | None = None  # if this is a playing that counts no more
    takes: Sequence[Annulled] = ()  # all such playings of this game
    again: bool = False  # whether there is one that counts

    @property
    def path(self) -> str:
        """Where its page is."""
        path = f"/games/{quote(self.match)}/{self.game}"
        return path if self.annulled is None else f"{path}/annulled/{self.annulled.take}"

    @property
    def over(self) -> bool:
        return self.record is not None

    @property
    def decisions(self) -> Sequence[DecisionRecord]:
        return self.play.decisions

    def position(self, move: int) -> Picture:
        """The table after so many decisions."""
        before = self.play.states[move - 1] if move else None
        return picture(self.play.states[move], self.bots, self.labels, self.shown, before)

    def seat_asked(self, decision: int) -> int:
        """Who was to decide, counted from 1; one more than were made is the one that ended the game. -1 if nobody."""
        if 1 <= decision <= self.play.last:
            return self.decisions[decision - 1].seat
        return self.play.states[-1].seat if decision == self.play.last + 1 else -1


class TableGames:
    """The games outside the ladder that are over."""

    def __init__(self, store: Store) -> None:
        self._results = Results(store)
        self._lock = threading.Lock()

    def result(self, match: str) -> Result | None:
        with self._lock:
            if not self._results.of_match(match):
                self._results.refresh()
            return next(iter(self._results.of_match(match)), None)

    def record(self, match: str) -> GameRecord | None:
        result = self.result(match)
        if result is None:
            return None
        with self._lock:
            return self._results.record(result)


def find(
    site: Site, tables: TableGames, match: str, game: int, person: Person | None, take: int = 0
) -> GameView:
    """A game; HTTPException if there is none, or none for them. With `take`, one of its playings that were annulled."""
    if match.startswith(TABLE):
        return _at_table(site, tables, match, game, person)
    board = site.board_of(match)
    takes = [] if board is None else board.snapshot.takes(match, game)
    if take and not 1 <= take <= len(takes):
        raise HTTPException(404, "There is no such game.")
    result = None if board is None or take else board.snapshot.games.get((match, game))
    if board is not None and result is not None:
        return _finished(site, board, result, person, None, takes)
    if not take:
        view = _under_way(site, match, game, person, rated=True)
        if view is not None:
            return replace(view, takes=takes)
    if board is None or not takes:
        raise HTTPException(404, "There is no such game.")
    annulled = takes[take - 1]
    return _finished(site, board, annulled.result, person, annulled, takes)


def _finished(
    site: Site,
    board: Board,
    result: Result,
    person: Person | None,
    annulled: Annulled | None,
    takes: Sequence[Annulled],
) -> GameView:
    snapshot = board.snapshot
    owners = [snapshot.owner(version) for version in result.versions]
    _require(site, person, owners)
    record = board.record(result)
    return GameView(
        match=result.match,
        game=result.game,
        rules=record.rules,
        bots=[seat.bot for seat in record.seats],
        versions=result.versions,
        labels=[site.label(version) for version in result.versions],
        owners=owners,
        own=_own(person, owners),
        shown=None,
        play=site.replays.of_record(record),
        record=record,
        rated=True,
        reason=snapshot.pairings[result.match].reason,
        annulled=annulled,
        takes=takes,
        again=(result.match, result.game) in snapshot.games,
    )


def live_games(site: Site) -> list[LiveGameRow]:
    """The games under way, those on the ladder first begun last."""
    with site.context.database.reading() as session:
        recent = select(LiveGameRow).where(LiveGameRow.seen > time.time() - STILL_S)
        rows = session.scalars(recent.order_by(LiveGameRow.started.desc()).limit(50))
        return [one for one in rows if not one.match.startswith(TABLE)]


def _at_table(site: Site, tables: TableGames, match: str, game: int, person: Person | None) -> GameView:
    number = match.removeprefix(TABLE)
    if not number.isascii() or not number.isdecimal() or len(number) > 9 or game != GAME:
        raise HTTPException(404, "There is no such game.")
    with site.context.database.reading() as session:
        table = session.get(CasualTable, int(number))
    if table is None:
        raise HTTPException(404, "There is no such game.")
    snapshot = site.snapshot
    owners = [snapshot.owner(version) if version else "" for version in table.versions]
    sits = person is not None and person.id == table.member_id
    theirs = person is not None and (table.team_id is not None and person.team_id == table.team_id)
    if not (sits or theirs or (person is not None and any(person.owns(owner) for owner in owners))):
        raise HTTPException(404 if person is not None else 401, "There is no such game for you.")
    record = tables.record(match)
    own = _own(person, owners) | frozenset(
        seat for seat, version in enumerate(table.versions) if not version and sits
    )
    if record is None:
        view = _under_way(site, match, game, person, rated=False, own=own)
        if view is None:
            raise HTTPException(404, "There is no such game.")
        return view
    labels = [snapshot.label(version) if version else "a person" for version in table.versions]
    bots = [seat.bot for seat in record.seats]
    play = site.replays.of_record(record)
    return GameView(
        match, game, record.rules, bots, table.versions, labels, owners, own, None, play, record, False
    )


def _under_way(
    site: Site,
    match: str,
    game: int,
    person: Person | None,
    rated: bool,
    own: frozenset[int] | None = None,
) -> GameView | None:
    if not 0 <= game < MOST_ID or not match.isprintable():
        return None  # a database would not take it for a question
    with site.context.database.reading() as session:
        live_game = session.get(LiveGameRow, (match, game))
    if live_game is None:
        return None
    snapshot = site.snapshot
    owners = [snapshot.owner(version) if version else "" for version in live_game.versions]
    if own is None:
        _require(site, person, owners)
        own = _own(person, owners)
    labels = [snapshot.label(version) if version else "a person" for version in live_game.versions]
    key = hashlib.sha256(f"{match}\0{game}\0".encode() + live_game.seed).digest()
    play = site.replays.play(live_game.rules, live_game.seed, decisions_of(live_game), key)
    return GameView(
        match,
        game,
        live_game.rules,
        live_game.bots,
        live_game.versions,
        labels,
        owners,
        own,
        own,
        play,
        None,
        rated,
    )


def _require(site: Site, person: Person | None, owners: Sequence[str]) -> None:
    """Who may not see the results still sees the games of their own team."""
    if person is not None and any(person.owns(owner) for owner in owners):
        return
    site.require_results(person)


def _own(person: Person | None, owners: Sequence[str]) -> frozenset[int]:
    if person is None:
        return frozenset()
    return frozenset(seat for seat, owner in enumerate(owners) if owner != HOUSE and person.owns(owner))
