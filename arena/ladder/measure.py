"""How long does a game take? As long as in the ladder's own matches, or in one game played to find out."""

import statistics
import tempfile
from dataclasses import replace

from arena.ladder.file import LadderFile
from arena.ladder.keys import LadderError
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.ladder_state import LadderState
from arena.ladder.results import Result
from arena.ladder.runner import Goal, LadderRun
from arena.ladder.submit import enter_house_bots
from arena.match import open_executor
from arena.units import SECOND_NS


def game_seconds(results: list[Result]) -> float | None:
    """Wall time from the start of one game to that of the next in the same match, the median over matches."""
    by_match: dict[str, list[int]] = {}
    for result in results:
        if not result.void:
            by_match.setdefault(result.match, []).append(result.started_ns)
    spans = [
        (max(starts) - min(starts)) / (len(starts) - 1) / SECOND_NS
        for starts in by_match.values()
        if len(starts) > 1
    ]
    return statistics.median(spans) if spans else None


def measured_seconds(ladder: LadderFile) -> tuple[float, str]:
    """Seconds a game, and where they come from; without games so far, a match of house bots is played."""
    ladder_folder = LadderFolder.open(ladder.store, create=True)
    ladder_state = LadderState(ladder, ladder_folder)
    ladder_state.refresh()
    if (seconds := game_seconds(ladder_state.results.all())) is not None:
        return seconds, "measured on the ladder's own games"
    with tempfile.TemporaryDirectory(prefix="arena-measure-") as folder:
        trial = LadderFolder.open(folder)
        if len(enter_house_bots(ladder, trial)) < 2:
            raise LadderError("bots: a match to measure needs two of them, or give --game-s")
        executor = open_executor(ladder.settings, 1)
        try:
            run = LadderRun(replace(ladder, store=folder), trial, executor, Goal(matches=1), lambda *_: None)
            run.run()
        finally:
            executor.close()
        seconds = game_seconds(run.ladder_state.results.all())
        assert seconds is not None, "a match has at least two games"
        return seconds, "measured on one match of house bots, played now"
