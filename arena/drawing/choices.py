"""What may a person do now, and why not something else? Every action as a path of choices, with what it leads to."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from arena.drawing.frames import frame_of
from arena.drawing.merge_patch import patch_between
from arena.drawing.modules import DRAWINGS
from arena.drawing.modules.drawn import Fields, ModuleDrawing, TableWords
from arena.drawing.phrases import listed, square_words, value_of
from arena.drawing.sentences import action_sentence, table_words
from arena.drawing.tiles import tile_phrase
from arena.drawing.verbs import verb_drawing
from arena.rules import CURRENCIES, TILES, Action, Observation, Refusal, State, is_complete, staged

_BUILDING: Final = (
    "place",
    "build",
    "exchange",
    "remove",
    "wall",
    "falcon",
)  # they change what a scoring pays
_AT_SQUARE: Final = re.compile(r"at \((-?\d+),(-?\d+)\)")
_SQUARE: Final = re.compile(r"\((-?\d+),(-?\d+)\)")
_NAME: Final = re.compile(r"[a-z]+(?:-\w+)+")
_OFFERED: Final = {
    "take": "take money",
    "buy": "buy a marked tile",
    "build": "rebuild your city",
    "remove": "rebuild your city",
    "exchange": "rebuild your city",
}


class TriedTurn:
    """Steps of a person's turn that were tried out and can still be taken back; nothing hidden is in it."""

    def __init__(self, state: State) -> None:
        self._first = state
        self.seat = state.seat
        self.state = state
        self.told: list[str] = []

    def play(self, action: Action) -> bool:
        """Try one step more; False if it cannot be taken back, and so was not tried. IllegalAction if it is refused."""
        words = table_words(self.state.observe(self.seat))
        after = staged(self.state, action)
        if after is None:
            return False
        self.told.append(action_sentence(words, self.seat, action, you=True))
        self.state = after
        return True

    def patch(self) -> Fields:
        """From the frame before the first step to the one now."""
        shown = frozenset({self.seat})
        return patch_between(frame_of(self._first, shown), frame_of(self.state, shown))

    @property
    def ends(self) -> bool:
        """Whether nothing of the turn is left to decide."""
        return self.state is not self._first and is_complete(self.state)

    def question(self) -> Fields:
        """What can follow: prompt, legal actions, and why not others."""
        if self.ends:
            return {"prompt": "Your turn is complete.", "legal": [], "closed": [], "probe": {}}
        return question(self.state)


def question(state: State) -> Fields:
    """What the seat that decides is asked, as its own player sees it."""
    seat = state.seat
    seen = state.observe(seat)
    words = table_words(seen)
    legal = state.legal_actions()
    return {
        "prompt": _prompt(words, seat, legal),
        "legal": [_choice(state, words, seat, action) for action in legal],
        "closed": _closed(words, seat, legal),
        "probe": _probes(seen, seat),
    }


def refusal_fields(refusal: Refusal, step: int) -> Fields:
    """Why an action is refused: a sentence, its clause, and which of the actions it was."""
    words = _plain(refusal.reason)
    reason = words[:1].upper() + words[1:]
    return {"sentence": f"{reason}.", "rule": refusal.rule, "href": f"/rules#{refusal.rule}", "step": step}


def _plain(reason: str) -> str:
    """A refusal as a person reads it: squares as seen from the fountain, tiles by their words."""
    reason = _AT_SQUARE.sub(lambda found: square_words(int(found[1]), int(found[2])), reason)
    reason = _SQUARE.sub(lambda found: f"the square {square_words(int(found[1]), int(found[2]))}", reason)
    return _NAME.sub(lambda found: _tile_words().get(found[0], found[0]), reason)


@cache
def _tile_words() -> dict[str, str]:
    return {tile.name: tile_phrase(tile) for tile in TILES}


def action_path(words: TableWords, seat: int, action: Action) -> list[list[Any]]:
    """The choices that lead to an action, each as what is chosen and which (docs/frames.md)."""
    return [list(choice) for choice in verb_drawing(action).path(words, seat, action)]


def _choice(state: State, words: TableWords, seat: int, action: Action) -> Fields:
    drawing = verb_drawing(action)
    found: Fields = {
        "action": str(action),
        "verb": action.verb,
        "path": action_path(words, seat, action),
        "text": action_sentence(words, seat, action, you=True),
    }
    if drawing.label is not None:
        found["label"] = drawing.label(words, action)
    uses = action.ending.removeprefix("using ").split("+") if action.ending else []
    if uses:
        found["uses"] = uses
    if drawing.price is not None:
        over = sum(value_of(card) for card in action.cards) - drawing.price(words, action)
        found |= {"exact": over == 0, "over": over}
        if words.seen.decision == "act" and over == 0 and action.verb != "scout":
            found["label"] = found["label"].replace("exact", "exact: you go on", 1)
    after = staged(state, action)
    if after is None:
        found["now"] = True
    elif action.verb in _BUILDING:
        found["after"] = _outlook(state, after, seat)
    return found


