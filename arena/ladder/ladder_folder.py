"""What is in the folder of a ladder? Games, bot versions with their files, matches and leases.

    games/      records                             bots/       versions as submitted, named by their hash
    versions/   who submitted what                  retired/    versions that are paired no more
    matches/    who plays whom, and why             leases/     which runner plays a match
    runners/    their heartbeats                    secret/     what the deals come from
    annulled/   matches that were to be played again
    suspended/  versions that spoil games, with the evidence; and who was reinstated
    disqualified/  owners whose bots are out, with the reason; and who was reinstated

Nothing in it is changed but heartbeats, and files of games and of matches are joined to larger ones, so that neither a kill nor a second runner can spoil it.
"""

import hashlib
import secrets
from dataclasses import asdict
from functools import partial
from typing import Final

from arena.ladder.match_notes import MatchNotes
from arena.ladder.notes import Notes
from arena.ladder.pairing import Pairing
from arena.ladder.results import Annulment
from arena.ladder.roster import DISQUALIFIED, RETIRED, SUBMITTED, SUSPENDED, Roster
from arena.match import PACKED, PackedBot
from arena.store import Folder, Store, StoreError

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
            Notes(folder.inner("disqualified"), DISQUALIFIED),
        )
        self.leases = folder.inner("leases")
        self.runners = folder.inner("runners")
        self.matches = MatchNotes(folder.inner("matches"))
        self._secret = Notes(folder.inner("secret", private=True), {"secret": str})
        self._annulled = Notes(folder.inner("annulled"), _ANNULLED)

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
        self.matches.refresh()
        return self.matches.pairings

    def annul(self, match: str, annulment: Annulment) -> None:
        """Have a match played again: what it had by then counts no more."""
        self._annulled.add({"match": match, **asdict(annulment)})

    def annulments(self) -> list[tuple[str, Annulment]]:
        """All matches that were to be played again."""
        return [
            (note["match"], Annulment(note["before_ns"], note["reason"])) for note in self._annulled.all()
        ]


def match_seed(secret: bytes, match: str) -> bytes:
    """The seed of a match: nobody can guess it, and whoever plays the match again has the same deals."""
    return hashlib.sha256(b"arena-ladder\0" + secret + b"\0" + match.encode()).digest()
