"""Which bots are on the ladder, and in which versions? Derived from what was submitted and retired."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from arena.ladder.lookalikes import looks_like
from arena.ladder.notes import Notes
from arena.ladder.pairing import HOUSE, Entrant


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a bot: its content never changes, its games are its own."""

    bot: str
    number: int
    version: str  # content hash
    owner: str
    submitted_ns: int
    retired_ns: int | None = None
    suspended: str = ""  # why, if it is
    reinstated_ns: int = 0  # what was void before speaks against it no more
    disqualified: str = ""  # why its owner is, if so

    @property
    def active(self) -> bool:
        """Whether it is still paired."""
        return self.retired_ns is None and not self.suspended and not self.disqualified

    @property
    def label(self) -> str:
        """How it is shown."""
        return f"{self.bot} v{self.number}"

    @property
    def entrant(self) -> Entrant:
        return Entrant(self.version, self.bot, self.owner, bool(self.disqualified))


SUBMITTED: Final = {"bot": str, "number": int, "version": str, "owner": str, "submitted_ns": int}
RETIRED: Final = {"version": str, "retired_ns": int}
SUSPENDED: Final = {"version": str, "noted_ns": int, "evidence": str}
DISQUALIFIED: Final = {"owner": str, "noted_ns": int, "reason": str, "unfinished": list}


@dataclass(frozen=True, slots=True)
class Disqualification:
    """An owner whose bots are out, since when and why; and which of their matches were not over then."""

    owner: str
    noted_ns: int
    reason: str
    unfinished: frozenset[str]


class NotTaken(ValueError):
    """A version that cannot be entered; the text says why."""


class Roster:
    """All versions of a ladder."""

    def __init__(self, submitted: Notes, retired: Notes, suspended: Notes, disqualified: Notes) -> None:
        self._submitted = submitted
        self._retired = retired
        self._suspended = suspended
        self._disqualified = disqualified

    def versions(self) -> list[Version]:
        """All of them, sorted by bot and number."""
        retired = {note["version"]: note["retired_ns"] for note in reversed(self._retired.all())}
        suspended = {note["version"]: note for note in self._suspended.all()}
        disqualified = self.disqualifications()
        return [
            with_disqualification(_with_suspension(one, suspended.get(one.version)), disqualified)
            for one in folded(self._submitted.all(), retired)
        ]

    def disqualifications(self) -> dict[str, Disqualification]:
        """The owners that are disqualified now: what the latest note about each says."""
        latest = {note["owner"]: note for note in self._disqualified.all()}
        return {
            owner: Disqualification(owner, note["noted_ns"], note["reason"], frozenset(note["unfinished"]))
            for owner, note in latest.items()
            if note["reason"]
        }

    def check(self, bot: str, version: str, owner: str) -> int:
        """The number that a new version would have; NotTaken if it cannot be entered."""
        known = self.versions()
        if out := self.disqualifications().get(owner):
            raise NotTaken(f"{owner} is disqualified: {out.reason}")
        for one in known:
            if one.version == version:
                raise NotTaken(f"this very content is on the ladder already, as {one.label}")
        spoilt = next((one for one in known if one.suspended and one.owner == owner != HOUSE), None)
        if spoilt is not None:
            raise NotTaken(
                f"{spoilt.label} of {owner} is suspended: {spoilt.suspended}. Whoever runs the ladder can reinstate it; "
                f"until then {owner} can enter nothing"
            )
        own = [one for one in known if one.bot == bot]
        if own and own[0].owner != owner:
            raise NotTaken(f"the name {bot} belongs to {own[0].owner}; choose another")
        if not own and (other := looks_like(bot, dict.fromkeys(one.bot for one in known))):
            raise NotTaken(f"the name {bot} looks like {other}, which is on the ladder; choose another")
        return len(own) + 1

    def enter(self, bot: str, version: str, owner: str, now_ns: int) -> Version:
        """Enter a version; the one before it retires."""
        number = self.check(bot, version, owner)
        self._submitted.add(
            {"bot": bot, "number": number, "version": version, "owner": owner, "submitted_ns": now_ns}
        )
        return next(one for one in self.versions() if one.version == version)

    def retire(self, version: str, now_ns: int) -> None:
        """Pair this version no more; its games stay."""
        self._retired.add({"version": version, "retired_ns": now_ns})

    def suspend(self, version: str, now_ns: int, evidence: str) -> None:
        """Pair this version no more, because it spoils games; its other games stay."""
        self._suspended.add({"version": version, "noted_ns": now_ns, "evidence": evidence})

    def reinstate(self, version: str, now_ns: int) -> None:
        """Pair a suspended version again."""
        self._suspended.add({"version": version, "noted_ns": now_ns, "evidence": ""})

    def disqualify(self, found: Disqualification) -> None:
        """Take all bots of an owner out; without a reason, take them back as they were."""
        note = {"owner": found.owner, "noted_ns": found.noted_ns, "reason": found.reason}
        self._disqualified.add({**note, "unfinished": sorted(found.unfinished)})


def with_disqualification(version: Version, disqualified: Mapping[str, Disqualification]) -> Version:
    """A version as it is if these owners are disqualified."""
    found = disqualified.get(version.owner)
    return version if found is None else replace(version, disqualified=found.reason)


def _with_suspension(version: Version, latest: dict[str, Any] | None) -> Version:
    """What the latest note about it says: an empty one reinstates it."""
    if latest is None:
        return version
    if latest["evidence"]:
        return replace(version, suspended=latest["evidence"])
    return replace(version, reinstated_ns=latest["noted_ns"])


def folded(notes: Iterable[dict[str, Any]], retired: dict[str, int]) -> list[Version]:
    """Versions as submitted. Of two that took one number at the same moment the later one is counted on."""
    by_bot: dict[str, list[Version]] = {}
    seen: set[str] = set()
    for note in sorted(
        notes, key=lambda note: (note["bot"], note["number"], note["submitted_ns"], note["version"])
    ):
        one = Version(**note)
        own = by_bot.setdefault(one.bot, [])
        if one.version in seen or (own and own[0].owner != one.owner):
            continue
        seen.add(one.version)
        if own:
            before = own[-1]
            ended = min(before.retired_ns or one.submitted_ns, one.submitted_ns)
            own[-1] = replace(before, retired_ns=ended)
        own.append(replace(one, number=len(own) + 1, retired_ns=retired.get(one.version)))
    return [one for bot in sorted(by_bot) for one in by_bot[bot]]
