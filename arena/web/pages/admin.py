"""The admin page with its buttons, the health page and the metrics page."""

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from arena.web import disqualification, organise
from arena.web.backup import write_download
from arena.web.pages.site import (
    Anyone,
    Form,
    Here,
    Organiser,
    Site,
    ask_first,
    confirmed,
    input_moment,
    slow_down,
)
from arena.web.people import Person
from arena.web.refusals import NotFound
from arena.web.reviews import ask_for_all
from arena.web.work.health import health_of

MOST_ANNOUNCEMENTS = 20
DANGEROUS = {
    "disqualify": "Disqualify the team",
    "reinstate": "Reinstate the team",
    "rerun": "Play the match again",
}

router = APIRouter(include_in_schema=False)


@router.get("/admin")
def admin_page(request: Request, site: Here, person: Organiser) -> Response:
    """Everything that an organiser wants to know."""
    return site.page(request, "admin.html", person, **_overview(site), codes=[])


@router.get("/admin/download")
def download_page(site: Here, person: Organiser) -> Response:
    """Everything to work with, without secrets, as one file."""
    slow_down(site.costly, str(person.id))
    folder = Path(tempfile.mkdtemp(prefix="arena-download-"))
    try:
        write_download(site.context, folder / "event.tar.gz")
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    name = f"{site.event.path.stem}.tar.gz"
    return FileResponse(
        folder / "event.tar.gz",
        media_type="application/gzip",
        filename=name,
        background=BackgroundTask(shutil.rmtree, folder, ignore_errors=True),
    )


@router.post("/admin/{button}")
def act(request: Request, site: Here, person: Organiser, fields: Form, button: str) -> Response:
    """One of the buttons; what cannot simply be undone is done when it was confirmed."""
    context, who = site.context, person.name
    if button in DANGEROUS and not confirmed(fields):
        question, sentences = _consequences(site, button, fields)
        return ask_first(request, site, person, question, sentences, DANGEROUS[button], fields)
    codes: list[str] = []
    match button:
        case "pause" | "resume":
            organise.pause(context, who, button == "pause")
        case "freeze" | "unfreeze":
            organise.freeze(context, who, button == "freeze")
        case "announce":
            organise.announce(context, who, fields.get("text", ""))
        case "edit":
            organise.edit_announcement(context, who, whole(fields.get("id", "")), fields.get("text", ""))
        case "withdraw":
            organise.withdraw_announcement(context, who, whole(fields.get("id", "")))
        case "dates":
            organise.change_dates(context, who, _changed_dates(site, fields))
        case "disqualify":
            disqualification.disqualify(context, who, fields.get("team", ""), fields.get("reason", ""))
        case "reinstate":
            disqualification.reinstate(context, who, fields.get("team", ""))
        case "rerun":
            organise.rerun(context, who, fields.get("match", "").strip(), fields.get("reason", ""))
        case "review-finals":
            _review_finals(site, person)
        case "codes":
            codes = organise.new_codes(context, who, 5)
        case _:
            raise NotFound("There is no such button.")
    site.forget_brief()
    if codes:
        return site.page(request, "admin.html", person, **_overview(site), codes=codes)
    return RedirectResponse("/admin", 303)


def _review_finals(site: Site, organiser: Person) -> None:
    final = site.standings.final
    if final is None:
        raise NotFound("This event has no finals.")
    ask_for_all(site.context, site.games, final.snapshot.games, organiser)


def _consequences(site: Site, button: str, fields: Mapping[str, str]) -> tuple[str, Sequence[str]]:
    """What a button asks, and what it would do."""
    team, reason = fields.get("team", ""), fields.get("reason", "")
    if button == "rerun":
        match = fields.get("match", "").strip()
        return f"Play match {match} again?", organise.before_rerunning(site.context, match, reason)
    if button == "reinstate":
        found = disqualification.before_reinstating(site.context, team)
        return f"Reinstate {found.team}?", found.sentences
    found = disqualification.before_disqualifying(site.context, team, reason)
    return f"Disqualify {found.team}?", found.sentences


@router.get("/health")
def health(request: Request, site: Here, person: Anyone) -> Response:
    """Whether all is well: 200 if it is, 503 if not."""
    found = health_of(site.context, site.standings)
    status = 200 if found["ok"] else 503
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse(found, status)
    return site.page(request, "health.html", person, status, health=found)


@router.get("/metrics")
def metrics(site: Here) -> PlainTextResponse:
    """For Prometheus."""
    return PlainTextResponse(site.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _overview(site: Site) -> dict[str, Any]:
    return {
        "overview": organise.overview(site.context),
        "announcements": organise.announcements(site.context, MOST_ANNOUNCEMENTS),
        "health": health_of(site.context, site.standings),
    }


def _changed_dates(site: Site, fields: Mapping[str, str]) -> dict[str, str]:
    """The dates that are not those that the form came with: it shows no seconds, and a date may have some."""
    shown = {name: input_moment(getattr(site.context.now().dates, name)) for name in organise.DATES}
    return {name: fields[name] for name in shown if name in fields and fields[name] != shown[name]}


def whole(text: str) -> int:
    """A number that a form brings back; 0, which nothing has, if it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else 0
