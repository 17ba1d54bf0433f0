"""The bazaars on the wire: those beside the market."""

from arena.proto import arena_pb2 as pb
from arena.rules import Observation


def write_bazaars(seen: Observation, message: pb.Observation) -> None:
    """Add them to a message."""
    if seen.bazaars is not None:
        message.bazaars.extend([tile.id for tile in seen.bazaars.offered])
