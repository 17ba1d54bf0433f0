"""How is a game shown in a terminal? Market, hands, events and the score sheet, in 80 columns."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from arena.cli.board import city_drawings, tile_style
from arena.drawing import (
    corner_marks,
    dressed,
    guarded_sides,
    kind_is_hidden,
    market_offers,
    seat_rows,
    table_rows,
)
from arena.rules import CURRENCIES, Card, Event, Observation, ScoringSheet, State, Tile

_GAP: Final = 3
_NAME_WIDTH: Final = 10
_TILE_WIDTH: Final = 15
# Events that share a line, and what need not be said again.
_SUBJECTS: Final = {
    "filled": "",
    "drawn": "the display gets ",
    "dirk": "Dirk gets ",
    "set": "",
    "previewed": "",
}


def table_of(state: State, bots: Sequence[str], width: int) -> RenderableType:
    """Everything on the table, hands included."""
    seen = dressed(state.observe(None))
    parts: list[RenderableType] = [_market(seen), _money(seen), Text()]
    for seat in range(len(bots)):
        hand = state.observe(seat).seats[seat].hand or ()
        parts += (_seat(seen, seat, bots[seat], hand, state.seat == seat), Text())
    if seen.dirk is not None:
        parts += (_rows([("Dirk", _tiles(seen.dirk))]), Text())
    parts += _cities(seen, bots, width)
    return Group(*parts)


def seat_table(seen: Observation, bot: str, width: int) -> RenderableType:
    """What a seat needs to decide: market, display, its own hand and its own city."""
    assert seen.viewer is not None
    looks = dressed(seen)
    own = _seat(looks, seen.viewer, bot, seen.seats[seen.viewer].hand or (), decides=True)
    return Group(
        _market(looks),
        _money(looks),
        Text(),
        own,
        Text(),
        *_rows_of_cities(_city(looks, seen.viewer, bot, width), width),
    )


def event_lines(events: Iterable[Event]) -> list[str]:
    """What happened, a line each; tiles and cards drawn in a row share one."""
    lines: list[str] = []
    for kind, group in groupby(events, key=lambda event: event.kind):
        texts = [str(event) for event in group]
        subject = _SUBJECTS.get(kind)
        if subject is None:
            lines += texts
        else:
            lines.append(texts[0] + "".join([f", {text.removeprefix(subject)}" for text in texts[1:]]))
    return lines


def score_table(sheets: Sequence[ScoringSheet], bots: Sequence[str]) -> Table:
    """All scorings, row by row; in a game of two Dirk has the last column."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("scoring")
    table.add_column("")
    names = [f"{seat} {bot}" for seat, bot in enumerate(bots)]
    for name in names + (["Dirk"] if len(bots) == 2 else []):
        table.add_column(name, justify="right", max_width=12, overflow="ellipsis", no_wrap=True)
    for sheet in sheets:
        for number, (name, points) in enumerate(sheet.rows.items()):
            table.add_row(str(sheet.scoring) if number == 0 else "", name, *(_points(one) for one in points))
        table.add_row("", "total", *(str(one) for one in sheet.totals()), style="bold", end_section=True)
    return table


def console() -> Console:
    """Where to print: colours only on a terminal that has them, and no guesses at what is a number."""
    return Console(highlight=False)


def _points(points: int) -> str:
    return str(points) if points else "·"


def _market(seen: Observation) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(min_width=_NAME_WIDTH)
    for _ in CURRENCIES:
        table.add_column(min_width=_TILE_WIDTH, no_wrap=True)
    table.add_row(
        Text("Market", "bold"), *(f"{slot} {currency}" for slot, currency in enumerate(CURRENCIES, start=1))
    )
    table.add_row("", *(Text("empty", "dim") if tile is None else _tile(tile) for tile in seen.market))
    if any(tile is not None and kind_is_hidden(tile) for tile in seen.market):
        kinds = [Text("" if tile is None else tile.kind, _style(tile)) for tile in seen.market]
        table.add_row("", *kinds)
    prices = zip(seen.market, CURRENCIES, strict=True)
    table.add_row("", *("" if tile is None else f"for {tile.price} {currency}" for tile, currency in prices))
    return table


