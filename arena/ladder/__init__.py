"""Ladders: who plays whom over many matches, and the resulting standings.

The records in the store are the truth; versions, pairings and ratings are pure functions of what lies there, so a ladder can be
stopped or killed at any moment and two runners may work on one. How a match is played is `arena.match`'s affair, what results are
worth statistically `arena.rating`'s.
"""

from arena.ladder.bot_report import (
    BotReport,
    Opponent,
    SlowDecision,
    plain_report,
    report_bot,
    slowest_decisions,
)
from arena.ladder.bracket_tables import KnockoutTable, Origin, bracket_places
from arena.ladder.compaction import compacted
from arena.ladder.disqualification import disqualification_now
from arena.ladder.elimination import draw_of, elimination_tables
from arena.ladder.export import games_rows, standings_rows, superiority_rows, table_bytes
from arena.ladder.file import ELIMINATIONS, LadderFile
from arena.ladder.formats import next_pairings
from arena.ladder.heartbeat import Heartbeat
from arena.ladder.history import RatingPoint, rating_history
from arena.ladder.keys import YEARS, Keys, LadderError, load_toml
from arena.ladder.knockout import knockout_entries
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.ladder_state import LadderState, past_of
from arena.ladder.lookalikes import looks_like, mixes_scripts
from arena.ladder.measure import measured_seconds
from arena.ladder.notes import note_bytes, read_note
from arena.ladder.pairing import HOUSE, Entrant, Pairing, PastPairing
from arena.ladder.plan import MOST_BOTS, Need, Plan, PlanQuestion, Stage, needs, planned, simulate
from arena.ladder.results import Annulment, Result, Results
from arena.ladder.roster import Disqualification, NotTaken, Version
from arena.ladder.runner import Goal, LadderRun
from arena.ladder.standings import StandingsRow, standings_of
from arena.ladder.standings_snapshot import Annulled, StandingsSnapshot
from arena.ladder.submit import clean_copy, enter_house_bots, submit_bot
from arena.ladder.superiority import Superiority, percent
from arena.ladder.swiss import swiss_points
from arena.ladder.tournament import Tournament, tournament_of

__all__ = [
    "ELIMINATIONS",
    "HOUSE",
    "MOST_BOTS",
    "YEARS",
    "Annulled",
    "Annulment",
    "BotReport",
    "Disqualification",
    "Entrant",
    "Goal",
    "Heartbeat",
    "Keys",
    "KnockoutTable",
    "LadderError",
    "LadderFile",
    "LadderFolder",
    "LadderRun",
    "LadderState",
    "Need",
    "NotTaken",
    "Opponent",
    "Origin",
    "Pairing",
    "PastPairing",
    "Plan",
    "PlanQuestion",
    "RatingPoint",
    "Result",
    "Results",
    "SlowDecision",
    "Stage",
    "StandingsRow",
    "StandingsSnapshot",
    "Superiority",
    "Tournament",
    "Version",
    "bracket_places",
    "clean_copy",
    "compacted",
    "disqualification_now",
    "draw_of",
    "elimination_tables",
    "enter_house_bots",
    "games_rows",
    "knockout_entries",
    "load_toml",
    "looks_like",
    "measured_seconds",
    "mixes_scripts",
    "needs",
    "next_pairings",
    "note_bytes",
    "past_of",
    "percent",
    "plain_report",
    "planned",
    "rating_history",
    "read_note",
    "report_bot",
    "simulate",
    "slowest_decisions",
    "standings_of",
    "standings_rows",
    "submit_bot",
    "superiority_rows",
    "swiss_points",
    "table_bytes",
    "tournament_of",
]
