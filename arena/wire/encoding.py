"""How is a message encoded fast? By joining the stored encodings of parts that recur.

The encoding of a protobuf message is that of its fields one after the other, in any order. A card, a tile on a square or an
action is encoded once and kept; a large message is then a join of what is kept, several times faster than one made field by
field from Python objects.
"""

from typing import Final

from arena.proto import arena_pb2 as pb
from arena.rules import CARDS
from arena.wire.words import CURRENCY_WORDS

_LENGTH_DELIMITED: Final = 2


def varint(number: int) -> bytes:
    """A whole number, seven bits a byte, the lowest first."""
    encoded = bytearray()
    while number > 127:
        encoded.append(number & 127 | 128)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


_SMALL: Final = [varint(number) for number in range(1 << 12)]


def tag(number: int) -> bytes:
    """What stands before a field that holds a message."""
    return varint(number << 3 | _LENGTH_DELIMITED)


def number_tag(number: int) -> bytes:
    """What stands before a field that holds one whole number."""
    return varint(number << 3)


def number_field(tag: bytes, value: int) -> bytes:
    """A field with one whole number; 0 is what a field has that is not there."""
    if value == 0:
        return b""
    return tag + (_SMALL[value] if value < len(_SMALL) else varint(value))


def numbers_field(tag: bytes, numbers: list[int]) -> bytes:
    """A field with any number of small whole numbers, such as the ids of tiles."""
    return tag + sized(b"".join([_SMALL[number] for number in numbers])) if numbers else b""


def sized(content: bytes) -> bytes:
    """A message with its length before it, as it stands after a tag."""
    size = len(content)
    return (_SMALL[size] if size < len(_SMALL) else varint(size)) + content


def card_fields(number: int) -> list[bytes]:
    """Each card, by its id, as this field of a message."""
    cards = [pb.Card(currency=CURRENCY_WORDS.numbers[card.currency], value=card.value) for card in CARDS]
    return [tag(number) + sized(card.SerializeToString()) for card in cards]
