"""Which packages does a Python bot bring? The wheels that its requirements.lock names, fetched once, checked and kept by hash.

Every line of the lock file pins a version and its hashes, and names nothing else: no address, no folder, no option of pip's. Fetching is
left to pip, outside the sandbox, when the user says so; pip checks the hashes and runs nothing of a wheel. What is kept is shown to
the bot read-only.
"""

import hashlib
import re
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.match.cache import cache_folder, one_at_a_time
from arena.match.dependencies import FetchFailed, open_to_all
from arena.match.manifest import Bot
from arena.sandbox import Mount, Tier
from arena.units import MIB
from arena.untrusted import Unreadable, read_limited, shown

LOCK: Final = "requirements.lock"
MOST_LOCK_BYTES: Final = 256 * 1024
MOST_MB: Final = 1024  # unpacked
TOLD: Final = 500  # characters of what pip says
_SHOWN_AT: Final = "/opt/packages/bot"
_PINNED: Final = re.compile(
    r"[A-Za-z0-9][A-Za-z0-9._-]*(?:\[[A-Za-z0-9._,-]*\])?\s*==\s*[A-Za-z0-9.!+_-]+\s*(?:;[^#]*?)?"
)
_HASH: Final = re.compile(r"--hash=sha256:[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Packages:
    """Packages as a bot finds them."""

    folder: Path

    @property
    def mounts(self) -> tuple[Mount, ...]:
        """What the jail has to show."""
        return (Mount(self.folder, _SHOWN_AT),)

    def search_path(self, tier: Tier, others: str) -> str:
        """PYTHONPATH with them before all others: a bot has the versions that it names."""
        own = str(self.folder) if tier.number == 3 else _SHOWN_AT
        return f"{own}:{others}" if others else own


def bot_packages(bot: Bot, allow_network: bool = False) -> Packages | None:
    """The packages of a bot, fetched if they have to be and may be; None if it brings none."""
    if not (bot.folder / LOCK).is_file():
        return None
    try:
        content = read_limited(bot.folder / LOCK, MOST_LOCK_BYTES)
        _check(content.decode("utf-8"))
    except (Unreadable, UnicodeDecodeError) as error:
        raise FetchFailed(f"{LOCK}: {error}") from None
    folder = cache_folder() / "packages" / _key(content)
    if folder.is_dir():
        return Packages(folder)
    if not allow_network:
        raise FetchFailed(
            f"the packages of its {LOCK} are not on this host: fetch them once with `arena bot build BOT --allow-network`"
        )
    with one_at_a_time(f"packages {folder.name}"):
        if not folder.is_dir():
            _fetch(content, folder)
    return Packages(folder)


def _check(text: str) -> None:
    """Refuse a line that does not pin a version and its hashes."""
    joined = text.replace("\\\r\n", " ").replace("\\\n", " ")
    for number, line in enumerate(joined.splitlines(), start=1):
        requirement, *hashes = line.partition("#")[0].split("--hash")
        if not requirement.strip() and not hashes:
            continue
        if _PINNED.fullmatch(requirement.strip()) is None:
            raise FetchFailed(
                f"{LOCK}: entry {number}, {shown(line.strip()[:60])}, must be NAME==VERSION with --hash=sha256:... and nothing else"
            )
        if not hashes:
            raise FetchFailed(
                f"{LOCK}: entry {number}, {shown(requirement.strip())}, has no --hash=sha256:..."
            )
        for one in hashes:
            if _HASH.fullmatch(f"--hash{one.rstrip()}") is None:
                raise FetchFailed(
                    f"{LOCK}: entry {number}, {shown(requirement.strip())}, has a hash that is no SHA-256"
                )


def _key(content: bytes) -> str:
    """The same lock file means other wheels for another Python or machine."""
    made_for = f"{sys.implementation.cache_tag} {sysconfig.get_platform()}"
    return hashlib.sha256(made_for.encode() + b"\0" + content).hexdigest()


def _fetch(content: bytes, folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".fetching-") as work:
        lock, done = Path(work) / LOCK, Path(work) / "done"
        lock.write_bytes(content)
        done.mkdir()  # a lock file may name nothing
        command = [
            *(
                sys.executable,
                "-m",
                "pip",
                "install",
                "--require-hashes",
                "--only-binary=:all:",
                "--no-compile",
            ),
            *("--no-input", "--disable-pip-version-check", "--quiet", "--no-warn-conflicts"),
            *("--target", str(done), "--requirement", str(lock)),
        ]
        ran = subprocess.run(
            command,
            check=False,
            text=True,
            cwd=work,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if ran.returncode != 0:
            said = " / ".join(line.strip() for line in ran.stdout.splitlines() if line.strip())
            raise FetchFailed(f"{LOCK}: pip failed with exit status {ran.returncode}: {said[-TOLD:]}")
        size = sum(path.stat().st_size for path in done.rglob("*") if path.is_file())
        if size > MOST_MB * MIB:
            raise FetchFailed(f"{LOCK}: its packages take {size // MIB} MiB, more than {MOST_MB}")
        open_to_all(done)
        done.rename(folder)
