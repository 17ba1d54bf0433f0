"""How do others know that a process is alive? It beats every few seconds until it is done."""

from collections.abc import Callable
from threading import Event, Thread


class Heartbeat:
    """Beats at once when it starts, then every `every_s` seconds until it stops.

    A beat that fails with `lost` is skipped: the next one may get through, and if none does, others take over.
    """

    def __init__(self, beat: Callable[[], None], every_s: float, lost: type[Exception]) -> None:
        self._beat = beat
        self._every_s = every_s
        self._lost = lost
        self._ended = Event()
        self._thread = Thread(target=self._go_on, daemon=True)

    def start(self) -> None:
        """Beat, and go on beating."""
        self._beat()
        self._thread.start()

    def stop(self) -> None:
        """Beat no more."""
        self._ended.set()
        self._thread.join()

    def _go_on(self) -> None:
        while not self._ended.wait(self._every_s):
            try:
                self._beat()
            except self._lost:
                continue