def _outlook(state: State, after: State, seat: int) -> Fields:
    """What a step does to the longest wall, and to what the next scoring would pay."""
    wall, before = len(after.longest_wall(seat)), len(state.longest_wall(seat))
    then, now = after.next_scoring(), state.next_scoring()
    if then is None or now is None:
        return {}
    points, had = then.totals()[seat], now.totals()[seat]
    return {
        "wall": wall,
        "gain": wall - before,
        "points": points,
        "change": points - had,
        "text": f"wall {wall}, scoring {then.scoring} would pay {points} ({points - had:+})",
    }


def _prompt(words: TableWords, seat: int, legal: Sequence[Action]) -> str:
    asked = words.seen.decision or ""
    if asked == "act":
        return _act_prompt(words, legal)
    if asked == "place":
        return _place_prompt(words, seat, legal)
    for drawing in _drawings(words.seen):
        if asked in drawing.prompts:
            return drawing.prompts[asked]
    return "Choose what to do."


def _act_prompt(words: TableWords, legal: Sequence[Action]) -> str:
    if [action.verb for action in legal] == ["pass"]:
        return "There is nothing that you can do, so you pass."
    phrases = dict(_OFFERED)
    for drawing in _drawings(words.seen):
        phrases |= drawing.offered
    offered = list(dict.fromkeys(phrases[action.verb] for action in legal if action.verb in phrases))
    first = "You paid exactly and act once more" if words.seen.extra else "It is your turn"
    if not offered:
        return f"{first}."
    ways = listed(offered).replace(" and ", " or ") if len(offered) > 1 else offered[0]
    return f"{first}: {ways}."


def _place_prompt(words: TableWords, seat: int, legal: Sequence[Action]) -> str:
    aside = [tile.name for tile in words.seen.seats[seat].aside]
    fitting = {action.tile for action in legal if action.verb == "place"}
    other = ["keep it in the reserve"]
    if any(action.verb == "give" for action in legal):
        other.append("give it to Dirk")
    ways = " or ".join(other)
    stuck = [words.tile(name) for name in aside if name not in fitting]
    if len(aside) == 1:
        if stuck:
            return f"{_capital(stuck[0])} fits nowhere in your city: {ways}."
        return f"Place {words.tile(aside[0])}: choose a marked square, or {ways}."
    told = f"Place the {len(aside)} tiles you have, in any order."
    if stuck:
        told += f" {_capital(listed(stuck))} {'fits' if len(stuck) == 1 else 'fit'} nowhere now: {ways}."
    return told


def _closed(words: TableWords, seat: int, legal: Sequence[Action]) -> list[Fields]:
    """Why tiles on offer cannot be bought, and what modules know of."""
    found: list[Fields] = []
    seen = words.seen
    if seen.decision in ("act", "favour"):
        open_slots = {action.slot for action in legal if action.slot and action.verb != "exchanger"}
        hand = seen.seats[seat].hand or ()
        for slot, tile in enumerate(seen.market, start=1):
            if tile is not None and slot not in open_slots:
                currency = CURRENCIES[slot - 1]
                money = sum(card.value for card in hand if card.currency == currency)
                found.append({"slot": slot, **_too_dear(words.tile(tile.name), tile.price, money, currency)})
        for drawing in _drawings(seen):
            found += [
                {"beside": offer.tile.name, **_not_offered(words, offer.tile.name, offer.price)}
                for offer in drawing.offers(seen)
                if not any(action.tile == offer.tile.name for action in legal)
            ]
    for drawing in _drawings(seen):
        found += drawing.closed(words, seat, legal)
    return found


def _too_dear(tile: str, price: int, money: int, currency: str) -> Fields:
    if money < price:
        return {
            "sentence": f"{_capital(tile)} costs {price} {currency}, and you have {money}.",
            "rule": "5.1",
        }
    return {"sentence": f"{_capital(tile)} must be paid exactly: {price} {currency}.", "rule": "12.2"}


def _not_offered(words: TableWords, tile: str, price: int) -> Fields:
    if not price:
        sentence = f"{_capital(words.tile(tile))} is not for sale while the slot of its currency is empty."
    else:
        currency = words.dressed(tile).currency
        sentence = f"{_capital(words.tile(tile))} must be paid exactly: {price} {currency}."
    return {"sentence": sentence, "rule": "14.2"}


def _probes(seen: Observation, seat: int) -> dict[str, str]:
    view = seen.seats[seat]
    if seen.decision == "place":
        return {tile.name: f"place {tile.name} at {{square}}" for tile in view.aside}
    if seen.decision == "act":
        return {tile.name: f"build {tile.name} at {{square}}" for tile in view.reserve}
    return {}


def _drawings(seen: Observation) -> list[ModuleDrawing]:
    return [DRAWINGS[view.module] for view in seen.modules]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
