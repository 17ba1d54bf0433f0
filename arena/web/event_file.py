"""The event file: dates, visibility, limits, invitations, ladder and finals, checked key by key."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from arena.ladder import HOUSE, Keys, LadderError, LadderFile, load_toml, looks_like, mixes_scripts
from arena.untrusted import shown
from arena.web.models import WorkerKind

LONGEST_NAME: Final = 40
LONGEST_EMAIL: Final = 254
EMAIL: Final = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*", re.ASCII)
SHORTEST_CODE: Final = 8
WEB: Final = re.compile(r"https?://[\w.:\[\]-]+(/[\w./-]*)?")
DATABASE: Final = re.compile(r"(sqlite|postgresql\+psycopg)://.+")


class Visibility(StrEnum):
    """Who sees the results, besides organisers."""

    HIDDEN = "hidden"
    PARTICIPANTS = "participants"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class TeamLimits:
    """What one team may do."""

    members: int
    bots: int
    submissions_a_day: int
    challenges_a_day: int


@dataclass(frozen=True, slots=True)
class ReviewTerms:
    """How games are reviewed."""

    iterations: int  # of each decision
    a_day: int  # that one team may ask for; 0: only organisers


class MailSecurity(StrEnum):
    """How the connection to a mail server is protected."""

    STARTTLS = "starttls"
    TLS = "tls"
    NONE = "none"  # for a server on this host


@dataclass(frozen=True, slots=True)
class MailTerms:
    """By which server e-mail is sent, and in whose name."""

    host: str
    port: int
    security: MailSecurity
    sender: str
    user: str
    password_file: Path | None


@dataclass(frozen=True, slots=True)
class ListedTeam:
    """A team that the organiser put on the list; each of its members gets a code of their own."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EventFile:
    """An event as its organiser wants it."""

    path: Path
    title: str
    tagline: str  # one line below the title on the first page; the next two are Markdown
    about: str  # what the event is
    prizes: str  # what can be won or learnt
    licence: str  # of the games, for who takes them from here
    url: str  # where people find the event, for links in invitations and e-mail; empty: as they asked for it
    folder: Path  # database, logs, backups: what belongs to this host
    database: str  # URL
    opens: datetime | None
    freeze: datetime | None
    final_at: datetime | None
    visibility: Visibility
    codes: tuple[str, ...]
    open_signup: bool  # whether a team can be founded without a code
    teams: tuple[ListedTeam, ...]
    limits: TeamLimits
    reviews: ReviewTerms
    mail: MailTerms | None
    requests_a_second: int  # of one address, as are the next two
    connections_an_address: int
    streams_an_address: int
    guests: int  # tables of people without an account at once; 0: an account is needed to play
    workers: Mapping[WorkerKind, int]  # that are expected to be at work, on all hosts together
    ladder: LadderFile
    final: LadderFile | None
    finalists: int

    @staticmethod
    def load(path: Path) -> "EventFile":
        """Read and check an event file."""
        return load_toml(path, _from_table)


def wrong_name(name: str) -> str | None:
    """What is wrong with the name of a person or a team; None if nothing is."""
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or name != name.strip():
        return f"must be 1 to {LONGEST_NAME} printable characters, without spaces at its ends"
    if mixes_scripts(name):
        return "mixes letters of several scripts, which readers could take for others"
    if looks_like(name, (HOUSE,)):
        return f"looks like {HOUSE}, which is the organiser's"
    return None


def wrong_email(email: str) -> str | None:
    """What is wrong with an e-mail address; None if nothing is, or if there is none."""
    if email and (len(email) > LONGEST_EMAIL or EMAIL.fullmatch(email) is None):
        return f"{email[:80]} is not an e-mail address."
    return None


def _from_table(table: Mapping[str, Any], path: Path) -> EventFile:
    keys = Keys(table)
    if keys.has("rules") and not keys.has("ladder"):
        raise LadderError("is the file of a ladder, not of an event; `arena ladder run` plays it")
    folder = (path.parent / keys.text("folder")).absolute()
    opens, freeze, final_at = (keys.moment(key) for key in ("opens", "freeze", "final"))
    _refuse_disorder(opens, freeze, final_at)
    ladder = _ladder(keys.table("ladder"), "ladder", path, {"name": path.stem, "store": f"{folder}/ladder"})
    finals = keys.table("finals")
    best, final = _final(finals, table, path, folder) if keys.has("finals") else (0, None)
    event = EventFile(
        path=path.absolute(),
        title=keys.text("title"),
        tagline=keys.text("tagline", ""),
        about=keys.prose("about"),
        prizes=keys.prose("prizes"),
        licence=keys.text("licence", ""),
        url=_url(keys.text("url", "")),
        folder=folder,
        database=_database(keys.text("database", ""), folder),
        opens=opens,
        freeze=freeze,
        final_at=final_at,
        visibility=Visibility(keys.choice("visibility", tuple(Visibility), Visibility.PUBLIC)),
        codes=_codes(keys.texts("codes")),
        open_signup=keys.flag("open_signup", False),
        teams=tuple(_team(one, f"teams[{number}].") for number, one in enumerate(keys.tables("teams"))),
        limits=_limits(keys.table("limits")),
        reviews=_reviews(keys.table("reviews")),
        mail=_mail(keys.table("mail"), path) if keys.has("mail") else None,
        requests_a_second=keys.whole("requests_a_second", 1, 100_000, 300),
        connections_an_address=keys.whole("connections_an_address", 1, 100_000, 500),
        streams_an_address=keys.whole("streams_an_address", 1, 100_000, 200),
        guests=keys.whole("guests", 0, 1000, 0),
        workers=_workers(keys.table("workers")),
        ladder=ladder,
        final=final,
        finalists=best,
    )
    keys.done()
    if final is not None and final_at is None:
        raise LadderError("final: is missing, but there is a table finals")
    names = [one.name for one in event.teams]
    for number, name in enumerate(names):
        if other := looks_like(name, names[:number]):
            raise LadderError(f"teams: {name} looks like {other}; two teams cannot have one name")
    return event


