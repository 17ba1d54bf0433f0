"""How does a program that used gRPC exit cleanly? After the library's threads have stopped."""

import asyncio
import gc
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Result = TypeVar("Result")
FAREWELL_S = 5.0


def run_to_end(main: Coroutine[Any, Any, Result]) -> Result:
    """Like `asyncio.run`, but when it returns, the threads of gRPC have ended too."""
    with no_threads_left():
        return asyncio.run(main)


@contextmanager
def no_threads_left() -> Iterator[None]:
    """Threads of gRPC that begin in this context end with it.

    They end with the last of the library's objects. Those refer to each other, so nobody knows when Python would collect
    them, and a thread that is still in C++ when the interpreter goes can abort the process after all work is done. The
    library does not wait for the last lines of its threads, so we do.
    """
    before = set(threading.enumerate())
    try:
        yield
    finally:
        gc.collect()
        for thread in set(threading.enumerate()) - before:
            thread.join(FAREWELL_S)
