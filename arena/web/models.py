"""Tables of the database: teams, members, submissions, casual games, login sessions and the audit log.

Games and versions are not here: the ladder's records are the truth about those. Times are seconds since 1970.
"""

from enum import StrEnum
from typing import Any, Final

from sqlalchemy import JSON, Enum, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

MOST_ID: Final = 2**31
"""What an integer column holds; whoever takes a number from a stranger looks first."""


class Role(StrEnum):
    """What a person is in the event."""

    PARTICIPANT = "participant"
    ORGANISER = "organiser"
    GUEST = "guest"  # without an account: plays against house bots where the event allows it


class WorkState(StrEnum):
    """How far a piece of work has come: a submission to be checked, a casual game to be played, or a game to be reviewed."""

    WAITING = "waiting"
    WORKING = "working"
    TAKEN = "taken"  # a submission that is on the ladder
    REFUSED = "refused"  # a submission that is not
    OVER = "over"  # a game that was played or reviewed to its end
    FAILED = "failed"  # by the host's fault


class WorkerKind(StrEnum):
    """What a worker process does."""

    MATCHES = "matches"
    CHECKS = "checks"
    TABLES = "tables"
    REVIEWS = "reviews"


def _words(kind: type[StrEnum]) -> Enum:
    """A column that holds the words of an enum as text."""
    return Enum(kind, native_enum=False, length=20, values_callable=list)


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
    role: Mapped[Role] = mapped_column(_words(Role))
    team_id: Mapped[int | None] = mapped_column(ForeignKey("teams.id"), index=True)
    created: Mapped[float]
    email: Mapped[str] = mapped_column(String(254), default="", server_default="")  # if they gave one
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
    email: Mapped[str] = mapped_column(String(254), default="", server_default="")  # where it was sent


class Token(Base):
    """What a person shows instead of a password; only its hash is kept."""

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
    state: Mapped[WorkState] = mapped_column(_words(WorkState), index=True)
    worker: Mapped[str] = mapped_column(String(80), default="")
    alive: Mapped[float] = mapped_column(default=0.0)  # the worker's last heartbeat
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
    state: Mapped[WorkState] = mapped_column(_words(WorkState), index=True)
    worker: Mapped[str] = mapped_column(String(80), default="")
    alive: Mapped[float] = mapped_column(default=0.0)
    tries: Mapped[int] = mapped_column(default=0)
    sentence: Mapped[str] = mapped_column(Text, default="")
    seed: Mapped[bytes] = mapped_column(LargeBinary(32))
    answers: Mapped[list[str]] = mapped_column(JSON, default=list)  # what the person chose, in order


class GameReview(Base):
    """A finished game that somebody wants reviewed. What is found out is in the ladder's store, not here."""

    __tablename__ = "game_reviews"
    __table_args__ = (UniqueConstraint("match", "game"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match: Mapped[str] = mapped_column(String(120))
    game: Mapped[int]
    bots: Mapped[list[str]] = mapped_column(JSON)  # names by seat
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"))
    team_id: Mapped[int | None] = mapped_column(ForeignKey("teams.id"), index=True)
    created: Mapped[float] = mapped_column(index=True)
    state: Mapped[WorkState] = mapped_column(_words(WorkState), index=True)
    worker: Mapped[str] = mapped_column(String(80), default="")
    alive: Mapped[float] = mapped_column(default=0.0)
    tries: Mapped[int] = mapped_column(default=0)
    sentence: Mapped[str] = mapped_column(Text, default="")


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
    """An entry of the audit log: what an organiser did, and when."""

    __tablename__ = "deeds"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[float]
    who: Mapped[str] = mapped_column(String(80))
    what: Mapped[str] = mapped_column(Text)


class Worker(Base):
    """A process that plays or checks, and its last heartbeat."""

    __tablename__ = "workers"

    name: Mapped[str] = mapped_column(String(80), primary_key=True)
    kind: Mapped[WorkerKind] = mapped_column(_words(WorkerKind))
    begun: Mapped[float]
    alive: Mapped[float]
    games: Mapped[int] = mapped_column(default=0)
    sentence: Mapped[str] = mapped_column(Text, default="")


Index("submissions_by_team", Submission.team_id, Submission.created)
