"""What is a bot? A folder with a bot.toml, and a version bound to the content of the folder."""

import hashlib
import re
import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from arena.match.content import MANIFEST, NotPlain, content_hash
from arena.match.house_bots import bot_folder, house_bots
from arena.match.kit import KitError, assembled, manifest_table
from arena.sandbox import RECIPES, LimitError, Limits
from arena.untrusted import Unreadable, shown, shown_key
from arena.wire import PROTOCOL

BOT_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,38}[a-z0-9])?")
KEYS: Final = (
    "name", "kit", "run", "build", "toolchains", "language", "authors", "description", "protocol", "engine", "memory_mb",
)  # fmt: skip
LINES: Final = "jsonl"  # the protocol in lines of JSON on stdin and stdout, instead of gRPC
LONGEST_TEXT: Final = 500


class ManifestError(ValueError):
    """A folder that is no bot; the text names the file and the key."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as its folder describes it."""

    folder: Path  # with all its files; in the cache if a kit brought some of them
    name: str
    run: tuple[str, ...]
    build: tuple[tuple[str, ...], ...]
    language: str
    authors: tuple[str, ...]
    description: str
    version: str  # SHA-256 over all files, and the options if there are any
    options: tuple[str, ...] = ()  # the last words of run, if they were given for this match
    toolchains: tuple[str, ...] = ()  # what its build and its command need of the host
    content: str = ""  # SHA-256 over all files
    engine: bool = False  # whether the engine runs beside it
    lines: bool = False  # whether it speaks the line protocol
    memory_mb: int | None = None  # what it wishes for; the limit of a match caps it

    @staticmethod
    def parse(text: str) -> "Bot":
        """Read a folder or the name of a house bot, with options for its program as a shell would split them."""
        if Path(text).is_dir() and text:
            return Bot.load(Path(text))
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise ManifestError(f"{text}: cannot be split into words: {error}") from None
        if not words:
            raise ManifestError(f"{text!r} names no bot")
        bot = Bot.load(bot_folder(words[0]))
        options = tuple(words[1:])
        if not options:
            return bot
        digest = hashlib.sha256("\0".join((bot.version, *options)).encode()).hexdigest()
        return replace(bot, run=bot.run + options, version=digest, options=options)

    @staticmethod
    def load(folder: Path) -> "Bot":
        """Read and check a bot's folder, put together with its kit if it names one."""
        path = folder / MANIFEST
        if folder.is_file():
            raise ManifestError(f"{folder}: is a file; a bot is a folder with a {MANIFEST}")
        if not folder.is_dir():
            raise ManifestError(
                f"{folder}: there is no such folder, and no house bot of that name; these are {', '.join(house_bots())}"
            )
        if not path.is_file():
            raise ManifestError(f"{folder}: there is no {MANIFEST} in it")
        try:
            whole = assembled(folder)
            return _from_table(whole, manifest_table(whole))
        except (ManifestError, KitError, NotPlain, Unreadable) as error:
            raise ManifestError(f"{path}: {error}") from None

    @property
    def is_remote(self) -> bool:
        """Whether it runs on another machine and connects by itself (remote.py)."""
        return not self.run

    @property
    def label(self) -> str:
        """What a table calls it: its name and its options."""
        return shlex.join((self.name, *self.options))

    @property
    def identity(self) -> str:
        """Name and the beginning of the content hash."""
        return f"{self.name}@{self.version[:12]}"


def _from_table(folder: Path, table: dict[str, Any]) -> Bot:
    for key in table:
        if key not in KEYS:
            raise ManifestError(f"{shown_key(key)}: no such key; there are {', '.join(KEYS)}")
    name = _text(table, "name", required=True)
    if BOT_NAME.fullmatch(name) is None:
        raise ManifestError(
            f"name: {shown(name)} must be 1 to 40 of a-z, 0-9, '.', '_' and '-', and begin and end with a letter or digit"
        )
    protocol = table.get("protocol", PROTOCOL)
    if protocol not in (PROTOCOL, LINES) or isinstance(protocol, bool):
        raise ManifestError(
            f'protocol: {shown(protocol)} is not spoken here; {PROTOCOL} is gRPC, "{LINES}" is lines of JSON'
        )
    engine = table.get("engine", False)
    if not isinstance(engine, bool):
        raise ManifestError(f"engine: must be true or false, not {shown(engine)}")
    content = content_hash(folder)
    return Bot(
        folder=folder.resolve(),
        name=name,
        run=_argv(table.get("run"), "run"),
        build=_commands(table.get("build", [])),
        language=_text(table, "language"),
        authors=_authors(table.get("authors", [])),
        description=_text(table, "description"),
        version=content,
        toolchains=_toolchains(table.get("toolchains", [])),
        content=content,
        engine=engine,
        lines=protocol == LINES,
        memory_mb=_memory(table.get("memory_mb")),
    )


def _text(table: dict[str, Any], key: str, required: bool = False) -> str:
    value = table.get(key, "")
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
        raise ManifestError(f"{key}: must be one line of at most {LONGEST_TEXT} printable characters")
    if required and not value:
        raise ManifestError(f"{key}: is missing")
    return value


def _argv(value: object, key: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(word, str) for word in value):
        raise ManifestError(f'{key}: must be a list of words, such as ["python3", "bot.py"]')
    if not value[0] or any("\0" in word for word in value):
        raise ManifestError(f"{key}: begins with an empty word, or has a NUL in it")
    return tuple(value)


def _commands(value: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list):
        raise ManifestError('build: must be a list of commands, such as [["make"]]')
    if value and all(isinstance(word, str) for word in value):
        return (_argv(value, "build"),)
    return tuple(_argv(command, "build") for command in value)


def _toolchains(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ManifestError('toolchains: must be a list of names, such as ["go"]')
    for name in value:
        if name not in RECIPES:
            raise ManifestError(
                f"toolchains: {shown(name)} is not one of {', '.join(RECIPES)}; python3 is always there"
            )
    return tuple(value)


def _memory(value: object) -> int | None:
    if value is None:
        return None
    try:
        return Limits.from_table({"memory_mb": value}).memory_mb
    except LimitError as error:
        raise ManifestError(str(error).removeprefix("limits.")) from None


def _authors(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(author, str) for author in value):
        raise ManifestError("authors: must be a list of names")
    return tuple(value)
