"""The line protocol: a bot that reads and writes lines of JSON plays through this bridge, which speaks gRPC for it.

The bridge runs in the bot's own sandbox, beside the bot. It says nothing of its own: every message to the bot is one line, every
line of the bot is one message, and the referee judges them as it judges all others.
"""

from arena.bridge.bridge import play_in_lines
from arena.bridge.lines import BadLine, message_of

__all__ = ["BadLine", "message_of", "play_in_lines"]
