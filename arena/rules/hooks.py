"""Hooks at which a module plugs into the game; each does nothing unless a module says otherwise.

The core calls these for the modules of a game. A module that keeps facts of its own keeps them in vecs that it replaces,
copies itself in `clone`, stores them with `facts` and `restore`, and shows them by name in a view of its own; what nobody
may see it keeps apart, as `secrets`.
"""

from typing import TYPE_CHECKING, Final, TypeVar

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules.codes import ActionCodes
from arena.rules.compact import BLOCK_SHIFT

if TYPE_CHECKING:
    from arena.rules.chance import Rng
    from arena.rules.components import TileBook
    from arena.rules.refusal import Refusal
    from arena.rules.scoring import Sheet
    from arena.rules.state import State


SELLS: Final = 1  # lay_beside, on_offer, offer_taken
ACTS: Final = 2  # actions
WATCHES: Final = 4  # left_square
FOLLOWS: Final = 8  # end_turn
SUPPLIES: Final = 16  # drawn, take_foremost, refilled, dirk_drew
BEGINS: Final = 32  # begin_turn
AIDS: Final = 64  # aids
LANDS: Final = 128  # landed, refuse_giving
COUNTS: Final = 256  # count_halves


class ModuleView:
    """What everybody may see of a module: its facts as numbers. A view of its own says by name what they mean."""

    def __init__(self, module: str, facts: tuple[int, ...]) -> None:
        self.module: Final = module
        self.facts: Final = facts

    def rows(self) -> list[tuple[str, str]]:
        """Lines for people: what each is about, and what is to be said."""
        return []

    def __repr__(self) -> str:
        return f"<view of {self.module}>"


class Module:
    """One module of one game."""

    def __init__(self, name: str, groups: tuple[str, ...], first_verb: i64, hooks: i64) -> None:
        self.name = name
        self.hooks = hooks  # the groups of hooks above that it uses
        self.groups = groups  # groups of tiles that it adds
        self.replaces_buildings = False  # whether its tiles come instead of the buildings of 1.1
        self.first_verb = first_verb  # it owns `verbs` verbs and pending steps from here on, or -1
        self.verbs: i64 = 8  # a multiple of eight
        self.hides = False  # whether it has secrets
        self.row = ""  # its row on the score sheet, if it has one

    def clone(self) -> "Module":
        """A module that can change without this one; itself if it has nothing that changes."""
        return self

    def facts(self) -> vec[i64]:
        """All that it knows about this game as numbers; every one of them is public."""
        return vec[i64]()

    def restore(self, facts: vec[i64]) -> bool:
        """Take over such numbers; False if they make no sense."""
        return len(facts) == 0

    def secrets(self) -> vec[i64]:
        """What it keeps that nobody may see, as numbers."""
        return vec[i64]()

    def restore_secrets(self, secrets: vec[i64]) -> bool:
        """Take over such numbers, after its facts; False if they make no sense."""
        return len(secrets) == 0

    def guess_secrets(self, rng: "Rng") -> None:
        """Replace its secrets with something that fits its facts, all that could be equally likely."""

    def altered(self, book: "TileBook") -> "TileBook":
        """The book of tiles as this module's facts have it."""
        return book

    def tiles_kept(self) -> vec[i64]:
        """The tiles that lie with this module and nowhere else."""
        return vec[i64]()

    def cards_kept(self) -> vec[i64]:
        """The money cards that lie open with this module."""
        return vec[i64]()

    def view(self) -> ModuleView:
        """Its facts for people and bots; a module with facts has a view of its own."""
        return ModuleView(self.name, numbers(self.facts()))

    def set_up(self, state: "State") -> None:
        """Before anything is drawn or dealt."""

    def deal(self, state: "State") -> bool:
        """Deal the money, name the starter and push the steps to come; False leaves all of it to the core."""
        return False

    def drawn(self, state: "State", tile: i64) -> None:
        """A tile was drawn from the bag."""

    def take_foremost(self, state: "State") -> i64:
        """Hand over the tile that comes into the next empty slot without being drawn; -1 if there is none."""
        return -1

    def refilled(self, state: "State") -> None:
        """The market has been refilled, as far as that could be."""

    def dirk_drew(self, state: "State", number: i64) -> None:
        """Dirk got the tiles that were drawn last, this many."""

    def lay_beside(self, tile: i64) -> bool:
        """Put a tile that was drawn for the market beside it; False if it belongs in the market."""
        return False

    def on_offer(self) -> vec[i64]:
        """The tiles beside the market, ascending; each costs exactly what the tile in the slot of its currency does (14.2)."""
        return vec[i64]()

    def offer_taken(self, tile: i64) -> None:
        """A tile beside the market was bought."""

    def begin_turn(self, state: "State", seat: i64) -> None:
        """Begin a turn: steps pushed now come after its actions and before its placing."""

    def actions(self, state: "State", seat: i64, extra: bool, out: ActionCodes) -> None:
        """Add what the module allows a player whose action is due."""

    def aids(self, state: "State", seat: i64, out: ActionCodes) -> None:
        """Add what such a player may do besides, which is no action and leaves the action due."""

    def options(self, state: "State", seat: i64, out: ActionCodes) -> None:
        """Add what can be answered to a decision of the module's own."""

    def check(self, state: "State", seat: i64, code: i64) -> "Refusal | None":
        """Why an action with one of the module's verbs is refused, if it is."""
        return None

    def act(self, state: "State", seat: i64, code: i64) -> None:
        """Carry out an action with one of the module's verbs."""

    def is_hidden(self, code: i64) -> bool:
        """Whether only its own seat may know that this action was done."""
        return False

    def end_turn(self, state: "State", due: i64) -> None:
        """End a turn, before the player due next begins."""

    def resume(self, state: "State", step: i64) -> bool:
        """One of the module's own pending steps is on top: True if it asks for a decision now, else it moved on."""
        return True

    def step_fits(self, state: "State", step: i64) -> bool:
        """Whether one of the module's own pending steps, read from bytes, can be so."""
        return True

    def seen_step(self, state: "State", step: i64, viewer: int | None) -> i64:
        """One of the module's own pending steps as a viewer knows it."""
        return step

    def refuse_giving(self, tile: i64) -> "Refusal | None":
        """Why a tile set aside may not be given to Dirk, if it may not."""
        return None

    def landed(self, state: "State", seat: i64, tile: i64, given: bool) -> None:
        """A tile set aside was built or reserved, or given to Dirk."""

    def left_square(self, state: "State", seat: i64, x: i64, y: i64) -> None:
        """A tile of a city was removed or exchanged."""

    def count_halves(self, kind: i64, counts: vec[i64]) -> None:
        """Turn the number of tiles of a kind that each column has into halves, and add to them."""

    def score(self, state: "State", scoring: i64, sheet: "Sheet") -> None:
        """Enter the module's points in a scoring."""


