"""What would a sensible player do who looks one step ahead? The greedy policy of docs/greedy.md, as a bot."""

from arena.botkit import Request, run
from arena.search.greedy import choose


def best(request: Request) -> int:
    """The place of the best action in the list."""
    return choose(request.observation, request.legal)


if __name__ == "__main__":
    run(best, "greedy")
