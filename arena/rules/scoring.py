"""How are points scored? Walls, majorities and the score sheet (rules 9.4 to 9.6, 10.3, 11.4)."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules.components import AWARDED_RANKS, KINDS, MOST_TIED
from arena.rules.event import SCORED, Event
from arena.rules.wall import longest_wall

if TYPE_CHECKING:
    from arena.rules.state import State

WALL: Final = "wall"


class ScoringSheet:
    """A scoring for people: points by seat in each row, Dirk's last in a game of two."""

    def __init__(self, scoring: int, rows: dict[str, tuple[int, ...]]) -> None:
        self.scoring: Final = scoring
        self.rows: Final = rows

    def totals(self) -> tuple[int, ...]:
        """Points by seat in this scoring."""
        return tuple(sum(column) for column in zip(*self.rows.values(), strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScoringSheet) and (self.scoring, self.rows) == (other.scoring, other.rows)

    def __hash__(self) -> int:
        return hash((self.scoring, tuple(self.rows.items())))

    def __repr__(self) -> str:
        return f"ScoringSheet({self.scoring}, {self.rows})"


class Sheet:
    """The same as the engine fills it in: all rows in one vec, `width` columns each."""

    def __init__(self, scoring: i64, names: list[str], width: i64, points: vec[i64]) -> None:
        self.scoring = scoring
        self.names = names
        self.width = width
        self.points = points

    def add(self, row: i64, column: i64, points: i64) -> None:
        """Enter points."""
        self.points[row * self.width + column] += points

    def row_of(self, name: str) -> i64:
        """The number of a row."""
        return self.names.index(name)

    def total(self, column: i64) -> i64:
        """All points of a column."""
        total: i64 = 0
        row: i64
        for row in range(len(self.names)):
            total += self.points[row * self.width + column]
        return total

    def published(self) -> ScoringSheet:
        """The sheet for people."""
        rows: dict[str, tuple[int, ...]] = {}
        row: i64
        for row in range(len(self.names)):
            start = row * self.width
            rows[self.names[row]] = tuple([int(self.points[start + i]) for i in range(self.width)])
        return ScoringSheet(int(self.scoring), rows)


def hold_scoring(state: "State", scoring: i64) -> None:
    """Give the points of scoring 1, 2 or 3 to every player, and to Dirk for the sheet (9.3, 10.3, 11.4)."""
    sheet = filled_sheet(state, scoring)
    seat: i64
    for seat in range(len(state.players)):
        state.players[seat].score += sheet.total(seat)
    state.scorings = [*state.scorings, int(scoring)]
    state.sheets = [*state.sheets, sheet]
    if state.recording:
        for name, points in sheet.published().rows.items():
            state.record(Event(SCORED, number=int(scoring), name=name, points=points))


def filled_sheet(state: "State", scoring: i64) -> Sheet:
    """What a scoring would give if it were held now."""
    seats: i64 = len(state.players)
    width = seats + 1 if seats == 2 else seats
    names = [WALL, *KINDS]
    for module in state.modules:
        if module.row:
            names.append(module.row)
    sheet = Sheet(scoring, names, width, vec[i64]([0] * (width * len(names))))
    seat: i64
    for seat in range(seats):
        sheet.add(0, seat, longest_wall(state.players[seat].city))
    counts = vec[i64]([0] * width)
    kind: i64
    for kind in range(6):
        _majority(state, scoring, kind, counts, sheet)
    for module in state.modules:
        if module.row:
            module.score(state, scoring, sheet)
    return sheet


def _majority(state: "State", scoring: i64, kind: i64, counts: vec[i64], sheet: Sheet) -> None:
    """Enter the points of a kind; `counts` is room for the tiles of each column."""
    counts[sheet.width - 1] = 0
    seat: i64
    for seat in range(len(state.players)):
        counts[seat] = state.players[seat].city.count_of(kind)
    for tile in state.dirk:
        if state.book.kind[tile] == kind:
            counts[sheet.width - 1] += 1
    for index in state.hooks.counting:
        state.plugs[index].module.count_halves(kind, counts)
    first = ((scoring - 1) * 6 + kind) * AWARDED_RANKS
    column: i64
    for column in range(sheet.width):
        if counts[column] > 0:
            sheet.add(kind + 1, column, majority_share(state.book.shares.each, counts, column, first))


def majority_share(shares: vec[i64], counts: vec[i64], column: i64, first: i64) -> i64:
    """What a column gets of the three ranks that start at `first`; tied ones share (9.6)."""
    own = counts[column]
    above: i64 = 0
    tied: i64 = 0
    for count in counts:
        if count > own:
            above += 1
        elif count == own:
            tied += 1
    if above >= AWARDED_RANKS:
        return 0
    return shares[(first + above) * MOST_TIED + tied - 1]


def ranks_of(scores: list[int]) -> list[int]:
    """Rank by score, 1 for the highest; equal scores share the better rank (10.3)."""
    return [1 + sum(1 for other in scores if other > score) for score in scores]
