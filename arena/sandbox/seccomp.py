"""Which system calls may a bot make?

The filter is written here as a classic BPF program, because it is a flat list of comparisons: a binding to libseccomp
would add a native library to every host for the sake of two dozen instructions that this file spells out.
"""

import errno
import platform
import struct
from collections.abc import Iterator
from dataclasses import dataclass

# Answers to a call, as the kernel's SECCOMP_RET_* values.
_ALLOW = 0x7FFF0000
_KILL_PROCESS = 0x80000000
_ERRNO = 0x00050000

# Offsets in struct seccomp_data; arguments are eight bytes each, and all we look at are in the lower four.
_NUMBER = 0
_ARCHITECTURE = 4
_ARGUMENTS = 16

_LOAD = 0x20
_JUMP_EQUAL = 0x15
_JUMP_GREATER = 0x25
_JUMP_AT_LEAST = 0x35
_JUMP_ANY_BIT = 0x45
_RETURN = 0x06

_AF_UNIX = 1
_CLONE_NEW_NAMESPACE = 0x7E020000  # NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
_CLONE_PIDFD = 0x1000
_RWF_NOWAIT = 0x08
_SO_COOKIE = 57
_RLIMIT_CORE = 4
_NEW_LISTENER = 0x08
_X32_BIT = 0x40000000

# fcntl commands on an inode that two bots can both open: locks, leases, notification, write hints.
_LOCK_COMMANDS = (5, 6, 7, 36, 37, 38)
_SIGNAL_COMMANDS = (1024, 1025, 1026, 1035, 1036, 1037, 1038)

# mseal: calls that came after it are unknown here, and what is unknown answers ENOSYS as on an older kernel.
_LAST_KNOWN = 462


@dataclass(frozen=True, slots=True)
class Machine:
    """One processor architecture: its audit number and the column of the table below."""

    audit: int
    column: int
    has_x32: bool


MACHINES = {
    "x86_64": Machine(audit=0xC000003E, column=0, has_x32=True),
    "aarch64": Machine(audit=0xC00000B7, column=1, has_x32=False),
}

# name: (x86_64, aarch64); None where the architecture does not have the call.
NUMBERS: dict[str, tuple[int | None, int | None]] = {
    "_sysctl": (156, None),
    "acct": (163, 89),
    "add_key": (248, 217),
    "adjtimex": (159, 171),
    "bpf": (321, 280),
    "cachestat": (451, 451),
    "chroot": (161, 51),
    "clock_adjtime": (305, 266),
    "clock_settime": (227, 112),
    "clone": (56, 220),
    "clone3": (435, 435),
    "delete_module": (176, 106),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "fcntl": (72, 25),
    "finit_module": (313, 273),
    "flock": (73, 32),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "getsockopt": (55, 209),
    "init_module": (175, 105),
    "inotify_add_watch": (254, 27),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "inotify_rm_watch": (255, 28),
    "io_cancel": (210, 3),
    "io_destroy": (207, 1),
    "io_getevents": (208, 4),
    "io_pgetevents": (333, 292),
    "io_setup": (206, 0),
    "io_submit": (209, 2),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "ioperm": (173, None),
    "iopl": (172, None),
    "kcmp": (312, 272),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "listmount": (458, 458),
    "lookup_dcookie": (212, 18),
    "memfd_secret": (447, 447),
    "migrate_pages": (256, 238),
    "modify_ldt": (154, None),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "move_pages": (279, 239),
    "name_to_handle_at": (303, 264),
    "nfsservctl": (180, 42),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "pivot_root": (155, 41),
    "preadv2": (327, 286),
    "prlimit64": (302, 261),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "sched_setaffinity": (203, 122),
    "seccomp": (317, 277),
    "setns": (308, 268),
    "setrlimit": (160, 164),
    "settimeofday": (164, 170),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "statmount": (457, 457),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "sync": (162, 81),
    "syncfs": (306, 267),
    "syslog": (103, 116),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "uselib": (134, None),
    "userfaultfd": (323, 282),
    "ustat": (136, None),
}

# Programs ask for these and do without when the kernel says that it has none.
_ABSENT = [
    "clone3",
    "io_uring_enter",
    "io_uring_register",
    "io_uring_setup",
    "io_cancel",
    "io_destroy",
    "io_getevents",
    "io_pgetevents",
    "io_setup",
    "io_submit",
    "add_key",
    "keyctl",
    "request_key",
    "fanotify_init",
    "fanotify_mark",
    "inotify_add_watch",
    "inotify_init",
    "inotify_init1",
    "inotify_rm_watch",
    "cachestat",
    "listmount",
    "memfd_secret",
    "pidfd_open",  # the inode of what it gives counts the processes of the whole host
    "statmount",
    "lookup_dcookie",
    "nfsservctl",
    "_sysctl",
    "uselib",
    "ustat",
]

# These are for administrators and debuggers.
_FORBIDDEN = [
    "acct",
    "adjtimex",
    "bpf",
    "chroot",
    "clock_adjtime",
    "clock_settime",
    "delete_module",
    "finit_module",
    "init_module",
    "ioperm",
    "iopl",
    "fsconfig",
    "fsmount",
    "fsopen",
    "fspick",
    "mount",
    "mount_setattr",
    "move_mount",
    "open_tree",
    "pivot_root",
    "umount2",
    "setns",
    "unshare",
    "kcmp",
    "pidfd_getfd",
    "process_madvise",
    "process_mrelease",
    "process_vm_readv",
    "process_vm_writev",
    "ptrace",
    "kexec_file_load",
    "kexec_load",
    "migrate_pages",
    "modify_ldt",
    "move_pages",
    "name_to_handle_at",
    "open_by_handle_at",
    "perf_event_open",
    "personality",
    "quotactl",
    "quotactl_fd",
    "reboot",
    "settimeofday",
    "swapoff",
    "swapon",
    "syslog",
    "userfaultfd",
]

