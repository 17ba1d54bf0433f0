"""How much processor time, memory and log can a bot use?"""

import os
import sys
import time

from tests.sandbox.probes import probe


def burn(seconds: str) -> str:
    """Processor time, not wall time: the machine may be busy."""
    until = time.process_time() + float(seconds)
    while time.process_time() < until:
        pass
    return "burnt"


def burn_in_children(argument: str) -> str:
    """COUNT,SECONDS: children that burn at the same time and are waited for."""
    count, seconds = argument.split(",")
    pids = []
    for _ in range(int(count)):
        pid = os.fork()
        if pid == 0:
            burn(seconds)
            os._exit(0)
        pids.append(pid)
    for pid in pids:
        os.waitpid(pid, 0)
    return "burnt"


def burn_in_orphan(seconds: str) -> str:
    """A grandchild whose time no parent ever collects."""
    read, write = os.pipe()
    if os.fork() == 0:
        if os.fork() == 0:
            burn(seconds)
        os._exit(0)
    os.close(write)
    os.wait()
    os.read(read, 1)
    return "burnt"


def allocate(most: str) -> int:
    return len([bytearray(b"x") * (1 << 20) for _ in range(int(most))])


def allocate_in_child(most: str) -> str:
    """Sacrifice a child: the bot itself lives on."""
    pid = os.fork()
    if pid == 0:
        allocate(most)
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    return f"child ended with {os.waitstatus_to_exitcode(status)}"


def processors(_: str) -> int:
    return len(os.sched_getaffinity(0))


def take_all_processors(_: str) -> int:
    os.sched_setaffinity(0, range(64))
    return len(os.sched_getaffinity(0))


def flood(argument: str) -> str:
    """STREAM,MIB: write numbered lines as fast as they go."""
    stream, most = argument.split(",")
    chunk = b"".join(b"%015d\n" % number for number in range(65536))
    for _ in range(int(most)):
        os.write({"out": 1, "err": 2}[stream], chunk)
    return "flooded"


def flood_forever(_: str) -> str:
    while True:
        sys.stdout.buffer.write(b"x" * (1 << 20))


def set_clock(_: str) -> str:
    time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_REALTIME))
    return "set"


def wait(seconds: str) -> str:
    time.sleep(float(seconds))
    return "waited"


def stop_child(_: str) -> str:
    """A child that is stopped when the freeze comes."""
    pid = os.fork()
    if pid == 0:
        os.kill(os.getpid(), 19)
        os._exit(0)
    time.sleep(0.05)
    return "stopped"


def litter(argument: str) -> int:
    """FOLDER,COUNT: make empty files, as many as one may; how many there are."""
    folder, most = argument.split(",")
    for made in range(int(most)):
        try:
            os.close(os.open(f"{folder}/{made}", os.O_CREAT | os.O_WRONLY))
        except OSError:
            return made
    return int(most)


probe.run(
    {
        "litter": litter,
        "burn": burn,
        "burn-in-children": burn_in_children,
        "burn-in-orphan": burn_in_orphan,
        "allocate": allocate,
        "allocate-in-child": allocate_in_child,
        "processors": processors,
        "take-all-processors": take_all_processors,
        "flood": flood,
        "flood-forever": flood_forever,
        "set-clock": set_clock,
        "wait": wait,
        "stop-child": stop_child,
    }
)
