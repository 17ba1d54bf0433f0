"""The registry of what modules add to the arrays, under the names of `arena.rules.modules`."""

from typing import Final

from arena.encoding.modules.bazaars import BAZAARS_ENCODING
from arena.encoding.modules.falconers import FALCONERS_ENCODING
from arena.encoding.modules.module_encoding import ModuleEncoding
from arena.encoding.modules.palace import PALACE_ENCODING
from arena.encoding.modules.vizier import VIZIER_ENCODING

# Camps and medinas are tiles like others: their rows say what they are.
MODULE_ENCODINGS: Final[dict[str, ModuleEncoding]] = {
    "vizier": VIZIER_ENCODING,
    "camps": ModuleEncoding(),
    "bazaars": BAZAARS_ENCODING,
    "falconers": FALCONERS_ENCODING,
    "medina": ModuleEncoding(),
    "red-palace": PALACE_ENCODING,
}
