"""How does a bot come onto the ladder? Unpacked with suspicion, tried out under the ladder's own terms, and kept for ever."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.ladder.archive import BadArchive, pack, take
from arena.ladder.file import LadderFile
from arena.ladder.home import Home
from arena.ladder.keys import LadderError
from arena.ladder.pairing import HOUSE
from arena.ladder.roster import NotTaken, Version
from arena.ladder.work import refuse_below
from arena.match.check import CheckPlan, Step, check
from arena.match.kit import KitError, assemble, names_kit
from arena.match.manifest import Bot, ManifestError
from arena.match.witness import Witness

CHECK_GAMES = 2


def submit(
    source: Path, ladder: LadderFile, home: Home, owner: str, report: Callable[[Step], None]
) -> Version | None:
    """Enter a bot; None if it failed the check, whose steps were reported. NotTaken and BadArchive say why it is refused."""
    if owner == HOUSE or not owner.isprintable() or not owner.strip():
        raise NotTaken(f"the owner cannot be {owner!r}; choose another name")
    with clean_copy(source) as folder:
        try:
            bot = Bot.load(folder)
        except ManifestError as error:
            report(Step("manifest", False, str(error).replace(f"{folder}", source.name)))
            return None
        home.roster.check(bot.name, bot.version, owner)
        plan = CheckPlan(folder, (ladder.config,), CHECK_GAMES, ladder.control, ladder.limits)
        with Witness.open(no_sandbox=ladder.tier == 3) as sandbox:
            refuse_below(sandbox, ladder.tier)
            steps = check(plan, sandbox, report)
        if not all(step.ok for step in steps):
            return None
        home.keep(bot.version, pack(folder))
        return home.roster.enter(bot.name, bot.version, owner, time.time_ns())


def enter_house_bots(ladder: LadderFile, home: Home) -> list[Version]:
    """Enter the bots of the ladder file that are not on the ladder yet; the organiser answers for them."""
    entered = []
    known = {one.version for one in home.roster.versions()}
    for place in ladder.bots:
        try:
            bot = Bot.load(place)
            if bot.version in known:
                continue
            with clean_copy(place) as folder:
                home.keep(bot.version, pack(folder))
            entered.append(home.roster.enter(bot.name, bot.version, HOUSE, time.time_ns()))
        except (ManifestError, NotTaken, BadArchive) as error:
            raise LadderError(f"bots: {error}") from None
    return entered


@contextmanager
def clean_copy(source: Path) -> Iterator[Path]:
    """A folder or archive as it is submitted: plain files only, and with those of its kit if it names one."""
    with tempfile.TemporaryDirectory(prefix="arena-submit-") as work:
        Path(work).chmod(0o755)  # bots in the sandbox have users of their own
        folder = Path(work) / "bot"
        take(source, folder)
        if names_kit(folder):
            try:
                assemble(folder, Path(work) / "assembled")
            except KitError as error:
                raise BadArchive(f"{source.name}: {error}") from None
            folder = Path(work) / "whole"
            take(Path(work) / "assembled", folder)  # what the kit brings counts too
        yield folder
