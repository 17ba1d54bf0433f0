"""How is an upload checked? Step by step in sight of its author, then entered or refused."""

import dataclasses
import logging
import tempfile
import time
from pathlib import Path

from arena.ladder import NotTaken, Version, clean_copy, submit_bot
from arena.match import BadArchive, Bot, CheckStep, ManifestError
from arena.referee import HostFailure
from arena.sandbox import SandboxError
from arena.store import StoreError
from arena.web.event_context import EventContext
from arena.web.models import Submission, WorkState
from arena.web.work.work_queue import claim


def check_next(context: EventContext, worker: str) -> bool:
    """Check one submission, if one waits; whether there was one."""
    with context.database.session() as session:
        id = claim(session, Submission, worker)
        one = None if id is None else session.get(Submission, id)
        team = "" if one is None else one.team.name
    if one is None:
        return False
    with tempfile.TemporaryDirectory(prefix="arena-upload-") as work:
        suffix = ".zip" if one.upload.endswith(".zip") else ".tar.gz"
        archive = Path(work) / f"upload{suffix}"
        try:
            archive.write_bytes(context.uploads.read(one.upload))
            _check(context, one, archive, team)
        except Exception as error:  # whatever a submission brings up, the worker lives on for the next one
            logging.getLogger(__name__).exception("The check of submission %d failed.", one.id)
            sentence = f"The check itself failed ({type(error).__name__}); the organiser has to look into it."
            _end(context, one.id, WorkState.FAILED, sentence)
    return True


def _check(context: EventContext, one: Submission, archive: Path, team: str) -> None:
    known = _entered_before(context, archive, team) if one.tries > 1 else None
    if known is not None:  # the worker before us was killed after it had entered the bot
        _end(context, one.id, WorkState.TAKEN, f"{known.label} is on the ladder.", known)
        return
    steps: list[CheckStep] = []

    def report(step: CheckStep) -> None:
        steps.append(step)
        _show(context, one.id, steps)

    _show(context, one.id, [])
    try:
        if wrong := _too_many(context, archive, team):
            _end(context, one.id, WorkState.REFUSED, wrong)
            return
        version = submit_bot(archive, context.event.ladder, context.ladder_folder, team, report)
    except (BadArchive, NotTaken) as error:
        _end(
            context,
            one.id,
            WorkState.REFUSED,
            str(error).replace("upload.tar.gz", one.name).replace("upload.zip", one.name),
        )
    except (HostFailure, SandboxError, StoreError, OSError) as error:
        _end(context, one.id, WorkState.FAILED, f"The host failed, and the bot is not to blame: {error}")
    else:
        if version is None:
            _end(context, one.id, WorkState.REFUSED, "It failed the check: nothing was entered.")
        else:
            _end(context, one.id, WorkState.TAKEN, f"{version.label} is on the ladder.", version)


def _entered_before(context: EventContext, archive: Path, team: str) -> Version | None:
    bot = _looked_into(archive)
    found = None if bot is None else context.version(bot[1])
    return found if found is not None and found.owner == team else None


def _too_many(context: EventContext, archive: Path, team: str) -> str | None:
    """A new bot of a team that has as many as it may; a new version of an old one is always fine."""
    own = {one.bot for one in context.ladder_folder.roster.versions() if one.owner == team and one.active}
    most = context.event.limits.bots
    bot = _looked_into(archive) if len(own) >= most else None
    if bot is None or bot[0] in own:
        return None
    return (
        f"Your team has {most} bots, which is as many as it may: {', '.join(sorted(own))}. Retire one first."
    )


def _looked_into(archive: Path) -> tuple[str, str] | None:
    """Name and content hash of the bot in an archive; None if there is none, which the check will say better."""
    try:
        with clean_copy(archive) as folder:
            bot = Bot.load(folder)
    except (BadArchive, ManifestError):
        return None
    return bot.name, bot.version


def _show(context: EventContext, id: int, steps: list[CheckStep]) -> None:
    with context.database.session() as session:
        found = session.get_one(Submission, id)
        found.steps = [dataclasses.asdict(step) for step in steps]


def _end(
    context: EventContext, id: int, state: WorkState, sentence: str, version: Version | None = None
) -> None:
    with context.database.session() as session:
        found = session.get_one(Submission, id)
        found.state, found.sentence, found.ended = state, sentence, time.time()
        if version is not None:
            found.bot, found.version = version.bot, version.version
