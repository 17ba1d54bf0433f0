"""The state of Der Rote Palast in one game, and the hooks it uses (rule 17)."""

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules.chance import Rng
from arena.rules.codes import UNKNOWN, ActionCodes
from arena.rules.components import KINDS, POINTS, TileBook
from arena.rules.event import DEALT, PIECE, PREVIEWED, SET, STARTS, Event
from arena.rules.hooks import ACTS, AIDS, BEGINS, COUNTS, LANDS, SUPPLIES, Module
from arena.rules.money import pile_of
from arena.rules.palace import abilities, checks, guards, records, uses
from arena.rules.palace.fixed import fixed_abilities, fixed_stands, fixed_strips
from arena.rules.palace.parts import (
    ABILITIES,
    ABILITY,
    CHOOSING,
    FIRST_VERB,
    FLOOR_FIRST,
    FLOOR_TILES,
    GUARDS,
    IN_PLAY,
    KIND_COUNT,
    PAYING,
    PLAZA_FIRST,
    PLAZAS,
    PREVIEW,
    RED_PALACE,
    REPIECING,
    STAND_SIZES,
    STANDS,
    START_SCORE,
    STRIP_ROWS,
    STRIPS,
    VERB_COUNT,
    WALL_PIECES,
    WALLING,
    is_floor,
    is_plaza,
    post_side,
    post_tile,
    set_card,
    set_of,
)
from arena.rules.palace.view import PalaceView
from arena.rules.refusal import Refusal
from arena.rules.steps import NEXT_TURN, OPENING, step_detail, step_kind, step_of, step_seat
from arena.rules.turn import draw_hand, draw_tile
from arena.rules.values import contains, replaced

if TYPE_CHECKING:
    from arena.rules.scoring import Sheet
    from arena.rules.state import State

_NONE: Final = vec[i64]()
_NO_GUARDS: Final = vec[i64]([0] * (PLAZA_FIRST + PLAZAS))
_NO_PIECES: Final = vec[i64]([-1] * FLOOR_TILES)
_NO_HALVES: Final = vec[i64]([-1] * KIND_COUNT)
_NO_PREVIEW: Final = vec[i64]([-1] * PREVIEW)
_ALL_PLAZAS: Final = vec[i64](range(PLAZA_FIRST, PLAZA_FIRST + PLAZAS))
_HOOKS: Final = ACTS | SUPPLIES | BEGINS | AIDS | LANDS | COUNTS
NO_STRIP: Final = -1
CLASSIC: Final = vec[i64]([NO_STRIP] * 3)


