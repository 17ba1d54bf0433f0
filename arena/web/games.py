"""Which game does a page show, and what may this visitor see of it?"""

import hashlib
import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from sqlalchemy import select

from arena.ladder import HOUSE, Annulled, Result, Results
from arena.record import DecisionRecord, GameRecord, ReplayError
from arena.store import Store
from arena.web.access import may_see_results, require_results
from arena.web.event_context import EventContext
from arena.web.live_games import CASUAL, STILL_S, decisions_of
from arena.web.models import MOST_ID, CasualTable, LiveGameRow
from arena.web.people import Person
from arena.web.refusals import LoginRequired, NotFound, NotNow, NotPermitted
from arena.web.replays import Play, Replays
from arena.web.standings_cache import EventStandings, StandingsCache
from arena.wire import WireError, conversation, conversation_json

GAME = 1  # the only one of a casual table
MOST_LOOKED_AT = 50


def name_of(table: int) -> str:
    """The match that a casual table's record belongs to."""
    return f"{CASUAL}{table}"


@dataclass(frozen=True, slots=True)
class LiveCard:
    """A game under way, for lists."""

    match: str
    game: int
    names: Sequence[str]  # by seat


@dataclass(frozen=True, slots=True)
class FeaturedGame:
    """The game that the first page shows."""

    path: str
    names: Sequence[str]  # by seat
    live: bool


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
    opinions: frozenset[int] | None = (
        None  # seats whose bots' own opinions they may read; None: all whose hands they see
    )

    @property
    def path(self) -> str:
        """Where its page is."""
        path = f"/games/{quote(self.match)}/{self.game}"
        return path if self.annulled is None else f"{path}/annulled/{self.annulled.take}"

    @property
    def you(self) -> int | None:
        """The seat where the person sits themselves."""
        return next((seat for seat in sorted(self.own) if not self.versions[seat]), None)

    @property
    def over(self) -> bool:
        return self.record is not None

    @property
    def decisions(self) -> Sequence[DecisionRecord]:
        return self.play.decisions

    def first_decision(self, seat: int) -> int:
        """The number of the first decision that a seat made, from 1."""
        return next(number for number, one in enumerate(self.decisions, start=1) if one.seat == seat)

    def seat_asked(self, decision: int) -> int:
        """Who was to decide, counted from 1; one more than were made is the one that ended the game. -1 if nobody."""
        if 1 <= decision <= self.play.last:
            return self.decisions[decision - 1].seat
        return self.play.states[-1].seat if decision == self.play.last + 1 else -1


