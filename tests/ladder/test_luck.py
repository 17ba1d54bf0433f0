"""Is the luck of a seat what the draws laid out for it, and zero on average?"""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arena.cli.app import app
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.luck import luck_of
from arena.record import commitment_of, replay, sealed
from arena.rules.components import CARDS
from arena.rules.event import DRAWN
from tests.ladder.ladders import ladder_file
from tests.record.records import played_record


def test_money_luck_is_counted_draw_by_draw() -> None:
    """The first turn of a game, by hand: what was drawn at its end is the next seat's luck."""
    record = played_record("classic,players=3", seed=5)
    first = next(n for n, one in enumerate(record.decisions) if one.seat != record.decisions[0].seat)
    states = []
    for number, (state, _) in enumerate(replay(record)):
        if number == first - 1:
            left = [CARDS[card].value for card in state.deck[state.deck_next :] if card < len(CARDS)]
            seen = state.log_size
        if number == first:
            states.append(state.log[seen : state.log_size])
            break
    expected = 0.0
    for event in states[0]:
        if event.kind == DRAWN:
            value = CARDS[event.cards[0]].value
            expected += value - sum(left) / len(left)
            left.remove(value)
    found = luck_of(replace(record, decisions=record.decisions[: first + 1]))
    due = record.decisions[first].seat
    assert found[due, 0] == pytest.approx(expected)
    assert [found[seat, 0] for seat in range(3) if seat != due] == [0.0, 0.0]


@pytest.mark.parametrize(
    "rules",
    [
        "classic,players=2",
        "classic+vizier+camps+bazaars+falconers+medina,players=4",
        "red-palace+bazaars,players=3",
    ],
)
def test_luck_is_zero_on_average_in_every_seat(rules: str) -> None:
    games = 20 if "players=2" in rules else 6
    luck = np.stack([luck_of(played_record(rules, seed=seed)) for seed in range(games)])
    error = luck.std(axis=0) / np.sqrt(games)
    assert (luck.std(axis=0) > 1.0).all()
    assert (np.abs(luck.mean(axis=0)) < 4.0 * error).all()


def test_the_table_says_what_it_is_worth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ladder = ladder_file(tmp_path, time="30+0.5", rules="classic")
    ladder_folder = LadderFolder.open(ladder.store, create=True)
    versions = ["a" * 64, "b" * 64]
    for place, version in enumerate(versions):
        ladder_folder.roster.enter(f"bot{place}", version, "me", place)
    for number in range(4):
        one = played_record("classic,players=2", seed=number)
        seats = tuple(replace(seat, version=versions[place]) for place, seat in enumerate(one.seats))
        named = replace(
            one, match=f"test-{number}", seats=seats, commitment=commitment_of(one.seed, one.salt)
        )
        ladder_folder.games.append([sealed(replace(named, seal=b""))])
    file = str(tmp_path / "ladder.toml")
    assert app(["ladder", "table", file, "--luck", "--json"], standalone_mode=False) in (None, 0)
    found = json.loads(capsys.readouterr().out)
    assert found["luck"]["worthwhile"] is False
    assert found["luck"]["high"] is None
    assert all(row["adjusted"] is None for row in found["rows"])
    assert app(["ladder", "table", file, "--luck"], standalone_mode=False) in (None, 0)
    assert "cannot be said of so few sets" in capsys.readouterr().out
    ladder_file(tmp_path, '[rating]\nluck = "on"\n', time="30+0.5", rules="classic")
    assert app(["ladder", "table", file], standalone_mode=False) in (None, 0)
    assert "luck-adjusted" in capsys.readouterr().out
