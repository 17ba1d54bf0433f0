"""What of the host is hidden from a bot in /proc?

Whatever counts something for the whole machine tells one bot what another is doing. Those files are covered: a few
that runtimes read at their start get constants that fit the limits, the rest are empty. sysinfo(2) still tells
the load and the free memory, because language runtimes size their heaps with it.
"""

import stat
from pathlib import Path

from arena.sandbox.limits import Limits
from arena.units import MIB

_EMPTY_FILES = (
    *(
        "buddyinfo",
        "cmdline",
        "diskstats",
        "interrupts",
        "key-users",
        "pagetypeinfo",
        "sched_debug",
        "schedstat",
    ),
    *("slabinfo", "softirqs", "swaps", "timer_list", "vmstat", "zoneinfo"),
)

# bwrap takes a millisecond for every file it covers, so counters in a directory of their own go together.
_EMPTY_DIRECTORIES = ("fs", "irq", "pressure", "sys/fs", "sys/kernel/pty")


def mask_arguments(
    directory: Path, limits: Limits, cpus: tuple[int, ...], proc: Path = Path("/proc")
) -> list[str]:
    """Arguments for bwrap that cover what a bot could read of these, with files made in `directory`."""
    arguments: list[str] = []
    for name, text in (dict.fromkeys(_EMPTY_FILES, "") | _constants(limits, cpus)).items():
        if _readable(proc / name):
            source = directory / (f"proc-{name}" if text else "empty")
            source.write_text(text)
            source.chmod(0o644)
            arguments += ["--ro-bind", str(source), f"/proc/{name}"]
    for name in _EMPTY_DIRECTORIES:
        if (proc / name).is_dir():
            arguments += ["--size", "4096", "--perms", "0555", "--tmpfs", f"/proc/{name}"]
    return arguments


def _readable(path: Path) -> bool:
    return path.exists() and bool(path.stat().st_mode & stat.S_IROTH)


def _constants(limits: Limits, cpus: tuple[int, ...]) -> dict[str, str]:
    memory_kb = limits.memory_mb * MIB // 1024
    idle = " 0 0 0 0 0 0 0 0 0 0\n"
    return {
        "loadavg": "0.00 0.00 0.00 1/1 1\n",
        "uptime": "1.00 1.00\n",
        "stat": f"cpu {idle}" + "".join(f"cpu{n}{idle}" for n in range(len(cpus))) + "btime 0\n",
        "meminfo": f"MemTotal: {memory_kb} kB\nMemFree: {memory_kb} kB\nMemAvailable: {memory_kb} kB\n"
        "Buffers: 0 kB\nCached: 0 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n",
    }
