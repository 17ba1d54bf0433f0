"""The website of an event: submissions, standings, replays and live games in a browser.

It stands above the ladder and adds people to it: teams, sessions and what each may see. Which games were played and what they are worth
is read from the ladder's records; the database holds only what people did. Nothing here plays a match itself: workers do, by
the ladder's own means, and the server may be killed without them noticing.
"""

from arena.web.backup import BackupError, restore_backup, write_backup, write_download
from arena.web.database import DatabaseError
from arena.web.event_context import EventContext
from arena.web.refusals import RequestRefused
from arena.web.serve import Address, serve_event
from arena.web.work.workers import EventWorkers, WorkerTerms

__all__ = [
    "Address",
    "BackupError",
    "DatabaseError",
    "EventContext",
    "EventWorkers",
    "RequestRefused",
    "WorkerTerms",
    "restore_backup",
    "serve_event",
    "write_backup",
    "write_download",
]
