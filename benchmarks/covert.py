"""How fast can two bots at one table talk past the referee? The channels that are left, with their rates in bits per second.

Two bots in the sandbox, on seats of their own, both running, which the referee allows only where pondering is on. The sender sends
random bits, the receiver's measurements are cut at the threshold that separates them best, and the rate is the capacity of a
channel that flips a bit as often as this one did; "chance" is what could as well be guessed. "If frozen" are the channels that also
work while the other bot is frozen or gone.
"""

import argparse
import json
import math
import os
import random
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from arena.sandbox import Launch, Limits, Process, Sandbox, SandboxSeat
from arena.sandbox.interpreter import interpreter_for, python_command

HERE = Path(__file__).parent
LIMITS = Limits(memory_mb=256, log_kb=512)
WINDOW = 64 * 1024  # the kernel reads this much around a byte that is read
START_S = 3.0  # for both ends to be there


@dataclass(frozen=True, slots=True)
class Channel:
    """A way to signal that is left open, and the time that one bit gets; 0 if all are sent, then all received."""

    name: str
    what: str
    slot_s: float
    frozen: bool = False


CHANNELS = (
    Channel("futex", "futex on a page of /usr", 0.005),
    Channel("inodes", "numbers of new pipes", 0.1, frozen=True),
    Channel("processes", "sysinfo: threads of the host", 0.05),
    Channel("memory", "sysinfo: free memory", 0.1),
    Channel("memory_bus", "how fast memory is", 0.05),
    Channel("cached_pages", "which pages are cached", 0.0, frozen=True),
)


def transmit(sandbox: Sandbox, channel: Channel, folder: Path, bits: str) -> tuple[list[float], float]:
    """What the receiver measured, and how long the bits took."""
    seats = [sandbox.take_seat() for _ in range(2)]
    start = time.monotonic() + START_S
    try:
        sender = _launch(sandbox, seats[0], "send", channel, start, bits, folder)
        if channel.slot_s == 0:
            begin = time.monotonic()
            sender.wait_gone(60)
            receiver = _launch(sandbox, seats[1], "receive", channel, start, bits, folder)
            measured = _measured(receiver)
            return measured, time.monotonic() - begin
        receiver = _launch(sandbox, seats[1], "receive", channel, start, bits, folder)
        return _measured(receiver), channel.slot_s * len(bits)
    finally:
        for seat in seats:
            sandbox.give_back(seat)


def _launch(
    sandbox: Sandbox, seat: SandboxSeat, role: str, channel: Channel, start: float, bits: str, folder: Path
) -> Process:
    python = interpreter_for(sandbox.tier)
    words = (role, channel.name, str(channel.slot_s), str(start), bits)
    launch = Launch(
        python_command("-S", "covert_bot.py", *words),
        folder,
        mounts=python.mounts,
        env=python.env,
        limits=LIMITS,
        working_directory="/bot",
    )
    return sandbox.launch(seat, launch)


def _measured(receiver: Process) -> list[float]:
    if receiver.wait_gone(120) is None:
        receiver.kill()
    said = receiver.stdout.log().text()
    if not said:
        raise SystemExit(f"the receiver failed: {receiver.stderr.log().text()}")
    measured: list[float] = json.loads(said)
    return measured


def flipped(bits: str, measured: list[float]) -> float:
    """The smallest share of bits that a threshold gets wrong, chosen on one half and counted on the other."""
    half = len(bits) // 2
    learnt = sorted(measured[:half])
    threshold = min(learnt, key=lambda cut: _wrong(bits[:half], measured[:half], cut))
    return _wrong(bits[half:], measured[half:], threshold) / (len(bits) - half)


def _wrong(bits: str, measured: list[float], threshold: float) -> int:
    return sum((value >= threshold) != (bit == "1") for bit, value in zip(bits, measured, strict=True))


def capacity(error: float) -> float:
    """Bits that arrive for each one sent, in a channel that flips this share of them."""
    if error in (0.0, 1.0):
        return 1.0
    return 1.0 + error * math.log2(error) + (1.0 - error) * math.log2(1.0 - error)


def margin(error: float, count: int) -> float:
    """Half of the 95 % interval of a share."""
    return 1.96 * math.sqrt(max(error * (1.0 - error), 0.25 / count) / count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bits", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    console = Console()
    table = Table(title=f"{options.bits} random bits each, load {os.getloadavg()[0]:.1f}")
    for heading in ("channel", "bit takes", "flipped", "bits/s", "if frozen"):
        table.add_column(heading, no_wrap=True)
    with (
        Sandbox.open() as sandbox,
        tempfile.TemporaryDirectory() as name,
        console.status("measuring") as status,
    ):
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "covert_bot.py").write_bytes((HERE / "covert_bot.py").read_bytes())
        for channel in CHANNELS:
            status.update(f"measuring {channel.what}")
            bits = "".join(rng.choice("01") for _ in range(options.bits))
            if channel.name == "cached_pages":
                _uncached_file(folder / "pages", options.bits)
            measured, took_s = transmit(sandbox, channel, folder, bits)
            error = flipped(bits, measured)
            told = error + margin(error, len(bits) // 2) < 0.5
            rate = capacity(error) * len(bits) / took_s
            table.add_row(
                channel.what,
                f"{took_s / len(bits) * 1000:.1f} ms",
                f"{error:.0%} ± {margin(error, len(bits) // 2):.0%}",
                f"{rate:.1f}" if told else "chance",
                "yes" if channel.frozen else "no",
            )
    console.print(table)


def _uncached_file(path: Path, bits: int) -> None:
    """A file that both bots see, as they see those of /usr, with none of its pages in memory."""
    path.write_bytes(os.urandom(bits * WINDOW))
    subprocess.run(["sync", str(path)], check=True)
    with path.open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


if __name__ == "__main__":
    main()
