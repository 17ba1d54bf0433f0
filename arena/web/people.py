"""Who is a visitor? Sign-up by invitation, tokens, login sessions; no passwords, secrets only as hashes."""

import hashlib
import hmac
import secrets
import time
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, func, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from arena.ladder import looks_like
from arena.web.event_file import EventFile, wrong_email, wrong_name
from arena.web.models import MOST_ID, Code, LoginSession, Member, Role, Team, Token
from arena.web.refusals import NotFound, NotNow, RequestRefused

TOKEN_PREFIX: Final = "arena_"
SESSION_S: Final = 14 * 24 * 3600.0
LONGEST_SECRET: Final = 200
MOST_TOKENS: Final = 10


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks, as far as what they may do is concerned."""

    id: int
    name: str
    role: Role
    team_id: int | None
    team: str
    disqualified: bool = False
    csrf: str = ""  # of the session; empty for who showed a token

    @property
    def is_organiser(self) -> bool:
        return self.role == Role.ORGANISER

    @property
    def is_guest(self) -> bool:
        return self.role == Role.GUEST

    def owns(self, owner: str) -> bool:
        """Whether these bots are their team's."""
        return bool(self.team) and self.team == owner


def hashed(secret: str) -> bytes:
    """What is kept of a secret. They are long and random, so a plain hash will do."""
    return hashlib.sha256(secret.encode()).digest()


def folded(name: str) -> str:
    """What two spellings of one name share. Names that look alike without being the same are refused by `looks_like`."""
    return unicodedata.normalize("NFKC", name).casefold()


def sign_up(
    session: Session, event: EventFile, code: str, name: str, team: str, email: str = ""
) -> tuple[Member, str]:
    """A new person, who founds a team or joins the one that the code leads to; and their token, to be shown once."""
    if wrong := wrong_name(name):
        raise RequestRefused(f"Your name {wrong}.")
    if wrong := wrong_email(email):
        raise RequestRefused(wrong)
    _alone(session)
    invitation = _invitation(session, event, code)
    if invitation is not None and invitation.member and folded(invitation.member) != folded(name):
        raise RequestRefused(f"This code is for {invitation.member}.")
    wanted = invitation.team if invitation is not None and invitation.team else team.strip()
    if wrong := wrong_name(wanted):
        raise RequestRefused(f"The team's name {wrong}.")
    joined = session.scalar(select(Team).where(Team.folded == folded(wanted)))
    if joined is not None and not (invitation is not None and invitation.team):
        raise RequestRefused("There is a team of this name. To join it, ask one of its members for a code.")
    if joined is None:
        _refuse_lookalike("The team's name", wanted, _taken_by_teams(session, event, wanted))
        joined = Team(name=wanted, folded=folded(wanted), created=time.time(), consents=True, disqualified="")
        session.add(joined)
    elif len(joined.members) >= event.limits.members:
        raise RequestRefused(f"The team {joined.name} is full: it has {event.limits.members} members.")
    if invitation is not None and invitation.uses_left is not None:
        invitation.uses_left -= 1
    member, token = _enter(session, name, Role.PARTICIPANT, joined)
    member.email = email or ("" if invitation is None else invitation.email)
    return member, token


def add_organiser(session: Session, name: str) -> tuple[Member, str]:
    """An organiser, and their token."""
    if wrong := wrong_name(name):
        raise RequestRefused(f"The name {wrong}.")
    _alone(session)
    return _enter(session, name, Role.ORGANISER, None)


def invite(session: Session, team: str = "", member: str = "", uses: int | None = 1, email: str = "") -> str:
    """A new code, to be shown once."""
    code = secrets.token_hex(8)
    session.add(
        Code(hash=hashed(code), team=team, member=member, uses_left=uses, created=time.time(), email=email)
    )
    return code


def new_token(session: Session, member: int, label: str) -> str:
    """A further token, to be shown once."""
    count = session.scalar(select(func.count()).select_from(Token).where(Token.member_id == member)) or 0
    if count >= MOST_TOKENS:
        raise NotNow(f"You have {MOST_TOKENS} tokens; revoke one first.")
    token = f"{TOKEN_PREFIX}{secrets.token_urlsafe(24)}"
    session.add(Token(member_id=member, hash=hashed(token), label=label[:80], created=time.time()))
    return token


def end_access(session: Session, member: int) -> None:
    """End all tokens and login sessions of a person."""
    session.execute(delete(Token).where(Token.member_id == member))
    session.execute(delete(LoginSession).where(LoginSession.member_id == member))


def tokens_of(session: Session, member: int) -> list[Token]:
    """The tokens of a person."""
    return list(session.scalars(select(Token).where(Token.member_id == member).order_by(Token.id)))


