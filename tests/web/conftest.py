"""Does a test of an event stay within bounds? One that makes its process grow without end fails, and says where all threads were."""

import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.web.browsing import chromium

MOST_MIB = 2048  # these tests need some 300


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A real browser with a profile of its own."""
    with chromium(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture(autouse=True)
def bounded() -> Iterator[None]:
    ended = threading.Event()
    before = signal.signal(signal.SIGUSR1, _fail)
    watching = threading.Thread(target=_watch, args=(ended,), daemon=True)
    watching.start()
    yield
    ended.set()
    watching.join()
    signal.signal(signal.SIGUSR1, before)


def _watch(ended: threading.Event) -> None:
    told = False
    while not ended.wait(0.5):
        if resident_mib() > 2 * MOST_MIB:
            os._exit(1)  # it did not help
        if resident_mib() > MOST_MIB and not told:
            told = True
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGUSR1)


def _fail(number: int, frame: FrameType | None) -> None:
    del number, frame
    names = {one.ident: one.name for one in threading.enumerate()}
    stacks = [
        f"{names.get(ident, ident)}:\n{''.join(traceback.format_stack(stack, limit=12))}"
        for ident, stack in sys._current_frames().items()
    ]
    raise AssertionError(f"it takes {resident_mib()} MiB\n" + "\n".join(stacks))


def resident_mib() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20