class EventGames:
    """All games of an event, as people may see them."""

    def __init__(self, context: EventContext, standings: EventStandings) -> None:
        self._context = context
        self._standings = standings
        self._replays = Replays()
        self._casual = _CasualGames(context.tables)

    def find(self, match: str, game: int, person: Person | None, take: int = 0) -> GameView:
        """A game; RequestRefused if there is none, or none for them. With `take`, one of its playings that were annulled."""
        if match.startswith(CASUAL):
            return self._at_table(match, game, person)
        cache = self._standings.cache_of(match)
        takes = [] if cache is None else cache.snapshot.takes(match, game)
        if take and not 1 <= take <= len(takes):
            raise NotFound("There is no such game.")
        result = None if cache is None or take else cache.snapshot.games.get((match, game))
        if cache is not None and result is not None:
            return self._finished(cache, result, person, None, takes)
        if not take:
            view = self._under_way(match, game, person, rated=True)
            if view is not None:
                return replace(view, takes=takes)
        if cache is None or not takes:
            raise NotFound("There is no such game.")
        annulled = takes[take - 1]
        return self._finished(cache, annulled.result, person, annulled, takes)

    def sisters(self, view: GameView) -> list[int]:
        """The numbers of the other games of a match that had the same deal."""
        cache = self._standings.cache_of(view.match)
        if cache is None or view.record is None:
            return []
        games = cache.snapshot.games
        same: list[int] = []
        number = 1
        while (result := games.get((view.match, number))) is not None:
            if number != view.game and result.seed == view.record.seed:
                same.append(number)
            number += 1
        return same

    def live(self) -> list[LiveCard]:
        """The games under way on the ladder and in the finals, those begun last first."""
        with self._context.database.reading() as session:
            recent = select(LiveGameRow).where(LiveGameRow.seen > time.time() - STILL_S)
            rows = list(session.scalars(recent.order_by(LiveGameRow.started.desc()).limit(50)))
        return [
            LiveCard(
                one.match, one.game, [self._name(*both) for both in zip(one.versions, one.bots, strict=True)]
            )
            for one in rows
            if not one.match.startswith(CASUAL) and not self._is_recorded(one.match, one.game)
        ]

    def featured(self) -> FeaturedGame | None:
        """The game to look at first: the one under way that began last, or else the last one that was finished."""
        if live := self.live():
            return FeaturedGame(f"/games/{quote(live[0].match)}/{live[0].game}", live[0].names, True)
        for cache in reversed(list(self._standings.caches())):
            snapshot = cache.snapshot
            for one in snapshot.latest[:MOST_LOOKED_AT]:
                if not one.void and one.seal not in snapshot.annulled:
                    names = [self._standings.label(version) for version in one.versions]
                    return FeaturedGame(f"/games/{quote(one.match)}/{one.game}", names, False)
        return None

    def _name(self, version: str, bot: str) -> str:
        """A version by its number on the ladder, or, if it is not on it, the bot by its name."""
        known = any(version in cache.snapshot.versions for cache in self._standings.caches())
        return self._standings.label(version) if known else bot

    def _is_recorded(self, match: str, game: int) -> bool:
        cache = self._standings.cache_of(match)
        return cache is not None and (match, game) in cache.snapshot.games

    def log(self, match: str, game: int, seat: int, person: Person) -> str:
        """What the bot of a seat wrote in all games of the match; only for the bot's team."""
        view = self.find(match, game, person)
        if not 0 <= seat < len(view.bots):
            raise NotFound("There is no such seat.")
        if seat not in view.own:
            raise NotPermitted("Only the bot's own team sees its logs.")
        cache = self._standings.cache_of(match)
        table = view.versions if cache is None else cache.snapshot.pairings[match].table
        numbers = [number for number, version in enumerate(table) if version == view.versions[seat]]
        logs = self._context.logs
        found = [path for number in numbers for path in sorted(logs.glob(f"{match}-{number}-*.txt"))]
        texts = [
            f"── {path.name.removeprefix(f'{match}-')} ──\n{path.read_text(encoding='utf-8')}"
            for path in found
        ]
        return "\n".join(texts) or "It wrote nothing that was kept.\n"

    def _finished(
        self,
        cache: StandingsCache,
        result: Result,
        person: Person | None,
        annulled: Annulled | None,
        takes: Sequence[Annulled],
    ) -> GameView:
        snapshot = cache.snapshot
        owners = [snapshot.owner(version) for version in result.versions]
        self._require(person, owners)
        record = cache.record(result)
        return GameView(
            match=result.match,
            game=result.game,
            rules=record.rules,
            bots=[seat.bot for seat in record.seats],
            versions=result.versions,
            labels=[self._standings.label(version) for version in result.versions],
            owners=owners,
            own=_own(person, owners),
            shown=None,
            play=self._replays.of_record(record),
            record=record,
            rated=True,
            reason=snapshot.pairings[result.match].reason,
            annulled=annulled,
            takes=takes,
            again=(result.match, result.game) in snapshot.games,
            opinions=self._opinions(person, _own(person, owners)),
        )

    def _at_table(self, match: str, game: int, person: Person | None) -> GameView:
        number = match.removeprefix(CASUAL)
        if not number.isascii() or not number.isdecimal() or len(number) > 9 or game != GAME:
            raise NotFound("There is no such game.")
        with self._context.database.reading() as session:
            table = session.get(CasualTable, int(number))
        if table is None:
            raise NotFound("There is no such game.")
        snapshot = self._standings.ladder.snapshot
        owners = [snapshot.owner(version) if version else "" for version in table.versions]
        sits = person is not None and person.id == table.member_id
        theirs = person is not None and (table.team_id is not None and person.team_id == table.team_id)
        if not (sits or theirs or (person is not None and any(person.owns(owner) for owner in owners))):
            refusal = LoginRequired if person is None else NotFound
            raise refusal("There is no such game for you.")
        record = self._casual.record(match)
        own = _own(person, owners) | frozenset(
            seat for seat, version in enumerate(table.versions) if not version and sits
        )
        if record is None:
            view = self._under_way(match, game, person, rated=False, own=own)
            if view is None:
                raise NotFound("There is no such game.")
            return view
        labels = [snapshot.label(version) if version else "a person" for version in table.versions]
        bots = [seat.bot for seat in record.seats]
        play = self._replays.of_record(record)
        return GameView(
            match,
            game,
            record.rules,
            bots,
            table.versions,
            labels,
            owners,
            own,
            None,
            play,
            record,
            False,
            opinions=self._opinions(person, own),
        )

    def _under_way(
        self,
        match: str,
        game: int,
        person: Person | None,
        rated: bool,
        own: frozenset[int] | None = None,
    ) -> GameView | None:
        if not 0 <= game < MOST_ID or not match.isprintable():
            return None  # a database would not take it for a question
        with self._context.database.reading() as session:
            live_game = session.get(LiveGameRow, (match, game))
        if live_game is None:
            return None
        snapshot = self._standings.ladder.snapshot
        owners = [snapshot.owner(version) if version else "" for version in live_game.versions]
        if own is None:
            self._require(person, owners)
            own = _own(person, owners)
        labels = [snapshot.label(version) if version else "a person" for version in live_game.versions]
        key = hashlib.sha256(f"{match}\0{game}\0".encode() + live_game.seed).digest()
        play = self._replays.play(live_game.rules, live_game.seed, decisions_of(live_game), key)
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

    def _opinions(self, person: Person | None, own: frozenset[int]) -> frozenset[int] | None:
        """While the event hides its results, what a bot thought is for its own team."""
        return None if may_see_results(self._context.event, person) else own

    def _require(self, person: Person | None, owners: Sequence[str]) -> None:
        """Who may not see the results still sees the games of their own team."""
        if person is None or not any(person.owns(owner) for owner in owners):
            require_results(self._context.event, person)


def bot_request(view: GameView, decision: int) -> dict[str, Any]:
    """The conversation of a bot with the referee up to a decision, as JSON; only for the bot's team."""
    if view.record is None:
        raise NotNow("The game is not over yet.")
    if not 1 <= decision <= view.play.last + 1:
        raise NotFound("There is no such decision.")
    if view.seat_asked(decision) not in view.own:
        raise NotPermitted("Only the bot's own team sees what it was asked.")
    try:
        found: dict[str, Any] = json.loads(conversation_json(conversation(view.record, decision)))
    except (WireError, ReplayError) as error:
        raise NotFound(f"There is no such request: {error}.") from None
    return found


class _CasualGames:
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


def _own(person: Person | None, owners: Sequence[str]) -> frozenset[int]:
    if person is None:
        return frozenset()
    return frozenset(seat for seat, owner in enumerate(owners) if owner != HOUSE and person.owns(owner))
