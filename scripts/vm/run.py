"""`make vm`: run the sandbox, attack and clock tests on a host with systemd, as root and as an ordinary user.

The host is a machine that qemu emulates in software, without a network. `scripts/vm/image` makes its disk;
the sources travel on a second one. `run.py` alone runs every part; `run.py root/doctor player/match` runs some, and
`run.py root/attacks -k "p11 or p12"` some tests of one, as pytest selects them.
"""

import argparse
import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
VM = ROOT / os.environ.get("ARENA_VM", "build/vm")
SAY_S = 10.0
BOOT_S = 300.0
USERS = ("root", "player")
SHOWN = ("doctor", "match")  # whose output is the result

_PYTEST = "python3 -m pytest -p no:cacheprovider -v -n 2 -rfEs"
_RESULT = re.compile(r"\[gw\d+\] \[ *(\d+)%\] (\w+)")
_STARTED = re.compile(r"tests/\S+$")
_ARENA = "env PYTHONSAFEPATH=1 PYTHONPATH=/arena/package python3 -c 'from arena.cli import main; main()'"


@dataclass(frozen=True)
class Part:
    """One thing to run in the machine, as one user."""

    user: str
    name: str
    seconds: int
    command: str

    @property
    def title(self) -> str:
        return f"{self.user}/{self.name}"

    @property
    def tests(self) -> bool:
        """Whether it runs tests, and not a command of arena."""
        return self.command.startswith(_PYTEST)

    def selecting(self, expression: str) -> "Part":
        """Only the tests that pytest selects by this expression."""
        return replace(self, command=f"{self.command} -k {shlex.quote(expression)}")


PARTS = tuple(
    Part(user, name, seconds, command)
    for user in USERS
    for name, seconds, command in (
        ("doctor", 180, f"{_ARENA} doctor"),
        (
            "match",
            400,
            f"{_ARENA} match bots/greedy bots/greedy --games 6 --time 20+0.5 --start-s 60 --strict",
        ),
        (
            "sandbox",
            1800,
            f"{_PYTEST} tests/sandbox --ignore-glob='*/test_attacks_*' --ignore-glob='*/test_stolen*'",
        ),
        ("attacks", 1800, f"{_PYTEST} tests/sandbox/test_attacks_* tests/referee/test_attacks_*"),
        (
            "clocks",
            900,
            f"{_PYTEST} tests/sandbox/test_stolen* tests/referee/test_clocks.py tests/referee/test_timer.py",
        ),
    )
)


@dataclass
class Outcome:
    """What came of a part; `code` is None until it has ended."""

    part: Part
    lines: list[str] = field(default_factory=list)
    code: int | None = None
    seconds: int = 0

    def count(self, what: str) -> int | None:
        """How many tests pytest says have passed, failed or been skipped so far; None for what is no test."""
        if not self.part.tests:
            return None
        return len([line for line in self.lines if (found := _RESULT.match(line)) and found[2] == what])

    def progress(self) -> str:
        """How far it is: pytest's last percentage, or the number of lines so far."""
        percent = [found[1] for line in self.lines if (found := _RESULT.match(line))]
        return f"{self.part.title}: " + (
            f"{percent[-1]} % of the tests" if percent else f"{len(self.lines)} lines"
        )

    @property
    def verdict(self) -> str:
        if self.code is None:
            return "not run to its end"
        return {0: "ok", 124: f"longer than {self.part.seconds} s"}.get(self.code, "failed")


def main(arguments: Sequence[str]) -> int:
    titles = [part.title for part in PARTS]
    asked = argparse.ArgumentParser(description="Run the tests of the sandbox in an emulated machine.")
    asked.add_argument(
        "parts", nargs="*", metavar="PART", help=f"all of them by default: {', '.join(titles)}"
    )
    asked.add_argument("-k", metavar="EXPRESSION", help="only the tests that pytest selects by it")
    options = asked.parse_args(arguments)
    if unknown := sorted(set(options.parts) - set(titles)):
        asked.error(f"there is no part {', '.join(unknown)}; there are {', '.join(titles)}")
    parts = [part for part in PARTS if not options.parts or part.title in options.parts]
    if options.k:
        parts = [part.selecting(options.k) for part in parts if part.tests]
    outcomes = [Outcome(part) for part in parts]
    with tempfile.TemporaryDirectory(dir=VM) as folder:
        sources = pack(Path(folder), [outcome.part for outcome in outcomes])
        begun = time.monotonic()
        try:
            follow(boot(sources), outcomes)
        except KeyboardInterrupt:
            print("machine: stopped before its end")
    print(f"machine: {time.monotonic() - begun:.0f} s, the console is in {VM / 'console.log'}\n")
    report(outcomes)
    return 0 if all(outcome.code == 0 for outcome in outcomes) else 1


