"""How does a probe say what it got? One line of JSON for each thing it was told to try."""

import ctypes
import errno
import json
import os
import sys
from collections.abc import Callable

Attempt = Callable[[str], object]

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def run(attempts: dict[str, Attempt]) -> None:
    """Arguments are `name` or `name=argument`; the answer is an error's name or `ok` and a value."""
    for wanted in sys.argv[1:]:
        name, _, argument = wanted.partition("=")
        say(wanted, _answer(attempts[name], argument))


def say(wanted: str, answer: str) -> None:
    sys.stdout.write(json.dumps([wanted, answer]) + "\n")
    sys.stdout.flush()


def _answer(attempt: Attempt, argument: str) -> str:
    try:
        return f"ok {attempt(argument)}"
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    except MemoryError:
        return "ENOMEM"


def syscall(name: str, *arguments: object) -> int:
    """Make a system call that Python has no function for; the numbers come from the test."""
    return numbered(json.loads(os.environ["PROBE_CALLS"])[name], *arguments)


def numbered(number: int, *arguments: object) -> int:
    ctypes.set_errno(0)
    result: int = _libc.syscall(ctypes.c_long(number), *(_plain(argument) for argument in arguments))
    if result == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def _plain(argument: object) -> object:
    return ctypes.c_long(argument) if isinstance(argument, int) else argument
