"""The viziers on the wire: whose is awake."""

from arena.proto import arena_pb2 as pb
from arena.rules import Observation


def write_vizier(seen: Observation, message: pb.Observation) -> None:
    """Add them to a message."""
    if seen.vizier is not None:
        message.viziers.extend(seen.vizier.awake)
