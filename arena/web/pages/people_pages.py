"""The pages about people: the members of a team for its captain, and everybody for organisers, with invitations and letters."""

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from arena.web import organise
from arena.web.invitations import (
    Invitation,
    invite_people,
    link_of,
    people_of_csv,
    send_invitations,
    write_to_everybody,
)
from arena.web.membership import everybody, move_member, remove_member, replace_token, set_email
from arena.web.pages.site import (
    STATUSES,
    Form,
    Here,
    Organiser,
    Participant,
    Site,
    Someone,
    address_of,
    slow_down,
)
from arena.web.people import Person
from arena.web.refusals import NotFound, RequestRefused

MOST_CODES = 100

router = APIRouter(include_in_schema=False)


@router.post("/me/email")
def keep_email(site: Here, person: Someone, fields: Form) -> Response:
    """Where one gets news of the event."""
    set_email(site.context, person, fields.get("email", ""))
    return RedirectResponse("/me", 303)


@router.post("/team/members/{id}/token")
def replace_as_captain(request: Request, site: Here, person: Participant, fields: Form, id: int) -> Response:
    """A new token for a member of one's team who lost theirs."""
    del fields
    return _token_page(request, site, person, id)


@router.post("/team/members/{id}/remove")
def remove_as_captain(site: Here, person: Participant, fields: Form, id: int) -> Response:
    """Take a member out of one's team."""
    del fields
    remove_member(site.context, person, id)
    return RedirectResponse("/me", 303)


@router.get("/admin/people")
def people_page(request: Request, site: Here, person: Organiser) -> Response:
    """Everybody, and how they are invited and reached."""
    return _people_page(request, site, person)


@router.post("/admin/people/invite")
def invite_codes(request: Request, site: Here, person: Organiser, fields: Form) -> Response:
    """Codes for whoever gets them."""
    count = fields.get("count", "1")
    if not count.isascii() or not count.isdecimal() or not 1 <= int(count[:6]) <= MOST_CODES:
        refusal = RequestRefused(f"Make 1 to {MOST_CODES} codes at once.")
        return _people_page(request, site, person, refusal=refusal)
    codes = organise.new_codes(site.context, person.name, int(count))
    made = [Invitation(one, link_of(address_of(request), one)) for one in codes]
    return _people_page(request, site, person, invitations=made)


@router.post("/admin/people/import")
def import_list(request: Request, site: Here, person: Organiser, fields: Form) -> Response:
    """Codes for the people of a list, sent to them if that is wanted."""
    by_mail = fields.get("mail") == "yes"
    try:
        people = people_of_csv(fields.get("people", ""))
        made = invite_people(site.context, person.name, people, address_of(request))
    except RequestRefused as refusal:
        return _people_page(request, site, person, refusal=refusal, people=fields.get("people", ""))
    if not by_mail:
        return _people_page(
            request, site, person, invitations=made, said="" if made else "All have signed up."
        )
    slow_down(site.costly, str(person.id))
    try:
        refused = send_invitations(site.context, made)
    except RequestRefused as refusal:
        return _people_page(request, site, person, refusal=refusal, invitations=made)
    sent = sum(bool(one.email) for one in made) - len(refused)
    return _people_page(request, site, person, invitations=made, said=_sent(sent, refused))


@router.post("/admin/people/mail")
def write_letter(request: Request, site: Here, person: Organiser, fields: Form) -> Response:
    """A letter to everybody who gave an address."""
    slow_down(site.costly, str(person.id))
    try:
        sent, refused = write_to_everybody(
            site.context, person.name, fields.get("subject", ""), fields.get("text", "")
        )
    except RequestRefused as refusal:
        return _people_page(request, site, person, refusal=refusal, letter=fields)
    return _people_page(request, site, person, said=_sent(sent, refused))


@router.post("/admin/people/{id}/{button}")
def act(request: Request, site: Here, person: Organiser, fields: Form, id: int, button: str) -> Response:
    """One of the buttons beside a person."""
    match button:
        case "token":
            return _token_page(request, site, person, id)
        case "remove":
            remove_member(site.context, person, id)
        case "team":
            move_member(site.context, person, id, fields.get("team", ""))
        case _:
            raise NotFound("There is no such button.")
    return RedirectResponse("/admin/people", 303)


def _token_page(request: Request, site: Site, person: Person, member: int) -> Response:
    name, token = replace_token(site.context, person, member)
    return site.page(
        request, "token.html", person, token=token, whose=name, first=False, url=address_of(request)
    )


def _people_page(
    request: Request, site: Site, person: Person, refusal: RequestRefused | None = None, **values: Any
) -> Response:
    shared = [Invitation(code, link_of(address_of(request), code)) for code in site.event.codes]
    shown: dict[str, Any] = {"invitations": [], "said": "", "people": "", "letter": {}, **values}
    return site.page(
        request,
        "people.html",
        person,
        200 if refusal is None else STATUSES[type(refusal)],
        members=everybody(site.context),
        teams=organise.overview(site.context).teams,
        shared=shared,
        refusal=refusal,
        **shown,
    )


def _sent(count: int, refused: list[str]) -> str:
    told = f"Sent to {count} {'person' if count == 1 else 'people'}."
    return f"{told} Refused by the mail server: {', '.join(refused)}." if refused else told
