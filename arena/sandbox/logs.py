"""What did a bot write? How much of it is kept, and how it is printed safely."""

import os
import selectors
import threading
import time
from dataclasses import dataclass

_CHUNK_BYTES = 65536

# A bot that floods its log pays with its own clock, not with ours: above the cap this is a pause per chunk.
_FLOOD_PAUSE_S = 0.002


@dataclass(frozen=True, slots=True)
class Log:
    """The beginning and the end of what was written, with a hole where too much was."""

    head: bytes
    tail: bytes
    dropped_bytes: int

    def text(self) -> str:
        """For a terminal or a file that someone will `cat`: nothing in it can move a cursor or hide a line."""
        hole = f"\n[{self.dropped_bytes} bytes left out]\n" if self.dropped_bytes else ""
        return printable(self.head) + hole + printable(self.tail)


def printable(raw: bytes) -> str:
    """Text in which control characters, bytes that are no UTF-8 and direction overrides are spelled out."""
    text = raw.decode("utf-8", errors="backslashreplace").replace("\r\n", "\n")
    return "".join(character if _harmless(character) else _spelled_out(character) for character in text)


def _harmless(character: str) -> bool:
    return character in "\n\t" or character.isprintable()


def _spelled_out(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


class Capture:
    """One pipe's log in the making."""

    def __init__(self, cap_bytes: int) -> None:
        self._half = cap_bytes // 2
        self._head = bytearray()
        self._tail = bytearray()
        self._seen_bytes = 0
        self._lock = threading.Lock()
        self.finished = threading.Event()

    def add(self, chunk: bytes) -> bool:
        """Keep what there is room for; whether the cap has been passed."""
        with self._lock:
            self._seen_bytes += len(chunk)
            room = self._half - len(self._head)
            self._head += chunk[:room]
            self._tail += chunk[room:]
            # Cut rarely: deleting from the front of a bytearray at every chunk would copy it each time.
            if len(self._tail) > 2 * self._half + _CHUNK_BYTES:
                del self._tail[: -self._half]
            return self._seen_bytes > 2 * self._half

    def log(self) -> Log:
        with self._lock:
            tail = bytes(self._tail[-self._half :])
            return Log(bytes(self._head), tail, self._seen_bytes - len(self._head) - len(tail))


class LogDrain:
    """One thread that empties the log pipes of all bots, for as long as the sandbox is open."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._wake_read, self._wake_write = os.pipe()
        self._selector.register(self._wake_read, selectors.EVENT_READ, None)
        self._lock = threading.Lock()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="arena-logs", daemon=True)
        self._thread.start()

    def follow(self, pipe_fd: int, cap_bytes: int) -> Capture:
        """Take over the reading end of a pipe."""
        capture = Capture(cap_bytes)
        with self._lock:
            self._selector.register(pipe_fd, selectors.EVENT_READ, capture)
        os.write(self._wake_write, b".")
        return capture

    def close(self) -> None:
        self._closing = True
        os.write(self._wake_write, b".")
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            os.close(key.fd)
        os.close(self._wake_write)
        self._selector.close()

    def _run(self) -> None:
        while not self._closing:
            flooded = False
            for key, _ in self._selector.select():
                if key.data is None:
                    os.read(self._wake_read, 64)
                else:
                    flooded |= self._drain(key.fd, key.data)
            if flooded:
                time.sleep(_FLOOD_PAUSE_S)

    def _drain(self, fd: int, capture: Capture) -> bool:
        chunk = os.read(fd, _CHUNK_BYTES)
        if chunk:
            return capture.add(chunk)
        with self._lock:
            self._selector.unregister(fd)
        os.close(fd)
        capture.finished.set()
        return False
