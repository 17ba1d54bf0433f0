"""How are the results of a ladder exported? Standings, games and superiority as CSV, JSON or Parquet."""

import csv
import io
import json
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from arena.ladder.ladder_state import LadderState
from arena.ladder.standings import standings_of
from arena.ladder.superiority import Superiority

Rows = list[dict[str, Any]]
FORMULA: Final = ("=", "+", "-", "@")


def standings_rows(ladder_state: LadderState) -> Rows:
    """One row a version, retired ones included; faults of all kinds added up."""
    return [{**row.to_plain(), "faults": sum(row.faults.values())} for row in standings_of(ladder_state)]


def games_rows(ladder_state: LadderState) -> Rows:
    """One row a seat of every game, with void games and with those that were annulled, and why."""
    labels = {one.version: one for one in ladder_state.versions}
    rows = []
    annulled = [(result, annulment.reason) for result, annulment in ladder_state.results.annulled()]
    for result, reason in (*((one, "") for one in ladder_state.results.all()), *annulled):
        for seat, version in enumerate(result.versions):
            known = labels.get(version)
            rows.append(
                {
                    "match": result.match,
                    "game": result.game,
                    "set": result.set,
                    "seed": result.seed.hex(),
                    "started_ns": result.started_ns,
                    "seat": seat,
                    "bot": known.bot if known else None,
                    "number": known.number if known else None,
                    "version": version,
                    "owner": known.owner if known else None,
                    "score": result.scores[seat] if seat < len(result.scores) else None,
                    "rank": result.ranks[seat] if seat < len(result.ranks) else None,
                    "termination": result.terminations[seat],
                    "sentence": result.sentences[seat],
                    "void": result.void,
                    "annulled": reason,
                    "disqualified": known.disqualified if known else "",
                }
            )
    return rows


def superiority_rows(ladder_state: LadderState) -> Rows:
    """One row for every two active versions that games join, the stronger one first."""
    found = Superiority.of(ladder_state, [row for row in standings_of(ladder_state) if row.active])
    return [
        {
            "bot": ours.bot,
            "number": ours.number,
            "version": ours.version,
            "other": theirs.bot,
            "other_number": theirs.number,
            "other_version": theirs.version,
            "likely": float(found.likely[first, second]),
        }
        for (first, ours), (second, theirs) in combinations(enumerate(found.rows), 2)
    ]


def table_bytes(rows: Sequence[dict[str, Any]], form: str) -> bytes:
    """Rows in one of the formats csv, json and parquet."""
    if form == "json":
        return json.dumps(list(rows), indent=1, ensure_ascii=False).encode() + b"\n"
    if form == "parquet":
        content = io.BytesIO()
        pq.write_table(pa.Table.from_pylist(list(rows)), content, compression="zstd")
        return content.getvalue()
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _cell(value) for key, value in row.items()} for row in rows)
    return text.getvalue().encode()


def _cell(value: object) -> object:
    """A text on one line; one that a spreadsheet would take for a formula begins with an apostrophe instead."""
    if not isinstance(value, str):
        return value
    line = " ".join(value.splitlines())
    return f"'{line}" if line.lstrip().startswith(FORMULA) else line
