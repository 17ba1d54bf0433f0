"""Does the self-test see it when a protection is missing?"""

from dataclasses import replace

import pytest

from arena.sandbox import Protection, Sandbox, SandboxRefused, Tier, doctor
from arena.sandbox.process import Process
from arena.sandbox.tier import Host
from tests.sandbox.probing import Prober


def test_all_rows_are_ok_on_a_fit_host(jailed: Prober) -> None:
    rows = doctor.self_test(jailed.sandbox)
    assert [row for row in rows if not row.ok] == []
    assert len(rows) == 11
    assert [row.name for row in rows if row.note] == ["clock"], (
        "of a process that was started all else is tried"
    )


@pytest.mark.parametrize(
    ("missing", "row"),
    [
        (Protection.SECCOMP, "filter in force"),
        (Protection.SEAT_USER, "own user"),
        (Protection.USER_NAMESPACES, "no further namespaces"),
        (Protection.PROC, "own /proc"),
    ],
)
def test_k2_what_is_missing_is_seen_and_rated_play_refused(
    jailed: Prober, missing: Protection, row: str
) -> None:
    with pytest.raises(SandboxRefused) as caught:
        doctor.refuse_unless_fit(jailed.sandbox, frozenset({missing}))
    assert str(caught.value).startswith(f"the sandbox does not hold on this host ({row}: ")
    assert str(caught.value).count(": ") == 1


def test_k2_a_control_group_without_force_is_seen(jailed: Prober, monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that are silently not set: the groups are made, but nothing is written into them."""
    version = jailed.sandbox.tier.cgroup_version
    monkeypatch.setattr(f"arena.sandbox.cgroup_v{version}._set_limits", _only_what_lets_processes_in)
    failed = [check.name for check in doctor.self_test(jailed.sandbox) if not check.ok]
    assert failed == ["process limit", "memory limit"]


def _only_what_lets_processes_in(directories: object, *_: object) -> None:
    if isinstance(directories, dict):
        cpuset = directories["cpuset"]
        for name in ("mems", "cpus"):
            (cpuset / f"cpuset.{name}").write_text((cpuset.parent / f"cpuset.effective_{name}").read_text())


def test_k2_other_tiers_are_not_rated(tier_2_as_root: Prober, bare: Prober) -> None:
    for prober in (tier_2_as_root, bare):
        with pytest.raises(SandboxRefused, match="rated play needs sandbox tier 1"):
            doctor.refuse_unless_fit(prober.sandbox)


def test_k2_a_match_is_refused_where_its_tier_does_not_hold(tier_2_as_root: Prober) -> None:
    """Tier 2 is enough for a match that is not rated, if it is what it says."""
    doctor.refuse_unless_confined(tier_2_as_root.sandbox)
    with pytest.raises(SandboxRefused, match="filter in force"):
        doctor.refuse_unless_confined(tier_2_as_root.sandbox, frozenset({Protection.SECCOMP}))


def test_self_test_of_tier_2(tier_2_as_root: Prober) -> None:
    assert [row for row in doctor.self_test(tier_2_as_root.sandbox) if not row.ok] == []


def test_rows_for_a_host_without_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = "bwrap is not installed: apt-get install bubblewrap"
    host = Host(nothing, None, None, "bots share the user id 7: start arena with sudo", None, None)
    monkeypatch.setattr("arena.sandbox.tier.examine", lambda: host)
    rows = {row.name: row for row in doctor.examine_host()}
    assert rows["programs"] == doctor.HostCheck(
        "programs", False, "bwrap is not installed", "apt-get install bubblewrap"
    )
    assert not rows["user namespaces"].ok, "nothing was tried without bwrap"
    assert rows["user namespaces"].detail.startswith("not tried")
    assert rows["user namespaces"].remedy == "apt-get install bubblewrap"
    assert not [row.name for row in rows.values() if row.ok and not row.note], (
        "nothing was tried, nothing is ticked"
    )
    assert rows["user ids"].remedy == "start arena with sudo"
    assert not rows["tier"].ok
    assert rows["tier"].remedy == nothing


def test_rows_for_this_host(offered: Tier) -> None:
    rows = {row.name: row for row in doctor.examine_host()}
    assert rows["tier"].detail == str(offered)
    assert all(row.remedy for row in rows.values() if not row.ok)


def test_a_sandbox_that_cannot_start_is_a_row(jailed: Prober, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.sandbox.jail._system", list)
    with Sandbox(jailed.sandbox.tier) as sandbox:
        (row,) = doctor.self_test(sandbox)
    assert not row.ok
    assert "the jail could not be set up" in row.detail


@pytest.mark.parametrize("row", ["freeze", "kill"])
def test_k2_a_host_that_holds_no_process_that_resists_is_seen(
    jailed: Prober, monkeypatch: pytest.MonkeyPatch, row: str
) -> None:
    """The control is the fit host above, on which the same process obeys."""
    if row == "freeze":
        monkeypatch.setattr(doctor, "_PROBE_S", 0.3)
        monkeypatch.setattr(Process, "stop", lambda _: False)
    else:
        kill = Process.kill
        monkeypatch.setattr(Process, "kill", lambda process: replace(kill(process), gone=False))
    rows = {one.name: one for one in doctor.self_test(jailed.sandbox)}
    assert not rows[row].ok
    assert "resist" in rows[row].detail
