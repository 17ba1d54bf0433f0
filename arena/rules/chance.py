"""Where does chance come from? A small generator, the same on every machine (rule 2.7).

The generator is xoshiro128++ on 32-bit words: sums, shifts and exclusive-ors only, so that it gives the same
numbers interpreted and compiled. A stream is named, and its first words are SHA-256 of version, seed and name: what
one stream hands out never depends on how much another was used.
"""

from hashlib import sha256
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

GENERATOR: Final = "arena-chance-1"  # the version of the generator, part of every record
WORD: Final = 0xFFFFFFFF
WORD_BITS: Final = 32
KEY_WORDS: Final = 4
# The shift and the rotations of xoshiro128++.
SHIFT: Final = 9
ROTATION: Final = 11
ROTATION_OF_SUM: Final = 7


def seed_bytes(seed: int | bytes) -> bytes:
    """A seed as bytes; a whole number stands for its decimal digits."""
    return seed if isinstance(seed, bytes) else str(seed).encode("ascii")


class Rng:
    """One stream of numbers."""

    def __init__(self, seed: int | bytes, stream: str = "") -> None:
        text = b"\0".join((GENERATOR.encode("ascii"), stream.encode("utf-8"), seed_bytes(seed)))
        digest = sha256(text).digest()
        self._a: i64 = int.from_bytes(digest[0:4], "big")
        self._b: i64 = int.from_bytes(digest[4:8], "big")
        self._c: i64 = int.from_bytes(digest[8:12], "big")
        self._d: i64 = int.from_bytes(digest[12:16], "big") | 1

    def word(self) -> i64:
        """The next 32 bits."""
        a = self._a
        d = self._d
        total = (a + d) & WORD
        result = (_rotated(total, ROTATION_OF_SUM) + a) & WORD
        shifted = (self._b << SHIFT) & WORD
        c = self._c ^ a
        d ^= self._b
        self._b ^= c
        self._a = a ^ d
        self._c = c ^ shifted
        self._d = _rotated(d, ROTATION)
        return result

    def below(self, limit: i64) -> i64:
        """A whole number from 0 to limit - 1, each equally likely; limit is from 1 to 2**31 - 1."""
        product = self.word() * limit
        low = product & WORD
        if low < limit:
            floor = (WORD + 1 - limit) % limit
            while low < floor:
                product = self.word() * limit
                low = product & WORD
        return product >> WORD_BITS

    def shuffled(self, items: vec[i64]) -> vec[i64]:
        """The items in random order."""
        result = items[:]
        last: i64 = len(result) - 1
        while last > 0:
            pick = self.below(last + 1)
            kept = result[last]
            result[last] = result[pick]
            result[pick] = kept
            last -= 1
        return result

    def key(self) -> bytes:
        """Sixteen random bytes, fit to seed another stream."""
        number = int(self.word())
        for _ in range(KEY_WORDS - 1):
            number = number << WORD_BITS | int(self.word())
        return number.to_bytes(KEY_WORDS * 4, "big")


def _rotated(word: i64, left: i64) -> i64:
    """A word whose bits have moved so far to the left, and those that fell out in again on the right."""
    return ((word << left) | (word >> (WORD_BITS - left))) & WORD
