"""Where do a bot's libraries come from? Its own folder, or fetched once for its lock files and kept.

Fetching is the only step that uses the network. It happens when the user says so, outside the sandbox, by the toolchain's ordinary
client, which is told to run nothing of what it fetches and checks it against the bot's lock files. It sees nothing else of the bot's: a
folder can bring settings for the client (`.npmrc`, `.cargo/config.toml`, `.mvn`) that name other servers and programs, and what is
kept for these lock files is for every bot that has them. The build itself never has a network.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from arena.match.cache import cache_folder
from arena.match.manifest import Bot
from arena.sandbox import Mount, Tier, find_toolchain, host_program

_FETCHED: Final = "/opt/fetched"
SHOWN: Final = 500


class FetchFailed(ValueError):
    """Libraries that are not there or could not be fetched; the text says what to do."""


@dataclass(frozen=True, slots=True)
class _Source:
    """How one toolchain's client fetches what lock files name. `{work}` and `{fetched}` stand for folders."""

    locks: tuple[str, ...]
    own: str  # a bot with this folder brings its libraries along
    command: tuple[str, ...]
    install: str  # what to install if the client is not there
    kept: tuple[tuple[str, str], ...]  # what the command leaves, and what it is called then
    stub: Mapping[str, str] = field(default_factory=dict)  # without these the client refuses the lock files
    written: Mapping[str, str] = field(default_factory=dict)
    fetch_env: Mapping[str, str] = field(default_factory=dict)
    build_env: Mapping[str, str] = field(default_factory=dict)
    laid: tuple[str, ...] = ()  # laid into the folder that is built


_SOURCES: Final[Mapping[str, _Source]] = {
    "go": _Source(
        locks=("go.mod", "go.sum"),
        own="vendor",
        command=("go", "mod", "download"),
        install="",
        kept=(("modules/cache/download", "proxy"),),
        fetch_env={"GOMODCACHE": "{work}/modules", "GOFLAGS": "-modcacherw", "GOTOOLCHAIN": "local"},
        build_env={"GOPROXY": "file://{fetched}/proxy"},
    ),
    "java": _Source(
        locks=("pom.xml",),
        own="lib",
        command=(
            *("mvn", "--batch-mode", "--quiet"),
            "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies",
            "-DoutputDirectory=lib",
        ),
        install="apt-get install maven",
        kept=(("lib", "lib"),),
        laid=("lib",),
    ),
    "node": _Source(
        locks=("package.json", "package-lock.json"),
        own="node_modules",
        command=(
            *("npm", "ci", "--ignore-scripts", "--omit=dev", "--no-bin-links"),
            *("--no-audit", "--no-fund", "--loglevel=error"),
        ),
        install="apt-get install npm",
        kept=(("node_modules", "node_modules"),),
        laid=("node_modules",),
    ),
    "rust": _Source(
        locks=("Cargo.toml", "Cargo.lock"),
        own="vendor",
        command=("cargo", "vendor", "--quiet", "--locked", "--versioned-dirs", "vendor"),
        install="",
        kept=(("vendor", "vendor"),),
        stub={"src/main.rs": "fn main() {}\n", "src/lib.rs": ""},
        # A path in this file is relative to the folder around its own.
        written={
            "home/config.toml": '[source.crates-io]\nreplace-with = "fetched"\n\n[source.fetched]\ndirectory = "vendor"\n'
        },
        build_env={"CARGO_HOME": "{fetched}/home"},
    ),
}


