"""Do the kits' clients of the engine work? Flat Monte Carlo in each language passes the check, thinks, and keeps its clock."""

from pathlib import Path

import pytest

from arena.match.deals import fresh_deals
from arena.match.manifest import Bot
from arena.match.recording_sandbox import RecordingSandbox
from arena.match.session import Session
from arena.match.settings import MatchSettings, MatchTerms
from arena.record import BotInfo, GameRecord, Termination, TimeControl
from arena.referee import run_to_end
from arena.rules import GameConfig
from arena.sandbox import Limits
from tests.kits.kits import COMPILED, ROOT, made

# One in `make test`, because every build takes its time; Go's is the quickest.
LANGUAGES = [
    pytest.param(language, marks=() if language == "go" else pytest.mark.soak) for language in COMPILED
]


def played(sandbox: RecordingSandbox, folder: Path, rules: str, control: str) -> list[GameRecord]:
    """Two games of a bot with itself."""
    built = made(folder, sandbox).folder
    assert built.is_dir()
    bot = Bot.load(folder)
    config = GameConfig.parse(rules)
    settings = MatchSettings(config, TimeControl.parse(control), Limits(start_s=30))
    session = Session(sandbox, MatchTerms("engine", 2, settings), (bot,) * config.players)

    async def games() -> list[GameRecord]:
        try:
            return [await session.play(seating) for seating in fresh_deals(config.players, 2, b"engine")]
        finally:
            await session.close("the test is over")

    return run_to_end(games())


@pytest.mark.parametrize("language", LANGUAGES)
def test_flat_monte_carlo_plays_and_tells_what_it_thought(sandbox: RecordingSandbox, language: str) -> None:
    records = played(sandbox, ROOT / "bots" / f"flat-{language}", "classic,players=2,turn_limit=3", "5+0.1")
    for record in records:
        assert [seat.termination for seat in record.seats] == [Termination.NORMAL] * 2
        thought = [BotInfo.unpacked(decision.info) for decision in record.decisions]
        chances = [info.win for info in thought if info is not None and info.win is not None]
        assert len(chances) == len(record.decisions)
        assert sum(info.iterations for info in thought if info is not None) > 3 * len(thought)
