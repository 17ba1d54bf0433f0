"""Everything of one event, opened: its file, database, ladder folders, uploads and casual games."""

import time
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.orm import Session

from arena.ladder import LadderFile, LadderFolder, Version
from arena.store import Folder, Store
from arena.web.database import Database
from arena.web.event_file import EventFile
from arena.web.models import AuditEntry
from arena.web.phase import Now, Phase, now


@dataclass(frozen=True, slots=True)
class EventContext:
    """An event, opened."""

    event: EventFile
    database: Database
    ladder_folder: LadderFolder
    final_folder: LadderFolder | None
    uploads: Folder
    tables: Store

    @staticmethod
    def open(path: Path) -> "EventContext":
        """Read the event file and open everything that it names."""
        event = EventFile.load(path)
        event.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return EventContext(
            event,
            Database.open(event.database),
            LadderFolder.open(event.ladder.store, create=True),
            None if event.final is None else LadderFolder.open(event.final.store, create=True),
            Folder.open(event.ladder.store, create=True).inner("uploads", private=True),
            Store(Folder.open(event.ladder.store, create=True).inner("tables")),
        )

    @property
    def logs(self) -> Path:
        """What bots wrote while they played on this host."""
        return self.event.folder / "logs"

    def now(self) -> Now:
        """The phase."""
        with self.database.reading() as session:
            return now(session, self.event)

    def stage(self) -> tuple[LadderFile, LadderFolder]:
        """What is played now: the ladder, or the finals."""
        if self.now().phase == Phase.FINAL and self.event.final is not None and self.final_folder is not None:
            return self.event.final, self.final_folder
        return self.event.ladder, self.ladder_folder

    def ladders(self) -> list[tuple[LadderFile, LadderFolder]]:
        """The ladder, then the finals if there are any."""
        found = [(self.event.ladder, self.ladder_folder)]
        if self.event.final is not None and self.final_folder is not None:
            found.append((self.event.final, self.final_folder))
        return found

    def ladder_folders(self) -> list[LadderFolder]:
        """The folders of the ladder and of the finals."""
        return [folder for _, folder in self.ladders()]

    def version(self, version: str) -> Version | None:
        """A version on the ladder, by its hash."""
        return next((one for one in self.ladder_folder.roster.versions() if one.version == version), None)

    def close(self) -> None:
        self.database.close()


def note(session: Session, who: str, what: str) -> None:
    """Add what an organiser did to the audit log."""
    session.add(AuditEntry(at=time.time(), who=who, what=what))
