"""What is arena? A referee that runs the board game Alhambra for programs.

The rules are a pure library, `arena.rules`; everything else is built in layers on top of it, and a layer imports
only layers below it (docs/architecture.md). This package itself imports none of them.
"""

__version__ = "0.1.0"

# What an index calls it. `arena` is somebody else's there, with the same import name.
DISTRIBUTION = "alhambra-arena"


def to_install(extra: str) -> str:
    """The command that installs what one extra of the package needs."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"
