"""Where are assembled and built bots and fetched libraries cached?"""

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform != "win32":
    import fcntl


def cache_folder() -> Path:
    """The folder of everything that is kept."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "arena"


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Whoever makes the same thing meanwhile, in another process, waits, and finds it made."""
    locks = cache_folder() / "locks"
    locks.mkdir(parents=True, exist_ok=True)
    with (locks / hashlib.sha256(name.encode()).hexdigest()[:16]).open("w") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