class Palace(Module):
    """Everything of one game that the classic edition does not have."""

    def __init__(self, players: i64, classic_scoring: bool) -> None:
        super().__init__(RED_PALACE, ("floor", "plaza"), FIRST_VERB, _HOOKS)
        self.replaces_buildings = True
        self.verbs = VERB_COUNT
        self.hides = True
        self.row = "guards"
        self.players = players
        self.classic_scoring = classic_scoring
        self.strips: vec[i64] = CLASSIC  # by scoring (17.5)
        self.abilities: i64 = 0  # in play, as bits (17.6)
        self.stands: vec[i64] = _NONE  # how many guards each holds; 0: any number
        self.preview: vec[i64] = _NO_PREVIEW  # by field: a tile or -1 (17.2)
        self.pieces: vec[i64] = _NO_PIECES  # by floor tile: a kind or -1
        self.walls: vec[i64] = _NONE  # wall pieces built: tile * 4 + side
        self.guards: vec[i64] = _NO_GUARDS  # by tile: sides where one stands
        self.owned: vec[i64] = vec[i64]([UNKNOWN] * players)  # by seat: its guards, once somebody asked
        self.supply: i64 = GUARDS
        self.stood: i64 = 0  # guards on the stands
        self.used: i64 = 0  # abilities used this turn, as bits
        self.wall_held: i64 = 0  # 1 if a wall piece is to be attached this turn
        self.wall_pieces: i64 = WALL_PIECES  # left
        self.plazas: vec[i64] = _ALL_PLAZAS  # left, ascending
        self.halves: vec[i64] = _NO_HALVES  # by kind: who has the half-building, or -1
        self.gambles: i64 = 0  # pieces put back into the bag so far
        self.sets: vec[i64] = _NONE  # cards of the sets not taken yet: number * 64 + card (17.4)
        self.bag: vec[i64] = _NONE  # pieces in the order of drawing: secret
        self.bag_next: i64 = 0
        self._codes: ActionCodes | None = None

    def clone(self) -> Module:
        copy = Palace(self.players, self.classic_scoring)
        copy.strips = self.strips
        copy.abilities = self.abilities
        copy.stands = self.stands
        copy.preview = self.preview
        copy.pieces = self.pieces
        copy.walls = self.walls
        copy.guards = self.guards
        copy.owned = self.owned[:]
        copy.supply = self.supply
        copy.stood = self.stood
        copy.used = self.used
        copy.wall_held = self.wall_held
        copy.wall_pieces = self.wall_pieces
        copy.plazas = self.plazas
        copy.halves = self.halves
        copy.gambles = self.gambles
        copy.sets = self.sets
        copy.bag = self.bag
        copy.bag_next = self.bag_next
        return copy

    def facts(self) -> vec[i64]:
        return records.facts(self)

    def restore(self, facts: vec[i64]) -> bool:
        return records.restore(self, facts)

    def secrets(self) -> vec[i64]:
        return self.bag[self.bag_next :]

    def restore_secrets(self, secrets: vec[i64]) -> bool:
        self.bag = secrets
        self.bag_next = 0
        return records.bag_fits(self)

    def guess_secrets(self, rng: Rng) -> None:
        self.bag = rng.shuffled(records.pieces_left(self))
        self.bag_next = 0

    def altered(self, book: TileBook) -> TileBook:
        kind = book.kind[:]
        i: i64
        for i in range(FLOOR_TILES):
            kind[FLOOR_FIRST + i] = self.pieces[i]
        marks = book.marks[:]
        one: i64 = 1
        for wall in self.walls:
            marks[post_tile(wall)] |= one << post_side(wall)
        return book.with_tiles(kind, marks).with_points(points_table(self.strips))

    def tiles_kept(self) -> vec[i64]:
        tiles = self.plazas[:]
        for tile in self.preview:
            if tile >= 0:
                tiles = append(tiles, tile)
        return tiles

    def cards_kept(self) -> vec[i64]:
        return vec[i64]([card & 63 for card in self.sets])

    def view(self) -> PalaceView:
        return PalaceView(self)

    def set_up(self, state: "State") -> None:
        key = state.key
        fixed = state.config.fixed
        if "strips" in fixed:
            self.strips = fixed_strips(fixed["strips"])
        elif not self.classic_scoring:
            drawn = _lots(key, "strips", STRIPS, 3)
            self.strips = vec[i64]([drawn[2], drawn[1], drawn[0]])
        self.abilities = (
            fixed_abilities(fixed["abilities"]) if "abilities" in fixed else _drawn_abilities(key)
        )
        self.stands = fixed_stands(fixed["stands"]) if "stands" in fixed else _drawn_stands(key)
        self.bag = Rng(key, "pieces").shuffled(records.pieces_left(self))
        state.book = self.altered(state.book)
        for player in state.players:
            player.score = START_SCORE

    def deal(self, state: "State") -> bool:
        """One open set a player, taken as decisions, the starter last (17.4)."""
        seats: i64 = len(state.players)
        starter = Rng(state.key, "start").below(seats)
        state.record(Event(STARTS, int(starter)))
        state.push(step_of(NEXT_TURN, starter, 0))
        state.push(step_of(OPENING, 0, 0))
        sets = vec[i64]()
        i: i64
        for i in range(seats):
            cards = draw_hand(state)
            for card in cards:
                sets = append(sets, (i + 1) * 64 + card)
            state.record(Event(SET, number=int(i) + 1, cards=tuple([int(card) for card in cards])))
            state.push(step_of(CHOOSING, (starter + i) % seats, 0))
        self.sets = sets
        return True

    def take_set(self, state: "State", seat: i64, number: i64) -> None:
        """A player takes a set in hand (17.4)."""
        cards = vec[i64]()
        rest = vec[i64]()
        for card in self.sets:
            if set_of(card) == number:
                cards = append(cards, set_card(card))
            else:
                rest = append(rest, card)
        self.sets = rest
        state.players[seat].hand = pile_of(cards)
        if state.recording:
            dealt = tuple([int(card) for card in cards])
            state.record(Event(DEALT, int(seat), cards=dealt, number=len(dealt)))

    def drawn(self, state: "State", tile: i64) -> None:
        """A floor tile gets its piece (17.1)."""
        if is_floor(tile) and self.bag_next < len(self.bag):
            kind = self.bag[self.bag_next]
            self.bag_next += 1
            self.put_piece(state, tile, kind)

    def put_piece(self, state: "State", tile: i64, kind: i64) -> None:
        """A tile carries this piece from now on."""
        self.pieces = replaced(self.pieces, tile - FLOOR_FIRST, kind)
        state.book = state.book.with_tiles(replaced(state.book.kind, tile, kind), state.book.marks)
        if state.recording:
            state.record(Event(PIECE, tile=int(tile), name=KINDS[kind]))

    def take_foremost(self, state: "State") -> i64:
        """The building that leaves the preview; the rest slide up (17.2)."""
        self._close_gaps()
        last = PREVIEW - 1
        tile = self.preview[last]
        if tile >= 0:
            self.preview = replaced(self.preview, last, -1)
            self._close_gaps()
        return tile

    def refilled(self, state: "State") -> None:
        """Empty preview fields are filled, 1, 2, 3 (17.2)."""
        self._close_gaps()
        field: i64
        for field in range(PREVIEW):
            if self.preview[field] < 0:
                tile = draw_tile(state)
                if tile < 0:
                    return
                self.preview = replaced(self.preview, field, tile)
                if state.recording:
                    state.record(Event(PREVIEWED, slot=int(field) + 1, tile=int(tile)))

    def _close_gaps(self) -> None:
        """Slide everything towards the last field."""
        field: i64 = 1
        while field < PREVIEW and self.preview[field] >= 0:
            field += 1
        if field == PREVIEW:
            return
        to: i64 = PREVIEW - 1
        for field in range(PREVIEW - 1, -1, -1):
            tile = self.preview[field]
            if tile >= 0:
                if field != to:
                    self.preview = replaced(replaced(self.preview, to, tile), field, -1)
                to -= 1

    def dirk_drew(self, state: "State", number: i64) -> None:
        """Half of the towers that he drew, rounded up, send a guard to the stands (17.15)."""
        towers: i64 = 0
        for tile in state.bag[state.bag_next - number : state.bag_next]:
            towers += guards.towers_of(tile)
        guards.station(self, state, (towers + 1) // 2)

    def landed(self, state: "State", seat: i64, tile: i64, given: bool) -> None:
        if given:
            guards.station(self, state, guards.towers_of(tile))
        else:
            guards.man(self, state, seat, tile)

    def refuse_giving(self, tile: i64) -> Refusal | None:
        if is_plaza(tile):
            return Refusal("17.3", "a plaza is never given to Dirk")
        for wall in self.walls:
            if post_tile(wall) == tile:
                return Refusal("17.11", "the tile with the new wall piece is not given to Dirk")
        return None

    def begin_turn(self, state: "State", seat: i64) -> None:
        self.used = 0
        state.push(step_of(WALLING, seat, 0))
        state.push(step_of(ABILITY, seat, 0))

    def actions(self, state: "State", seat: i64, extra: bool, out: ActionCodes) -> None:
        abilities.purchases(self, state, seat, out)

    def aids(self, state: "State", seat: i64, out: ActionCodes) -> None:
        abilities.aids(self, state, seat, out)

    def options(self, state: "State", seat: i64, out: ActionCodes) -> None:
        abilities.options(self, state, seat, out)

    def check(self, state: "State", seat: i64, code: i64) -> Refusal | None:
        return checks.check(self, state, seat, code)

    def act(self, state: "State", seat: i64, code: i64) -> None:
        uses.act(self, state, seat, code)

    def resume(self, state: "State", step: i64) -> bool:
        kind = step_kind(step)
        seat = step_seat(step)
        if kind == PAYING:
            return guards.payment_asks(self, state, step)
        if kind == ABILITY:
            codes = self._codes
            if codes is None:
                codes = ActionCodes()
                self._codes = codes
            codes.clear()
            abilities.aids(self, state, seat, codes)
            if codes.count > 0:
                return True
        elif kind == REPIECING:
            state.pop()
            uses.gamble(self, state, step_detail(step))
            return False
        elif kind != WALLING or self.wall_held:
            return True
        state.pop()
        return False

    def step_fits(self, state: "State", step: i64) -> bool:
        return records.step_fits(self, state, step)

    def count_halves(self, kind: i64, counts: vec[i64]) -> None:
        column: i64
        for column in range(len(counts)):
            counts[column] *= 2
        if self.halves[kind] >= 0:
            counts[self.halves[kind]] += 1

    def score(self, state: "State", scoring: i64, sheet: "Sheet") -> None:
        if scoring == 3:
            row = sheet.row_of(self.row)
            seat: i64
            for seat in range(len(state.players)):
                sheet.add(row, seat, guards.guard_points(self, state.players[seat].city))


def points_table(strips: vec[i64]) -> vec[i64]:
    """The table of 9.5 with the kinds in the rows of the strips (17.5)."""
    if contains(strips, NO_STRIP):
        return POINTS
    table = POINTS[:]
    scoring: i64
    kind: i64
    rank: i64
    for scoring in range(3):
        for kind in range(KIND_COUNT):
            row = STRIP_ROWS[strips[scoring] * KIND_COUNT + kind]
            for rank in range(3):
                table[(scoring * KIND_COUNT + kind) * 3 + rank] = POINTS[
                    (scoring * KIND_COUNT + row) * 3 + rank
                ]
    return table


def _drawn_abilities(key: bytes) -> i64:
    bits: i64 = 0
    one: i64 = 1
    for ability in _lots(key, "abilities", len(ABILITIES), IN_PLAY):
        bits |= one << ability
    return bits


def _drawn_stands(key: bytes) -> vec[i64]:
    stands = vec[i64]([STAND_SIZES[stand] for stand in _lots(key, "stands", len(STAND_SIZES), STANDS)])
    stands[STANDS - 1] = 0
    return stands


def _lots(key: bytes, stream: str, among: i64, number: i64) -> vec[i64]:
    """Different numbers below `among`, in the order in which they were drawn."""
    return Rng(key, stream).shuffled(vec[i64](range(among)))[:number]
