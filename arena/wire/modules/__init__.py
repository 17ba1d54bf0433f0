"""The registry of what modules add to an observation on the wire, under the names of `arena.rules.modules`.

A module travels as bare facts, from which it is made again, and by name for bots. The names are written here; when a message is
read they must say what the facts do.
"""

from collections.abc import Callable
from typing import Final

from arena.proto import arena_pb2 as pb
from arena.rules import Observation
from arena.wire.modules.bazaars import write_bazaars
from arena.wire.modules.falconers import write_falconers
from arena.wire.modules.palace import write_palace
from arena.wire.modules.vizier import write_vizier

Write = Callable[[Observation, pb.Observation], None]


class WireForm:
    """How one module is written by name: the fields of the message that are its own, and what fills them."""

    def __init__(self, fields: tuple[str, ...], write: Write) -> None:
        self.fields: Final = fields
        self.write: Final = write


def _write_nothing(_: Observation, __: pb.Observation) -> None:
    """All that there is to see of the module lies in the cities."""


WIRE_FORMS: Final[dict[str, WireForm]] = {
    "vizier": WireForm(("viziers",), write_vizier),
    "camps": WireForm((), _write_nothing),
    "bazaars": WireForm(("bazaars",), write_bazaars),
    "falconers": WireForm(("falcons", "falcon_supply"), write_falconers),
    "medina": WireForm((), _write_nothing),
    "red-palace": WireForm(("palace",), write_palace),
}