@dataclass(frozen=True, slots=True)
class Libraries:
    """Fetched libraries as a build uses them."""

    toolchain: str
    folder: Path

    @property
    def mounts(self) -> tuple[Mount, ...]:
        """What the jail has to show."""
        return (Mount(self.folder, f"{_FETCHED}/{self.toolchain}"),)

    def env(self, tier: Tier) -> dict[str, str]:
        """What tells the toolchain where they are."""
        build_env = _SOURCES[self.toolchain].build_env
        return {name: value.format(fetched=self.seen(tier)) for name, value in build_env.items()}

    def commands(self, tier: Tier) -> tuple[tuple[str, ...], ...]:
        """What lays them into the folder that is built."""
        laid = _SOURCES[self.toolchain].laid
        return tuple(("cp", "-R", "-P", f"{self.seen(tier)}/{name}", name) for name in laid)

    def seen(self, tier: Tier) -> str:
        """Where a build in this tier finds them."""
        return str(self.folder) if tier.number == 3 else self.mounts[0].target


def libraries(bot: Bot, allow_network: bool) -> list[Libraries]:
    """The libraries that a bot's lock files name and its folder lacks; fetched if they have to be and may be."""
    wanted = [name for name in bot.toolchains if name in _SOURCES and _fetches(bot, _SOURCES[name])]
    return [Libraries(name, _libraries(bot, name, allow_network)) for name in wanted]


def _fetches(bot: Bot, source: _Source) -> bool:
    there = [(bot.folder / lock).is_file() for lock in source.locks]
    return all(there) and not (bot.folder / source.own).exists()


def _libraries(bot: Bot, name: str, allow_network: bool) -> Path:
    folder = cache_folder() / "libraries" / f"{name}-{_key(bot, _SOURCES[name])}"
    if folder.is_dir():
        return folder
    if not allow_network:
        locks = " and ".join(_SOURCES[name].locks)
        raise FetchFailed(
            f"the libraries of its {locks} are not on this host: fetch them once with "
            f"`arena bot build BOT --allow-network`, or put them into its folder as {_SOURCES[name].own}"
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".fetching-") as scratch:
        work, done = Path(scratch) / "work", Path(scratch) / "done"
        _lay_out(bot, _SOURCES[name], work)
        _fetch(name, _SOURCES[name], work, done)
        try:
            done.rename(folder)
        except OSError:
            if not folder.is_dir():  # else somebody else was faster, with the same
                raise
    return folder


def _lay_out(bot: Bot, source: _Source, work: Path) -> None:
    """What the client may see: the lock files, which are the whole key of what it fetches."""
    work.mkdir()
    for lock in source.locks:
        shutil.copyfile(bot.folder / lock, work / lock)
    for name, text in source.stub.items():
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_text(text, encoding="utf-8")


def _key(bot: Bot, source: _Source) -> str:
    digest = hashlib.sha256(repr(source).encode())
    for lock in source.locks:
        content = (bot.folder / lock).read_bytes()
        digest.update(f"\0{lock}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _fetch(name: str, source: _Source, work: Path, done: Path) -> None:
    client = host_program(source.command[0])
    if client is None:
        raise FetchFailed(f"needs {source.command[0]}, which is not on this host: {source.install}")
    programs = (
        str(find_toolchain(name).root / "bin"),
        str(client.parent),
        os.environ.get("PATH", os.defpath),
    )
    env = {
        **os.environ,
        "PATH": os.pathsep.join(programs),
        **{key: value.format(work=work) for key, value in source.fetch_env.items()},
    }
    ran = subprocess.run(
        source.command,
        cwd=work,
        env=env,
        check=False,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if ran.returncode != 0:
        said = " / ".join(line.strip() for line in ran.stdout.splitlines() if line.strip())
        raise FetchFailed(
            f"`{' '.join(source.command)}` failed with exit status {ran.returncode}: {said[:SHOWN]}"
        )
    done.mkdir()
    for left, called in source.kept:
        if (work / left).is_dir():  # lock files may name nothing
            shutil.move(work / left, done / called)
    for path, text in source.written.items():
        (done / path).parent.mkdir(parents=True, exist_ok=True)
        (done / path).write_text(text, encoding="utf-8")
    open_to_all(done)


def open_to_all(folder: Path) -> None:
    """Let the bots' users read it, whatever umask the client had."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | (0o555 if path.is_dir() or mode & 0o100 else 0o444))
