"""Which compilers and runtimes of the host can a bot use?

A bot names the toolchains that it needs. Each is looked for on the host, and its folder is shown read-only, from wherever it
lives: below `/usr`, which every jail shows, or below a home directory that the bot's user could not enter.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from arena.sandbox.interpreter import interpreter_for
from arena.sandbox.jail import Mount
from arena.sandbox.tier import Tier

_ALWAYS_SEEN: Final = Path("/usr")
_SYSTEM: Final = ("/usr/bin", "/bin")
# Where installers put programs that a service's or root's PATH often lacks.
_USUAL_FOLDERS: Final = ("/usr/local/go/bin", "~/.cargo/bin", "/usr/local/bin", "/usr/bin", "/bin")


class ToolchainMissing(ValueError):
    """A toolchain that is not on this host; the text says what to install."""


@dataclass(frozen=True, slots=True)
class _Recipe:
    programs: tuple[str, ...]  # all have to be there, and the first says where the toolchain is
    install: str
    runs: bool = False  # whether a bot needs it to run, and not only to be built
    libraries: str = ""  # a folder of its own that its programs may not find when a script starts them
    files: tuple[str, ...] = ()  # libraries of Debian's that have to be there too
    env: Mapping[str, str] = field(default_factory=dict)


RECIPES: Final[Mapping[str, _Recipe]] = {
    "c++": _Recipe(
        ("g++", "make", "protoc", "grpc_cpp_plugin"),
        "apt-get install g++ make protobuf-compiler-grpc libgrpc++-dev libprotobuf-dev",
        files=("/usr/include/grpcpp/grpcpp.h", "/usr/include/google/protobuf/message.h"),
    ),
    "go": _Recipe(
        ("go",),
        "install Go 1.24 or newer (Debian 13: apt-get install golang-go)",
        env={
            "CGO_ENABLED": "0",
            "GOFLAGS": "-buildvcs=false -trimpath",
            "GOPROXY": "off",
            "GOSUMDB": "off",
            "GOTELEMETRY": "off",
            "GOTOOLCHAIN": "local",
        },
    ),
    "java": _Recipe(
        ("javac", "java"), "apt-get install default-jdk-headless (17 or newer)", runs=True, libraries="lib"
    ),
    "node": _Recipe(("node",), "install Node.js 20 or newer (Debian 13: apt-get install nodejs)", runs=True),
    "rust": _Recipe(
        ("rustc", "cargo", "cc"),
        "install Rust 1.85 or newer (rustup, or Debian 13: apt-get install cargo) and a C compiler",
        env={"CARGO_NET_OFFLINE": "true", "CARGO_TERM_COLOR": "never"},
    ),
    # For bots that speak the line protocol.
    "awk": _Recipe(("gawk",), "apt-get install gawk", runs=True),
    "jq": _Recipe(("jq",), "apt-get install jq", runs=True),
    "lua": _Recipe(("lua",), "apt-get install lua5.4 lua-cjson", runs=True),
    "perl": _Recipe(("perl",), "apt-get install perl", runs=True),
    "php": _Recipe(("php",), "apt-get install php-cli", runs=True),
    "ruby": _Recipe(("ruby",), "apt-get install ruby", runs=True),
}


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A toolchain as it was found."""

    name: str
    root: Path
    stamp: str  # another one when the toolchain changes

    @property
    def mounts(self) -> tuple[Mount, ...]:
        """What a jail has to show."""
        return () if self.root.is_relative_to(_ALWAYS_SEEN) else (Mount(self.root, f"/opt/{self.name}"),)

    def programs(self, tier: Tier) -> str:
        """The folder of its programs, as a bot in this tier sees it."""
        return f"{self._shown(tier)}/bin"

    def libraries(self, tier: Tier) -> str | None:
        """The folder of its libraries, as a bot in this tier sees it, if its programs have to be told."""
        folder = RECIPES[self.name].libraries
        return f"{self._shown(tier)}/{folder}" if folder else None

    def _shown(self, tier: Tier) -> str:
        return self.mounts[0].target if self.mounts and tier.number != 3 else str(self.root)

    @property
    def env(self) -> Mapping[str, str]:
        """What a build with it finds in its environment."""
        return RECIPES[self.name].env


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Mounts and environment for `Launch` and `Build`."""

    mounts: tuple[Mount, ...]
    env: Mapping[str, str]


def find_toolchain(name: str) -> Toolchain:
    """A toolchain of this host; ToolchainMissing if it is not there, or not all of it."""
    recipe = RECIPES[name]
    for program in recipe.programs:
        if host_program(program) is None:
            raise ToolchainMissing(f"needs {program}, which is not on this host: {recipe.install}")
    for file in recipe.files:
        if not Path(file).exists():
            raise ToolchainMissing(f"needs {file}, which is not on this host: {recipe.install}")
    main = host_program(recipe.programs[0])
    assert main is not None
    root = _root(main)
    if not root.is_relative_to(_ALWAYS_SEEN) and Path.home().is_relative_to(root):
        raise ToolchainMissing(
            f"needs {main.name}, but {main} is no installation that could be shown alone: {recipe.install}"
        )
    return Toolchain(
        name, root, "\n".join(_stamp(path) for path in (root / "bin" / main.name, *map(Path, recipe.files)))
    )


def build_surroundings(tier: Tier, names: Iterable[str]) -> Surroundings:
    """This Python and the toolchains named, as a build in this tier finds them."""
    return _surroundings(tier, [find_toolchain(name) for name in names], building=True)


def run_surroundings(tier: Tier, names: Iterable[str]) -> Surroundings:
    """This Python and those of the toolchains named that a bot needs to run."""
    return _surroundings(tier, [find_toolchain(name) for name in names if RECIPES[name].runs], building=False)


def host_program(name: str) -> Path | None:
    """A program of the host, in the user's PATH or where installers put it."""
    usual = os.pathsep.join(str(Path(folder).expanduser()) for folder in _USUAL_FOLDERS)
    found = shutil.which(name) or shutil.which(name, path=usual)
    return None if found is None else Path(found)


