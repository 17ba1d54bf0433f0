"""The card of a data set: what it holds, where it comes from, and how to read it."""

from typing import TYPE_CHECKING

import arena
from arena.dataset.tables import DECISIONS, GAMES, Column, observation_columns
from arena.encoding import ENCODING

if TYPE_CHECKING:
    from arena.dataset.export import DatasetSettings, DatasetSummary

READING = """```python
# pyarrow
import pyarrow.parquet as pq
decisions = pq.read_table("train/decisions.parquet", columns=["game_id", "seat", "action"])
print(decisions.num_rows)

# pandas
import pandas as pd
games = pd.read_parquet("train/games.parquet")
print(games.explode("bots").groupby("bots").size())

# DuckDB
import duckdb
won = duckdb.sql("select bot, avg(rank) from 'train/decisions.parquet' where number < 2 group by bot")
print(won)
```"""


def card(summary: "DatasetSummary", settings: "DatasetSettings") -> str:
    """The text of README.md in the folder of a data set."""
    lines = [
        "# Games of Alhambra",
        "",
        f"Written by arena {arena.__version__} from recorded games, each replayed and checked decision by decision.",
        "",
        "| split | games | decisions |",
        "|---|---|---|",
        *[f"| {split} | {summary.games[split]} | {summary.decisions[split]} |" for split in summary.games],
        "",
        f"Splits are by deal: games with the same deal are in the same split, {'/'.join(map(str, settings.shares))} of 100 deals by",
        "a hash of the seed, so that the same games always fall into the same splits. A split without games has no folder.",
        f"{summary.void} void games were left out.",
        "",
        "## Rules and bots",
        "",
        f"Rules version: {', '.join(sorted(summary.rules_versions))}.",
        "",
        "| rules | games |",
        "|---|---|",
        *[f"| `{rules}` | {games} |" for rules, games in sorted(summary.rules.items())],
        "",
        "| bot | seats |",
        "|---|---|",
        *[f"| {bot} | {seats} |" for bot, seats in sorted(summary.bots.items())],
        "",
        "Decisions are not independent: those of one game share a deal and an outcome. Count games, or deals, not decisions, when",
        "you say how certain a figure is.",
        "",
        "## Tables",
        "",
        *_table("games", GAMES),
        *_table("decisions", DECISIONS),
    ]
    if summary.width:
        lines += _table("observations", observation_columns(summary.width))
        lines += [
            f"Encoding `{ENCODING}`, window {settings.window}, limit {settings.limit}: docs/encoding.md says what each number means.",
            "",
        ]
    lines += ["## Reading it", "", READING, ""]
    return "\n".join(lines)


def _table(name: str, columns: tuple[Column, ...]) -> list[str]:
    rows = [f"| `{column.name}` | {column.type} | {column.meaning} |" for column in columns]
    return [f"### `{name}.parquet`", "", "| column | type | meaning |", "|---|---|---|", *rows, ""]
