"""The Vizier's favour in the arrays: whose vizier is awake."""

from typing import Final

from mypy_extensions import i64

from arena.encoding.fields import Field, flags
from arena.encoding.modules.module_encoding import Columns, ModuleEncoding
from arena.encoding.page import Page
from arena.rules import State
from arena.rules.engine import Vizier


class VizierEncoding(ModuleEncoding):
    """A flag for each seat (12.1)."""

    def numbers(self, players: int) -> list[Field]:
        return [flags("vizier awake", players, "whether its vizier is awake, by seat")]

    def write(self, state: State, index: i64, viewer: i64, page: Page, columns: Columns) -> None:
        module = state.modules[index]
        assert isinstance(module, Vizier)
        seats: i64 = len(state.players)
        i: i64
        for i in range(seats):
            page.number(module.awake[(viewer + i) % seats])


VIZIER_ENCODING: Final = VizierEncoding()
