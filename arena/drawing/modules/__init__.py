"""The registry of what modules add to the picture of a table, under the names of `arena.rules.modules`."""

from typing import Final

from arena.drawing.modules.bazaars import BAZAARS_DRAWING
from arena.drawing.modules.camps import CAMPS_DRAWING
from arena.drawing.modules.drawn import ModuleDrawing
from arena.drawing.modules.falconers import FALCONERS_DRAWING
from arena.drawing.modules.medina import MEDINA_DRAWING
from arena.drawing.modules.palace import PALACE_DRAWING
from arena.drawing.modules.vizier import VIZIER_DRAWING

DRAWINGS: Final[dict[str, ModuleDrawing]] = {
    "vizier": VIZIER_DRAWING,
    "camps": CAMPS_DRAWING,
    "bazaars": BAZAARS_DRAWING,
    "falconers": FALCONERS_DRAWING,
    "medina": MEDINA_DRAWING,
    "red-palace": PALACE_DRAWING,
}