def _refuse_disorder(*moments: datetime | None) -> None:
    given = [(key, one) for key, one in zip(("opens", "freeze", "final"), moments, strict=True) if one]
    for (before, first), (after, second) in pairwise(given):
        if second < first:
            raise LadderError(f"{after}: is before {before}")


def _ladder(table: object, key: str, path: Path, defaults: Mapping[str, object]) -> LadderFile:
    if not isinstance(table, Mapping):
        raise LadderError(f"{key}: must be a table, not {shown(table)}")
    try:
        return LadderFile.of({**defaults, **table}, path)
    except LadderError as error:
        raise LadderError(f"{key}.{error}") from None


def _final(finals: object, whole: Mapping[str, Any], path: Path, folder: Path) -> tuple[int, LadderFile]:
    """The finals are a ladder of their own: like the first one, but for what their table says."""
    keys = Keys(finals, "finals.")
    best = keys.whole("best", 2, 1024, 8)
    table = (
        {key: value for key, value in dict(finals).items() if key != "best"}
        if isinstance(finals, Mapping)
        else {}
    )
    like = {
        key: value for key, value in whole["ladder"].items() if key not in ("name", "store", "bots", "rating")
    }
    name = f"{whole['ladder'].get('name', path.stem)}-final"
    own = {"name": name, "store": f"{folder}/final", "format": {"kind": "knockout"}}
    return best, _ladder(table, "finals", path, {**like, **own})


def _database(url: str, folder: Path) -> str:
    if not url:
        return f"sqlite:///{folder}/event.sqlite"
    if DATABASE.fullmatch(url) is None:
        raise LadderError("database: must be a URL that begins with sqlite:// or postgresql+psycopg://")
    return url


def _url(url: str) -> str:
    if url and WEB.fullmatch(url) is None:
        raise LadderError("url: must be the address of the event, such as https://event.example")
    return url.rstrip("/")


def _codes(codes: tuple[str, ...]) -> tuple[str, ...]:
    if any(len(code) < SHORTEST_CODE or not code.isprintable() for code in codes):
        raise LadderError(f"codes: a code has at least {SHORTEST_CODE} printable characters")
    return codes


def _team(table: object, prefix: str) -> ListedTeam:
    keys = Keys(table, prefix)
    team = ListedTeam(keys.text("name"), keys.texts("members"))
    keys.done()
    if wrong := wrong_name(team.name):
        raise LadderError(f"{prefix}name: {wrong}")
    for name in team.members:
        if wrong := wrong_name(name):
            raise LadderError(f"{prefix}members: {name!r} {wrong}")
    return team


def _reviews(table: object) -> ReviewTerms:
    keys = Keys(table, "reviews.")
    terms = ReviewTerms(
        iterations=keys.whole("iterations", 100, 1_000_000, 5000),
        a_day=keys.whole("a_day", 0, 10_000, 20),
    )
    keys.done()
    return terms


def _workers(table: object) -> dict[WorkerKind, int]:
    keys = Keys(table, "workers.")
    expected = {kind: keys.whole(kind, int(kind is WorkerKind.MATCHES), 1000, 1) for kind in WorkerKind}
    keys.done()
    return expected


def _mail(table: object, path: Path) -> MailTerms:
    keys = Keys(table, "mail.")
    host, _, port = keys.text("server").rpartition(":")
    secret = keys.text("password_file", "")
    terms = MailTerms(
        host=host,
        port=int(port) if port.isdecimal() and len(port) < 6 else 0,
        security=MailSecurity(keys.choice("security", tuple(MailSecurity), MailSecurity.STARTTLS)),
        sender=keys.text("from"),
        user=keys.text("user", ""),
        password_file=(path.parent / secret).absolute() if secret else None,
    )
    keys.done()
    if not host or not 0 < terms.port < 65536:
        raise LadderError("mail.server: must be a host and a port, such as smtp.example:587")
    if wrong := wrong_email(terms.sender):
        raise LadderError(f"mail.from: {wrong}")
    if bool(terms.user) != bool(secret):
        raise LadderError("mail: user and password_file go together")
    return terms


def _limits(table: object) -> TeamLimits:
    keys = Keys(table, "limits.")
    limits = TeamLimits(
        members=keys.whole("members", 1, 1000, 5),
        bots=keys.whole("bots", 1, 1000, 3),
        submissions_a_day=keys.whole("submissions_a_day", 1, 10_000, 20),
        challenges_a_day=keys.whole("challenges_a_day", 0, 10_000, 50),
    )
    keys.done()
    return limits
