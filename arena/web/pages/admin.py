"""The admin page with its buttons, the health page and the metrics page."""

import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from sqlalchemy import func, select
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from arena.web import organise
from arena.web.backup import write_download
from arena.web.models import AuditEntry, Member, Submission, Team, Worker
from arena.web.pages.metrics import games_a_minute, queue_lengths
from arena.web.pages.site import Anyone, Form, Here, Organiser, Site, slow_down
from arena.web.people import RequestRefused
from arena.web.work.work_queue import SILENT_S

router = APIRouter(include_in_schema=False)
FORGOTTEN_S = 3600.0


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


@router.post("/admin/{deed}")
def act(request: Request, site: Here, person: Organiser, fields: Form, deed: str) -> Response:
    """One of the buttons."""
    context, who = site.context, person.name
    codes: list[str] = []
    try:
        match deed:
            case "pause" | "resume":
                organise.pause(context, who, deed == "pause")
            case "freeze" | "unfreeze":
                organise.freeze(context, who, deed == "freeze")
            case "announce":
                organise.announce(context, who, fields.get("text", ""))
            case "disqualify":
                organise.disqualify(context, who, fields.get("team", ""), fields.get("reason", ""))
            case "reinstate":
                organise.reinstate(context, who, fields.get("team", ""))
            case "rerun":
                organise.rerun(context, who, fields.get("match", "").strip(), fields.get("reason", ""))
            case "codes":
                codes = organise.new_codes(context, who, 5)
            case _:
                raise HTTPException(404, "There is no such button.")
    except RequestRefused as refusal:
        raise HTTPException(422, str(refusal)) from None
    site.forget_brief()
    if codes:
        return site.page(request, "admin.html", person, **_overview(site), codes=codes)
    return RedirectResponse("/admin", 303)


@router.get("/health")
def health(request: Request, site: Here, person: Anyone) -> Response:
    """Whether all is well: 200 if it is, 503 if not."""
    found = health_of(site)
    status = 200 if found["ok"] else 503
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse(found, status)
    return site.page(request, "health.html", person, status, health=found)


@router.get("/metrics")
def metrics(site: Here) -> PlainTextResponse:
    """For Prometheus."""
    return PlainTextResponse(site.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def health_of(site: Site) -> dict[str, object]:
    """Queues, workers and how quickly games are played."""
    now_s = time.time()
    with site.context.database.reading() as session:
        recent = select(Worker).where(Worker.alive > now_s - FORGOTTEN_S).order_by(Worker.kind, Worker.begun)
        workers = [
            {
                "name": one.name,
                "kind": one.kind,
                "up": one.alive > now_s - SILENT_S,
                "silent_s": round(now_s - one.alive, 1),
                "games": one.games,
                "sentence": one.sentence,
            }
            for one in session.scalars(recent)
        ]
    kinds = {str(one["kind"]) for one in workers}
    up = {str(one["kind"]) for one in workers if one["up"] and not one["sentence"]}
    problems = [f"no worker for {kind} is at work" for kind in sorted(kinds - up)]
    problems += [board.sentence for board in site.boards() if board.sentence]
    return {
        "ok": not problems,
        "problems": problems,
        "phase": str(site.now.phase),
        "paused": site.now.paused,
        "games": len(site.snapshot.games),
        "games_a_minute": round(games_a_minute(site.ladder), 1),
        "queues": {f"{kind} {state}": count for (kind, state), count in queue_lengths(site.context).items()},
        "workers": [one for one in workers if one["up"] or one["kind"] not in up],
    }


def _overview(site: Site) -> dict[str, Any]:
    with site.context.database.reading() as session:
        teams = list(session.scalars(select(Team).order_by(Team.name)))
        members = dict(session.execute(select(Member.team_id, func.count()).group_by(Member.team_id)).all())
        latest = select(Submission).order_by(Submission.id.desc()).limit(15)
        submissions = [(one, one.team.name) for one in session.scalars(latest)]
        deeds = list(session.scalars(select(AuditEntry).order_by(AuditEntry.id.desc()).limit(20)))
    return {
        "teams": teams,
        "members": members,
        "submissions": submissions,
        "deeds": deeds,
        "health": health_of(site),
    }
