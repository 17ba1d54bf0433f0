"""How is a game sent to a browser? As the first frame and a patch for each move, for one viewer (docs/frames.md)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from arena.drawing.merge_patch import patch_between
from arena.drawing.modules import DRAWINGS
from arena.drawing.modules.drawn import Fields, ModuleDrawing
from arena.drawing.sentences import action_sentence, called_it, news, result_sentence, table_words, told_apart
from arena.drawing.tiles import tile_letter, tile_phrase
from arena.record import BotInfo, DecisionRecord, GameRecord, SeatRecord, Termination, replay
from arena.rules import KINDS, TILES, Action, Event, Observation, ScoringSheet, State, Tile, is_complete

FORMAT: Final = "arena frames 1"
ENDED: Final = "ended"
_MS_NS: Final = 1_000_000
_LINE: Final = 6  # actions of a bot's own line that are told

Shown = frozenset[int] | None
"""The seats whose hands a viewer may see; None: all of them."""


class GameFrames:
    """A game for one viewer, move by move. Everything in it is what these seats know together."""

    def __init__(
        self,
        start: State,
        names: Sequence[str],
        shown: Shown,
        you: int | None = None,
        opinions: frozenset[int] | None = None,
    ) -> None:
        """`opinions`: the seats whose bots' own opinions the viewer may read; None: those whose hands they see."""
        self._shown = frozenset(range(len(names))) if shown is None else shown
        self._opinions = self._shown if opinions is None else opinions
        self._all = shown is None
        self.names = told_apart(names)
        self.you = you
        self._turn_tiles = 0
        seen = self._seen = start.observe(None)
        self._hands = {seat: _hand(start, seat) for seat in self._shown}
        self.frame = _frame(start, seen, self._hands)
        self.head: Fields = {
            "format": FORMAT,
            "rules": str(start.config),
            "names": self.names,
            **({} if you is None else {"you": you}),
            "tiles": _tiles(start),
            **{key: value for one in _drawings(seen) for key, value in one.header(seen).items()},
            "start": self.frame,
            "news": news(
                self._known(start.log[: start.log_size]), table_words(seen), self.names, start.score_sheet()
            ),
        }
        self.moves: list[Fields] = []

    def add(self, before: State, after: State, decision: DecisionRecord) -> None:
        """Append a decision, from the states before and after it; one that the viewer does not see may add nothing."""
        events = self._known(after.log[before.log_size : after.log_size])
        words = table_words(self._seen)
        self._seen = after.observe(None)
        if decision.seat in self._shown:  # nobody else's hand changes
            self._hands[decision.seat] = _hand(after, decision.seat)
        frame = _frame(after, self._seen, self._hands)
        to = patch_between(self.frame, frame)
        action = Action.parse(decision.action)
        move: Fields = {"seat": -1, "to": to}
        if any(event.kind == "acted" for event in events):
            text = action_sentence(words, decision.seat, action)
            short = called_it(words, action) if self._only_tile(before, decision.seat) else ""
            move = {"seat": decision.seat, "action": decision.action, "to": to, "text": text}
            if short:
                move["it"] = short
        elif not to:
            return
        if action.verb == "choose":
            events = [event for event in events if event.kind != "dealt"]
        told = news(events, table_words(self._seen), self.names, after.score_sheet())
        if told:
            move["news"] = told
        if decision.house:
            move["house"] = True
        elif decision.charged_ns >= _MS_NS and move["seat"] >= 0:
            move["ms"] = decision.charged_ns // _MS_NS
        opinion = _opinion(decision) if decision.seat in self._opinions else {}
        if opinion and move["seat"] >= 0:
            move["thinks"] = opinion
        self.frame = frame
        self.moves.append(move)

    def document(self, result: Fields | None = None) -> Fields:
        """All of it as one value."""
        ended: Fields = {"over": result is not None, **({} if result is None else {"result": result})}
        return {**self.head, "moves": self.moves, **ended}

    def result(self, record: GameRecord) -> Fields:
        """How the game ended."""
        return result_of(self.names, record, self.you)

    def _only_tile(self, before: State, seat: int) -> bool:
        """Whether a turn has one tile only to place, so that "it" can be no other."""
        aside = len(before.players[seat].aside)
        if self.frame["asks"] != "place":
            self._turn_tiles = 0
            return False
        self._turn_tiles = max(self._turn_tiles, aside)
        return self._turn_tiles == 1

    def _known(self, events: Sequence[Event]) -> list[Event]:
        """The events as these seats know them together."""
        if self._all:
            return list(events)
        known: list[Event] = []
        for event in events:
            seen = event.seen_by(event.seat if event.seat in self._shown else None)
            if seen is not None:
                known.append(seen)
        return known


def _opinion(decision: DecisionRecord) -> Fields:
    """What a bot told of its own decision; nothing if that cannot be read."""
    try:
        info = BotInfo.unpacked(decision.info)
    except ValueError:
        return {}
    if info is None:
        return {}
    told: Fields = {
        "win": None if info.win is None else round(info.win, 4),
        "value": None if info.value is None else round(info.value, 4),
        "iterations": info.iterations or None,
        "line": list(info.line[:_LINE]) or None,
        "text": info.text or None,
    }
    return {key: value for key, value in told.items() if value is not None}


def frames_of_record(record: GameRecord, you: int | None = None) -> Fields:
    """A finished game with all hands open."""
    before: State | None = None
    last: DecisionRecord | None = None
    frames: GameFrames | None = None
    state: State | None = None
    for state, decision in replay(record):
        if frames is None:
            frames = GameFrames(state, [seat.bot for seat in record.seats], None, you)
        elif before is not None and last is not None:
            frames.add(before, state, last)
        before, last = state.clone(), decision
    if frames is None or state is None or before is None or last is None:
        raise ValueError("a game without decisions has no frames")
    frames.add(before, state, last)
    return frames.document(frames.result(record))


