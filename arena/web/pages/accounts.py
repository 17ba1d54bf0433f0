"""The pages of sign-up, login, tokens, teams, bots and submissions."""

from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import HTMLResponse, RedirectResponse, Response

from arena.match import MOST_PACKED_BYTES
from arena.units import MIB
from arena.web.accounts import add_token, begin_login, end_login, end_token, open_account
from arena.web.invitations import Invitation, link_of
from arena.web.pages.site import (
    COOKIE,
    STATUSES,
    Anyone,
    Form,
    Here,
    Participant,
    Site,
    Someone,
    address_of,
    ask_first,
    at_door,
    check_csrf,
    confirmed,
    refuse_foreign,
    with_cookie,
)
from arena.web.people import Person
from arena.web.refusals import RequestRefused
from arena.web.teams import account_of, invite_member, retirable, retire_bot, set_consent
from arena.web.uploads import keep, own_submission, waiting_before

router = APIRouter(include_in_schema=False)


@router.get("/signup")
def signup_page(request: Request, site: Here, person: Anyone, code: str = "") -> Response:
    """The form for newcomers."""
    return site.page(request, "signup.html", person, fields={"code": code}, wrong="")


@router.post("/signup", dependencies=[Depends(at_door)])
def signup(request: Request, site: Here, fields: Form) -> Response:
    """Enter a newcomer, log them in and show their token once."""
    name, team = fields.get("name", "").strip(), fields.get("team", "").strip()
    try:
        account = open_account(
            site.context, fields.get("code", ""), name, team, fields.get("email", "").strip()
        )
    except RequestRefused as refusal:
        return site.page(request, "signup.html", None, 422, fields=fields, wrong=str(refusal))
    answer = site.page(
        request,
        "token.html",
        account.person,
        token=account.token,
        whose="",
        first=True,
        url=address_of(request),
    )
    return with_cookie(request, answer, account.cookie)


@router.get("/login")
def login_page(request: Request, site: Here, person: Anyone, next: str = "/") -> Response:
    """The form for those who have been here before."""
    return site.page(request, "login.html", person, wrong="", next=_inner(next))


@router.post("/login", dependencies=[Depends(at_door)])
def login(request: Request, site: Here, fields: Form) -> Response:
    """Begin a session."""
    target = _inner(fields.get("next", "/"))
    try:
        cookie = begin_login(site.context, fields.get("token", ""))
    except RequestRefused as refusal:
        return site.page(request, "login.html", None, 422, wrong=str(refusal), next=target)
    return with_cookie(request, RedirectResponse(target, 303), cookie)


@router.post("/logout")
def logout(request: Request, site: Here, fields: Form) -> Response:
    """End the session."""
    del fields
    end_login(site.context, request.cookies.get(COOKIE, ""))
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(COOKIE)
    return answer


@router.get("/me")
def me(request: Request, site: Here, person: Someone) -> Response:
    """One's tokens, team, bots and submissions."""
    return _account_page(request, site, person)


@router.post("/me/tokens")
def make_token(request: Request, site: Here, person: Someone, fields: Form) -> Response:
    """A further token, shown once."""
    token = add_token(site.context, person, fields.get("label", "").strip() or "unnamed")
    return site.page(
        request, "token.html", person, token=token, whose="", first=False, url=address_of(request)
    )


@router.post("/me/tokens/{id}/revoke")
def revoke_token(site: Here, person: Someone, fields: Form, id: int) -> Response:
    """End a token of one's own."""
    del fields
    end_token(site.context, person, id)
    return RedirectResponse("/me", 303)


@router.post("/team/invite")
def invite(request: Request, site: Here, person: Participant, fields: Form) -> Response:
    """A code for one more member, shown once."""
    del fields
    code = invite_member(site.context, person)
    made = Invitation(code, link_of(address_of(request), code), team=person.team)
    return _account_page(request, site, person, made)


@router.post("/team/consent")
def consent(site: Here, person: Participant, fields: Form) -> Response:
    """Whether others may challenge the team's bots."""
    set_consent(site.context, person, fields.get("consents") == "yes")
    return RedirectResponse("/me", 303)


@router.post("/bots/{bot}/retire")
def retire(request: Request, site: Here, person: Participant, fields: Form, bot: str) -> Response:
    """Pair a bot of one's own team no more, once that is confirmed."""
    label = retirable(site.snapshot, person, bot).label
    if not confirmed(fields):
        said = [
            f"{label} is paired no more. Its games stay, and so does its rating, among the retired.",
            "This version cannot come back; a new one of the same bot can be submitted.",
        ]
        return ask_first(request, site, person, f"Retire {label}?", said, "Retire it", fields)
    retire_bot(site.context, site.snapshot, person, bot)
    return RedirectResponse("/me", 303)


@router.post("/submissions")
async def upload(request: Request, site: Here, person: Participant) -> Response:
    """A bot from a form. It is on the disk and in the queue when this is answered."""
    refuse_foreign(request)
    async with request.form(max_files=1, max_fields=4) as form:
        given = form.get("csrf")
        check_csrf(request, given if isinstance(given, str) else "")
        file = form.get("bot")
        chosen = file if isinstance(file, UploadFile) else None
        name, content = (chosen.filename or "", await chosen.read()) if chosen else ("", b"")
        try:
            id = await run_in_threadpool(keep, site.context, person, name, content)
        except RequestRefused as refusal:  # told where the next try is made
            return await run_in_threadpool(_account_page, request, site, person, refusal=refusal)
    return RedirectResponse(f"/submissions/{id}", 303)


@router.get("/submissions/{id}")
def submission(request: Request, site: Here, person: Participant, id: int, part: bool = False) -> Response:
    """How far the check of an upload has come, for its team."""
    one = own_submission(site.context, person, id)
    ahead = waiting_before(site.context, one)
    if part:
        return HTMLResponse(site.part("steps.html", one=one, ahead=ahead))
    return site.page(request, "submission.html", person, one=one, ahead=ahead)


def _account_page(
    request: Request,
    site: Site,
    person: Person,
    invitation: Invitation | None = None,
    refusal: RequestRefused | None = None,
) -> Response:
    """A person's own page; with what was just refused, or made to be shown once."""
    return site.page(
        request,
        "me.html",
        person,
        200 if refusal is None else STATUSES[type(refusal)],
        account=account_of(site.context, site.snapshot, person),
        invitation=invitation,
        refusal=refusal,
        archive_mib=MOST_PACKED_BYTES // MIB,
    )


def _inner(target: str) -> str:
    """An address on this site; anything else leads to the first page."""
    parts = urlsplit(target)
    plain = (
        target.startswith("/") and not target.startswith("//") and "\\" not in target and target.isprintable()
    )
    return target if plain and not parts.netloc and not parts.scheme else "/"
