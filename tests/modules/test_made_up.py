"""Does a module that was plugged in by the recipe alone play, travel, and get recorded, replayed and drawn?

It is interpreted, as the sources are: a module of a compiled package is compiled with it.
"""

import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

import arena.rules
from arena.cli.table import score_table, table_of
from arena.drawing import frame_of
from arena.match import CheckPlan, CheckStep, MatchSettings, RecordingSandbox, check_bot
from arena.record import TimeControl, replay, verify
from arena.rules import Action, ConfigError, GameConfig, Rng, State, determinize, new_game
from arena.sandbox import Limits
from arena.search import Limit, SeatSearch, Settings, best_root_action, greedy_choice, root_actions
from arena.wire import action_from_wire, action_to_wire, observation_from_wire, observation_to_wire
from tests.modules.caravans import CARAVANS, MOST, plugged_in, seen_caravans
from tests.record.records import played_record

ROOT = Path(__file__).parents[2]
GAMES = (
    "classic+caravans,players=2",
    "classic+vizier+camps+bazaars+falconers+medina+caravans,players=3",
    "red-palace+camps+caravans,players=3,turn_limit=30",
)

pytestmark = pytest.mark.skipif(arena.rules.compiled, reason="a module is compiled with its package")


@pytest.fixture(autouse=True)
def module() -> Iterator[None]:
    with plugged_in():
        yield


@pytest.fixture
def sandbox() -> Iterator[RecordingSandbox]:
    with RecordingSandbox.open(no_sandbox=True) as opened:
        yield opened


def played(text: str) -> Iterator[State]:
    """A game by greedy, before each decision."""
    state = new_game(GameConfig.parse(text), seed=5)
    while not state.is_over:
        yield state
        legal = state.legal_actions()
        state.apply(legal[greedy_choice(state.observe(state.seat), legal)])
    yield state


@pytest.mark.parametrize("text", GAMES)
def test_it_plays_is_seen_and_scores(text: str) -> None:
    states = list(played(text))
    last = states[-1]
    sent = seen_caravans(last.observe(None)).sent
    assert max(sent) == MOST, "greedy has sent all that there are"
    rows = last.score_sheet()[-1].rows
    assert list(rows[CARAVANS][: len(sent)]) == [2 * count for count in sent]


@pytest.mark.parametrize("text", GAMES)
def test_it_travels_and_is_stored(text: str) -> None:
    for state in played(text):
        for viewer in (None, 0):
            seen = state.observe(viewer)
            assert observation_from_wire(observation_to_wire(seen)) == seen
        assert State.from_bytes(state.to_bytes()).to_bytes() == state.to_bytes()
        for action in state.legal_actions():
            assert action_from_wire(action_to_wire(action)) == action


def test_it_is_guessed_with_the_rest() -> None:
    state = new_game(GameConfig.parse("classic+caravans,players=3,deal=closed"), seed=1)
    state.apply(Action.parse("exchange 1"))
    guess = determinize(state.observe(1), state.history(1), Rng(3))
    assert guess.observe(1) == state.observe(1)
    assert str(guess.check(Action.parse("exchange 2"))) == "the next caravan is number 1 of 3 (rule 99.1)"


def test_the_search_plays_it() -> None:
    state = new_game(GameConfig.parse("classic+caravans,players=2,turn_limit=6"), seed=2)
    searches = [SeatSearch(Settings(), f"{seat}".encode()) for seat in range(2)]
    while not state.is_over:
        seen, legal = state.observe(state.seat), state.legal_actions()
        found = searches[state.seat].think(
            seen, state.history(state.seat), legal, Limit(30, 2**62, lambda: 0)
        )
        state.apply(legal[best_root_action(root_actions(found, seen, legal))])
    assert len(state.scores()) == 2


def test_it_is_recorded_and_replayed() -> None:
    record = played_record("classic+caravans,players=2", seed=3)
    assert any(
        decision.action.startswith("exchange ") and decision.action[9:].isdecimal()
        for decision in record.decisions
    )
    assert verify(record) == []
    assert len(list(replay(record))) == len(record.decisions)


def test_it_is_drawn() -> None:
    *_, last = played(GAMES[0])
    out = Console(file=io.StringIO(), width=100)
    out.print(table_of(last, ("ant", "bee"), 100), score_table(last.score_sheet(), ("ant", "bee")))
    printed = out.file.getvalue()  # type: ignore[attr-defined]  # it is the text above
    assert any(line.split() == ["caravans", "3"] for line in printed.splitlines())
    assert frame_of(last, frozenset())["sheets"]["3"][CARAVANS][0] == 6


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts --iterations 5"])
def test_the_bots_play_it_over_the_protocol(bot: str, sandbox: RecordingSandbox, tmp_path: Path) -> None:
    """The bots as they are, with the module plugged in before they begin."""
    name, *options = bot.split()
    folder = tmp_path / "bot"
    shutil.copytree(ROOT / "bots" / name, folder)
    (folder / "plugged.py").write_text(
        "import runpy\nfrom tests.modules.caravans import plug_in\n"
        "plug_in()\nrunpy.run_path('bot.py', run_name='__main__')\n",
        encoding="utf-8",
    )
    (folder / "bot.toml").write_text(
        f'name = "plugged"\nrun = {["python3", "plugged.py", *options]}\n', encoding="utf-8"
    )
    config = GameConfig.parse("classic+caravans,players=2,turn_limit=8")
    settings = MatchSettings(config, TimeControl.parse("120+0"), Limits(start_s=60))
    plan = CheckPlan(folder, (settings,), 1)
    steps: list[CheckStep] = []
    check_bot(plan, sandbox, steps.append)
    assert [step for step in steps if not step.ok] == []


def test_without_it_the_name_is_unknown() -> None:
    with pytest.raises(ConfigError, match="modules: 'caravan' is not one of vizier, "):
        GameConfig.parse("classic+caravan")
