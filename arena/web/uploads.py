"""How is an uploaded archive received? Size-checked while it streams, and stored whole."""

import re
import secrets
import time
from collections.abc import AsyncIterator

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.match import MOST_PACKED_BYTES
from arena.units import MIB
from arena.web.event_context import EventContext
from arena.web.models import MOST_ID, Submission, WorkState
from arena.web.people import Person
from arena.web.phase import Phase
from arena.web.refusals import LimitReached, NotFound, NotNow, NotPermitted, RequestRefused, TooLarge

DAY_S = 86_400.0
SUFFIXES = (".zip", ".tar.gz", ".tgz")
_NAME = re.compile(r"[^\w.+ -]")


async def gathered(chunks: AsyncIterator[bytes]) -> bytes:
    """All chunks; TooLarge as soon as they are too many."""
    content = bytearray()
    async for chunk in chunks:
        content += chunk
        if len(content) > MOST_PACKED_BYTES:
            raise TooLarge(f"That is larger than {MOST_PACKED_BYTES // MIB} MiB.")
    return bytes(content)


def keep(context: EventContext, person: Person, name: str, content: bytes) -> int:
    """Keep an upload and queue it; when this returns nothing can lose it. The number of its submission."""
    name = _NAME.sub("_", name.replace("\\", "/").rpartition("/")[2])[-100:]
    if not name:
        raise RequestRefused("Choose a file first.")
    suffix = next((one for one in SUFFIXES if name.endswith(one)), None)
    if suffix is None:
        raise RequestRefused("A bot comes as a .zip or a .tar.gz.")
    if not content:
        raise RequestRefused("The file is empty.")
    assert person.team_id is not None
    with context.database.reading() as session:
        _refuse_unwelcome(context, session, person)
    upload = f"{time.time_ns():020}-{secrets.token_hex(8)}{'.zip' if suffix == '.zip' else '.tar.gz'}"
    context.uploads.write(upload, content)
    with context.database.session() as session:
        _refuse_unwelcome(context, session, person)
        one = Submission(
            team_id=person.team_id,
            member_id=person.id,
            name=name,
            upload=upload,
            bytes=len(content),
            created=time.time(),
            state=WorkState.WAITING,
            steps=[],
        )
        session.add(one)
        session.flush()
        return one.id


def own_submission(context: EventContext, person: Person, id: int) -> Submission:
    """A submission of the person's team."""
    with context.database.reading() as session:
        one = session.get(Submission, id) if 0 < id < MOST_ID else None
    if one is None or one.team_id != person.team_id:
        raise NotFound("Your team has no such submission.")
    return one


def latest_submissions(context: EventContext, person: Person) -> list[Submission]:
    """The last submissions of the person's team, the latest first."""
    if person.team_id is None:
        return []
    with context.database.reading() as session:
        own = select(Submission).where(Submission.team_id == person.team_id)
        return list(session.scalars(own.order_by(Submission.id.desc()).limit(20)))


def waiting_before(context: EventContext, submission: Submission) -> int:
    """How many submissions are checked before this one."""
    with context.database.reading() as session:
        waiting = (Submission.state == WorkState.WAITING) & (Submission.id < submission.id)
        return session.scalar(select(func.count()).select_from(Submission).where(waiting)) or 0


def _refuse_unwelcome(context: EventContext, session: Session, person: Person) -> None:
    """Refuse a team that may not submit now."""
    if person.disqualified:
        raise NotPermitted("Your team is disqualified.")
    now = context.now()
    if not now.accepts_bots:
        early = now.phase == Phase.EARLY
        raise NotNow("Submissions are not open yet." if early else "Submissions are closed.")
    since = time.time() - DAY_S
    mine = (Submission.team_id == person.team_id) & (Submission.created > since)
    count = session.scalar(select(func.count()).select_from(Submission).where(mine)) or 0
    most = context.event.limits.submissions_a_day
    if count >= most:
        raise LimitReached(f"Your team has made {count} submissions in 24 hours, and may make {most}.")
