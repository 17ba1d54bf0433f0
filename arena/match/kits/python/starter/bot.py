"""What does this bot play? Anything that is allowed. `choose` is the function to replace."""

import random

from arena.botkit import Request, run


def choose(request: Request) -> int:
    """The index of an action in request.legal; request.observation, .history and .clock tell more."""
    return random.randrange(len(request.legal))


if __name__ == "__main__":
    run(choose)
