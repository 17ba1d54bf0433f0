"""Which number stands where? The layout of all arrays of one game, field by field (docs/encoding.md)."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.encoding.action_features import ACTION_FIELDS
from arena.encoding.fields import Field, arranged, flag, flags, width_of
from arena.encoding.modules import MODULE_ENCODINGS
from arena.encoding.modules.module_encoding import Columns, ModuleEncoding
from arena.encoding.page import BAG, CARDS_PER_ROW, FIRST_TILE_MARK, PageSizes
from arena.rules import CURRENCIES, KINDS, TILES, GameConfig
from arena.rules.engine import BOOK, COPIES_BITS, VALUES, all_tiles, copies, decision_kinds, module_entries

ENCODING: Final = "alhambra-1"  # the version: the same name means the same numbers
WINDOW: Final = 21
LIMIT: Final = 256
WIDEST: Final = 255
MOST_ACTIONS: Final = 4096
MOST: Final = 32767
FIRST_MODULE_DECISION: Final = 16  # kinds of steps below are those of the base game
# The first rows of the cards; the known hands of the others follow.
OWN_HAND: Final = 0
DISPLAY: Final = 1
DISCARD: Final = 2
UNSEEN: Final = 3
OTHERS: Final = 4


class EncodingError(ValueError):
    """Settings of an encoding that make no sense; the text names the setting."""


class Layout:
    """The arrays of one game. Sizes depend on the rules and on the two settings alone."""

    def __init__(self, config: GameConfig, window: int = WINDOW, limit: int = LIMIT) -> None:
        if not 3 <= window <= WIDEST or window % 2 == 0:
            raise EncodingError(f"window: {window} is not an odd number from 3 to {WIDEST}")
        if not 1 <= limit <= MOST_ACTIONS:
            raise EncodingError(f"limit: {limit} is not from 1 to {MOST_ACTIONS}")
        self.config: Final = config
        self.window: Final = window
        self.limit: Final = limit
        self.tiles: Final[list[int]] = sorted([int(tile) for tile in all_tiles(config)])
        self.decisions: Final = _decisions(config)
        self.modules: Final = [MODULE_ENCODINGS.get(name, ModuleEncoding()) for name in config.plugged]
        self.columns: Final = [Columns() for _ in self.modules]
        self.planes: Final = arranged(self._planes())
        self.places: Final[list[Field]] = self._places()
        self.tile_fields: Final = arranged(self.places + self._qualities())
        self.card_rows: Final = arranged(self._card_rows())
        self.numbers: Final = arranged(self._numbers())
        self.action_fields: Final = arranged(ACTION_FIELDS)
        self.copies: Final = copies(config)
        self._remember()

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each array of one game."""
        return {
            "cities": (self.config.players, len(self.planes), self.window, self.window),
            "tiles": (len(self.tiles), width_of(self.tile_fields)),
            "cards": (width_of(self.card_rows), CARDS_PER_ROW),
            "numbers": (width_of(self.numbers),),
            "actions": (self.limit, width_of(self.action_fields)),
            "action_mask": (self.limit,),
        }

    @property
    def parts(self) -> dict[str, slice]:
        """Which part of a row each array is."""
        parts = {}
        start = 0
        for name, shape in self.shapes.items():
            size = 1
            for length in shape:
                size *= length
            parts[name] = slice(start, start + size)
            start += size
        return parts

    @property
    def width(self) -> int:
        """How many numbers a row has: all arrays together."""
        return int(self.parts["action_mask"].stop)

    def field(self, array: str, name: str) -> Field:
        """The field of this name in `tiles`, `cards`, `numbers` or `actions`; KeyError if there is none."""
        fields = {
            "cities": self.planes,
            "tiles": self.tile_fields,
            "cards": self.card_rows,
            "numbers": self.numbers,
            "actions": self.action_fields,
        }[array]
        for field in fields:
            if field.name == name:
                return field
        raise KeyError(f"{array} has no field {name!r}")

    def sizes(self) -> PageSizes:
        """What a page has to know."""
        rows = vec[i64]([-1] * len(TILES))
        for row, tile in enumerate(self.tiles):
            rows[tile] = row
        return PageSizes(
            self.window,
            self.config.players * len(self.planes),
            rows,
            width_of(self.tile_fields),
            self.field("tiles", "price").start,
            width_of(self.card_rows),
            sum([self.copies << (COPIES_BITS * value) for value in range(VALUES)]),
            width_of(self.numbers),
            self.limit,
            width_of(self.action_fields),
        )

    def printed(self) -> vec[i64]:
        """The rows of the tiles while all are in the bag: what is printed on them."""
        table = vec[i64]()
        groups = self._groups()
        for number in self.tiles:
            tile = TILES[number]
            row = [0] * width_of(self.tile_fields)
            row[BAG] = 1
            at = self.field("tiles", "price").start
            row[at] = tile.price
            kind = int(BOOK.kind[number])
            if kind >= 0:
                row[at + 1 + kind] = 1
            at = self.field("tiles", "walls").start
            for side in range(4):
                row[at + side] = int(BOOK.marks[number] >> side & 1)
            row[self.field("tiles", "group").start + groups.index(tile.group)] = 1
            if tile.currency:
                row[self.field("tiles", "currency").start + CURRENCIES.index(tile.currency)] = 1
                for wanted in tile.kinds:
                    row[self.field("tiles", "wanted kinds").start + KINDS.index(wanted)] = 1
            if tile.towers:
                at = self.field("tiles", "towers").start
                for side, letter in enumerate("NESW"):
                    row[at + side] = int(letter in tile.towers)
            for number_of_row in row:
                table = append(table, number_of_row)
        return table

    def _groups(self) -> list[str]:
        """The groups of tiles of this game, in the order of their numbers."""
        return list(dict.fromkeys([TILES[tile].group for tile in self.tiles]))

    def _planes(self) -> list[Field]:
        most = len(self.tiles) + FIRST_TILE_MARK - 1
        planes = [Field("tile", 1, 0, most, "1 for the fountain, r + 2 for the tile of row r of `tiles`")]
        for module in self.modules:
            planes += module.planes()
        return planes

    def _places(self) -> list[Field]:
        places = [
            flag("bag", "it has not been drawn yet"),
            flags("market", 4, "it lies in this slot"),
        ]
        for module in self.modules:
            places += module.places()
        if self.config.players == 2:
            places.append(flag("dirk", "Dirk has it"))
        for seat in range(self.config.players):
            places += [
                flag(f"city {seat}", "it stands in the city of this seat"),
                flag(f"reserve {seat}", "it lies in the reserve of this seat"),
                flag(f"aside {seat}", "this seat has bought it and not placed it yet"),
            ]
        return places

    def _qualities(self) -> list[Field]:
        groups = self._groups()
        qualities = [
            Field("price", 1, 0, 13, "its price; 0 for bazaars and plazas"),
            flags("kind", len(KINDS), "its kind: " + ", ".join(KINDS)),
            flags("walls", 4, "sides with a wall or a bastion: N, E, S, W"),
            flags("group", len(groups), "its group, in the order of the tiles: " + ", ".join(groups)),
        ]
        if any(TILES[tile].currency for tile in self.tiles):
            qualities += [
                flags("currency", 4, "what a bazaar is sold for"),
                flags("wanted kinds", len(KINDS), "the kinds that a bazaar scores"),
            ]
        if any(TILES[tile].towers for tile in self.tiles):
            qualities.append(flags("towers", 4, "sides with a guard tower"))
        for module in self.modules:
            qualities += module.qualities()
        return qualities

    def _card_rows(self) -> list[Field]:
        rows = [
            Field("own hand", 1, 0, 3, "the viewer's cards"),
            Field("display", 1, 0, 3, "the open cards"),
            Field("discard", 1, 0, 3, "cards that were paid"),
            Field("unseen", 1, 0, 3, "all other cards: in the deck, or in hands that are not known"),
            Field(
                "known hands",
                self.config.players - 1,
                0,
                3,
                "cards that each other seat is known to hold, clockwise",
            ),
        ]
        for module in self.modules:
            rows += module.card_rows(self.config.players)
        return rows

    def _numbers(self) -> list[Field]:
        players = self.config.players
        numbers = [
            flags("decision", len(self.decisions), "what is asked: " + ", ".join(self.decisions)),
            flag("asked", "the viewer is asked"),
            flags("decider", players, "who is asked; all 0 if that is not known, or nobody is"),
            flags("on turn", players, "whose turn it is; all 0 once the game has ended"),
            flag("extra", "the action asked for is an extra one (3.2)"),
            flag("final", "the last tiles are being placed (10.2)"),
            Field("seat", 1, 0, players - 1, "the viewer's seat at the table"),
            Field("turn", 1, 0, MOST, "turns completed"),
            Field("turns left", 1, 0, MOST, "turns until the limit of 3.6"),
            Field("deck", 1, 0, 110, "cards in the deck, scoring cards included"),
            Field("bag", 1, 0, 90, "tiles not drawn yet"),
            Field("discard", 1, 0, 108, "cards in the discard"),
            flags("scorings", 3, "which scorings have been held"),
            Field("legal", 1, 0, MOST, "legal actions before the list is cut to the limit; 0 if not asked"),
            Field("score", players, -MOST, MOST, "points, by seat"),
            Field("hand size", players, 0, 108, "cards in hand, by seat"),
            Field("city size", players, 1, 90, "tiles in the city, fountain included, by seat"),
            Field("outside", players, 0, 90, "those beyond the window, by seat"),
            Field("longest wall", players, 0, MOST, "its segments, by seat"),
            Field("reserve size", players, 0, 90, "tiles in the reserve, by seat"),
            Field("kinds", players * len(KINDS), 0, 90, "tiles of each kind in the city, by seat and kind"),
        ]
        if players == 2:
            numbers.append(Field("dirk kinds", len(KINDS), 0, 90, "tiles of each kind that Dirk has"))
        for module in self.modules:
            numbers += module.numbers(players)
        return numbers

    def _remember(self) -> None:
        """Tell the modules where their parts begin."""
        plane = 1
        place = 1 + 4
        card_row = OTHERS + self.config.players - 1
        quality = width_of(self.tile_fields) - sum([width_of(module.qualities()) for module in self.modules])
        for module, columns in zip(self.modules, self.columns, strict=True):
            columns.planes = len(self.planes)
            columns.plane = plane
            columns.place = place
            columns.quality = quality
            columns.card_row = card_row
            plane += len(module.planes())
            place += width_of(module.places())
            quality += width_of(module.qualities())
            card_row += width_of(module.card_rows(self.config.players))


def _decisions(config: GameConfig) -> list[str]:
    """The decisions that a game can ask for: "act", "place" and those of its modules."""
    kinds = decision_kinds()
    names = [name for kind, name in sorted(kinds.items()) if kind < FIRST_MODULE_DECISION]
    for entry in module_entries():
        if entry.name in config.plugged:
            names += [name for kind, name in sorted(kinds.items()) if entry.has_verb(kind)]
    return names
