"""How does a bot enter a ladder? Unpacked safely, checked under the ladder's own terms, and kept."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.ladder.file import LadderFile
from arena.ladder.keys import LadderError
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.lookalikes import looks_like, mixes_scripts
from arena.ladder.pairing import HOUSE
from arena.ladder.roster import NotTaken, Version
from arena.match import (
    BadArchive,
    Bot,
    CheckPlan,
    CheckStep,
    KitError,
    ManifestError,
    RecordingSandbox,
    assemble,
    check_bot,
    names_kit,
    pack_folder,
    refuse_below,
    unpack_archive,
)
from arena.untrusted import shown

CHECK_GAMES = 2


def submit_bot(
    source: Path,
    ladder: LadderFile,
    ladder_folder: LadderFolder,
    owner: str,
    report: Callable[[CheckStep], None],
) -> Version | None:
    """Enter a bot; None if it failed the check, whose steps were reported. NotTaken and BadArchive say why it is refused."""
    _check_owner(owner, ladder_folder)
    with clean_copy(source) as folder:
        try:
            bot = Bot.load(folder)
        except ManifestError as error:
            report(CheckStep("manifest", False, str(error).replace(f"{folder}", source.name)))
            return None
        ladder_folder.roster.check(bot.name, bot.version, owner)
        settings = ladder.settings
        plan = CheckPlan(folder, (settings,), CHECK_GAMES)
        with RecordingSandbox.open(no_sandbox=settings.no_sandbox) as sandbox:
            refuse_below(sandbox, settings.tier)
            steps = check_bot(plan, sandbox, report)
        if not all(step.ok for step in steps):
            return None
        ladder_folder.keep(bot.version, pack_folder(folder))
        return ladder_folder.roster.enter(bot.name, bot.version, owner, time.time_ns())


def _check_owner(owner: str, ladder_folder: LadderFolder) -> None:
    if not owner.isprintable() or not owner.strip() or mixes_scripts(owner) or looks_like(owner, (HOUSE,)):
        raise NotTaken(f"the owner cannot be {shown(owner)}; choose another name")
    others = dict.fromkeys(one.owner for one in ladder_folder.roster.versions() if one.owner != owner)
    if other := looks_like(owner, others):
        raise NotTaken(
            f"the owner {shown(owner)} looks like {other}, who has bots on the ladder; choose another name"
        )


def enter_house_bots(ladder: LadderFile, ladder_folder: LadderFolder) -> list[Version]:
    """Enter the bots of the ladder file that are not on the ladder yet; the organiser answers for them."""
    entered = []
    known = {one.version for one in ladder_folder.roster.versions()}
    for path in ladder.bots:
        try:
            bot = Bot.load(path)
            if bot.version in known:
                continue
            with clean_copy(path) as folder:
                ladder_folder.keep(bot.version, pack_folder(folder))
            entered.append(ladder_folder.roster.enter(bot.name, bot.version, HOUSE, time.time_ns()))
        except (ManifestError, NotTaken, BadArchive) as error:
            raise LadderError(f"bots: {error}") from None
    return entered


@contextmanager
def clean_copy(source: Path) -> Iterator[Path]:
    """A folder or archive as it is submitted: plain files only, and with those of its kit if it names one."""
    with tempfile.TemporaryDirectory(prefix="arena-submit-") as work:
        Path(work).chmod(0o755)  # bots in the sandbox have users of their own
        folder = Path(work) / "bot"
        unpack_archive(source, folder)
        if names_kit(folder):
            try:
                assemble(folder, Path(work) / "assembled")
            except KitError as error:
                raise BadArchive(f"{source.name}: {error}") from None
            folder = Path(work) / "whole"
            unpack_archive(Path(work) / "assembled", folder)  # what the kit brings counts too
        yield folder
