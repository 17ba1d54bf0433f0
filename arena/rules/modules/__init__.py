"""The registry of modules: what there is, in which editions, and how each is made for a game.

Each module is built on the hooks of hooks.py and names no other. What other packages add for a module (its form on the wire,
its drawing, its value to a search) stands in registries of theirs, under the same name; a test compares them.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules.hooks import Module, ModuleView
from arena.rules.modules.bazaars import BAZAARS, Bazaars, BazaarsView
from arena.rules.modules.camps import CAMPS, Camps
from arena.rules.modules.falconers import FALCON, FALCON_NAMES, FALCONERS, Falconers, FalconersView
from arena.rules.modules.medina import MEDINA, Medina
from arena.rules.modules.vizier import VIZIER, WAKE, Vizier, VizierView
from arena.rules.palace.edition import Palace
from arena.rules.palace.fixed import FIXED, canonical
from arena.rules.palace.parts import FIRST_VERB, RED_PALACE, VERB_COUNT
from arena.rules.palace.view import PalaceView

if TYPE_CHECKING:
    from arena.rules.config import GameConfig

CLASSIC: Final = "classic"
NO_VERBS: Final = -1


class ModuleEntry:
    """What is known of a module before it is in a game."""

    def __init__(
        self,
        name: str,
        make: Callable[["GameConfig"], Module],
        editions: tuple[str, ...],
        first_verb: int = NO_VERBS,
        view: type[ModuleView] = ModuleView,
        options: tuple[str, ...] = (),
        verbs: int = 8,
        fixes: tuple[str, ...] = (),
        fix: Callable[[str, str], str] | None = None,
        open_deal: bool = False,
    ) -> None:
        self.name: Final = name
        self.make: Final = make  # it as it is before the set-up
        self.editions: Final = editions  # in which it can be chosen; an edition of its own names itself alone
        self.first_verb: Final = first_verb  # of its `verbs` verbs and pending steps
        self.verbs: Final = verbs
        self.view: Final = view  # what is seen of it
        self.options: Final = options  # that an edition of its own has, each on or off
        self.fixes: Final = fixes  # keys of a configuration that fix what an edition would draw
        self.fix: Final = fix  # the canonical value of such a key; ValueError says what is wrong
        self.open_deal: Final = open_deal  # whether an edition deals open whatever 2.3 says

    def has_verb(self, number: int) -> bool:
        """Whether a verb is one of the module's."""
        return self.first_verb != NO_VERBS and 0 <= number - self.first_verb < self.verbs


_ENTRIES: Final[dict[str, ModuleEntry]] = {}


def add_module(entry: ModuleEntry) -> None:
    """Make a module known. The order in which modules are added is that of their names in a configuration."""
    _ENTRIES[entry.name] = entry


def remove_module(name: str) -> None:
    """Forget a module."""
    del _ENTRIES[name]


def module_entries() -> list[ModuleEntry]:
    """All modules, and the editions that come as one."""
    return list(_ENTRIES.values())


def modules_of(edition: str) -> tuple[str, ...]:
    """The modules that can be chosen with an edition, in canonical order."""
    return tuple(
        [entry.name for entry in _ENTRIES.values() if edition in entry.editions and entry.name != edition]
    )


def edition_entry(edition: str) -> ModuleEntry | None:
    """The entry of an edition that comes as a module itself, before the others."""
    return _ENTRIES.get(edition)


def editions() -> tuple[str, ...]:
    """The editions that there are, the classic one first."""
    return (CLASSIC, *[entry.name for entry in _ENTRIES.values() if entry.name in entry.editions])


def new_modules(config: "GameConfig") -> list[Module]:
    """The modules of a game at its start, in canonical order; an edition that plugs in comes first."""
    return [_ENTRIES[name].make(config) for name in config.plugged]


def _new_palace(config: "GameConfig") -> Module:
    return Palace(config.players, "classic_scoring" in config.options)


def _new_vizier(config: "GameConfig") -> Module:
    return Vizier(vec[i64]([1] * config.players))


def _new_camps(_: "GameConfig") -> Module:
    return Camps()


def _new_bazaars(_: "GameConfig") -> Module:
    return Bazaars(vec[i64]())


def _new_falconers(config: "GameConfig") -> Module:
    return Falconers(vec[i64]([0] * len(FALCON_NAMES)), config.players)


def _new_medina(_: "GameConfig") -> Module:
    return Medina()


add_module(ModuleEntry(VIZIER, _new_vizier, (CLASSIC,), WAKE, VizierView))
add_module(ModuleEntry(CAMPS, _new_camps, (CLASSIC, RED_PALACE)))
add_module(ModuleEntry(BAZAARS, _new_bazaars, (CLASSIC, RED_PALACE), view=BazaarsView))
add_module(ModuleEntry(FALCONERS, _new_falconers, (CLASSIC,), FALCON, FalconersView))
add_module(ModuleEntry(MEDINA, _new_medina, (CLASSIC, RED_PALACE)))
add_module(
    ModuleEntry(
        RED_PALACE,
        _new_palace,
        (RED_PALACE,),
        FIRST_VERB,
        PalaceView,
        ("classic_scoring",),
        VERB_COUNT,
        FIXED,
        canonical,
        open_deal=True,
    )
)
