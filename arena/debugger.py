"""What does breakpoint() in a bot do under `arena bot ask --stdin`? It debugs at the terminal of that command."""

import os
import sys
from pathlib import Path
from pdb import Pdb

TERMINAL = "ARENA_TERMINAL"  # the path of its device, in the environment
HOOK = "arena.debugger.set_trace"  # as PYTHONBREAKPOINT


def set_trace() -> None:
    """Stop at the line after the call; the bot's own stdin is empty and its stdout is a log."""
    terminal = Path(os.environ[TERMINAL])
    Pdb(stdin=terminal.open(), stdout=terminal.open("w"), nosigint=True).set_trace(sys._getframe(1))
