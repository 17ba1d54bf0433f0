"""Does the filter name the right calls, on every machine, and is it a valid program?"""

import errno
import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.sandbox.seccomp import MACHINES, NUMBERS, UnknownMachine, filter_program

ALLOW = 0x7FFF0000
KILL = 0x80000000
X86_HEADER = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
GENERIC_HEADER = Path("/usr/include/asm-generic/unistd.h")


def refused(code: int) -> int:
    return 0x00050000 | code


def judge(
    machine: str, number: int, *arguments: int, audit: int | None = None, file_locks: bool = False
) -> int:
    """What the kernel would answer: a small interpreter of the instructions that the filter uses."""
    values = (*arguments, *([0] * (6 - len(arguments))))
    data = struct.pack("=iIQ6Q", number, audit or MACHINES[machine].audit, 0, *values)
    program = list(struct.iter_unpack("=HBBI", filter_program(machine, file_locks=file_locks)))
    tests: dict[int, Callable[[int, int], bool]] = {
        0x15: lambda a, k: a == k,
        0x25: lambda a, k: a > k,
        0x35: lambda a, k: a >= k,
        0x45: lambda a, k: bool(a & k),
    }
    accumulator, at = 0, 0
    while True:
        code, if_true, if_false, value = program[at]
        at += 1
        if code == 0x06:
            return int(value)
        if code == 0x20:
            (accumulator,) = struct.unpack_from("=I", data, value)
        else:
            at += if_true if tests[code](accumulator, value) else if_false


def number(machine: str, call: str) -> int:
    found = NUMBERS[call][MACHINES[machine].column]
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("header", "column", "pattern"),
    [
        (X86_HEADER, 0, r"#define __NR_(\w+)\s+(\d+)"),
        (GENERIC_HEADER, 1, r"#define __NR(?:3264)?_(\w+)\s+(\d+)"),
    ],
)
def test_numbers_are_those_of_the_kernel_headers(header: Path, column: int, pattern: str) -> None:
    if not header.exists():
        pytest.skip(f"needs {header}")
    known = {name: int(value) for name, value in re.findall(pattern, header.read_text())}
    ours = {name: numbers[column] for name, numbers in NUMBERS.items() if numbers[column] is not None}
    assert {name: value for name, value in ours.items() if known.get(name, value) != value} == {}
    # Calls that are newer than the headers are few, and have the same number on every machine.
    for name in sorted(set(ours) - set(known)):
        assert NUMBERS[name][0] == NUMBERS[name][1], name
        assert (ours[name] or 0) >= 450, name


@pytest.mark.parametrize("machine", MACHINES)
class TestEveryMachine:
    def test_ordinary_calls_are_allowed(self, machine: str) -> None:
        assert judge(machine, 63 if machine == "aarch64" else 0) == ALLOW

    def test_only_unix_sockets(self, machine: str) -> None:
        for call in ("socket", "socketpair"):
            assert judge(machine, number(machine, call), 1) == ALLOW
            for family in (0, 2, 10, 16, 17, 38, 40):
                assert judge(machine, number(machine, call), family) == refused(errno.EAFNOSUPPORT)

    def test_threads_but_no_namespaces(self, machine: str) -> None:
        clone = number(machine, "clone")
        assert judge(machine, clone, 0x003D0F00) == ALLOW
        for flag in (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000):
            assert judge(machine, clone, flag | 17) == refused(errno.EPERM)
        assert judge(machine, number(machine, "clone3")) == refused(errno.ENOSYS)

    def test_the_limit_of_core_dumps_stays(self, machine: str) -> None:
        for resource, answer in ((4, refused(errno.EPERM)), (7, ALLOW)):
            assert judge(machine, number(machine, "setrlimit"), resource) == answer
            assert judge(machine, number(machine, "prlimit64"), 0, resource) == answer

    def test_file_locks_only_for_builds(self, machine: str) -> None:
        fcntl, flock = number(machine, "fcntl"), number(machine, "flock")
        for command in (5, 6, 7, 36, 37, 38):
            assert judge(machine, fcntl, 3, command) == refused(errno.EPERM)
            assert judge(machine, fcntl, 3, command, file_locks=True) == ALLOW
        assert judge(machine, flock) == refused(errno.ENOSYS)
        assert judge(machine, flock, file_locks=True) == ALLOW
        for command in (1024, 1026, 1036):
            assert judge(machine, fcntl, 3, command, file_locks=True) == refused(errno.EPERM)
        assert judge(machine, fcntl, 3, 1) == ALLOW

    def test_what_is_not_known_is_not_there(self, machine: str) -> None:
        assert judge(machine, 463) == refused(errno.ENOSYS)
        assert judge(machine, 1000) == refused(errno.ENOSYS)

    def test_foreign_abis_are_fatal(self, machine: str) -> None:
        assert judge(machine, 1, audit=0x40000003) == KILL

    def test_flushing_is_answered_without_doing_it(self, machine: str) -> None:
        assert judge(machine, number(machine, "sync")) == refused(0)


def test_x32_is_fatal() -> None:
    assert judge("x86_64", 0x40000000 + 39) == KILL


def test_a_machine_without_a_filter_is_named() -> None:
    with pytest.raises(UnknownMachine, match="no system call filter for vax"):
        filter_program("vax")
