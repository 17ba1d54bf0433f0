"""One pairing of a ladder: which bots meet, why, and which owners may sit at the same table."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

HOUSE: Final = "house"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A version of a bot that may be paired."""

    version: str  # content hash
    name: str
    owner: str
    disqualified: bool = False

    @property
    def is_house(self) -> bool:
        return self.owner == HOUSE


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match to be played: its bots by version, which of its kind it is, and why it was chosen."""

    table: tuple[str, ...]
    label: (
        str  # with the table it makes the name of the match: the same work has the same name, whoever does it
    )
    sets: int  # none for a bot that sits out
    reason: str
    draw: tuple[str, ...] = ()  # with the first match of a round: all who are in it, in order

    def named(self, ladder: str) -> str:
        """The name of the match."""
        text = "\0".join((ladder, self.label, str(self.sets), *self.table))
        return f"{ladder}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


@dataclass(frozen=True, slots=True)
class PastPairing:
    """A pairing that was chosen before, and how far it has come."""

    pairing: Pairing
    finished: bool
    shares: tuple[
        float, ...
    ] = ()  # in the order of the table: share of the others that it stood above, over all games
    sets_won: tuple[
        float, ...
    ] = ()  # in the same order: sets in which it had the best share, a shared one split
    lost_by: tuple[str, ...] = ()  # who was disqualified or suspended before it was over; the others won it


def shuffled(table: Sequence[str], salt: str) -> tuple[str, ...]:
    """An order of the table that follows from the salt: of four or more only rotations are played, so it matters."""
    return tuple(sorted(table, key=lambda one: hashed(one, salt)))


def hashed(version: str, salt: str) -> bytes:
    """A number for a version that is as good as random and the same whoever asks."""
    return hashlib.sha256(f"{salt}\0{version}".encode()).digest()


def may_sit_together(table: Sequence[Entrant], other: Entrant, seats: int) -> bool:
    """At tables of three to six one owner has one bot; house bots do not conspire."""
    if any(one.version == other.version for one in table):
        return False
    return seats == 2 or other.is_house or all(one.owner != other.owner for one in table)


def filled(table: Sequence[Entrant], field: Sequence[Entrant], seats: int) -> tuple[str, ...] | None:
    """The table with copies of house bots on the seats for which there is no one else; None if there is no house bot."""
    versions = tuple(one.version for one in table)
    if len(versions) == seats:
        return versions
    house = [one.version for one in field if one.is_house]
    if len(versions) < 2 or not house:
        return None
    empty = range(seats - len(versions))
    return (*versions, *(house[number % len(house)] for number in empty))
