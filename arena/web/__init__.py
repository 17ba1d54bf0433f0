"""The website of an event: submissions, standings, replays and live games in a browser.

It stands above the ladder and adds people to it: teams, sessions and what each may see. Which games were played and what they are worth
is read from the ladder's records; the database holds only what people did. Nothing here plays a match itself: workers do, by
the ladder's own means, and the server may be killed without them noticing.
"""

from arena.web.backup import BackupError, restore_backup, write_backup, write_download
from arena.web.database import DatabaseError
from arena.web.dataset import write_dataset
from arena.web.event_context import EventContext
from arena.web.invitations import (
    Invitation,
    invite_people,
    link_of,
    listed_people,
    people_of_csv,
    qr_lines,
    send_invitations,
    write_to_everybody,
)
from arena.web.membership import COMMAND_LINE, everybody, member_called, replace_token
from arena.web.refusals import RequestRefused
from arena.web.serve import Address, serve_event
from arena.web.work.workers import EventWorkers, WorkerTerms

__all__ = [
    "COMMAND_LINE",
    "Address",
    "BackupError",
    "DatabaseError",
    "EventContext",
    "EventWorkers",
    "Invitation",
    "RequestRefused",
    "WorkerTerms",
    "everybody",
    "invite_people",
    "link_of",
    "listed_people",
    "member_called",
    "people_of_csv",
    "qr_lines",
    "replace_token",
    "restore_backup",
    "send_invitations",
    "serve_event",
    "write_backup",
    "write_dataset",
    "write_download",
    "write_to_everybody",
]
