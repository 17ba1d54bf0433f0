"""Which names look alike? Unicode's rule for confusable names (UTS 39), and its rule for names of mixed scripts.

Two names look alike if their skeletons are the same: every character is replaced by the one that all its lookalikes share.
The table is Unicode's, written by `scripts/confusables`.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

# A character of these scripts is at home in texts that mix them: Chinese with Bopomofo, Japanese, Korean.
_ALSO: Final = {
    "Hani": {"Hanb", "Jpan", "Kore"},
    "Hira": {"Jpan"},
    "Kana": {"Jpan"},
    "Hang": {"Kore"},
    "Bopo": {"Hanb"},
}
_WITH_LATIN: Final = ("Hanb", "Jpan", "Kore")


def looks_like(name: str, others: Iterable[str]) -> str | None:
    """The first of some other names that a reader could take for this one; None if there is none."""
    own = _skeletons(name)
    for other in others:
        if any(one == two for one, two in zip(own, _skeletons(other), strict=True)):
            return other
    return None


def mixes_scripts(name: str) -> bool:
    """Whether a name mixes letters of several scripts, other than Latin with those of East Asia ("highly restrictive")."""
    all_sets = [found for one in unicodedata.normalize("NFD", name) if (found := _scripts(one))]
    if not all_sets or frozenset.intersection(*all_sets):
        return False
    others = [found for found in all_sets if "Latn" not in found]
    return not any(all(script in found for found in others) for script in _WITH_LATIN)


@lru_cache(20_000)
def _skeletons(name: str) -> tuple[str, str]:
    """As it is written, and whatever the case: `I` looks like `l`, and `i` is the same name as `I`."""
    return _skeleton(name), _skeleton(unicodedata.normalize("NFKC", name).casefold()).casefold()


def _skeleton(text: str) -> str:
    like, unseen, _ = _table()
    whole = unicodedata.normalize("NFD", text)
    found = "".join(like.get(one, one) for one in whole if not _within(unseen, ord(one)))
    return unicodedata.normalize("NFD", found)


def _scripts(one: str) -> frozenset[str]:
    """The scripts that a character may be part of; none for one that is at home in all."""
    starts = _table()[2]
    index = bisect_right(starts, ord(one), key=lambda entry: entry[0]) - 1
    return starts[index][2] if index >= 0 and ord(one) <= starts[index][1] else frozenset()


def _within(ranges: list[tuple[int, int]], code: int) -> bool:
    index = bisect_right(ranges, code, key=lambda entry: entry[0]) - 1
    return index >= 0 and code <= ranges[index][1]


@cache
def _table() -> tuple[dict[str, str], list[tuple[int, int]], list[tuple[int, int, frozenset[str]]]]:
    """Which characters look like which others, which are not seen, and which scripts the others are of."""
    text = Path(__file__).with_name("confusables.txt").read_text(encoding="ascii")
    like, unseen, scripts = (part.split("\n")[1:] for part in text.strip().split("\n\n")[1:])
    pairs = (line.split(" ") for line in like)
    ranges = ((line.partition(" ")[0].split("-"), line.split(" ")[1:]) for line in scripts)
    return (
        {chr(int(one, 16)): "".join(chr(int(part, 16)) for part in parts) for one, *parts in pairs},
        [(int(first, 16), int(last, 16)) for first, last in (line.split("-") for line in unseen)],
        [
            (
                int(first, 16),
                int(last, 16),
                frozenset(names).union(*(_ALSO.get(name, set()) for name in names)),
            )
            for (first, last), names in ranges
        ],
    )