class Plug:
    """Where a module of a game is found in play: an attribute comes without the check of its type that an item of a list needs."""

    def __init__(self, module: Module) -> None:
        self.module = module


class Hooks:
    """Which modules of a game use which hooks, by their index in its list: the same all game long."""

    def __init__(self, modules: list[Module]) -> None:
        self.selling: vec[i64] = _users(modules, SELLS)
        self.acting: vec[i64] = _users(modules, ACTS)
        self.watching: vec[i64] = _users(modules, WATCHES)
        self.following: vec[i64] = _users(modules, FOLLOWS)
        self.supplying: vec[i64] = _users(modules, SUPPLIES)
        self.beginning: vec[i64] = _users(modules, BEGINS)
        self.aiding: vec[i64] = _users(modules, AIDS)
        self.landing: vec[i64] = _users(modules, LANDS)
        self.counting: vec[i64] = _users(modules, COUNTS)
        self.owner: vec[i64] = vec[i64]([-1] * 8)  # by block of eight verbs
        for index, module in enumerate(modules):
            if module.first_verb >= 0:
                for block in range(
                    module.first_verb >> BLOCK_SHIFT, (module.first_verb + module.verbs) >> BLOCK_SHIFT
                ):
                    self.owner[block] = index


def _users(modules: list[Module], hooks: i64) -> vec[i64]:
    users = vec[i64]()
    for index, module in enumerate(modules):
        if module.hooks & hooks:
            users = append(users, index)
    return users


View = TypeVar("View", bound=ModuleView)


def view_of(views: tuple[ModuleView, ...], kind: type[View]) -> View | None:
    """The view of this kind, if its module plays."""
    for view in views:
        if isinstance(view, kind):
            return view
    return None


def numbers(facts: vec[i64]) -> tuple[int, ...]:
    """Facts as plain numbers."""
    return tuple([int(fact) for fact in facts])
