"""Can one bot signal to another, over what they share? (C1-C12 of docs/sandbox.md)

Every test runs two bots on two seats; the controls leave out the system call filter and show the channel open.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.sandbox import Protection
from tests.sandbox.probing import Prober, answers, wait_for

FILTER_OFF = frozenset({Protection.SECCOMP})


@pytest.fixture(scope="module")
def unfiltered(jailed: Prober) -> Prober:
    return replace(jailed, without=FILTER_OFF)


def test_c1_flock(jailed: Prober, unfiltered: Prober) -> None:
    """A lock on a shared file of /usr: held by one, found taken by the other."""
    assert jailed.run("covert", "try=flock")["try=flock"] == "ENOSYS"
    assert unfiltered.run("covert", "try=flock")["try=flock"] == "ok free"
    with unfiltered.running("covert", "hold=flock"):
        assert unfiltered.run("covert", "try=flock")["try=flock"] == "EAGAIN"


@pytest.mark.parametrize("kind", ["posix", "ofd"])
def test_c1_record_locks(jailed: Prober, unfiltered: Prober, kind: str) -> None:
    assert jailed.run("covert", f"try={kind}")[f"try={kind}"] == "EPERM"
    assert unfiltered.run("covert", f"try={kind}")[f"try={kind}"] == "ok free"


def test_c3_leases_and_hints(jailed: Prober, unfiltered: Prober) -> None:
    assert jailed.run("covert", "try=lease", "hint=")["try=lease"] == "EPERM"
    assert jailed.run("covert", "hint=", "hint=2")["hint=2"] == "EPERM"
    assert unfiltered.run("covert", "hint=")["hint="].startswith("ok ")


@pytest.mark.parametrize(("kind", "refusal"), [("inotify", "ENOSYS"), ("F_NOTIFY", "EPERM")])
def test_c3_noticing_what_another_reads(jailed: Prober, unfiltered: Prober, kind: str, refusal: str) -> None:
    wanted = f"notice={kind}"
    assert jailed.run("covert", wanted)[wanted] == refusal
    with unfiltered.running("covert", wanted) as watcher:
        unfiltered.run("covert", "access")
        assert wait_for(lambda: answers(watcher).get(wanted) == "ok noticed", 30)


def test_c4_keyrings(jailed: Prober, unfiltered: Prober) -> None:
    assert jailed.run("files", "leave-key")["leave-key"] == "ENOSYS"
    assert unfiltered.run("files", "leave-key")["leave-key"].startswith("ok ")


def test_c6_page_cache(jailed: Prober, unfiltered: Prober) -> None:
    """Asking whether a shared page is in memory is refused; how long a read takes can still be measured."""
    assert jailed.run("covert", "read-nowait")["read-nowait"] in ("EOPNOTSUPP", "ENOTSUP")
    control = unfiltered.run("covert", "read-nowait")["read-nowait"]
    if control == "ENOTSUP":
        pytest.skip("the file system of /usr does not answer this question anyway")
    assert control.startswith(("ok ", "EAGAIN"))


def test_c7_io_uring(jailed: Prober, unfiltered: Prober) -> None:
    wanted = "call=io_uring_setup"
    assert jailed.run("processes", wanted)[wanted] == "ENOSYS"
    assert unfiltered.run("processes", wanted)[wanted] == "ok done"


def test_c8_futex_on_a_shared_page_is_open(jailed: Prober) -> None:
    """Accepted and documented: one bot wakes another over a page of /usr. This test tells us when a kernel closes it."""
    with jailed.running("covert", "futex-wait") as waiter:
        assert wait_for(lambda: jailed.run("covert", "futex-wake")["futex-wake"] == "ok 1", 30)
        assert wait_for(lambda: answers(waiter).get("futex-wait") == "ok woken", 30)


def test_c12_what_the_kernel_limits_by_user(jailed: Prober) -> None:
    """Room in pipes stands for all such limits: epoll watches, queued signals, descriptors on their way.

    With one user for both, each can starve the other, and tell it something: the control.
    """
    shared = replace(jailed, without=frozenset({Protection.SEAT_USER}))
    for prober, outcome in ((jailed, "ok wide"), (shared, "ok refused")):
        with prober.running("covert", "use-up-pipes"):
            assert prober.run("covert", "widen-pipe")["widen-pipe"] == outcome


def test_c11_counters_of_the_whole_host_in_calls(jailed: Prober, unfiltered: Prober) -> None:
    """Numbers of sockets and processes, which grow with what others make; every runtime does without."""
    wanted = ("socket-cookie", "process-inode", "process-inode-by-clone")
    inside = jailed.run("covert", *wanted)
    assert [inside[name] for name in wanted] == ["ENOPROTOOPT", "ENOSYS", "EPERM"]
    control = unfiltered.run("covert", *wanted)
    assert control[wanted[0]].startswith("ok ")
    assert control[wanted[0]] != unfiltered.run("covert", wanted[0])[wanted[0]]
    assert control[wanted[1]].startswith("ok ")
    assert control[wanted[2]] == "ok cloned"


def test_k4_a_database_on_disk_fails_with_a_clear_message(
    jailed: Prober, bare: Prober, tmp_path: Path
) -> None:
    inside = jailed.run("covert", "database=/scratch", "memory-database")
    assert inside["database=/scratch"] == "ok sqlite says: access permission denied"
    assert inside["memory-database"] == "ok created"
    assert bare.run("covert", f"database={tmp_path}")[f"database={tmp_path}"] == "ok created"
