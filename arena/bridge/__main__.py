"""What does `python -m arena.bridge COMMAND ...` do? It plays a match for a bot that speaks in lines, and ends as the bot ends."""

import os
import sys

os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"  # starting the bot must not wait for the library's threads

from arena.bridge import play_in_lines

if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit("usage: python3 -m arena.bridge COMMAND [ARGUMENT ...]")
    os._exit(play_in_lines(sys.argv[1:]))  # without waiting for the library's threads
