"""Which matches were chosen? A note for each, in a file of its own at first and together with others later."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from arena.ladder.notes import SUFFIX, fitting, note_bytes, read_note
from arena.ladder.pairing import Pairing
from arena.store import Folder, Gone, StoreError
from arena.units import MIB

JOINED: Final = ".notes"
MOST_BYTES: Final = 64 * MIB
_PAIRING: Final = {"table": list, "label": str, "sets": int, "reason": str, "draw": list}


class MatchNotes:
    """The matches of a ladder by name. Files are only added, and removed when all they hold is in larger ones."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self.pairings: dict[str, Pairing] = {}
        self.chosen: list[str] = []
        """The names of the matches that were read or chosen, in that order."""
        self._files: dict[str, list[str]] = {}  # the matches that each file holds
        self._file: dict[str, str] = {}  # of a match: the greatest that it is in
        self._spare: dict[str, int] = {}  # how many matches of a file are in a greater one too

    def refresh(self) -> None:
        """Read the files that are new."""
        looking = True
        while looking:
            looking = False
            for file in (*self._folder.names(JOINED), *self._folder.names(SUFFIX)):
                if file not in self._files:
                    try:
                        self._add(file, self._read(file))
                    except Gone:  # joined meanwhile
                        looking = True

    def choose(self, name: str, pairing: Pairing) -> Pairing:
        """Note a match that is to be played; if another runner noted it before, that one's pairing holds."""
        file = f"{name}{SUFFIX}"
        if name not in self.pairings and self._folder.write_once(file, note_bytes(asdict(pairing))):
            self._add(file, {name: pairing})
        else:
            self.refresh()
        return self.pairings[name]

    def sizes(self) -> dict[str, int]:
        """How many matches each file holds; without those that are all in greater ones."""
        return {file: len(names) for file, names in self._files.items() if self._spare[file] < len(names)}

    def superseded(self) -> list[str]:
        """The files whose matches are all in greater ones."""
        return [file for file, names in self._files.items() if self._spare[file] >= len(names)]

    def forget(self, file: str) -> None:
        """A file was removed."""
        del self._files[file], self._spare[file]

    def join(self, files: Sequence[str]) -> None:
        """Add one file with all matches of these files; Gone if another has joined and removed one of them."""
        names = {name for file in files for name in self._read(file)}
        content = note_bytes({name: asdict(self.pairings[name]) for name in sorted(names)})
        self._folder.write(f"{self._folder.now_ns():020}-{_digest(content)}{JOINED}", content)

    def remove(self, file: str) -> None:
        """Remove a file whose matches are all in others."""
        self._folder.remove(file)

    def _read(self, file: str) -> dict[str, Pairing]:
        path, content = f"{self._folder.path}/{file}", self._folder.read(file)
        if file.endswith(SUFFIX):
            return {file.removesuffix(SUFFIX): _pairing(read_note(content, path), path)}
        if not file.endswith(f"-{_digest(content)}{JOINED}"):
            raise StoreError(f"{path}: damaged, its {len(content)} bytes are not what was written")
        return {
            name: _pairing(note, f"{path}: {name}")
            for name, note in read_note(content, path, MOST_BYTES).items()
        }

    def _add(self, file: str, found: dict[str, Pairing]) -> None:
        self._files[file], self._spare[file] = list(found), 0
        for name, pairing in found.items():
            if name not in self.pairings:
                self.pairings[name] = pairing
                self.chosen.append(name)
            before = self._file.get(name)
            if before is None or before not in self._files:
                self._file[name] = file
                continue
            # Of two files the one with more matches is greater, then the later one: so everybody agrees which is spare.
            smaller, greater = sorted((before, file), key=lambda one: (len(self._files[one]), one))
            self._file[name] = greater
            self._spare[smaller] += 1


def _pairing(note: Any, path: str) -> Pairing:
    if not isinstance(note, dict):
        raise StoreError(f"{path}: not a note of a ladder")
    found = fitting(note, _PAIRING, path)
    return Pairing(
        tuple(found["table"]), found["label"], found["sets"], found["reason"], tuple(found["draw"])
    )


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]
