"""Does docs/encoding.md say what each number is? `make golden` writes its tables from the layout and from one position."""

import os
from pathlib import Path

from arena.encoding import Encoder, Field, KnownHands, Layout
from arena.rules import GameConfig, State, new_game
from arena.rules.engine import all_verbs
from arena.search import greedy_choice
from tests.encoding.arrays import Numbers, arrays_of

PAGE = Path(__file__).parents[2] / "docs" / "encoding.md"
MARK = "<!-- `make golden` writes everything below from the layout -->\n"
DECISIONS = 40
CLASSIC = "classic,players=2"
WITH_MODULES = {
    "The Vizier's favour": "classic+vizier,players=2",
    "The Camps, the Bazaars and Medina": "classic+camps+bazaars+medina,players=2",
    "The Falconers": "classic+falconers,players=2",
    "Der Rote Palast": "red-palace,players=2",
}


def example(config: GameConfig) -> State:
    """A game by the greedy policy, some decisions on."""
    state = new_game(config, 7)
    for _ in range(DECISIONS):
        legal = state.legal_actions()
        state.apply(legal[greedy_choice(state.observe(state.seat), legal)])
    return state


def fields_of(layout: Layout) -> dict[str, list[Field]]:
    return {
        "cities": layout.planes,
        "tiles": layout.tile_fields,
        "cards": layout.card_rows,
        "numbers": layout.numbers,
        "actions": layout.action_fields,
    }


def shown(array: str, field: Field, values: Numbers) -> str:
    """The example of a field: its numbers, or what a plane or a row of cards holds."""
    where = slice(field.start, field.start + field.size)
    if array == "cities":
        plane = values[0, field.start]
        return f"the viewer's: {(plane != 0).sum()} squares, the highest {plane.max()}"
    if array == "cards":
        return " / ".join(f"{row.sum()} cards" for row in values[where])
    row = values[0] if array in ("tiles", "actions") else values
    return " ".join(str(number) for number in row[where])


def table(array: str, fields: list[Field], values: Numbers) -> list[str]:
    lines = ["| number | name | range | example | meaning |", "|---|---|---|---|---|"]
    for field in fields:
        last = field.start + field.size - 1
        number = str(field.start) if field.size == 1 else f"{field.start}–{last}"
        lines.append(
            f"| {number} | {field.name} | {field.low} to {field.high} | {shown(array, field, values)} | {field.meaning} |"
        )
    return [*lines, ""]


def arrays(text: str) -> tuple[Layout, dict[str, Numbers]]:
    config = GameConfig.parse(text)
    state = example(config)
    encoder = Encoder(Layout(config))
    known = KnownHands(config.players)
    known.begin(state)
    encoder.write(state, state.seat, known, 0)
    return encoder.layout, arrays_of(encoder)


def tables() -> str:
    layout, values = arrays(CLASSIC)
    told = {name: {field.name for field in fields} for name, fields in fields_of(layout).items()}
    lines = ["", f"## The base game: `{CLASSIC}`", ""]
    for name, fields in fields_of(layout).items():
        shape = " × ".join(str(length) for length in layout.shapes[name])
        lines += [f"### `{name}`: {shape}", "", *table(name, fields, values[name])]
    for title, text in WITH_MODULES.items():
        layout, values = arrays(text)
        lines += [f"## {title}: `{text}`", "", "It adds:", ""]
        for name, fields in fields_of(layout).items():
            new = [field for field in fields if field.name not in told[name]]
            if new:
                shape = " × ".join(str(length) for length in layout.shapes[name])
                lines += [f"### `{name}`: {shape}", "", *table(name, new, values[name])]
    lines += ["## Verbs", "", "| number | verb | what follows it |", "|---|---|---|"]
    for verb in all_verbs():
        parts = " ".join([*verb.template, verb.ending]).strip()
        lines.append(f"| {verb.number} | {verb.word} | {f'`{parts}`' if parts else 'nothing'} |")
    return "\n".join([*lines, ""])


def test_the_tables_are_what_the_layout_says() -> None:
    by_hand = PAGE.read_text(encoding="utf-8").split(MARK)[0]
    if os.environ.get("ARENA_GOLDEN") == "rewrite":
        PAGE.write_text(by_hand + MARK + tables(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == by_hand + MARK + tables()