def result_of(names: Sequence[str], record: GameRecord, you: int | None) -> Fields:
    """Scores, ranks and a sentence; seats that did not end normally are named."""
    text = (
        "The game is void: the host broke it."
        if record.void
        else result_sentence(names, record.scores, record.ranks, you)
    )
    seats = [_ending(seat) for seat in record.seats]
    return {"scores": list(record.scores), "ranks": list(record.ranks), "text": text, "seats": seats}


def _ending(seat: SeatRecord) -> str:
    """How a game ended for a seat if not normally; a seat without a version is a person's, who resigned."""
    if seat.termination == Termination.NORMAL:
        return ""
    return (
        "resigned" if seat.termination == Termination.DISCONNECTED and not seat.version else seat.termination
    )


def frame_of(state: State, shown: frozenset[int]) -> Fields:
    """The table at one moment, with the hands of these seats."""
    return _frame(state, state.observe(None), {seat: _hand(state, seat) for seat in shown})


def _hand(state: State, seat: int) -> list[str]:
    return [card.name for card in state.observe(seat).seats[seat].hand or ()]


def _frame(state: State, seen: Observation, hands: Mapping[int, list[str]]) -> Fields:
    decider = state.seat if state.seat in hands else seen.decider
    walls = [
        [f"{x},{y},{side}" for x, y, side in state.longest_wall(seat)] for seat in range(len(seen.seats))
    ]
    frame: Fields = {
        "turn": seen.turn,
        "on": -1 if decider is None else decider,
        "asks": ENDED if is_complete(state) else seen.decision or "",
        "extra": seen.extra,
        "final": seen.final,
        "market": ["" if tile is None else tile.name for tile in seen.market],
        "beside": [],
        "display": [card.name for card in seen.display],
        "deck": seen.deck_size,
        "discard": len(seen.discard),
        "bag": seen.bag_size,
        **({} if seen.dirk is None else {"dirk": [tile.name for tile in seen.dirk]}),
        "sheets": {str(sheet.scoring): _rows(sheet) for sheet in state.score_sheet()},
    }
    for drawing in _drawings(seen):
        frame |= drawing.frame(seen)
    sheet = state.next_scoring()
    if sheet is not None:
        frame["next"] = {
            "scoring": sheet.scoring,
            "rows": _rows(sheet),
            "counts": _counts(seen, walls, sheet),
        }
    frame["seats"] = {
        str(seat): _seat(seen, seat, hands.get(seat), walls[seat]) for seat in range(len(seen.seats))
    }
    return frame


def _seat(seen: Observation, seat: int, hand: list[str] | None, wall: list[str]) -> Fields:
    view = seen.seats[seat]
    found: Fields = {
        "hand": view.hand_size if hand is None else hand,
        "city": {f"{placed.x},{placed.y}": placed.tile.name for placed in view.city},
        "reserve": [tile.name for tile in view.reserve],
        "aside": [tile.name for tile in view.aside],
        "score": view.score,
        "wall": wall,
    }
    for drawing in _drawings(seen):
        found |= drawing.seat(seen, seat)
    return found


def _rows(sheet: ScoringSheet) -> dict[str, list[int]]:
    return {name: list(points) for name, points in sheet.rows.items()}


def _counts(seen: Observation, walls: list[list[str]], sheet: ScoringSheet) -> dict[str, list[Any]]:
    """What the rows of a scoring count."""
    columns = len(seen.seats) + (seen.dirk is not None)
    words = table_words(seen)
    counts: dict[str, list[float]] = {"wall": [len(wall) for wall in walls]}
    held: list[list[Tile]] = [[placed.tile for placed in seat.city] for seat in seen.seats]
    if seen.dirk is not None:
        held.append(list(seen.dirk))
        counts["wall"].append(0)
    kinds = [[words.dressed(tile.name).kind for tile in tiles] for tiles in held]
    for kind in KINDS:
        counts[kind] = [column.count(kind) for column in kinds]
    for drawing in _drawings(seen):
        for name, more in drawing.counts(seen).items():
            counts[name] = [
                have + add for have, add in zip(counts.get(name, [0] * columns), more, strict=True)
            ]
    return {name: [_plain(count) for count in counts[name]] for name in sheet.rows if name in counts}


def _plain(count: float) -> float | int:
    return int(count) if count == int(count) else count


def _tiles(state: State) -> dict[str, Fields]:
    """Every tile that can come up in this game, as it is printed."""
    groups = {"fountain", *([] if any(one.replaces_buildings for one in state.modules) else ["building"])}
    groups |= {group for module in state.modules for group in module.groups}
    return {tile.name: _printed(tile) for tile in TILES if tile.group in groups}


def _printed(tile: Tile) -> Fields:
    sides = "bastions" if tile.group == "camp" else "walls"
    parts: Fields = {
        "group": tile.group,
        "kind": tile.kind,
        "price": tile.price,
        sides: tile.walls,
        "currency": tile.currency,
        "kinds": list(tile.kinds),
        "towers": tile.towers,
        "word": tile_phrase(tile),
        "letter": tile_letter(tile),
    }
    return {key: value for key, value in parts.items() if value}


def _drawings(seen: Observation) -> list[ModuleDrawing]:
    return [DRAWINGS[view.module] for view in seen.modules]
