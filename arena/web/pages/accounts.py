"""The pages of sign-up, login, tokens, teams, bots and submissions."""

import time
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, HTTPException, Request
from sqlalchemy import delete, select
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import HTMLResponse, RedirectResponse, Response

from arena.web.models import MOST_ID, Member, Submission, Team, Token
from arena.web.pages.site import (
    COOKIE,
    Anyone,
    Form,
    Here,
    Participant,
    Site,
    Someone,
    at_door,
    check_csrf,
    refuse_foreign,
)
from arena.web.people import VISIT_S, Person, RequestRefused, invite, log_in, log_out, new_token, sign_up
from arena.web.uploads import keep

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
        with site.context.database.session() as session:
            _, token = sign_up(session, site.event, fields.get("code", ""), name, team)
            session.flush()
            cookie, person = log_in(session, token)
    except RequestRefused as refusal:
        return site.page(request, "signup.html", None, 422, fields=fields, wrong=str(refusal))
    answer = site.page(request, "token.html", person, token=token, first=True)
    return _with_cookie(request, answer, cookie)


@router.get("/login")
def login_page(request: Request, site: Here, person: Anyone, next: str = "/") -> Response:
    """The form for those who have been here before."""
    return site.page(request, "login.html", person, wrong="", next=_inner(next))


@router.post("/login", dependencies=[Depends(at_door)])
def login(request: Request, site: Here, fields: Form) -> Response:
    """Begin a session."""
    target = _inner(fields.get("next", "/"))
    try:
        with site.context.database.session() as session:
            cookie, _ = log_in(session, fields.get("token", ""))
    except RequestRefused as refusal:
        return site.page(request, "login.html", None, 422, wrong=str(refusal), next=target)
    return _with_cookie(request, RedirectResponse(target, 303), cookie)


@router.post("/logout")
def logout(request: Request, site: Here, fields: Form) -> Response:
    """End the session."""
    del fields
    with site.context.database.session() as session:
        log_out(session, request.cookies.get(COOKIE, ""))
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(COOKIE)
    return answer


@router.get("/me")
def me(request: Request, site: Here, person: Someone) -> Response:
    """One's tokens, team, bots and submissions."""
    return site.page(request, "me.html", person, **_mine(site, person), code="")


@router.post("/me/tokens")
def make_token(request: Request, site: Here, person: Someone, fields: Form) -> Response:
    """A further token, shown once."""
    try:
        with site.context.database.session() as session:
            token = new_token(session, person.id, fields.get("label", "").strip() or "unnamed")
    except RequestRefused as refusal:
        raise HTTPException(409, str(refusal)) from None
    return site.page(request, "token.html", person, token=token, first=False)


@router.post("/me/tokens/{id}/revoke")
def revoke_token(site: Here, person: Someone, fields: Form, id: int) -> Response:
    """End a token of one's own."""
    del fields
    with site.context.database.session() as session:
        mine = (Token.id == id) & (Token.member_id == person.id)
        if not 0 < id < MOST_ID or session.scalar(select(Token.id).where(mine)) is None:
            raise HTTPException(404, "You have no such token.")
        session.execute(delete(Token).where(mine))
    return RedirectResponse("/me", 303)


@router.post("/team/invite")
def invite_member(request: Request, site: Here, person: Participant, fields: Form) -> Response:
    """A code for one more member, shown once."""
    del fields
    with site.context.database.session() as session:
        code = invite(session, team=person.team)
    return site.page(request, "me.html", person, **_mine(site, person), code=code)


@router.post("/team/consent")
def consent(site: Here, person: Participant, fields: Form) -> Response:
    """Whether others may challenge the team's bots."""
    with site.context.database.session() as session:
        session.get_one(Team, person.team_id).consents = fields.get("consents") == "yes"
    return RedirectResponse("/me", 303)


@router.post("/bots/{bot}/retire")
def retire(site: Here, person: Participant, fields: Form, bot: str) -> Response:
    """Pair a bot of one's own team no more."""
    del fields
    own = [one for one in site.snapshot.of_bot(bot) if one.active]
    if not own:
        raise HTTPException(404, "There is no such active bot.")
    if not person.owns(own[-1].owner):
        raise HTTPException(403, "It is not your team's bot.")
    site.context.ladder_folder.roster.retire(own[-1].version, time.time_ns())
    return RedirectResponse("/me", 303)


@router.post("/submissions")
async def upload(request: Request, site: Here, person: Participant) -> Response:
    """A bot from a form. It is on the disk and in the queue when this is answered."""
    refuse_foreign(request)
    async with request.form(max_files=1, max_fields=4) as form:
        given = form.get("csrf")
        check_csrf(request, given if isinstance(given, str) else "")
        file = form.get("bot")
        if not isinstance(file, UploadFile) or not file.filename:
            raise HTTPException(422, "Choose a file first.")
        content = await file.read()
        id = await run_in_threadpool(keep, site, person, file.filename, content)
    return RedirectResponse(f"/submissions/{id}", 303)


@router.get("/submissions/{id}")
def submission(request: Request, site: Here, person: Participant, id: int, part: bool = False) -> Response:
    """How far the check of an upload has come, for its team."""
    one = own_submission(site, person, id)
    with site.context.database.reading() as session:
        ahead = len(
            session.scalars(
                select(Submission.id).where(Submission.state == "waiting", Submission.id < id)
            ).all()
        )
    if part:
        return HTMLResponse(site.part("steps.html", one=one, ahead=ahead))
    return site.page(request, "submission.html", person, one=one, ahead=ahead)


def own_submission(site: Site, person: Person, id: int) -> Submission:
    """A submission of the person's team."""
    with site.context.database.reading() as session:
        one = session.get(Submission, id) if 0 < id < 2**31 else None
    if one is None or one.team_id != person.team_id:
        raise HTTPException(404, "Your team has no such submission.")
    return one


def _mine(site: Site, person: Person) -> dict[str, Any]:
    with site.context.database.reading() as session:
        tokens = list(session.scalars(select(Token).where(Token.member_id == person.id).order_by(Token.id)))
        team = None if person.team_id is None else session.get(Team, person.team_id)
        members = (
            list(session.scalars(select(Member).where(Member.team_id == person.team_id))) if team else []
        )
        own = select(Submission).where(Submission.team_id == person.team_id).order_by(Submission.id.desc())
        submissions = list(session.scalars(own.limit(20))) if team else []
    bots = [row for row in site.snapshot.rows if row.active and person.owns(row.owner)]
    return {
        "tokens": tokens,
        "team": team,
        "members": members,
        "submissions": submissions,
        "bots": bots,
    }


def _with_cookie(request: Request, answer: Response, cookie: str) -> Response:
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, cookie, max_age=int(VISIT_S), httponly=True, secure=secure, samesite="lax")
    return answer


def _inner(target: str) -> str:
    """A place on this site; anything else leads to the first page."""
    parts = urlsplit(target)
    plain = (
        target.startswith("/") and not target.startswith("//") and "\\" not in target and target.isprintable()
    )
    return target if plain and not parts.netloc and not parts.scheme else "/"
