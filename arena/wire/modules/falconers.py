"""The falcons on the wire: those in cities and those in the supply."""

from arena.proto import arena_pb2 as pb
from arena.rules import Observation


def write_falconers(seen: Observation, message: pb.Observation) -> None:
    """Add them to a message."""
    if seen.falconers is not None:
        for falcon in seen.falconers.falcons:
            message.falcons.add(name=falcon.name, seat=falcon.seat, corner=pb.Square(x=falcon.x, y=falcon.y))
        message.falcon_supply.extend(seen.falconers.supply)