def pack(folder: Path, parts: Sequence[Part]) -> Path:
    """The second disk: the sources and the parts, with what is compiled if the machine's Python can load it."""
    tree = folder / "tree"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    fitting = f"python{sys.version_info.major}.{sys.version_info.minor}"
    built = ROOT / "build/compiled"
    same_python = (VM / "python").read_text().strip() == fitting
    if same_python and (built / ".copied").exists():
        shutil.copytree(built, tree / "package")
    else:
        (tree / "package").symlink_to("/arena")
    if same_python:  # the machine would take minutes for it
        subprocess.run(
            [sys.executable, "-m", "compileall", "-q", "--invalidation-mode=unchecked-hash", tree],
            check=False,
        )
    (tree / "parts").write_text(
        "".join(f"{part.user} {part.seconds} {part.title} {part.command}\n" for part in parts)
    )
    disk = folder / "sources.img"
    subprocess.run(
        ["mke2fs", "-q", "-t", "ext4", "-d", tree, disk, "512M"], check=True, stdout=subprocess.DEVNULL
    )
    shutil.rmtree(tree)
    return disk


def boot(sources: Path) -> "subprocess.Popen[bytes]":
    """Start the machine; the second serial line is its output. Nothing it writes to its disks is kept."""
    disks = (f"file={disk},if=virtio,format=raw,snapshot=on" for disk in (VM / "system.img", sources))
    command = [
        *("qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-m", "4G", "-smp", "2"),
        *("-kernel", str(VM / "kernel"), "-initrd", str(VM / "initrd")),
        *("-append", "root=/dev/vda rw console=ttyS0 quiet"),
        *(word for disk in disks for word in ("-drive", disk)),
        *("-net", "none", "-display", "none", "-no-reboot"),
        *("-serial", f"file:{VM / 'console.log'}", "-serial", "stdio"),
    ]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)


def follow(machine: "subprocess.Popen[bytes]", outcomes: Sequence[Outcome]) -> None:
    """Read what the machine says until it ends or takes too long, and say every few seconds how it goes."""
    by_title = {outcome.part.title: outcome for outcome in outcomes}
    limit_s = BOOT_S + sum(outcome.part.seconds + 20 for outcome in outcomes)
    now: Outcome | None = None
    try:
        for line in _lines(machine, limit_s):
            match line.split() if line.startswith("@@") else ():
                case ("@@", "begin", title):
                    now = by_title[title]
                case ("@@", "end", title, code, seconds):
                    by_title[title].code, by_title[title].seconds = int(code), int(seconds)
                    print(f"machine: {title}: {by_title[title].verdict} after {seconds} s", flush=True)
                    now = None
                    if all(outcome.code is not None for outcome in outcomes):
                        return  # it would take a minute to shut down
                case _ if line and now is not None:
                    now.lines.append(line)
                case _ if not line:
                    print(f"machine: {now.progress() if now else 'starts'}", flush=True)
    finally:
        machine.kill()
        machine.wait()


def _lines(machine: "subprocess.Popen[bytes]", limit_s: float) -> Iterator[str]:
    """Whole lines as they come, and an empty one whenever `SAY_S` have passed."""
    assert machine.stdout is not None
    end = time.monotonic() + limit_s
    say = time.monotonic()
    rest = b""
    while time.monotonic() < end:
        if time.monotonic() >= say:
            yield ""
            say = time.monotonic() + SAY_S
        if select.select([machine.stdout], [], [], 1.0)[0]:
            read = os.read(machine.stdout.fileno(), 65536)
            if not read:
                return
            *whole, rest = (rest + read).replace(b"\r", b"").split(b"\n")
            yield from (line for line in (raw.decode(errors="replace").rstrip() for raw in whole) if line)
    print(f"machine: ended after {limit_s:.0f} s, which is all it may take")


def report(outcomes: Sequence[Outcome]) -> None:
    """What was shown, what failed and was skipped, and a table of everything."""
    out = Console(highlight=False, markup=False)
    for outcome in outcomes:
        (VM / f"{outcome.part.title.replace('/', '-')}.log").write_text("\n".join(outcome.lines) + "\n")
        if outcome.part.name in SHOWN:
            told = outcome.lines
        elif outcome.code == 0:
            told = [line for line in outcome.lines if line.startswith("SKIPPED")]
        else:
            told = [line for line in outcome.lines[-80:] if not _STARTED.match(line)]
        if told:
            out.print(f"{outcome.part.title}:", style="bold")
            out.print("\n".join(f"  {line}" for line in told), soft_wrap=True)
            out.print()
    table = Table(box=None, pad_edge=False)
    for column in ("user", "part", "passed", "failed", "skipped", "seconds", "result"):
        table.add_column(
            column, justify="right" if column in ("passed", "failed", "skipped", "seconds") else "left"
        )
    for outcome in outcomes:
        counts = [outcome.count(what) for what in ("PASSED", "FAILED", "SKIPPED")]
        shown = ["" if count is None else str(count) for count in counts]
        table.add_row(
            outcome.part.user,
            outcome.part.name,
            *shown,
            str(outcome.seconds),
            outcome.verdict,
            style="" if outcome.code == 0 else "red",
        )
    out.print(table)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
