"""How do records become a data set? Game by game, replayed, into one Parquet file for each table and split.

Memory stays bounded: at most one part of a store and one batch of rows for each table are held.
"""

import shutil
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from arena.dataset.card import card
from arena.dataset.tables import DECISIONS, GAMES, Column, observation_columns, schema_of
from arena.encoding import LIMIT, WINDOW, Encoder, KnownHands, Layout
from arena.record import GameRecord, ReplayError, carry_out, start
from arena.rules import Action, GameConfig, State

SPLITS = ("train", "validation", "test")
BATCH = 2048  # rows that are written at once
VERSION_DIGITS = 12


class DatasetError(ValueError):
    """A data set that cannot be made; the sentence says why."""


@dataclass(frozen=True)
class DatasetSettings:
    """What is exported, and how it is split."""

    observations: bool = False
    window: int = WINDOW
    limit: int = LIMIT
    shares: tuple[int, int, int] = (80, 10, 10)  # of 100 deals, by split


@dataclass
class DatasetSummary:
    """What a data set holds."""

    games: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SPLITS, 0))
    decisions: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SPLITS, 0))
    void: int = 0
    rules: dict[str, int] = field(default_factory=dict)
    rules_versions: set[str] = field(default_factory=set)
    bots: dict[str, int] = field(default_factory=dict)
    width: int = 0  # of an encoded observation; 0 if there are none


