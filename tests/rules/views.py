"""What does everybody see of a module? Views that must be there, and all of them by name."""

from typing import Any

from arena.rules import BazaarsView, FalconersView, Observation, PalaceView, VizierView


def seen_vizier(seen: Observation) -> VizierView:
    assert seen.vizier is not None
    return seen.vizier


def seen_bazaars(seen: Observation) -> BazaarsView:
    assert seen.bazaars is not None
    return seen.bazaars


def seen_falconers(seen: Observation) -> FalconersView:
    assert seen.falconers is not None
    return seen.falconers


def seen_palace(seen: Observation) -> PalaceView:
    assert seen.palace is not None
    return seen.palace


def by_name(seen: Observation) -> dict[str, Any]:
    """Everything that modules show, under the names that transcripts use."""
    named: dict[str, Any] = {}
    if seen.palace is not None:
        fields = [name for name in dir(seen.palace) if not name.startswith("_")]
        named |= {
            name: getattr(seen.palace, name)
            for name in fields
            if name not in ("dressed", "facts", "module", "rows")
        }
    if seen.vizier is not None:
        named["vizier"] = seen.vizier.awake
    if seen.bazaars is not None:
        named["bazaars"] = seen.bazaars.offered
    if seen.falconers is not None:
        named["falcons"] = tuple(tuple(falcon) for falcon in seen.falconers.falcons)
        named["falcon_supply"] = seen.falconers.supply
    return named
