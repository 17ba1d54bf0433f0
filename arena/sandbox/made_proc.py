"""What does a bot find in /proc? A folder of constants, made for it.

The kernel's own /proc tells a bot about others: not only in the counters of the whole machine, but also in what it says
of the bot's own memory (`pagemap`, `smaps`, `numa_maps`), which shows whether somebody else maps the same page of the same
file. Those files exist for every process and thread that a bot starts and cannot be covered one by one. So a bot gets
no procfs at all. What runtimes read at their start is here, and nothing in it depends on another process.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath

from arena.sandbox.jail import Mount
from arena.sandbox.limits import Limits
from arena.sandbox.procfs import PROC
from arena.units import MIB

# Settings of the host that runtimes and libraries look up; no bot can change them.
_SETTINGS = (
    "sys/kernel/osrelease",
    "sys/kernel/ostype",
    "sys/kernel/pid_max",
    "sys/kernel/threads-max",
    "sys/net/core/somaxconn",
    "sys/vm/max_map_count",
    "sys/vm/overcommit_memory",
    "version",
)
_SAME_AS_ON_THE_HOST = ("/usr", "/bin", "/sbin", "/etc/alternatives")
# They start something else, whose own name would then be another.
_STARTERS = frozenset({"bash", "busybox", "dash", "env", "sh"})


def make_proc(
    folder: Path, limits: Limits, cpus: Sequence[int], program: str | None, proc: Path = PROC
) -> None:
    """Write the tree to `folder`, which must not exist yet; `program` is what /proc/self/exe names, if anything."""
    texts = _machine(limits, len(cpus)) | _own() | {"cpuinfo": _processors(proc, len(cpus))}
    texts |= {name: (proc / name).read_text() for name in _SETTINGS if os.access(proc / name, os.R_OK)}
    for name, text in texts.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o444)
    if program is not None:
        (folder / "self/exe").symlink_to(program)
    for directory in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
        directory.chmod(0o755)


def program_of(
    command: Sequence[str], env: Mapping[str, str], working_directory: str, mounts: Iterable[Mount]
) -> str | None:
    """The file that a command runs, by its name in the jail; None for a script or a shell, which start something else.

    Java and other programs find their libraries from there.
    """
    shown = {mount.target: mount.source.resolve() for mount in mounts}
    shown |= {name: Path(name) for name in _SAME_AS_ON_THE_HOST}
    if "/" in command[0]:
        named = [PurePosixPath(working_directory, command[0])]
    else:
        named = [PurePosixPath(entry, command[0]) for entry in env.get("PATH", "").split(":") if entry]
    for name in named:
        for target, source in shown.items():
            if name.is_relative_to(target) and os.access(source / name.relative_to(target), os.X_OK):
                return _name_in_jail((source / name.relative_to(target)).resolve(), shown)
    return None


def _name_in_jail(program: Path, shown: Mapping[str, Path]) -> str | None:
    if program.name in _STARTERS or not program.is_file():
        return None
    with program.open("rb") as file:
        if file.read(4) != b"\x7fELF":
            return None
    for target, source in shown.items():
        if program.is_relative_to(source):
            return str(PurePosixPath(target, program.relative_to(source)))
    return None


def _machine(limits: Limits, processors: int) -> dict[str, str]:
    """The whole machine, as if the bot were alone on it and idle."""
    memory_kb = limits.memory_mb * MIB // 1024
    idle = " 0 0 0 0 0 0 0 0 0 0\n"
    return {
        "loadavg": "0.00 0.00 0.00 1/1 1\n",
        "uptime": "1.00 1.00\n",
        "stat": f"cpu {idle}" + "".join(f"cpu{n}{idle}" for n in range(processors)) + "btime 0\n",
        "meminfo": f"MemTotal: {memory_kb} kB\nMemFree: {memory_kb} kB\nMemAvailable: {memory_kb} kB\n"
        "Buffers: 0 kB\nCached: 0 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n",
    }


def _own() -> dict[str, str]:
    """The process itself: enough for a runtime that insists on reading it, and not its real memory."""
    return {
        "self/stat": "2 (bot) R 1 2 2 0 -1 " + " ".join(["0"] * 44) + "\n",
        "self/statm": "0 0 0 0 0 0 0\n",
        "self/status": "Name:\tbot\nState:\tR (running)\nTgid:\t2\nPid:\t2\nPPid:\t1\nTracerPid:\t0\n"
        "Uid:\t65534\t65534\t65534\t65534\nGid:\t65534\t65534\t65534\t65534\n"
        "VmPeak:\t0 kB\nVmSize:\t0 kB\nVmHWM:\t0 kB\nVmRSS:\t0 kB\nThreads:\t1\n",
    }


def _processors(proc: Path, count: int) -> str:
    """The first processors of the host without their speed, which follows the load."""
    blocks = (proc / "cpuinfo").read_text().split("\n\n")
    steady = ["".join(f"{line}\n" for line in block.splitlines() if "MHz" not in line) for block in blocks]
    return "".join(f"{block}\n" for block in steady[:count])
