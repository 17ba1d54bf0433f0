"""How is a table written as text? For `print`: the market, the money and every seat with its city."""

from typing import TYPE_CHECKING

from arena.rules.components import CURRENCIES, Card, Tile

if TYPE_CHECKING:
    from arena.rules.view import Observation, Placed

_MARGIN = "    "


def table_text(seen: "Observation", hands: list[tuple[Card, ...]] | None = None) -> str:
    """All that a viewer sees, line by line; with `hands`, those of all seats too."""
    lines = [_heading(seen, hands), _market(seen)]
    lines.append(f"display  {_cards(seen.display)}")
    lines.append(f"left     deck {seen.deck_size}, discard {len(seen.discard)}, bag {seen.bag_size}")
    for view in seen.modules:
        lines += [f"{name:8} {value}" for name, value in view.rows()]
    for seat, one in enumerate(seen.seats):
        lines += _seat(seen, seat, one.hand if hands is None else hands[seat])
    if seen.dirk is not None:
        lines.append(f"Dirk     {_tiles(seen, seen.dirk)}")
    return "\n".join(lines)


def _heading(seen: "Observation", hands: list[tuple[Card, ...]] | None) -> str:
    viewer = f"seen by seat {seen.viewer}"
    if seen.viewer is None:
        viewer = "seen by a spectator" if hands is None else "all hands shown"
    if seen.decision is None:
        asked = "the game is over"
    elif seen.decider is None:
        asked = "others are asked"
    else:
        asked = f"seat {seen.decider} decides: {seen.decision}"
    return f"{seen.config}, {viewer}, {seen.turn} turns played, {asked}"


def _market(seen: "Observation") -> str:
    slots = []
    for slot, tile in enumerate(seen.market):
        slots.append(f"{slot + 1} {CURRENCIES[slot]}: {'empty' if tile is None else _name(seen, tile)}")
    return f"market   {', '.join(slots)}"


def _seat(seen: "Observation", seat: int, hand: tuple[Card, ...] | None) -> list[str]:
    view = seen.seats[seat]
    held = f"{view.hand_size} cards" if hand is None else _cards(hand)
    lines = [f"seat {seat}   {view.score} points, hand: {held}"]
    if view.reserve:
        lines.append(f"{_MARGIN}reserve: {_tiles(seen, view.reserve)}")
    if view.aside:
        lines.append(f"{_MARGIN}to place: {_tiles(seen, view.aside)}")
    return lines + _city(seen, view.city)


def _city(seen: "Observation", city: "tuple[Placed, ...]") -> list[str]:
    """A grid with north at the top: in each square the kind in two letters, the price and the walls."""
    squares = {(placed.x, placed.y): _label(_dressed(seen, placed.tile)) for placed in city}
    columns = range(min([x for x, _ in squares]), max([x for x, _ in squares]) + 1)
    rows = range(max([y for _, y in squares]), min([y for _, y in squares]) - 1, -1)
    lines = [_MARGIN + " y\\x " + " ".join([f"{x:^8}" for x in columns]).rstrip()]
    for y in rows:
        cells = [f"{squares.get((x, y), '·'):^8}" for x in columns]
        lines.append(_MARGIN + f"{y:4} " + " ".join(cells).rstrip())
    return lines


def _dressed(seen: "Observation", tile: Tile) -> Tile:
    """A tile as it lies there, with its piece if it carries one (17.1)."""
    return tile if seen.palace is None else seen.palace.dressed(tile)


def _name(seen: "Observation", tile: Tile) -> str:
    kind = _dressed(seen, tile).kind
    return f"{tile.name} ({kind})" if kind and not tile.name.startswith(kind) else tile.name


def _label(tile: Tile) -> str:
    if tile.group == "fountain":
        return "Lion"
    name = (tile.kind or tile.group)[:2].capitalize()
    return f"{name}{tile.price or ''}{'-' + tile.walls if tile.walls else ''}"


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join([card.name for card in cards]) or "nothing"


def _tiles(seen: "Observation", tiles: tuple[Tile, ...]) -> str:
    return ", ".join([_name(seen, tile) for tile in tiles]) or "nothing"