def export_games(
    records: Iterable[GameRecord],
    out: Path,
    settings: DatasetSettings,
    told: Callable[[DatasetSummary], None] = lambda _: None,
) -> DatasetSummary:
    """Write a data set into a folder that is not there yet; it is there whole or not at all."""
    if out.exists():
        raise DatasetError(f"{out} is there already")
    if sum(settings.shares) != 100 or min(settings.shares) < 0:
        raise DatasetError(f"{'+'.join(map(str, settings.shares))} do not add up to 100")
    partial = out.with_name(f"{out.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    summary = DatasetSummary()
    try:
        with ExitStack() as files:
            _write(records, _Writers(partial, files), settings, summary, told)
        _refuse_nothing(summary)
        (partial / "README.md").write_text(card(summary, settings), encoding="utf-8")
        partial.rename(out)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    return summary


def _refuse_nothing(summary: DatasetSummary) -> None:
    if not any(summary.games.values()):
        raise DatasetError("there is no game to export")


def split_of(seed: bytes, shares: tuple[int, int, int]) -> str:
    """The split of a deal: all games with this deal go there, so that none is learnt from and tested on."""
    lot = int.from_bytes(sha256(b"split\0" + seed).digest()[:8], "big") % 100
    return SPLITS[0] if lot < shares[0] else SPLITS[1] if lot < shares[0] + shares[1] else SPLITS[2]


class _TableFile:
    """One Parquet file, written a batch at a time."""

    def __init__(self, path: Path, columns: tuple[Column, ...], files: ExitStack) -> None:
        self._schema = schema_of(columns)
        path.parent.mkdir(exist_ok=True)
        self._file = files.enter_context(pq.ParquetWriter(path, self._schema, compression="zstd"))
        self._rows: list[dict[str, Any]] = []
        files.callback(self.flush)

    def add(self, row: dict[str, Any]) -> None:
        self._rows.append(row)
        if len(self._rows) >= BATCH:
            self.flush()

    def flush(self) -> None:
        if self._rows:
            arrays = [_column(self._rows, entry) for entry in self._schema]
            self._file.write_batch(pa.RecordBatch.from_arrays(arrays, schema=self._schema))
            self._rows = []


def _column(rows: list[dict[str, Any]], entry: Any) -> Any:
    values = [row[entry.name] for row in rows]
    if pa.types.is_fixed_size_list(entry.type):
        return pa.FixedSizeListArray.from_arrays(pa.array(np.concatenate(values)), entry.type.list_size)
    return pa.array(values, entry.type)


class _Writers:
    """The tables of all splits, each opened when its first row comes."""

    def __init__(self, folder: Path, files: ExitStack) -> None:
        self._folder = folder
        self._files = files
        self._tables: dict[tuple[str, str], _TableFile] = {}

    def table(self, split: str, name: str, columns: tuple[Column, ...]) -> _TableFile:
        if (split, name) not in self._tables:
            path = self._folder / split / f"{name}.parquet"
            self._tables[split, name] = _TableFile(path, columns, self._files)
        return self._tables[split, name]


def _write(
    records: Iterable[GameRecord],
    writers: _Writers,
    settings: DatasetSettings,
    summary: DatasetSummary,
    told: Callable[[DatasetSummary], None],
) -> None:
    encoder: Encoder | None = None
    for record in records:
        if record.void:
            summary.void += 1
            continue
        if settings.observations and encoder is None:
            encoder = Encoder(Layout(GameConfig.parse(record.rules), settings.window, settings.limit))
            summary.width = encoder.layout.width
        if encoder is not None and record.rules != encoder.layout.config.text:
            raise DatasetError(
                f"games of {encoder.layout.config} and of {record.rules} have observations of different sizes"
            )
        split = split_of(record.seed, settings.shares)
        try:
            _write_game(record, split, writers, encoder)
        except ReplayError as wrong:
            raise DatasetError(f"game {record.match}/{record.game} cannot be replayed: {wrong}") from None
        summary.games[split] += 1
        summary.decisions[split] += len(record.decisions)
        summary.rules[record.rules] = summary.rules.get(record.rules, 0) + 1
        summary.rules_versions.add(record.rules_version)
        for seat in record.seats:
            summary.bots[seat.bot] = summary.bots.get(seat.bot, 0) + 1
        told(summary)


def _write_game(record: GameRecord, split: str, writers: _Writers, encoder: Encoder | None) -> None:
    game_id = f"{record.match}/{record.game}"
    writers.table(split, "games", GAMES).add(_game_row(record, game_id))
    decisions = writers.table(split, "decisions", DECISIONS)
    state = start(record)
    known = KnownHands(len(record.seats))
    known.begin(state)
    for number, decision in enumerate(record.decisions):
        legal = [] if state.is_over else state.legal_actions()
        texts = [str(action) for action in legal]
        chosen = texts.index(decision.action) if decision.action in texts else -1
        decisions.add(_decision_row(record, game_id, number, state, len(legal), chosen))
        if encoder is not None and not state.is_over:
            observations = writers.table(split, "observations", observation_columns(encoder.layout.width))
            row = _observation_row(encoder, state, known, decision.action)
            reward = _reward(record.ranks, decision.seat)
            observations.add({"game_id": game_id, "number": number, "reward": reward, **row})
        seat = state.seat
        carry_out(state, number, decision)
        known.acted(seat, Action.parse(decision.action).code)


def _game_row(record: GameRecord, game_id: str) -> dict[str, Any]:
    return {
        "game_id": game_id,
        "rules": record.rules,
        "rules_version": record.rules_version,
        "seed": record.seed.hex(),
        "players": len(record.seats),
        "bots": [seat.bot for seat in record.seats],
        "versions": [seat.version[:VERSION_DIGITS] for seat in record.seats],
        "scores": list(record.scores),
        "ranks": list(record.ranks),
        "terminations": [seat.termination for seat in record.seats],
        "decisions": len(record.decisions),
        "started": record.started_ns,
    }


def _decision_row(
    record: GameRecord, game_id: str, number: int, state: State, legal: int, chosen: int
) -> dict[str, Any]:
    decision = record.decisions[number]
    return {
        "game_id": game_id,
        "number": number,
        "turn": state.turn,
        "seat": decision.seat,
        "bot": record.seats[decision.seat].bot,
        "house": decision.house,
        "decision": state.decision,
        "legal": legal,
        "chosen": chosen,
        "action": decision.action,
        "score": state.scores()[decision.seat],
        "final_score": record.scores[decision.seat],
        "rank": record.ranks[decision.seat],
        "wall_ns": decision.wall_ns,
    }


def _observation_row(encoder: Encoder, state: State, known: KnownHands, action: str) -> dict[str, Any]:
    encoder.write(state, state.seat, known, 0)
    page = encoder.page
    code = Action.parse(action).code
    offered = [int(page.codes[i]) for i in range(int(page.offered[0]))]
    return {
        "observation": np.frombuffer(page.memory(), np.int16).copy(),
        "chosen": offered.index(code) if code in offered else -1,
    }


def _reward(ranks: tuple[int, ...], seat: int) -> float:
    """1 for a sole winner; the others lose it in equal parts, and ties share."""
    others, winners = len(ranks) - 1, ranks.count(1)
    return (len(ranks) / winners - 1) / others if ranks[seat] == 1 else -1 / others
