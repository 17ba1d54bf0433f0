"""The registry of what modules are worth to the policies, under the names of `arena.rules.modules`."""

from typing import Final

from arena.search.values.bazaars import BAZAARS_VALUE
from arena.search.values.camps import CAMPS_VALUE
from arena.search.values.falconers import FALCONERS_VALUE
from arena.search.values.medina import MEDINA_VALUE
from arena.search.values.module_value import ModuleValue
from arena.search.values.palace import PALACE_VALUE
from arena.search.values.vizier import VIZIER_VALUE

MODULE_VALUES: Final[dict[str, ModuleValue]] = {
    "vizier": VIZIER_VALUE,
    "camps": CAMPS_VALUE,
    "bazaars": BAZAARS_VALUE,
    "falconers": FALCONERS_VALUE,
    "medina": MEDINA_VALUE,
    "red-palace": PALACE_VALUE,
}
