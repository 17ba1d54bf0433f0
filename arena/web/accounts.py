"""How does a person come in and prove who they are? Sign-up, login and tokens, each kept whole or not at all."""

from dataclasses import dataclass

from arena.web.event_context import EventContext
from arena.web.people import (
    Person,
    by_cookie,
    by_token,
    enter_guest,
    log_in,
    log_out,
    new_token,
    revoke_token,
    sign_up,
)


@dataclass(frozen=True, slots=True)
class NewAccount:
    """A newcomer who is logged in, with the secrets that are shown once."""

    person: Person
    token: str
    cookie: str


def open_account(context: EventContext, code: str, name: str, team: str, email: str = "") -> NewAccount:
    """Enter a newcomer and log them in."""
    with context.database.session() as session:
        _, token = sign_up(session, context.event, code, name, team, email)
        session.flush()
        cookie, person = log_in(session, token)
    return NewAccount(person, token, cookie)


def begin_login(context: EventContext, token: str) -> str:
    """Log somebody in: the secret for their cookie."""
    with context.database.session() as session:
        cookie, _ = log_in(session, token)
    return cookie


def begin_visit(context: EventContext) -> tuple[str, Person]:
    """Let somebody without an account in: the secret for their cookie, and who they are."""
    with context.database.session() as session:
        return enter_guest(session)


def end_login(context: EventContext, cookie: str) -> None:
    """Log somebody out."""
    with context.database.session() as session:
        log_out(session, cookie)


def person_with_token(context: EventContext, token: str) -> Person | None:
    """Whose token it is."""
    with context.database.reading() as session:
        return by_token(session, token)


def person_with_cookie(context: EventContext, cookie: str) -> Person | None:
    """Whose login session it is."""
    with context.database.reading() as session:
        return by_cookie(session, cookie)


def add_token(context: EventContext, person: Person, label: str) -> str:
    """A further token of a person, to be shown once."""
    with context.database.session() as session:
        return new_token(session, person.id, label)


def end_token(context: EventContext, person: Person, id: int) -> None:
    """End a token of a person's own."""
    with context.database.session() as session:
        revoke_token(session, person.id, id)
