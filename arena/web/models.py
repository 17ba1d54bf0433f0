"""The database tables: teams, members, submissions and requested games.

Games and versions are not here: the ladder's records are the truth about those. Times are seconds since 1970.
"""

from typing import Any, Final

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

ORGANISER, PARTICIPANT = "organiser", "participant"
ROLES = (PARTICIPANT, ORGANISER)


MOST_ID: Final = 2**31
"""What an integer column holds; whoever takes a number from a stranger looks first."""


class Base(DeclarativeBase):
    """All tables."""


class Team(Base):
    """A team; its name is the owner of its bots on the ladder."""

    __tablename__ = "teams"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80), unique=True)
    folded: Mapped[str] = mapped_column(String(200), unique=True)  # so that no two look alike
    created: Mapped[float]
    consents: Mapped[bool] = mapped_column(default=True)  # to be challenged by others
    disqualified: Mapped[str] = mapped_column(Text, default="")  # the reason
    members: Mapped[list["Member"]] = relationship(back_populates="team", order_by="Member.id")


class Member(Base):
    """A person; organisers have no team."""

    __tablename__ = "members"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80), unique=True)
    folded: Mapped[str] = mapped_column(String(200), unique=True)
    role: Mapped[str] = mapped_column(String(20))
    team_id: Mapped[int | None] = mapped_column(ForeignKey("teams.id"), index=True)
    created: Mapped[float]
    team: Mapped[Team | None] = relationship(back_populates="members")


class Code(Base):
    """An invitation: to found a team, or to join one. Only its hash is kept."""

    __tablename__ = "codes"

    id: Mapped[int] = mapped_column(primary_key=True)
    hash: Mapped[bytes] = mapped_column(LargeBinary(32), unique=True)
    team: Mapped[str] = mapped_column(String(80), default="")  # the only team that it leads to
    member: Mapped[str] = mapped_column(String(80), default="")  # the only person that it is for
    uses_left: Mapped[int | None]  # None: as many as come
    created: Mapped[float]


class Token(Base):
    """What a person shows in place of a password; only its hash is kept."""

    __tablename__ = "tokens"

    id: Mapped[int] = mapped_column(primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), index=True)
    hash: Mapped[bytes] = mapped_column(LargeBinary(32), unique=True)
    label: Mapped[str] = mapped_column(String(80))
    created: Mapped[float]
    used: Mapped[float | None]


class LoginSession(Base):
    """A browser that is logged in; only the hash of its cookie is kept."""

    __tablename__ = "visits"

    hash: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), index=True)
    csrf: Mapped[str] = mapped_column(String(64))
    expires: Mapped[float] = mapped_column(index=True)


class Submission(Base):
    """An archive that was uploaded, and how far its check has come."""

    __tablename__ = "submissions"

    id: Mapped[int] = mapped_column(primary_key=True)
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"), index=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"))
    name: Mapped[str] = mapped_column(String(200))  # of the file as its author called it
    upload: Mapped[str] = mapped_column(String(80))  # of the file as it is kept
    bytes: Mapped[int]
    created: Mapped[float] = mapped_column(index=True)
    state: Mapped[str] = mapped_column(String(20), index=True)  # waiting, working, taken, refused, failed
    worker: Mapped[str] = mapped_column(String(80), default="")
    alive: Mapped[float] = mapped_column(default=0.0)  # the worker's last sign of life
    tries: Mapped[int] = mapped_column(default=0)
    steps: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    sentence: Mapped[str] = mapped_column(Text, default="")
    bot: Mapped[str] = mapped_column(String(80), default="")
    version: Mapped[str] = mapped_column(String(64), default="")
    ended: Mapped[float | None]
    team: Mapped[Team] = relationship()


class CasualTable(Base):
    """A game outside the ladder: a challenge between bots, or a person against bots."""

    __tablename__ = "tables"

    id: Mapped[int] = mapped_column(primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), index=True)
    team_id: Mapped[int | None] = mapped_column(ForeignKey("teams.id"), index=True)
    created: Mapped[float] = mapped_column(index=True)
    versions: Mapped[list[str]] = mapped_column(JSON)  # by seat; "" is the person's
    state: Mapped[str] = mapped_column(String(20), index=True)  # waiting, working, over, failed
    worker: Mapped[str] = mapped_column(String(80), default="")
    alive: Mapped[float] = mapped_column(default=0.0)
    tries: Mapped[int] = mapped_column(default=0)
    sentence: Mapped[str] = mapped_column(Text, default="")
    seed: Mapped[bytes] = mapped_column(LargeBinary(32))
    answers: Mapped[list[str]] = mapped_column(JSON, default=list)  # what the person chose, in order


class LiveGameRow(Base):
    """A game under way: with its seed and its decisions it is played again for whoever looks, as they may see it."""

    __tablename__ = "glimpses"

    match: Mapped[str] = mapped_column(String(120), primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True)
    rules: Mapped[str] = mapped_column(String(200))
    seed: Mapped[bytes] = mapped_column(LargeBinary(64))
    bots: Mapped[list[str]] = mapped_column(JSON)
    versions: Mapped[list[str]] = mapped_column(JSON)
    decisions: Mapped[list[Any]] = mapped_column(JSON)
    count: Mapped[int]
    started: Mapped[float]
    seen: Mapped[float] = mapped_column(index=True)


class Announcement(Base):
    """What the organiser tells everybody."""

    __tablename__ = "announcements"

    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    created: Mapped[float]


class Switch(Base):
    """A word of the organiser that stands above the event file: paused, frozen."""

    __tablename__ = "switches"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class AuditEntry(Base):
    """What an organiser did, and when."""

    __tablename__ = "deeds"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[float]
    who: Mapped[str] = mapped_column(String(80))
    what: Mapped[str] = mapped_column(Text)


class Worker(Base):
    """A process that plays or checks, and its last sign of life."""

    __tablename__ = "workers"

    name: Mapped[str] = mapped_column(String(80), primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    begun: Mapped[float]
    alive: Mapped[float]
    games: Mapped[int] = mapped_column(default=0)
    sentence: Mapped[str] = mapped_column(Text, default="")


Index("submissions_by_team", Submission.team_id, Submission.created)
