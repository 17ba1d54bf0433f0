"""What does an action or an event say? A sentence for people, as the move list, the news and the prompts show it."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from arena.drawing.modules.drawn import TableWords
from arena.drawing.phrases import cards_words, counted, falcon_words, listed, spoken
from arena.drawing.table import dresser
from arena.drawing.tiles import tile_phrase
from arena.drawing.verbs import verb_drawing
from arena.rules import CARDS, CURRENCIES, TILES, Action, Event, Observation, ScoringSheet

DIRK: Final = "Dirk"
_PLACING: Final = ("place", "reserve", "give")


def table_words(seen: Observation) -> TableWords:
    """A table as sentences speak of it."""
    return TableWords(seen, dresser(seen), tile_phrase)


def action_sentence(words: TableWords, seat: int, action: Action, you: bool = False) -> str:
    """What somebody does, without the subject: "takes 2 denar", or, said to you, "take 2 denar"."""
    return spoken(verb_drawing(action).say(words, seat, action), you)


def action_words(seen: Observation, seat: int, action: Action) -> str:
    """An action as it is said to the one who can do it."""
    return action_sentence(table_words(seen), seat, action, you=True)


def called_it(words: TableWords, action: Action) -> str:
    """The words of its sentence that a list may replace by "it"; "" if there are none."""
    return words.tile(action.tile) if action.verb in _PLACING else ""


def told_apart(names: Sequence[str]) -> list[str]:
    """Names by seat; equal ones get the number of their seat."""
    return [
        f"{name} {seat}" if names.count(name) > 1 or not name else name
        for seat, name in enumerate(names, start=1)
    ]


def news(
    events: Iterable[Event], words: TableWords, names: Sequence[str], sheets: Sequence[ScoringSheet]
) -> list[str]:
    """What events tell besides the action itself, one sentence for those that belong together."""
    found: list[str] = []
    kept = list(events)
    laid = {event.tile for event in kept if event.kind in ("filled", "previewed", "dirk", "laid beside")}
    for kind, group in groupby(kept, key=lambda event: event.kind):
        found += _told(kind, list(group), words, names, sheets, laid)
    return found


def _told(
    kind: str,
    events: list[Event],
    words: TableWords,
    names: Sequence[str],
    sheets: Sequence[ScoringSheet],
    laid: set[int],
) -> list[str]:
    tiles = [words.tile(TILES[event.tile].name) for event in events if event.tile >= 0]
    if kind == "filled":
        slots = [f"{tile} ({CURRENCIES[event.slot - 1]})" for tile, event in zip(tiles, events, strict=True)]
        return [f"New in the market: {', '.join(slots)}."]
    if kind == "previewed":
        return [f"New in the preview: {', '.join(tiles)}."]
    if kind == "laid beside":
        return [f"Laid beside the market: {', '.join(tiles)}."]
    if kind == "drawn":
        return [f"New on display: {cards_words(CARDS[card].name for one in events for card in one.cards)}."]
    if kind == "dirk":
        return [f"Dirk gets {listed(tiles)}."]
    if kind == "piece":
        return [
            f"{TILES[event.tile].name} carries a {event.name} now."
            for event in events
            if event.tile not in laid
        ]
    if kind == "scored":
        numbers = dict.fromkeys(event.number for event in events)
        return [_scored(sheet, names) for sheet in sheets if sheet.scoring in numbers]
    return [_single(event, words, names) for event in events if event.kind != "acted"]


def _single(event: Event, words: TableWords, names: Sequence[str]) -> str:
    who = names[event.seat] if event.seat >= 0 else "nobody"
    tile = words.tile(TILES[event.tile].name) if event.tile >= 0 else ""
    cards = cards_words(CARDS[card].name for card in event.cards) if event.cards else ""
    if event.kind == "dealt":
        return f"{who} is dealt {cards or counted(event.number, 'card')}."
    if event.kind == "starts":
        return f"{who} starts."
    if event.kind == "set":
        return f"Set {event.number}: {cards}."
    if event.kind == "scoring card":
        return f"Scoring card {event.number} comes up."
    if event.kind == "reshuffled":
        return f"The discard, {counted(event.number, 'card')}, is shuffled into a new deck."
    if event.kind == "awarded":
        currency = CURRENCIES[event.slot - 1]
        reason = f"{who} has most {currency}" if event.seat >= 0 else f"nobody alone has most {currency}"
        goes = f"goes to {who}" if event.seat >= 0 else "stays in the market"
        return f"{tile[0].upper()}{tile[1:]} {goes}: {reason}."
    if event.kind == "returned":
        return f"{_capital(falcon_words(event.name))} of {who} goes back to the supply."
    if event.kind == "manned":
        return f"{_capital(tile)} of {who} gets {counted(event.number, 'guard')}."
    if event.kind == "stationed":
        verb = "goes" if event.number == 1 else "go"
        return f"{_capital(counted(event.number, 'guard'))} {verb} to the stands."
    if event.kind == "points paid":
        return f"{who} pays {counted(event.number, 'point')} instead of guards."
    if event.kind == "over":
        return "The game is over."
    return f"{_capital(str(event))}."


def _scored(sheet: ScoringSheet, names: Sequence[str]) -> str:
    totals = sheet.totals()
    columns = [*names, DIRK] if len(totals) > len(names) else names
    each = [f"{points} for {name}" for name, points in zip(columns, totals, strict=True)]
    return f"Scoring {sheet.scoring}: {', '.join(each)}."


def result_sentence(
    names: Sequence[str], scores: Sequence[int], ranks: Sequence[int], you: int | None
) -> str:
    """How a game ended: "greedy 2 wins, 132 to 111.", or, said to a player, "You won 132 to 111."."""
    first = [seat for seat, rank in enumerate(ranks) if rank == 1]
    rest = sorted((score for seat, score in enumerate(scores) if seat not in first), reverse=True)
    points = [str(scores[seat]) for seat in first[:1]] + [str(score) for score in rest]
    told = " to ".join(points) if len(points) == 2 else " – ".join(points)
    if you is None:
        winners = listed(names[seat] for seat in first) if first else "Nobody"
        return f"{winners} {'wins' if len(first) == 1 else 'share the win'}, {told}."
    if you in first:
        return f"You won {told}." if len(first) == 1 else f"You share the win with {scores[you]} points."
    if len(names) == 2:
        return f"You lost {scores[you]} to {scores[first[0]]}."
    return f"You are {_PLACES[ranks[you] - 1]} with {scores[you]} points; {names[first[0]]} won with {scores[first[0]]}."


_PLACES: Final = ("first", "second", "third", "fourth", "fifth", "last")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
