"""What is in the folder of a ladder? Games, bot versions with their files, matches and leases.

    games/      records                             bots/       versions as submitted, named by their hash
    versions/   who submitted what                  retired/    versions that are paired no more
    matches/    who plays whom, and why             leases/     which runner plays a match
    runners/    their heartbeats                    secret/     what the deals come from
    annulled/   matches that were to be played again
    suspended/  versions that spoil games, with the evidence; and who was reinstated

Nothing in it is changed but heartbeats, and files of games are joined to larger ones, so that neither a kill nor a second runner can spoil it.
"""

import hashlib
import secrets
from dataclasses import asdict
from functools import partial
from typing import Any, Final

from arena.ladder.notes import SUFFIX, Notes, fitting, note_bytes, read_note
from arena.ladder.pairing import Pairing
from arena.ladder.results import Annulment
from arena.ladder.roster import RETIRED, SUBMITTED, SUSPENDED, Roster
from arena.match import PACKED, PackedBot
from arena.store import Folder, Store, StoreError

_PAIRING: Final = {"table": list, "label": str, "sets": int, "reason": str, "draw": list}
_ANNULLED: Final = {"match": str, "before_ns": int, "reason": str}


class LadderFolder:
    """The folder of a ladder."""

    def __init__(self, folder: Folder) -> None:
        self.url = folder.path
        self.games = Store(folder.inner("games"))
        self.bots = folder.inner("bots")
        self.roster = Roster(
            Notes(folder.inner("versions"), SUBMITTED),
            Notes(folder.inner("retired"), RETIRED),
            Notes(folder.inner("suspended"), SUSPENDED),
        )
        self.leases = folder.inner("leases")
        self.runners = folder.inner("runners")
        self._matches = folder.inner("matches")
        self._secret = Notes(folder.inner("secret", private=True), {"secret": str})
        self._annulled = Notes(folder.inner("annulled"), _ANNULLED)
        self._pairings: dict[str, Pairing] = {}
        self.chosen: list[str] = []
        """The names of the matches that were read or chosen, in that order."""

    @staticmethod
    def open(url: str, create: bool = False) -> "LadderFolder":
        """The home at a path or URL."""
        return LadderFolder(Folder.open(url, create))

    def packed(self, version: str) -> bytes:
        """A version's files as they were submitted."""
        return self.bots.read(f"{version}{PACKED}")

    def packed_bot(self, version: str) -> PackedBot:
        """A version for whoever is to play it."""
        return PackedBot(version, partial(self.bots.read, f"{version}{PACKED}"))

    def keep(self, version: str, packed: bytes) -> None:
        """Keep a version's files."""
        self.bots.write_once(f"{version}{PACKED}", packed)

    def secret(self, given: str = "") -> bytes:
        """What all deals come from: as given, or drawn once; of two that were drawn at once the older one holds."""
        if given:
            return given.encode()
        if not self._secret.all():
            self._secret.add({"secret": secrets.token_hex(32)})
        try:
            return bytes.fromhex(self._secret.all()[0]["secret"])
        except ValueError:
            raise StoreError(f"{self.url}/secret: is not what a ladder notes") from None

    def pairings(self) -> dict[str, Pairing]:
        """All matches that were ever chosen, by name."""
        for file in self._matches.names(SUFFIX):
            name = file.removesuffix(SUFFIX)
            if name not in self._pairings:
                path = f"{self._matches.path}/{file}"
                self._keep(name, _pairing(fitting(read_note(self._matches.read(file), path), _PAIRING, path)))
        return self._pairings

    def annul(self, match: str, annulment: Annulment) -> None:
        """Have a match played again: what it had by then counts no more."""
        self._annulled.add({"match": match, **asdict(annulment)})

    def annulments(self) -> list[tuple[str, Annulment]]:
        """All matches that were to be played again."""
        return [
            (note["match"], Annulment(note["before_ns"], note["reason"])) for note in self._annulled.all()
        ]

    def choose(self, name: str, pairing: Pairing) -> Pairing:
        """Note a match that is to be played; if another runner noted it before, that one's pairing holds."""
        if self._matches.write_once(f"{name}{SUFFIX}", note_bytes(asdict(pairing))):
            self._keep(name, pairing)
        return self.pairings()[name]

    def _keep(self, name: str, pairing: Pairing) -> None:
        self._pairings[name] = pairing
        self.chosen.append(name)


def match_seed(secret: bytes, match: str) -> bytes:
    """The seed of a match: nobody can guess it, and whoever plays the match again has the same deals."""
    return hashlib.sha256(b"arena-ladder\0" + secret + b"\0" + match.encode()).digest()


def _pairing(note: dict[str, Any]) -> Pairing:
    return Pairing(tuple(note["table"]), note["label"], note["sets"], note["reason"], tuple(note["draw"]))
