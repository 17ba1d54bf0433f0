"""The pages for newcomers: what the event is, how to start a bot, starter kits, the rules and the tutorial."""

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from arena import DISTRIBUTION
from arena.ladder import HOUSE
from arena.match import BOT_NAME, kit_names, zipped_kit
from arena.web.access import may_see_results, require_results
from arena.web.dataset import write_dataset
from arena.web.guard import address, network_of
from arena.web.pages.site import Anyone, Here, Site, address_of, slow_down
from arena.web.people import Person
from arena.web.phase import dates_of
from arena.web.prose import document, organisers_text
from arena.web.refusals import NotFound, NotNow, RequestRefused

BEST = 5
LANGUAGES = {
    "cpp": "C++",
    "go": "Go",
    "java": "Java",
    "jsonl-awk": "awk",
    "jsonl-lua": "Lua",
    "jsonl-perl": "Perl",
    "jsonl-php": "PHP",
    "jsonl-ruby": "Ruby",
    "jsonl-sh": "Shell",
    "node": "JavaScript",
    "python": "Python",
    "rust": "Rust",
}

router = APIRouter(include_in_schema=False)
Name = Annotated[str, Query(max_length=100)]


@router.get("/")
def front_page(request: Request, site: Here, person: Anyone) -> Response:
    """What the event is, when it is, and where to begin."""
    if any(key in request.query_params for key in ("sort", "show", "part")):  # where the leaderboard was
        return RedirectResponse(f"/leaderboard?{request.query_params}", 307)

    def whole() -> HTMLResponse:
        return _front_page(request, site, person)

    return site.for_a_moment(("front", site.snapshot.number), whole) if person is None else whole()


def _front_page(request: Request, site: Site, person: Person | None) -> HTMLResponse:
    event = site.event
    shown = may_see_results(event, person)
    dates = dates_of(site.now.dates)
    rows = [row for row in site.snapshot.rows if row.active and row.rated] if shown else []
    return site.page(
        request,
        "front.html",
        person,
        about=organisers_text(event.about),
        prizes=organisers_text(event.prizes),
        dates=dates,
        next=next((one for one in dates if not one.passed), None),
        best=sorted(rows, key=lambda row: -row.elo)[:BEST],
        house=HOUSE,
        featured=site.games.featured() if shown else None,
        is_over=site.is_over(),
    )


@router.get("/start")
def start_page(request: Request, site: Here, person: Anyone) -> Response:
    """How to write a bot and enter it, command by command."""
    return site.page(
        request,
        "start.html",
        person,
        kits=[(kit, LANGUAGES.get(kit, kit)) for kit in kit_names()],
        url=address_of(request),
        distribution=DISTRIBUTION,
    )


@router.get("/kits/{kit}.zip")
def kit_archive(kit: Annotated[str, Path(max_length=40)], name: Name = "mybot") -> Response:
    """A starter kit, as `arena bot new` makes it, with a name for the bot."""
    if kit not in kit_names():
        raise NotFound(f"There is no kit for that language, only for {', '.join(kit_names())}.")
    if BOT_NAME.fullmatch(name) is None:
        raise RequestRefused(
            "The name of a bot has 1 to 40 of a-z, 0-9, '.', '_' and '-', and begins and ends with a letter or digit."
        )
    disposition = f'attachment; filename="{name}-{kit}.zip"'
    return Response(
        _kit(kit, name), media_type="application/zip", headers={"Content-Disposition": disposition}
    )


@lru_cache(maxsize=64)  # names are chosen by strangers
def _kit(kit: str, name: str) -> bytes:
    return zipped_kit(kit, name)


@router.get("/dataset.tar")
def dataset(request: Request, site: Here, person: Anyone) -> Response:
    """All games as a data set, once the event is over."""
    require_results(site.event, person)
    if not site.is_over():
        raise NotNow("The games become a data set when the event is over.")
    snapshots = [cache.snapshot for cache in site.standings.caches()]
    counts = "-".join(f"{len(one.games)}-{len(one.annulled)}" for one in snapshots)
    path = site.event.folder / "dataset" / f"{counts}.tar"
    if not path.exists():
        slow_down(site.costly, network_of(address(request.scope)))
        write_dataset(site.context, path)
    return FileResponse(path, media_type="application/x-tar", filename=f"{site.event.path.stem}-games.tar")


@router.get("/game")
@router.get("/rules")
@router.get("/tutorial")
def document_page(request: Request, site: Here, person: Anyone) -> Response:
    """The game with pictures, the rules clause by clause, and the tutorial."""
    name = request.url.path.strip("/")
    return site.page(
        request, "document.html", person, heading=name.capitalize(), text=document(name, site.has_docs)
    )
