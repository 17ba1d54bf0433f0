"""What is noted when an owner is disqualified? The reason, the moment, and which matches were not over then."""

from arena.ladder.file import LadderFile
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.ladder_state import LadderState
from arena.ladder.roster import Disqualification


def disqualification_now(
    ladder: LadderFile, ladder_folder: LadderFolder, owner: str, reason: str, now_ns: int
) -> Disqualification:
    """A disqualification as things stand: of a tournament, the matches of the owner that are lost by it."""
    if ladder.format.kind == "continuous":  # no result follows from another there
        return Disqualification(owner, now_ns, reason, frozenset())
    ladder_state = LadderState(ladder, ladder_folder)
    ladder_state.refresh()
    own = {one.version for one in ladder_state.versions if one.owner == owner}
    unfinished = [
        name for name in ladder_state.unfinished() if own.intersection(ladder_state.pairing(name).table)
    ]
    return Disqualification(owner, now_ns, reason, frozenset(unfinished))
