"""How does a bot version get from a store to this host? Packed as submitted, unpacked once into the cache."""

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from arena.match.archive import BadArchive, unpack_archive
from arena.match.cache import cache_folder
from arena.match.manifest import Bot, ManifestError
from arena.sandbox import SandboxError

PACKED = ".tar.gz"


@dataclass(frozen=True, slots=True)
class PackedBot:
    """A version of a bot and a way to its files."""

    version: str
    read: Callable[[], bytes] = field(
        compare=False
    )  # the archive; asked only if the cache does not have the bot

    def unpacked(self) -> Bot:
        """The bot in this host's cache, unpacked if it is not there."""
        folder = cache_folder() / "versions" / self.version
        if not folder.is_dir():
            self._unpack(folder)
        try:
            bot = Bot.load(folder)
        except ManifestError as error:
            raise SandboxError(f"version {self.version[:12]} in the store: {error}") from None
        if bot.version != self.version:
            shutil.rmtree(folder)
            raise SandboxError(
                f"version {self.version[:12]} in the store or in the cache is not what was submitted"
            )
        return bot

    def _unpack(self, folder: Path) -> None:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".unpacking-") as work:
            Path(work).chmod(0o755)
            archive = Path(work) / f"bot{PACKED}"
            archive.write_bytes(self.read())
            try:
                unpack_archive(archive, Path(work) / "bot")
            except BadArchive as error:
                raise SandboxError(f"version {self.version[:12]} in the store: {error}") from None
            try:
                (Path(work) / "bot").rename(folder)
            except OSError:  # another process was quicker
                if not folder.is_dir():
                    raise
