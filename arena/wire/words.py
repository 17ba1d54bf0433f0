"""Which enum value of arena.proto stands for which word of the rulebook?"""

from typing import Any, Final

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from arena.proto import arena_pb2 as pb
from arena.wire.error import WireError


class Words:
    """The words of one enum: EVENT_KIND_LAID_BESIDE is "laid beside". The number 0 has no word."""

    def __init__(self, enum: EnumTypeWrapper, prefix: str) -> None:
        # Any, because the generated stubs ask for enum classes that do not exist at run time.
        self.numbers: Final[dict[str, Any]] = {
            name.removeprefix(prefix).lower().replace("_", " "): number
            for name, number in enum.items()
            if number
        }
        self._words: Final = {number: word for word, number in self.numbers.items()}

    def word(self, number: int, field: str) -> str:
        """The word for a number that was in a field."""
        word = self._words.get(number)
        if word is None:
            known = ", ".join(self._words.values())
            raise WireError(f"{field}: {number or 'unset'} is not one of {known}")
        return word


CURRENCY_WORDS: Final = Words(pb.Currency, "CURRENCY_")
KIND_WORDS: Final = Words(pb.Kind, "KIND_")
GROUP_WORDS: Final = Words(pb.TileGroup, "TILE_GROUP_")
VERB_WORDS: Final = Words(pb.Verb, "VERB_")
EVENT_WORDS: Final = Words(pb.EventKind, "EVENT_KIND_")
ASKED_WORDS: Final = Words(pb.Asked, "ASKED_")