def _money(seen: Observation) -> Table:
    left = f"deck {seen.deck_size}, discard {len(seen.discard)}, bag {seen.bag_size}"
    rows = [
        *[("Beside it", f"{offer.tile.name}, {offer.words}") for offer in market_offers(seen)],
        ("Display", _by_currency(seen.display) or "empty"),
        ("Left", left),
        *table_rows(seen),
    ]
    return _rows([(name, Text(text)) for name, text in rows])


def _seat(seen: Observation, seat: int, bot: str, hand: Sequence[Card], decides: bool) -> RenderableType:
    view = seen.seats[seat]
    title = Text(
        f"{'▶' if decides else ' '} seat {seat} {bot}: {view.score} points", "bold" if decides else ""
    )
    worth = sum(card.value for card in hand)
    rows: list[tuple[str, RenderableType]] = [
        ("  hand", Text(f"{_by_currency(hand)}  ({len(hand)} cards, {worth})" if hand else "empty"))
    ]
    if view.reserve:
        rows.append(("  reserve", _tiles(view.reserve)))
    if view.aside:
        rows.append(("  to place", _tiles(view.aside)))
    rows += [(f"  {name}", Text(text)) for name, text in seat_rows(seen, seat)]
    return Group(title, _rows(rows))


def _cities(seen: Observation, bots: Sequence[str], width: int) -> list[RenderableType]:
    blocks = [block for seat, bot in enumerate(bots) for block in _city(seen, seat, bot, width)]
    return _rows_of_cities(blocks, width)


def _rows_of_cities(blocks: list[list[Text]], width: int) -> list[RenderableType]:
    """Cities side by side, as many in a row as fit."""
    rows: list[RenderableType] = []
    row: list[list[Text]] = []
    for block in blocks:
        if row and sum(one[0].cell_len + _GAP for one in row) + block[0].cell_len > width:
            rows += (_beside(row), Text())
            row = []
        row.append(block)
    return [*rows, _beside(row)]


def _city(seen: Observation, seat: int, bot: str, width: int) -> list[list[Text]]:
    letters = corner_marks(seen, seat)
    blocks = []
    for lines in city_drawings(seen.seats[seat].city, letters, width, guarded_sides(seen, seat)):
        title = Text(f"seat {seat} {bot}", "underline")
        title.truncate(width, overflow="ellipsis")
        size = max(title.cell_len, lines[0].cell_len)
        for line in (title, *lines):
            line.pad_right(size - line.cell_len)
        blocks.append([title, *lines])
    return blocks


def _beside(blocks: list[list[Text]]) -> Table:
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    for block in blocks:
        grid.add_column(no_wrap=True, width=block[0].cell_len)
    grid.add_row(*(Text("\n").join(block) for block in blocks))
    return grid


def _rows(rows: Sequence[tuple[str, RenderableType]]) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(min_width=_NAME_WIDTH)
    grid.add_column()
    for name, value in rows:
        grid.add_row(Text(name, "bold" if name[0] != " " else ""), value)
    return grid


def _by_currency(cards: Sequence[Card]) -> str:
    groups = groupby(cards, key=lambda card: card.currency)
    return " · ".join(
        f"{currency} {' '.join(str(card.value) for card in group)}" for currency, group in groups
    )


def _tile(tile: Tile) -> Text:
    return Text(tile.name, tile_style(tile))


def _style(tile: Tile | None) -> str:
    return "" if tile is None else tile_style(tile)


def _tiles(tiles: Sequence[Tile]) -> Text:
    """Names, and in brackets the kind of a piece that the name does not tell."""
    names = [
        Text(
            f"{tile.name} ({tile.kind})" if kind_is_hidden(tile) else tile.name,
            tile_style(tile),
        )
        for tile in tiles
    ]
    return Text(", ").join(names) if names else Text("nothing")
