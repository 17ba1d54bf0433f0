"""Which abilities, stands and strips does a configuration fix, instead of having them drawn? (rules 17.5, 17.6)"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules.palace.parts import ABILITIES, IN_PLAY, STAND_SIZES, STANDS, STRIPS

FIXED: Final = ("abilities", "stands", "strips")
SCORINGS: Final = 3


def canonical(key: str, text: str) -> str:
    """The value of one of these keys in its canonical form; ValueError says what is wrong with it."""
    words = text.split("+")
    if key == "abilities":
        return "+".join(_abilities(words))
    numbers = [_number(word) for word in words]
    if key == "stands":
        _check_stands(numbers)
    else:
        _check_strips(numbers)
    return "+".join([str(number) for number in numbers])


def fixed_abilities(text: str) -> i64:
    """The abilities in play, as bits."""
    bits: i64 = 0
    one: i64 = 1
    for word in text.split("+"):
        bits |= one << ABILITIES.index(word)
    return bits


def fixed_stands(text: str) -> vec[i64]:
    """How many guards each stand holds; the last one any number."""
    return append(vec[i64]([int(word) for word in text.split("+")]), 0)


def fixed_strips(text: str) -> vec[i64]:
    """The strip of each scoring, counted from 0."""
    return vec[i64]([int(word) - 1 for word in text.split("+")])


def _abilities(words: list[str]) -> list[str]:
    for word in words:
        if word not in ABILITIES:
            raise ValueError(f"{word!r} is not one of {', '.join(ABILITIES)}")
    _refuse_repeats(words)
    if len(words) != IN_PLAY:
        raise ValueError(f"{IN_PLAY} are in play, joined by +, not {len(words)}")
    return [name for name in ABILITIES if name in words]


def _check_stands(numbers: list[int]) -> None:
    sizes = [int(size) for size in STAND_SIZES]
    if len(numbers) != STANDS - 1:
        raise ValueError(f"say how many guards each of the first {STANDS - 1} holds, joined by +")
    for number in numbers:
        if numbers.count(number) > sizes.count(number):
            raise ValueError(f"there are {sizes.count(number)} that hold {number}")


def _check_strips(numbers: list[int]) -> None:
    if len(numbers) != SCORINGS:
        raise ValueError(f"name one for each of the {SCORINGS} scorings, joined by +")
    for number in numbers:
        if not 1 <= number <= STRIPS:
            raise ValueError(f"{number} is not from 1 to {STRIPS}")
    _refuse_repeats([str(number) for number in numbers])


def _refuse_repeats(words: list[str]) -> None:
    for word in words:
        if words.count(word) > 1:
            raise ValueError(f"{word!r} is named twice")


def _number(word: str) -> int:
    if not word.isdecimal() or not word.isascii() or len(word) > 9:
        raise ValueError(f"{word!r} is not a whole number")
    return int(word)
