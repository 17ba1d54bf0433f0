"""What are cards, squares and numbers called in a sentence? In the words of the rulebook."""

import re
from collections.abc import Iterable
from typing import Final

SIDE_WORDS: Final = {"N": "north", "E": "east", "S": "south", "W": "west"}
_NUMBERS: Final = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_VERB: Final = re.compile(r"<(\w+)>")
_IRREGULAR: Final = {"can": "can", "do": "does", "pass": "passes", "attach": "attaches"}


def spoken(phrase: str, you: bool) -> str:
    """A phrase whose verbs stand in angle brackets, said of somebody else, or to the one who does it."""
    return _VERB.sub(lambda verb: verb[1] if you else _third_person(verb[1]), phrase)


def listed(parts: Iterable[str]) -> str:
    """Several things: a, b and c."""
    *first, last = list(parts)
    return f"{', '.join(first)} and {last}" if first else last


def number_word(number: int) -> str:
    """A small number as a word."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def counted(number: int, word: str) -> str:
    """One guard, three guards."""
    return f"{number_word(number)} {word}" if number == 1 else f"{number_word(number)} {word}s"


def card_words(card: str) -> str:
    """A money card: 4 denar."""
    currency, _, value = card.partition("-")
    return f"{value} {currency}"


def cards_words(cards: Iterable[str]) -> str:
    """Several money cards: 2 denar and 3 florin."""
    return listed(card_words(card) for card in cards)


def value_of(card: str) -> int:
    """What a card is worth."""
    return int(card.partition("-")[2])


def paid_words(cards: list[str], price: int) -> str:
    """A payment: 9 dirham (4 + 5, exact)."""
    total = sum(value_of(card) for card in cards)
    currency = cards[0].partition("-")[0]
    parts = [" + ".join(str(value_of(card)) for card in cards)] if len(cards) > 1 else []
    parts.append("exact" if total == price else f"{total - price} too much")
    return f"{total} {currency} ({', '.join(parts)})"


def square_words(x: int, y: int) -> str:
    """Where a square is: two east, one south of the fountain."""
    across = [(abs(x), "east" if x > 0 else "west")] if x else []
    upward = [(abs(y), "north" if y > 0 else "south")] if y else []
    ways = across + upward
    if not ways:
        return "at the fountain"
    if ways[0][0] == 1 and len(ways) == 1:
        return f"{ways[0][1]} of the fountain"
    return ", ".join(f"{number_word(steps)} {way}" for steps, way in ways) + " of the fountain"


def falcon_words(falcon: str) -> str:
    """A falcon: the black falcon (garden, tower)."""
    _, colour, *kinds = falcon.split("-")
    return f"the {colour} falcon ({', '.join(kinds)})"


def _third_person(verb: str) -> str:
    return _IRREGULAR.get(verb, f"{verb}s")
