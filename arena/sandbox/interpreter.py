"""What does a bot written in Python need to see of the Python that runs us?

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
_ARENA = "/opt/arena"


@dataclass(frozen=True, slots=True)
class Interpreter:
    """Mounts and environment for `Launch`."""

    mounts: tuple[Mount, ...]
    env: dict[str, str]


def interpreter_for(tier: Tier) -> Interpreter:
    """This Python as a bot in this tier finds it."""
    base = Path(sys.base_prefix).resolve()
    packages = Path(sysconfig.get_path("purelib")).resolve()
    arena = Path(__file__).resolve().parents[1]
    if tier.number == 3:
        path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
        return Interpreter((), {"PATH": path, "PYTHONPATH": f"{packages}:{arena.parent}"})
    mounts = [Mount(packages, _PACKAGES)]
    search = [_PACKAGES]
    if not arena.is_relative_to(packages):
        mounts.append(Mount(arena, f"{_ARENA}/arena"))
        search.append(_ARENA)
    env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join(search), "PYTHONDONTWRITEBYTECODE": "1"}
    if base != Path("/usr"):
        mounts.append(Mount(base, _PYTHON))
        env |= {"PATH": f"{_PYTHON}/bin:/usr/bin:/bin", "LD_LIBRARY_PATH": f"{_PYTHON}/lib"}
    return Interpreter(tuple(mounts), env)


def python_command(*arguments: str) -> tuple[str, ...]:
    """A command line for this Python's version."""
    return (f"python{sys.version_info.major}.{sys.version_info.minor}", *arguments)