def revoke_token(session: Session, member: int, id: int) -> None:
    """End a token of a person's own."""
    mine = (Token.id == id) & (Token.member_id == member)
    if not 0 < id < MOST_ID or session.scalar(select(Token.id).where(mine)) is None:
        raise NotFound("You have no such token.")
    session.execute(delete(Token).where(mine))


def by_token(session: Session, token: str) -> Person | None:
    """Whose token it is."""
    if not token.startswith(TOKEN_PREFIX) or len(token) > LONGEST_SECRET:
        return None
    found = session.execute(
        select(Member).join(Token, Token.member_id == Member.id).where(Token.hash == hashed(token))
    ).scalar_one_or_none()
    return None if found is None else _person(found)


def log_in(session: Session, token: str) -> tuple[str, Person]:
    """Begin a login session: the secret for its cookie, and who it is."""
    person = by_token(session, token.strip())
    if person is None:
        raise RequestRefused("There is no such token.")
    used = session.scalar(select(Token).where(Token.hash == hashed(token.strip())))
    if used is not None:
        used.used = time.time()
    return _begin(session, person)


def _begin(session: Session, person: Person) -> tuple[str, Person]:
    session.execute(delete(LoginSession).where(LoginSession.expires < time.time()))
    cookie, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
    expires = time.time() + SESSION_S
    session.add(LoginSession(hash=hashed(cookie), member_id=person.id, csrf=csrf, expires=expires))
    return cookie, person


def enter_guest(session: Session) -> tuple[str, Person]:
    """Somebody without an account, for as long as their browser keeps the cookie: its secret, and who it is."""
    name = f"Guest {secrets.token_hex(4)}"
    guest = Member(name=name, folded=folded(name), role=Role.GUEST, team=None, created=time.time())
    session.add(guest)
    session.flush()
    return _begin(session, _person(guest))


def log_out(session: Session, cookie: str) -> None:
    """End a login session."""
    session.execute(delete(LoginSession).where(LoginSession.hash == hashed(cookie)))


def by_cookie(session: Session, cookie: str) -> Person | None:
    """Whose login session it is."""
    if not cookie or len(cookie) > LONGEST_SECRET:
        return None
    row = session.execute(
        select(LoginSession, Member)
        .join(Member, Member.id == LoginSession.member_id)
        .where(LoginSession.hash == hashed(cookie), LoginSession.expires > time.time())
    ).first()
    return None if row is None else _person(row[1], row[0].csrf)


def _person(member: Member, csrf: str = "") -> Person:
    team = member.team
    return Person(
        member.id,
        member.name,
        member.role,
        member.team_id,
        team.name if team is not None else "",
        bool(team is not None and team.disqualified),
        csrf,
    )


def _invitation(session: Session, event: EventFile, code: str) -> Code | None:
    """The invitation of this code; None for a code of the event file, which leads anywhere and never ends.

    Where sign-up is open, no code is as good as one of the file.
    """
    code = code.strip()
    if not code and event.open_signup:
        return None
    if any(hmac.compare_digest(hashed(code), hashed(one)) for one in event.codes):
        return None
    found = session.scalar(select(Code).where(Code.hash == hashed(code)))
    if found is None or found.uses_left == 0:
        raise RequestRefused("There is no such invitation code, or it was used.")
    return found


def _taken_by_teams(session: Session, event: EventFile, wanted: str) -> list[str]:
    """Names that a new team may not look like: those of other teams, on the organiser's list too, and of organisers."""
    listed = [one.name for one in event.teams if folded(one.name) != folded(wanted)]
    organisers = session.scalars(select(Member.name).where(Member.role == Role.ORGANISER))
    return [*session.scalars(select(Team.name)), *organisers, *listed]


def _refuse_lookalike(what: str, name: str, others: Iterable[str]) -> None:
    if other := looks_like(name, others):
        raise RequestRefused(f"{what} looks like {other}, which is taken. Choose another.")


def _alone(session: Session) -> None:
    """Let nobody else enter a name at this moment; SQLite has one writer at a time anyway."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("LOCK TABLE members IN SHARE ROW EXCLUSIVE MODE"))


def _enter(session: Session, name: str, role: Role, team: Team | None) -> tuple[Member, str]:
    members = session.execute(select(Member.name, Member.folded)).all()
    if any(key == folded(name) for _, key in members):
        raise RequestRefused(f"There is somebody called {name} already.")
    _refuse_lookalike(f"The name {name}", name, [other for other, _ in members])
    member = Member(name=name, folded=folded(name), role=role, team=team, created=time.time())
    session.add(member)
    try:
        session.flush()
    except IntegrityError:
        raise RequestRefused(f"There is somebody called {name} already.") from None
    return member, new_token(session, member.id, "first")