# Flushing touches every disk of the host; a bot has none, so there is nothing left to do.
_ALREADY_DONE = ["sync", "syncfs"]


class UnknownMachine(Exception):
    """There is no filter for this processor architecture."""


def filter_program(machine: str | None = None, *, file_locks: bool = False, may_move: bool = True) -> bytes:
    """The filter for bwrap's --seccomp.

    File locks are for build steps, where no other bot is there to read them. A bot may move to other processors if a
    control group says which.
    """
    name = machine or platform.machine()
    if name not in MACHINES:
        raise UnknownMachine(f"no system call filter for {name}; there are {', '.join(sorted(MACHINES))}")
    return b"".join(
        struct.pack("=HBBI", code, if_true, if_false, value)
        for code, if_true, if_false, value in _instructions(MACHINES[name], file_locks, may_move)
    )


_Instruction = tuple[int, int, int, int]


def _instructions(machine: Machine, file_locks: bool, may_move: bool) -> Iterator[_Instruction]:
    yield (_LOAD, 0, 0, _ARCHITECTURE)
    yield (_JUMP_EQUAL, 1, 0, machine.audit)
    yield _answer(_KILL_PROCESS)
    yield (_LOAD, 0, 0, _NUMBER)
    if machine.has_x32:
        yield (_JUMP_AT_LEAST, 0, 1, _X32_BIT)
        yield _answer(_KILL_PROCESS)
    yield (_JUMP_GREATER, 0, 1, _LAST_KNOWN)
    yield _answer(_ERRNO | errno.ENOSYS)
    commands = _SIGNAL_COMMANDS if file_locks else _LOCK_COMMANDS + _SIGNAL_COMMANDS
    yield from _when(machine, "fcntl", 1, [(_JUMP_EQUAL, c) for c in commands], errno.EPERM)
    forbidden_flags = _CLONE_NEW_NAMESPACE | _CLONE_PIDFD
    yield from _when(machine, "clone", 0, [(_JUMP_ANY_BIT, forbidden_flags)], errno.EPERM)
    # A number that counts the sockets of the whole host.
    yield from _when(machine, "getsockopt", 2, [(_JUMP_EQUAL, _SO_COOKIE)], errno.ENOPROTOOPT)
    yield from _when(machine, "preadv2", 5, [(_JUMP_ANY_BIT, _RWF_NOWAIT)], errno.EOPNOTSUPP)
    # A call that waits for a listener of the bot's own sleeps where the freezer does not reach it.
    yield from _when(machine, "seccomp", 1, [(_JUMP_ANY_BIT, _NEW_LISTENER)], errno.EPERM)
    # A limit of 1 keeps the host from starting its handler of core dumps; 0 would not, and lowering is always allowed.
    yield from _when(machine, "setrlimit", 0, [(_JUMP_EQUAL, _RLIMIT_CORE)], errno.EPERM)
    yield from _when(machine, "prlimit64", 1, [(_JUMP_EQUAL, _RLIMIT_CORE)], errno.EPERM)
    for call in ("socket", "socketpair"):
        yield from _unless_equal(machine, call, 0, _AF_UNIX, errno.EAFNOSUPPORT)
    absent = _ABSENT if file_locks else [*_ABSENT, "flock"]
    forbidden = _FORBIDDEN if may_move else [*_FORBIDDEN, "sched_setaffinity"]
    for names, code in ((absent, errno.ENOSYS), (forbidden, errno.EPERM), (_ALREADY_DONE, 0)):
        for call in names:
            number = NUMBERS[call][machine.column]
            if number is not None:
                yield (_JUMP_EQUAL, 0, 1, number)
                yield _answer(_ERRNO | code)
    yield _answer(_ALLOW)


def _answer(value: int) -> _Instruction:
    return (_RETURN, 0, 0, value)


def _when(
    machine: Machine, call: str, argument: int, tests: list[tuple[int, int]], code: int
) -> Iterator[_Instruction]:
    """Refuse the call when its argument passes one of the tests, else allow it."""
    body: list[_Instruction] = [(_LOAD, 0, 0, _ARGUMENTS + 8 * argument)]
    for jump, value in tests:
        body += [(jump, 0, 1, value), _answer(_ERRNO | code)]
    yield from _only_for(machine, call, [*body, _answer(_ALLOW)])


def _unless_equal(
    machine: Machine, call: str, argument: int, value: int, code: int
) -> Iterator[_Instruction]:
    """Allow the call when its argument has this value, else refuse it."""
    load = (_LOAD, 0, 0, _ARGUMENTS + 8 * argument)
    body = [load, (_JUMP_EQUAL, 1, 0, value), _answer(_ERRNO | code), _answer(_ALLOW)]
    yield from _only_for(machine, call, body)


def _only_for(machine: Machine, call: str, body: list[_Instruction]) -> Iterator[_Instruction]:
    number = NUMBERS[call][machine.column]
    if number is None:
        raise UnknownMachine(f"{call} has no number in this column of the table")
    yield (_JUMP_EQUAL, 0, len(body), number)
    yield from body
