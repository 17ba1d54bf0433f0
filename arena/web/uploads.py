"""How is an uploaded archive received? Size-checked while it streams, and stored whole."""

import re
import secrets
import time
from collections.abc import AsyncIterator

from fastapi import HTTPException
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.ladder import MIB, MOST_PACKED_BYTES
from arena.web.models import Submission
from arena.web.pages.site import Site
from arena.web.people import Person
from arena.web.phase import Phase

DAY_S = 86_400.0
SUFFIXES = (".zip", ".tar.gz", ".tgz")
_NAME = re.compile(r"[^\w.+ -]")


async def gathered(chunks: AsyncIterator[bytes]) -> bytes:
    """All chunks; HTTPException as soon as they are too many."""
    content = bytearray()
    async for chunk in chunks:
        content += chunk
        if len(content) > MOST_PACKED_BYTES:
            raise HTTPException(413, f"That is larger than {MOST_PACKED_BYTES // MIB} MiB.")
    return bytes(content)


def refuse_unwelcome(site: Site, session: Session, person: Person) -> None:
    """Whether this team may submit now."""
    if person.disqualified:
        raise HTTPException(403, "Your team is disqualified.")
    now = site.context.now()
    if not now.accepts_bots:
        early = now.phase == Phase.EARLY
        raise HTTPException(409, "Submissions are not open yet." if early else "Submissions are closed.")
    since = time.time() - DAY_S
    mine = (Submission.team_id == person.team_id) & (Submission.created > since)
    count = session.scalar(select(func.count()).select_from(Submission).where(mine)) or 0
    most = site.event.limits.submissions_a_day
    if count >= most:
        raise HTTPException(429, f"Your team has made {count} submissions in 24 hours, and may make {most}.")


def keep(site: Site, person: Person, name: str, content: bytes) -> int:
    """Keep an upload and queue it; when this returns nothing can lose it."""
    name = _NAME.sub("_", name.replace("\\", "/").rpartition("/")[2])[-100:]
    suffix = next((one for one in SUFFIXES if name.endswith(one)), None)
    if suffix is None:
        raise HTTPException(422, "A bot comes as a .zip or a .tar.gz.")
    if not content:
        raise HTTPException(422, "The file is empty.")
    assert person.team_id is not None
    with site.context.database.reading() as session:
        refuse_unwelcome(site, session, person)
    upload = f"{time.time_ns():020}-{secrets.token_hex(8)}{'.zip' if suffix == '.zip' else '.tar.gz'}"
    site.context.uploads.write(upload, content)
    with site.context.database.session() as session:
        refuse_unwelcome(site, session, person)
        one = Submission(
            team_id=person.team_id,
            member_id=person.id,
            name=name,
            upload=upload,
            bytes=len(content),
            created=time.time(),
            state="waiting",
            steps=[],
        )
        session.add(one)
        session.flush()
        return one.id
