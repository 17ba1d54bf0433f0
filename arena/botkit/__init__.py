"""The Python library for bot authors: you write a function from a request to an action.

    from arena.botkit import Request, run

    def choose(request: Request) -> int:
        return 0

    run(choose)

It may also tell what it thinks, for the record: `return 0, Info(win=0.6, text="...")`.

This package talks to the referee and hands over values of `arena.rules`. It holds no opinion on what to play, and
writes nothing to stdout.
"""

from arena.botkit.address import StartError, open_channel, token
from arena.botkit.info import Info
from arena.botkit.play import Choice, Chooser, run
from arena.botkit.request import Clock, Request

__all__ = ["Choice", "Chooser", "Clock", "Info", "Request", "StartError", "open_channel", "run", "token"]
