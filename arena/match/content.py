"""What is a bot's folder made of? Plain files under plain names, and a hash over all of them."""

import hashlib
import unicodedata
from pathlib import Path
from typing import Final

MANIFEST: Final = "bot.toml"
IGNORED_NAMES: Final = ("__pycache__", ".git")


class NotPlain(ValueError):
    """A link or a device in a bot's folder; the text names it."""


def plain_files(folder: Path) -> dict[str, Path]:
    """Every file that is part of a bot, by its name inside the folder, in order."""
    files = {}
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
        parts = path.relative_to(folder).parts
        if any(part in IGNORED_NAMES for part in parts) or (path.is_dir() and not path.is_symlink()):
            continue
        if path.is_symlink() or not path.is_file():
            raise NotPlain(f"{'/'.join(parts)}: only plain files and folders can be part of a bot")
        files["/".join(parts)] = path
    return files


def is_executable(file: Path) -> bool:
    """Whether its owner may run it."""
    return bool(file.stat().st_mode & 0o100)


def content_hash(folder: Path) -> str:
    """SHA-256 over names, executable bits and contents of all files of a folder."""
    digest = hashlib.sha256()
    for name, path in plain_files(folder).items():
        content = path.read_bytes()
        digest.update(f"{name}\0{'x' if is_executable(path) else '-'}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def alike(name: str) -> str:
    """The same text for names that are one file on some disks and two on others: they differ in case or in the spelling of letters."""
    return unicodedata.normalize("NFC", name).casefold()
