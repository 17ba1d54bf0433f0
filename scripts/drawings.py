"""How are the drawings of the documentation made? Each is written here once, and drawn light and dark.

    python scripts/drawings.py

writes docs/pictures/*.svg. A test compares the files with what this would write. The pictures of an event's pages are not
drawn but taken, by tests/web/test_picture.py.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
Colours = dict[str, str]

SCHEMES: dict[str, Colours] = {
    "light": {
        "paper": "#fbfaf7", "card": "#ffffff", "ink": "#23201c", "dim": "#5f5a52", "line": "#d8d1c4", "ground": "#f2eee6",
        "accent": "#a4502f", "wall": "#221d19", "gold": "#c98a00", "good": "#2f7d4f", "bad": "#b3261e",
        "chambers": "#e3dccb", "fountain": "#d9c38c",
    },
    "dark": {
        "paper": "#191817", "card": "#222120", "ink": "#ece7df", "dim": "#b5aea3", "line": "#45413a", "ground": "#2a2826",
        "accent": "#e08e68", "wall": "#f6f1e7", "gold": "#ffc933", "good": "#6fc08d", "bad": "#f2887f",
        "chambers": "#cfc7b6", "fountain": "#bfa871",
    },
}  # fmt: skip
FACES = {  # of a kind: colour, ink, and its sign in a box of 24 × 24
    "pavilion": ("#3a69ad", "#ffffff", "M3 10 12 4 21 10V12H3Z M5 13H7V20H5Z M11 13H13V20H11Z M17 13H19V20H17Z M3 21H21V22H3Z"),
    "seraglio": ("#ac342d", "#ffffff", "M11 2H13V5A8 8 0 0 1 19 13V21H14V16A2 2 0 0 0 10 16V21H5V13A8 8 0 0 1 11 5Z"),
    "arcades": ("#d59a55", "#2b1a08", "M2 5H22V21H20V15A3 3 0 0 0 14 15V21H10V15A3 3 0 0 0 4 15V21H2Z"),
    "chambers": ("", "#2b2622", "M12 3 22 11H19V21H14V15H10V21H5V11H2Z"),
    "garden": ("#35783f", "#ffffff", "M8 2A5 6 0 0 1 9 14V19H7V14A5 6 0 0 1 8 2Z M17 8A4 4.500 0 0 1 18 17V19H16V17A4 4.500 0 0 1 17 8Z M3 20H21V22H3Z"),
    "tower": ("#7b4fa6", "#ffffff", "M6 3H9V5H11V3H13V5H15V3H18V10L16.500 11.500V22H13.500V18A1.500 1.500 0 0 0 10.500 18V22H7.500V11.500L6 10Z"),
    "fountain": ("", "#33280d", "M12 2C10 5 10 7 12 8C14 7 14 5 12 2Z M7 5C5.500 7 5.500 9 7 10C8.500 9 8.500 7 7 5Z M17 5C15.500 7 15.500 9 17 10C18.500 9 18.500 7 17 5Z M3 12H21C21 16 17 17 13.500 17V20H17V22H7V20H10.500V17C7 17 3 16 3 12Z"),
}  # fmt: skip
MONEY = {
    "denar": ("#3a72b8", "#ffffff"),
    "dirham": ("#2f7d4f", "#ffffff"),
    "ducat": ("#b35a14", "#ffffff"),
    "florin": ("#e0bb36", "#231c05"),
}
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
SIDE = 62  # of a tile, in pixels
BAR = 9  # of a wall
Tile = tuple[int, int, str, int, str]  # column, row, kind, price, walls


def text(
    x: float, y: float, words: str, size: int, colour: str, anchor: str = "middle", weight: int = 400
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
        f' font-weight="{weight}">{words}</text>'
    )


def rect(
    x: float, y: float, width: float, height: float, fill: str, stroke: str = "none", more: str = ""
) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" fill="{fill}"'
        f' stroke="{stroke}" stroke-width="1.5" {more}/>'
    )


def tile(x: float, y: float, kind: str, price: int, walls: str, c: Colours) -> str:
    """A tile with its sign, the letter of its kind, its price and its walls."""
    colour, ink, sign = FACES[kind]
    parts = [
        f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{SIDE - 2}" height="{SIDE - 2}" rx="3" fill="{colour or c[kind]}"/>',
        f'<path transform="translate({x + 19:g} {y + (11 if price else 18):g})" fill="{ink}" d="{sign}"/>',
    ]
    if price:
        parts.append(text(x + SIDE / 2, y + 50, f"{kind[0].upper()} {price}", 14, ink, weight=650))
    bars = {"N": (x, y, SIDE, BAR), "S": (x, y + SIDE - BAR, SIDE, BAR), "W": (x, y, BAR, SIDE), "E": (x + SIDE - BAR, y, BAR, SIDE)}  # fmt: skip
    parts += [
        f'<rect x="{left:g}" y="{top:g}" width="{wide}" height="{high}" fill="{c["wall"]}"/>'
        for left, top, wide, high in (bars[side] for side in walls)
    ]
    return "".join(parts)


def city(x: float, y: float, tiles: list[Tile], c: Colours) -> str:
    """Tiles on a grid whose upper left corner is at x, y."""
    return "".join(
        tile(x + column * SIDE, y + row * SIDE, kind, price, walls, c)
        for column, row, kind, price, walls in tiles
    )


def card(x: float, y: float, currency: str, value: int, c: Colours) -> str:
    """A money card."""
    colour, ink = MONEY[currency]
    return (
        rect(x, y, 50, 66, c["card"], colour)
        + f'<path d="M{x + 1:g} {y + 7:g}a6 6 0 0 1 6-6h36a6 6 0 0 1 6 6v13h-48z" fill="{colour}"/>'
        + text(x + 25, y + 15, currency, 11, ink, weight=600)
        + text(x + 25, y + 49, str(value), 24, c["ink"], weight=700)
    )


def table(c: Colours) -> tuple[int, int, str]:
    """The market, the display of money and a hand."""
    parts = [text(20, 26, "Market: one tile for each currency", 15, c["ink"], "start", 650)]
    offers = [("denar", "garden", 10, ""), ("dirham", "tower", 12, ""), ("ducat", "seraglio", 5, "SW"), ("florin", "pavilion", 7, "E")]  # fmt: skip
    for index, (currency, kind, price, walls) in enumerate(offers):
        x = 20 + index * 92
        colour, ink = MONEY[currency]
        parts += [
            rect(x, 38, 80, 102, c["card"], c["line"]),
            f'<path d="M{x} 44a6 6 0 0 1 6-6h68a6 6 0 0 1 6 6v16h-80z" fill="{colour}"/>',
            text(x + 40, 54, currency, 13, ink, weight=600),
            tile(x + 9, 69, kind, price, walls, c),
        ]
    parts.append(text(410, 26, "Money: take some", 15, c["ink"], "start", 650))
    shown = [("dirham", 3), ("denar", 2), ("florin", 8), ("ducat", 6)]
    parts += [card(410 + index * 58, 50, *one, c) for index, one in enumerate(shown)]
    parts.append(text(20, 178, "Your hand", 15, c["ink"], "start", 650))
    hand = [("denar", 4), ("denar", 6), ("dirham", 9), ("ducat", 7)]
    parts += [card(20 + index * 58, 190, *one, c) for index, one in enumerate(hand)]
    says = ["4 + 6 denar pay the garden exactly: you act again.", "7 ducat buy the seraglio for 5. There is no change.", "9 dirham are too little for the tower. Take the 3 first."]  # fmt: skip
    parts += [text(270, 210 + 22 * index, line, 13, c["dim"], "start") for index, line in enumerate(says)]
    return 660, 272, "".join(parts)


GRANADA: list[Tile] = [
    (2, 0, "pavilion", 2, "NEW"), (2, 1, "fountain", 0, ""), (3, 1, "arcades", 4, "NES"), (2, 2, "garden", 12, "S"),
    (1, 2, "arcades", 9, ""), (1, 3, "pavilion", 7, "E"), (0, 2, "chambers", 8, "NW"), (0, 3, "seraglio", 5, "SW"),
]  # fmt: skip


def walls(c: Colours) -> tuple[int, int, str]:
    """A city, the way on foot through it and its longest wall."""
    x, y = 24, 24
    gold = [(2, 0, "W"), (2, 0, "N"), (2, 0, "E"), (3, 1, "N"), (3, 1, "E"), (3, 1, "S")]
    parts = [rect(8, 8, 644, 276, c["ground"]), city(x, y, GRANADA, c)]
    for column, row, side in gold:
        left, top = x + column * SIDE, y + row * SIDE
        line = {
            "N": (left, top + BAR / 2, left + SIDE, top + BAR / 2),
            "S": (left, top + SIDE - BAR / 2, left + SIDE, top + SIDE - BAR / 2),
            "W": (left + BAR / 2, top, left + BAR / 2, top + SIDE),
            "E": (left + SIDE - BAR / 2, top, left + SIDE - BAR / 2, top + SIDE),
        }[side]
        parts.append(
            '<line x1="{:g}" y1="{:g}" x2="{:g}" y2="{:g}" '.format(*line)
            + f'stroke="{c["gold"]}" stroke-width="5" stroke-linecap="round"/>'
        )
    walk = [(2, 1), (2, 2), (1, 2), (0, 2), (0, 3)]
    points = " ".join(f"{x + column * SIDE + 31:g},{y + row * SIDE + 31:g}" for column, row in walk)
    parts.append(
        f'<polyline points="{points}" fill="none" stroke="{c["accent"]}" stroke-width="4" stroke-dasharray="2 8" stroke-linecap="round"/>'
    )
    notes = [
        ("Every city begins with the fountain.", c["ink"]),
        ("Dots: from there one can walk to every", c["accent"]),
        ("tile, through open sides.", c["accent"]),
        ("Gold: the longest unbroken wall. It is", c["gold"]),
        ("six sides long and scores six points.", c["gold"]),
        ("Only walls on the outline count.", c["dim"]),
    ]
    parts += [
        text(304, 78 + 28 * index, line, 15, colour, "start", 600)
        for index, (line, colour) in enumerate(notes)
    ]
    return 660, 292, "".join(parts)


def placing(c: Colours) -> tuple[int, int, str]:
    """Where a tile may go and where not."""
    cases: list[tuple[str, str, bool, list[Tile], tuple[int, int]]] = [
        ("Open meets open", "you can walk there", True, [(0, 1, "fountain", 0, ""), (1, 1, "garden", 8, "NE")], (1, 1)),
        ("Wall meets open", "sides must agree", False, [(0, 1, "fountain", 0, ""), (1, 1, "tower", 9, "NW")], (1, 1)),
        ("Only walls meet", "no way in on foot", False, [(0, 1, "arcades", 4, "NES"), (1, 1, "chambers", 9, "W")], (1, 1)),
        (
            "A hole is left", "the gap is closed in", False,
            [
                (0, 0, "fountain", 0, ""), (1, 0, "garden", 10, ""), (2, 0, "tower", 11, ""), (0, 1, "chambers", 10, ""),
                (2, 1, "arcades", 9, ""), (0, 2, "pavilion", 8, ""), (1, 2, "seraglio", 9, ""), (2, 2, "tower", 12, ""),
            ],
            (2, 2),
        ),
    ]  # fmt: skip
    parts, x = [], 20.0
    for title, reason, fine, tiles, (column, row) in cases:
        across = max(one[0] for one in tiles) + 1
        width = max(across * SIDE, 172)
        inset = x + (width - across * SIDE) / 2
        colour = c["good"] if fine else c["bad"]
        parts += [
            city(inset, 16, tiles, c),
            (
                f'<rect x="{inset + column * SIDE - 2:g}" y="{16 + row * SIDE - 2:g}" width="{SIDE + 4}" height="{SIDE + 4}" rx="5"'
                f' fill="none" stroke="{colour}" stroke-width="4"/>'
            ),
            text(x + width / 2, 228, f"{'✓' if fine else '✗'} {title}", 14, colour, weight=650),
            text(x + width / 2, 248, reason, 13, c["dim"]),
        ]
        x += width + 18
    return int(x) + 2, 264, "".join(parts)


def processes(c: Colours) -> tuple[int, int, str]:
    """Which processes there are, and what goes between them."""

    def box(x: int, y: int, width: int, height: int, title: str, *lines: str, fill: str = "card") -> str:
        return rect(x, y, width, height, c[fill], c["line"]) + text(
            x + width / 2, y + 23, title, 15, c["ink"], weight=650
        ) + "".join(text(x + width / 2, y + 43 + 17 * index, line, 12, c["dim"]) for index, line in enumerate(lines))  # fmt: skip

    def arrow(
        points: str, label: str = "", at: tuple[int, int] = (0, 0), both: bool = False, anchor: str = "middle"
    ) -> str:
        start = 'marker-start="url(#tip)" ' if both else ""
        line = f'<polyline points="{points}" fill="none" stroke="{c["dim"]}" stroke-width="1.8" {start}marker-end="url(#tip)"/>'
        return line + (text(*at, label, 12, c["dim"], anchor) if label else "")

    dashed = 'stroke-dasharray="6 4"'
    parts = [
        ('<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse">'
        f'<path d="M0 0 10 5 0 10z" fill="{c["dim"]}"/></marker></defs>'),
        box(16, 16, 190, 62, "browser", "people, replays, live games"),
        box(16, 104, 190, 62, "terminal", "arena match, ladder, replay"),
        box(270, 16, 200, 62, "web", "pages and API of an event", fill="ground"),
        box(270, 104, 200, 62, "ladder", "pairs bots, rates them", fill="ground"),
        box(534, 16, 250, 62, "database", "people, uploads, work queue"),
        box(534, 104, 250, 62, "store", "every game as a record, Parquet"),
        rect(16, 214, 768, 196, c["ground"], c["line"]),
        text(32, 238, "worker process, one for each match under way", 13, c["dim"], "start"),
        box(290, 268, 220, 114, "referee", "rules, clocks, secrets", "asks one bot at a time", "checks every answer", "records every decision"),
        rect(34, 258, 176, 134, c["paper"], c["accent"], dashed),
        rect(590, 258, 176, 134, c["paper"], c["accent"], dashed),
        text(122, 280, "sandbox", 13, c["accent"], weight=650),
        text(678, 280, "sandbox", 13, c["accent"], weight=650),
        box(52, 292, 140, 84, "bot", "any language", "no network,", "frozen between turns"),
        box(608, 292, 140, 84, "bot", "own memory, cores,", "files and clock", "nothing else is seen"),
        arrow("206,47 268,47", both=True),
        arrow("206,135 268,135", both=True),
        arrow("470,47 532,47", both=True),
        arrow("470,135 532,135", both=True),
        arrow("370,78 370,102", both=True),
        arrow("340,166 340,266", "orders", (332, 196), anchor="end"),
        arrow("400,268 400,168", "records", (408, 196), anchor="start"),
        arrow("192,334 288,334", "gRPC", (249, 327), both=True),
        arrow("510,334 606,334", "gRPC", (550, 327), both=True),
    ]  # fmt: skip
    return 800, 426, "".join(parts)


DRAWINGS: dict[str, tuple[Callable[[Colours], tuple[int, int, str]], str]] = {
    "table": (table, "The market with four tiles, the money on display and a hand of cards"),
    "walls": (walls, "A city with the way on foot through it and its longest wall"),
    "placing": (placing, "One place where a tile may go and three where it may not"),
    "processes": (processes, "The processes of arena: browser and terminal, web and ladder, database and store, referee and bots in sandboxes"),
}  # fmt: skip


def drawn() -> Iterator[tuple[str, str]]:
    """Every file with its content."""
    for name, (draw, title) in DRAWINGS.items():
        for scheme, colours in SCHEMES.items():
            width, height, body = draw(colours)
            yield (
                f"{name}-{scheme}.svg",
                (
                    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
                    f'role="img" font-family="{FONT}"><title>{title}</title>\n'
                    f'<rect width="{width}" height="{height}" rx="10" fill="{colours["paper"]}"/>\n{body}\n</svg>\n'
                ),
            )


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, content in drawn():
        (FOLDER / name).write_text(content, encoding="utf-8")
        print(name)
