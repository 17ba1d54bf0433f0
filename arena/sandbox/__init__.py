"""The sandbox: run one untrusted process.

A bot is shut up with bubblewrap, a system call filter, a user of its own and control groups; this package starts it,
freezes it, counts what it uses, keeps what it wrote and ends it. It knows nothing of games: it imports nothing of ours
above `arena.record`, and decides no game.
"""

from arena.sandbox.build import BUILD_LIMITS, Build, run_build
from arena.sandbox.doctor import UNFIT, HostCheck, examine_host, refuse_unless_confined, refuse_unless_fit
from arena.sandbox.errors import LimitError, SandboxError, SandboxRefused
from arena.sandbox.group import wait_until
from arena.sandbox.interpreter import python_command
from arena.sandbox.jail import Mount, Protection
from arena.sandbox.limits import Limits
from arena.sandbox.process import Evidence, Process
from arena.sandbox.reluctance import Reluctance
from arena.sandbox.run_directory import sweep
from arena.sandbox.sandbox import Launch, Sandbox
from arena.sandbox.seats import SandboxSeat
from arena.sandbox.tier import Tier, detect
from arena.sandbox.toolchain import (
    RECIPES,
    ToolchainMissing,
    build_surroundings,
    find_toolchain,
    host_program,
    run_surroundings,
)

__all__ = [
    "BUILD_LIMITS",
    "RECIPES",
    "UNFIT",
    "Build",
    "Evidence",
    "HostCheck",
    "Launch",
    "LimitError",
    "Limits",
    "Mount",
    "Process",
    "Protection",
    "Reluctance",
    "Sandbox",
    "SandboxError",
    "SandboxRefused",
    "SandboxSeat",
    "Tier",
    "ToolchainMissing",
    "build_surroundings",
    "detect",
    "examine_host",
    "find_toolchain",
    "host_program",
    "python_command",
    "refuse_unless_confined",
    "refuse_unless_fit",
    "run_build",
    "run_surroundings",
    "sweep",
    "wait_until",
]