def _surroundings(tier: Tier, found: list[Toolchain], building: bool) -> Surroundings:
    python = interpreter_for(tier)
    env = dict(python.env)
    programs = dict.fromkeys(toolchain.programs(tier) for toolchain in found)
    # Python stays first: `python3` in a bot's command is the one that arena runs in.
    own = [folder for folder in env["PATH"].split(":") if folder not in _SYSTEM]
    env["PATH"] = ":".join(dict.fromkeys([*own, *programs, *_SYSTEM]))
    # Programs find their libraries by /proc/self/exe, which in a jail names the one that the bot's command runs.
    libraries = [env.get("LD_LIBRARY_PATH"), *(toolchain.libraries(tier) for toolchain in found)]
    if tier.number != 3 and any(libraries):
        env["LD_LIBRARY_PATH"] = ":".join(filter(None, libraries))
    for toolchain in found if building else ():
        env |= toolchain.env
    mounts = () if tier.number == 3 else tuple(mount for toolchain in found for mount in toolchain.mounts)
    return Surroundings((*python.mounts, *mounts), env)


def _root(program: Path) -> Path:
    """The folder with the `bin` of a program, behind links and behind rustup, which stands in for what it has installed."""
    real = program.resolve()
    if real.name == "rustup":
        ran = subprocess.run(
            [str(program), "--print", "sysroot"], capture_output=True, text=True, check=False, cwd="/"
        )
        if ran.returncode != 0:
            raise ToolchainMissing(
                f"needs {program.name}, and rustup has none installed: rustup default stable"
            )
        return Path(ran.stdout.strip())
    return real.parents[1]


def _stamp(path: Path) -> str:
    seen = path.resolve().stat()
    return f"{path} {seen.st_size} {seen.st_mtime_ns}"
