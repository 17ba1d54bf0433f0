"""The columns of a data set: games, decisions and encoded observations, with a meaning for each."""

from typing import Any, NamedTuple

import pyarrow as pa


class Column(NamedTuple):
    """One column: its name, its type in Parquet and what it means."""

    name: str
    type: Any
    meaning: str


GAME_ID = Column("game_id", pa.string(), "match and number of the game, the key of all tables")
GAMES = (
    GAME_ID,
    Column("rules", pa.string(), "the configuration, as `GameConfig.parse` reads it"),
    Column("rules_version", pa.string(), "the version of the rules that it was played with"),
    Column("seed", pa.string(), "the seed in hexadecimal digits: with rules and decisions it gives the game"),
    Column("players", pa.int8(), "number of seats"),
    Column("bots", pa.list_(pa.string()), "by seat, the name of the bot"),
    Column("versions", pa.list_(pa.string()), "by seat, the first digits of the hash of the bot's files"),
    Column("scores", pa.list_(pa.int32()), "by seat, final points"),
    Column("ranks", pa.list_(pa.int8()), "by seat, 1 for the winners; bots that failed rank last"),
    Column("terminations", pa.list_(pa.string()), "by seat, how the game ended: `normal`, or a fault"),
    Column("decisions", pa.int32(), "number of decisions"),
    Column("started", pa.timestamp("ns", "UTC"), "when it began"),
)
DECISIONS = (
    GAME_ID,
    Column("number", pa.int32(), "number of the decision in its game, from 0"),
    Column("turn", pa.int32(), "turns completed before it"),
    Column("seat", pa.int8(), "who decides"),
    Column("bot", pa.string(), "its bot"),
    Column("house", pa.bool_(), "whether the house played for a bot that had failed"),
    Column("decision", pa.string(), "what is asked: `act`, `place`, ..."),
    Column("legal", pa.int32(), "number of legal actions, with minimal payments"),
    Column(
        "chosen", pa.int32(), "index of the action in the legal list; -1 for a payment that is not minimal"
    ),
    Column("action", pa.string(), "the action, in its canonical text"),
    Column("score", pa.int32(), "points of the seat before it"),
    Column("final_score", pa.int32(), "points of the seat at the end"),
    Column("rank", pa.int8(), "rank of the seat at the end"),
    Column("wall_ns", pa.int64(), "time from question to answer, in nanoseconds"),
)


def observation_columns(width: int) -> tuple[Column, ...]:
    """The columns of encoded observations, each a row of a fixed number of numbers."""
    return (
        GAME_ID,
        Column("number", pa.int32(), "number of the decision in its game, from 0"),
        Column(
            "observation",
            pa.list_(pa.int16(), width),
            "the row of docs/encoding.md for the seat that decides",
        ),
        Column("chosen", pa.int32(), "index of the action among those of the row; -1 if it is not there"),
        Column("reward", pa.float32(), "of the seat at the end: 1 for a sole winner, down to -1"),
    )


def schema_of(columns: tuple[Column, ...]) -> Any:
    """The Arrow schema of a table."""
    return pa.schema([(column.name, column.type) for column in columns])
