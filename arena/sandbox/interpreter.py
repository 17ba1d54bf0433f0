"""Which parts of our Python does a bot written in Python need to see?

The interpreter, its installed packages and ours are shown under neutral names, from wherever they live, also below a
home directory that the bot's user cannot enter. `python3` in a bot's command then means this Python.
"""

import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from arena.sandbox.jail import Mount
from arena.sandbox.tier import Tier

_PYTHON = "/opt/python"
_PACKAGES = "/opt/packages"
_ALWAYS_SEEN = Path("/usr")
_ARENA = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Interpreter:
    """Mounts and environment for `Launch`."""

    mounts: tuple[Mount, ...]
    env: dict[str, str]


def interpreter_for(tier: Tier) -> Interpreter:
    """This Python as a bot in this tier finds it."""
    installed = _installed()
    with_arena = installed if _ARENA.parent in installed else [*installed, _ARENA.parent]
    if tier.number == 3:
        path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
        return Interpreter((), {"PATH": path, "PYTHONPATH": ":".join(map(str, with_arena))})
    env = {"PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
    mounts: list[Mount] = []
    base = Path(sys.base_prefix).resolve()
    if not base.is_relative_to(_ALWAYS_SEEN):
        mounts.append(Mount(base, _PYTHON))
        env |= {"PATH": f"{_PYTHON}/bin:/usr/bin:/bin", "LD_LIBRARY_PATH": f"{_PYTHON}/lib"}
    search: list[str] = []
    for number, folder in enumerate(with_arena):
        seen_at = str(folder) if folder.is_relative_to(_ALWAYS_SEEN) else f"{_PACKAGES}/{number}"
        search.append(seen_at)
        if seen_at != str(folder):
            # Of a checkout only the package: what else lies there is none of a bot's business.
            mounts += [Mount(folder, seen_at)] if folder in installed else _package_alone(folder, seen_at)
    return Interpreter(tuple(mounts), env | {"PYTHONPATH": ":".join(search)})


def _package_alone(folder: Path, seen_at: str) -> list[Mount]:
    """Our package and, if it is compiled, the library beside it that holds the code of its modules."""
    libraries = sorted(folder.glob("arena_compiled*.so"))
    return [
        Mount(_ARENA, f"{seen_at}/arena"),
        *(Mount(library, f"{seen_at}/{library.name}") for library in libraries),
    ]


def _installed() -> list[Path]:
    folders = [Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib")]
    return [folder for folder in dict.fromkeys(folders) if folder.is_dir()]


def python_command(*arguments: str) -> tuple[str, ...]:
    """A command line for this Python's version."""
    return (f"python{sys.version_info.major}.{sys.version_info.minor}", *arguments)
