"""How are people invited? By codes, as links and QR codes, one by one or from a list, and by e-mail if the event sends any."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

import segno
from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.ladder import looks_like
from arena.web.event_context import EventContext, note
from arena.web.event_file import wrong_email, wrong_name
from arena.web.mail import Letter, MailError, send_letters
from arena.web.models import Code, Member, Role
from arena.web.people import folded, invite
from arena.web.refusals import NotNow, RequestRefused

MOST_PEOPLE: Final = 1000
LONGEST_SUBJECT: Final = 150
LONGEST_LETTER: Final = 10_000


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """Somebody on an organiser's list; without a team they found one."""

    name: str
    team: str = ""
    email: str = ""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A code for somebody, to be shown once."""

    code: str
    link: str
    name: str = ""
    team: str = ""
    email: str = ""

    @property
    def image(self) -> str:
        """The link as a QR code: the address of an image, with the image in it."""
        return qr_image(self.link)


def link_of(url: str, code: str) -> str:
    """Where an invitation leads."""
    return f"{url}/signup?code={quote(code)}"


def qr_image(text: str) -> str:
    """A text as a QR code, dark on light in either colour scheme: a camera needs it so."""
    return str(segno.make(text, error="m", micro=False).svg_data_uri(scale=5, border=4, light="#fff"))


def qr_lines(text: str) -> str:
    """A text as a QR code for a terminal."""
    lines = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(lines, compact=True)
    return lines.getvalue()


def people_of_csv(text: str) -> list[ListedPerson]:
    """The people of a CSV file with the columns name, team and email, of which the last two may be missing."""
    try:
        dialect = csv.Sniffer().sniff(text.partition("\n")[0], ",;\t")
    except csv.Error:  # a single column has no delimiter
        dialect = csv.excel
    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), dialect=dialect, restkey="")
    columns = [(one or "").strip().lower() for one in rows.fieldnames or ()]
    if "name" not in columns:
        raise RequestRefused("The first line must name the columns: name, and if you like team and email.")
    if unknown := [one for one in columns if one not in ("name", "team", "email")]:
        raise RequestRefused(f"There is no column {unknown[0]!r}, only name, team and email.")
    rows.fieldnames = columns
    people: list[ListedPerson] = []
    try:
        for row in rows:
            if "" in row:
                raise RequestRefused(f"Line {rows.line_num} has more fields than the first line has columns.")
            fields = {key: (value or "").strip() for key, value in row.items()}
            if any(fields.values()):
                people.append(_checked(ListedPerson(**fields), people, rows.line_num))
    except csv.Error as error:
        raise RequestRefused(f"Line {rows.line_num} cannot be read: {error}.") from None
    if not people or len(people) > MOST_PEOPLE:
        raise RequestRefused(f"A list has 1 to {MOST_PEOPLE} people, not {len(people)}.")
    return people


def _checked(person: ListedPerson, others: Sequence[ListedPerson], line: int) -> ListedPerson:
    wrong = wrong_name(person.name)
    if wrong is None and person.team:
        wrong = wrong_name(person.team)
    if wrong is not None:
        raise RequestRefused(f"Line {line}: a name {wrong}.")
    if other := looks_like(person.name, [one.name for one in others]):
        raise RequestRefused(f"Line {line}: {person.name} looks like {other}, who is on the list already.")
    if wrong := wrong_email(person.email):
        raise RequestRefused(f"Line {line}: {wrong}")
    return person


def invite_people(
    context: EventContext, who: str, people: Iterable[ListedPerson], url: str
) -> list[Invitation]:
    """A fresh code for everybody who has not signed up, which replaces the one before."""
    found = []
    with context.database.session() as session:
        for one in people:
            if session.scalar(select(Member.id).where(Member.folded == folded(one.name))) is None:
                code = _fresh_code(session, one)
                found.append(Invitation(code, link_of(url, code), one.name, one.team, one.email))
        note(session, who, f"invited {len(found)} people by name")
    return found


def _fresh_code(session: Session, person: ListedPerson) -> str:
    for old in session.scalars(select(Code).where(Code.member == person.name)):
        session.delete(old)
    return invite(session, person.team, person.name, email=person.email)


def listed_people(context: EventContext) -> list[ListedPerson]:
    """Everybody on the list of the event file."""
    return [ListedPerson(name, team.name) for team in context.event.teams for name in team.members]


def send_invitations(context: EventContext, invitations: Sequence[Invitation]) -> list[str]:
    """Send invitations to those who have an address; the addresses that were refused."""
    title = context.event.title
    letters = [
        Letter(
            one.email,
            f"Your invitation to {title}",
            f"Hello {one.name},\n\nyou are invited to {title}"
            + (f", as a member of the team {one.team}" if one.team else "")
            + f".\n\nSign up here; the link works once:\n{one.link}\n\n{_about(context, one.link)}",
        )
        for one in invitations
        if one.email
    ]
    return _send(context, letters)


def write_to_everybody(context: EventContext, who: str, subject: str, text: str) -> tuple[int, list[str]]:
    """Send news to all participants who gave an address: how many got it, and the addresses that were refused."""
    subject, text = subject.strip(), text.strip()
    if not 0 < len(subject) <= LONGEST_SUBJECT or not 0 < len(text) <= LONGEST_LETTER:
        raise RequestRefused(
            f"A letter has a subject of 1 to {LONGEST_SUBJECT} and a text of 1 to {LONGEST_LETTER} characters."
        )
    with context.database.reading() as session:
        members = select(Member).where(Member.email != "", Member.role == Role.PARTICIPANT)
        addresses = [one.email for one in session.scalars(members.order_by(Member.id))]
    foot = (
        f"-- \n{context.event.title}. To get no more letters, remove your address on your page of the event."
    )
    refused = _send(
        context, [Letter(one, subject, f"{text}\n\n{foot}\n") for one in dict.fromkeys(addresses)]
    )
    with context.database.session() as session:
        note(session, who, f"wrote to {len(set(addresses)) - len(refused)} people: {subject}")
    return len(set(addresses)) - len(refused), refused


def _about(context: EventContext, link: str) -> str:
    return f"What it is: {link.partition('/signup')[0]}/\n\n-- \n{context.event.title}\n"


def _send(context: EventContext, letters: Sequence[Letter]) -> list[str]:
    if context.event.mail is None:
        raise NotNow("The event file has no table [mail], so no e-mail can be sent.")
    if not letters:
        raise NotNow("Nobody has given an e-mail address.")
    try:
        return send_letters(context.event.mail, letters)
    except MailError as error:
        raise NotNow(str(error)) from None
