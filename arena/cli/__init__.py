"""How is arena used from a shell? One file a noun; a command prints and exits, and decides nothing itself.

The command line is the top layer: nothing imports it.
"""

from arena.cli.app import main

__all__ = ["main"]
