"""How are small facts stored for good? As JSON files named by time and content, never changed.

Two writers never meet on one name, so nothing is lost even where a filesystem cannot say "only if it is not there".
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from arena.store import Folder, StoreError
from arena.untrusted import MOST_BYTES, Unreadable, json_value

SUFFIX = ".json"


Shape = Mapping[str, type]  # the keys of a note and what they hold; a list holds texts


class Notes:
    """Notes of one kind."""

    def __init__(self, folder: Folder, shape: Shape) -> None:
        self._folder = folder
        self._shape = shape
        self._read: dict[str, dict[str, Any]] = {}

    def add(self, note: dict[str, Any]) -> None:
        """Keep a note."""
        content = note_bytes(note)
        self._folder.write(f"{self._folder.now_ns():020}-{_digest(content)}{SUFFIX}", content)

    def all(self) -> list[dict[str, Any]]:
        """All notes, the oldest first; those read before are not read again."""
        names = self._folder.names(SUFFIX)
        for name in names:
            if name not in self._read:
                self._read[name] = self._checked(name)
        return [self._read[name] for name in names]

    def _checked(self, name: str) -> dict[str, Any]:
        content = self._folder.read(name)
        if not name.endswith(f"-{_digest(content)}{SUFFIX}"):
            raise StoreError(
                f"{self._folder.path}/{name}: damaged, its {len(content)} bytes are not what was written"
            )
        path = f"{self._folder.path}/{name}"
        return fitting(read_note(content, path), self._shape, path)


def note_bytes(note: dict[str, Any]) -> bytes:
    """A note as bytes, the same for the same note."""
    return json.dumps(note, sort_keys=True, ensure_ascii=False, indent=1).encode() + b"\n"


def read_note(content: bytes, path: str, most_bytes: int = MOST_BYTES) -> dict[str, Any]:
    """The note in these bytes."""
    try:
        note = json_value(content, most_bytes)
    except Unreadable as error:
        raise StoreError(f"{path}: {error}") from None
    if not isinstance(note, dict):
        raise StoreError(f"{path}: not a note of a ladder")
    return note


def fitting(note: dict[str, Any], shape: Shape, path: str) -> dict[str, Any]:
    """The keys of a note that were asked for; StoreError if one is missing or holds something else."""
    for key, kind in shape.items():
        value = note.get(key)
        texts = value if isinstance(value, list) else []
        if type(value) is not kind or not all(isinstance(one, str) for one in texts):
            raise StoreError(f"{path}: {key}: is missing, or not what a ladder notes")
    return {key: note[key] for key in shape}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]
