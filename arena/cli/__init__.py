"""The command line: one file for each command. A command prints and exits; it decides nothing itself.

The command line is the top layer: nothing imports it.
"""

from arena.cli.app import main

__all__ = ["main"]
