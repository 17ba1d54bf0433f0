"""Which modules are there? Each is made for one game and knows no other module."""

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules.config import GameConfig
from arena.rules.hooks import Module
from arena.rules.modules.bazaars import Bazaars
from arena.rules.modules.camps import Camps
from arena.rules.modules.falconers import FALCON_NAMES, Falconers
from arena.rules.modules.medina import Medina
from arena.rules.modules.vizier import Vizier
from arena.rules.palace.edition import Palace


def new_modules(config: GameConfig) -> list[Module]:
    """The modules of a game at its start, in canonical order; an edition that plugs in comes first."""
    return [_new_module(name, config) for name in config.plugged]


def _new_module(name: str, config: GameConfig) -> Module:
    if name == "red-palace":
        return Palace(config.players, "classic_scoring" in config.options)
    if name == "vizier":
        return Vizier(vec[i64]([1] * config.players))
    if name == "camps":
        return Camps()
    if name == "bazaars":
        return Bazaars(vec[i64]())
    return Falconers(vec[i64]([0] * len(FALCON_NAMES))) if name == "falconers" else Medina()
