"""What does a command say while it works? A spinner on a terminal; elsewhere a line after two seconds, then every ten."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from rich.console import Console

FIRST_S, LATER_S = 2.0, 10.0


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Say what takes so long, to stderr."""
    screen = Console(stderr=True)
    if screen.is_terminal:
        with screen.status(f"{what} …"):
            yield
        return
    with lines(lambda seconds: f"{what}, {seconds:.0f} s"):
        yield


@contextmanager
def lines(text: Callable[[float], str], first_s: float = FIRST_S, later_s: float = LATER_S) -> Iterator[None]:
    """Print a line to stderr again and again while something runs; `text` is given the seconds so far."""
    done = threading.Event()
    began = time.monotonic()

    def tell() -> None:
        pause = first_s
        while not done.wait(pause):
            print(text(time.monotonic() - began), file=sys.stderr, flush=True)
            pause = later_s

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


class Phases:
    """Tells of the parts of a piece of work as they begin, and how long each took that took long."""

    def __init__(self) -> None:
        self._name = ""
        self._began = time.monotonic()
        self._shown = ExitStack()

    def __call__(self, name: str) -> None:
        """A part begins."""
        self.close()
        self._name, self._began = name, time.monotonic()
        self._shown.enter_context(waiting(name))

    def __enter__(self) -> "Phases":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """The part that was under way is over."""
        self._shown.close()
        seconds = time.monotonic() - self._began
        if self._name and seconds >= FIRST_S / 2:
            print(f"{self._name}: {seconds:.1f} s", file=sys.stderr, flush=True)
        self._name = ""
