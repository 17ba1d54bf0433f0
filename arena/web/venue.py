"""What belongs to one event? Its file, its database, the homes of its ladders, uploads, and games outside the ladder."""

import time
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.orm import Session

from arena.ladder.file import LadderFile
from arena.ladder.home import Home
from arena.ladder.roster import Version
from arena.store import Folder, Store
from arena.web.database import Database
from arena.web.event_file import EventFile
from arena.web.phase import Now, Phase, now
from arena.web.tables import Deed


@dataclass(frozen=True, slots=True)
class Venue:
    """An event, opened."""

    event: EventFile
    database: Database
    home: Home
    final_home: Home | None
    uploads: Folder
    tables: Store

    @staticmethod
    def open(path: Path) -> "Venue":
        """Read the event file and open everything that it names."""
        event = EventFile.load(path)
        event.folder.mkdir(parents=True, exist_ok=True)
        return Venue(
            event,
            Database.open(event.database),
            Home.open(event.ladder.store, create=True),
            None if event.final is None else Home.open(event.final.store, create=True),
            Folder.open(event.ladder.store, create=True).inner("uploads"),
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

    def stage(self) -> tuple[LadderFile, Home]:
        """What is played now: the ladder, or the finals."""
        if self.now().phase == Phase.FINAL and self.event.final is not None and self.final_home is not None:
            return self.event.final, self.final_home
        return self.event.ladder, self.home

    def version(self, version: str) -> Version | None:
        """A version on the ladder, by its hash."""
        return next((one for one in self.home.roster.versions() if one.version == version), None)

    def close(self) -> None:
        self.database.close()


def note(session: Session, who: str, what: str) -> None:
    """Remember what an organiser did."""
    session.add(Deed(at=time.time(), who=who, what=what))
