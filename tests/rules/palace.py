"""How is a position of the second edition laid out for a test? By names, on top of positions.py."""

from collections.abc import Mapping, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import KINDS, State
from arena.rules.city import new_city
from arena.rules.components import SIDES, side_mask
from arena.rules.palace import records
from arena.rules.palace.edition import Palace
from arena.rules.palace.parts import ABILITIES, ABILITY, FLOOR_FIRST, STRIP_ORDERS, WALLING, ones
from arena.rules.steps import ACT, END_TURN, PLACING, step_of
from tests.rules.positions import TILE_IDS as IDS
from tests.rules.positions import CityPlan, _fill_bag, position

ALL = "red-palace+camps+bazaars+medina"
QUIET = ("haggler", "gambler", "scout", "captain")


def palace_of(state: State) -> Palace:
    """The edition's part of a state."""
    palace = state.modules[0]
    assert isinstance(palace, Palace)
    return palace


def palace(
    rules: str = "red-palace,players=3",
    *,
    seat: int = 0,
    market: Sequence[str | None] = (None, None, None, None),
    preview: Sequence[str | None] = (None, None, None),
    pieces: Mapping[str, str] | None = None,
    draws: Sequence[str] | None = None,
    display: Sequence[str] = (),
    hands: Sequence[Sequence[str]] = (),
    cities: Sequence[CityPlan] = (),
    reserves: Sequence[Sequence[str]] = (),
    aside: Sequence[Sequence[str]] = (),
    scores: Sequence[int] = (),
    deck: Sequence[str] = (),
    bag: Sequence[str] | None = None,
    dirk: Sequence[str] = (),
    abilities: Sequence[str] = (),
    used: Sequence[str] = (),
    strips: Sequence[int] = (),
    stands: Sequence[int] = (2, 3, 2, 4, 3, 2, 5, 0),
    stood: int = 0,
    supply: int | None = None,
    guards: Mapping[str, str] | None = None,
    walls: Sequence[tuple[str, str]] = (),
    halves: Mapping[str, int] | None = None,
    plazas_left: int = 6,
    wall_pieces_left: int | None = None,
    scorings: Sequence[int] = (),
    step: str = "act",
) -> State:
    """A position in which `seat` has to act, or is at the step "ability", "wall" or "place".

    `pieces` names the kind that tiles carry; `draws` what comes out of the bag of pieces next, the others following. Abilities that
    cannot be used without a purchase or guards fill the four up. `guards` names the sides on which they stand.
    """
    state = position(rules, seat=seat, display=display, hands=hands, deck=deck, dirk=dirk)
    module = palace_of(state)
    module.preview = vec[i64]([-1 if name is None else IDS[name] for name in preview])
    carried = vec[i64]([-1] * len(module.pieces))
    for name, carries in (pieces or {}).items():
        carried[IDS[name] - FLOOR_FIRST] = KINDS.index(carries)
    module.pieces = carried
    chosen = list(abilities) + [name for name in QUIET if name not in abilities]
    module.abilities = sum(1 << ABILITIES.index(name) for name in chosen[:4])
    module.used = sum(1 << ABILITIES.index(name) for name in used)
    if strips:
        module.strips = vec[i64](strips)
    module.stands = vec[i64](stands)
    standing = vec[i64]([0] * len(module.guards))
    for name, sides in (guards or {}).items():
        standing[IDS[name]] = side_mask(sides)
    module.guards = standing
    module.stood = stood
    module.supply = 32 - stood - sum(int(ones(mask)) for mask in standing) if supply is None else supply
    module.walls = vec[i64](sorted(IDS[name] * 4 + SIDES.index(side) for name, side in walls))
    module.wall_pieces = 6 - len(walls) if wall_pieces_left is None else wall_pieces_left
    module.halves = vec[i64]([(halves or {}).get(kind, -1) for kind in KINDS])
    module.plazas = module.plazas[6 - plazas_left :]
    module.sets = vec[i64]()
    left = [int(kind) for kind in records.pieces_left(module)]
    first = [KINDS.index(kind) for kind in draws or ()]
    for kind in first:
        left.remove(kind)
    module.bag = vec[i64](first + left if draws is None or first else [])
    module.bag_next = 0
    state.book = module.altered(state.book)
    state.market = vec[i64]([-1 if name is None else IDS[name] for name in market])
    for i, player in enumerate(state.players):
        player.city = new_city()
        for (x, y), name in (cities[i] if i < len(cities) else {}).items():
            player.city.put(state.book, IDS[name], x, y)
        player.reserve = _tiles(reserves, i)
        player.aside = _tiles(aside, i)
        player.score = scores[i] if i < len(scores) else 5
    _fill_bag(state, state.config, bag)
    state.scorings = list(scorings)
    steps = [END_TURN, PLACING, WALLING, ABILITY, ACT]
    last = {"act": 5, "ability": 4, "wall": 3, "place": 2}[step]
    state.set_pending(vec[i64]([step_of(kind, seat, 0) for kind in steps[:last]]))
    return state


def _tiles(lists: Sequence[Sequence[str]], seat: int) -> vec[i64]:
    return vec[i64](sorted(IDS[name] for name in (lists[seat] if seat < len(lists) else ())))


def strip_with(*rows: str) -> int:
    """The number of a strip whose first rows are these kinds."""
    return next(i for i, order in enumerate(STRIP_ORDERS) if order[: len(rows)] == rows)
