"""The Bazaars in the arrays: those that lie beside the market."""

from typing import Final

from mypy_extensions import i64

from arena.encoding.fields import Field, flag
from arena.encoding.modules.module_encoding import Columns, ModuleEncoding
from arena.encoding.page import Page
from arena.rules import State


class BazaarsEncoding(ModuleEncoding):
    """A place for tiles (14.1)."""

    def places(self) -> list[Field]:
        return [flag("beside", "it lies beside the market")]

    def write(self, state: State, index: i64, viewer: i64, page: Page, columns: Columns) -> None:
        for tile in state.plugs[index].module.on_offer():
            page.place(tile, columns.place)


BAZAARS_ENCODING: Final = BazaarsEncoding()
