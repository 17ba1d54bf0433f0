"""Does `arena doctor` tell the truth about this host, and what to do about one that is not fit?"""

import json

import pytest

from arena.sandbox import UNFIT, SandboxError, detect
from arena.sandbox.doctor import HostCheck
from tests.conftest import arena


def test_the_answer_for_this_host() -> None:
    ran = arena("doctor", "--json")
    answer = json.loads(ran.stdout)
    assert ran.stderr == ""
    assert ran.returncode == (0 if answer["rated"] else 1)
    assert answer["rated"] == all(check["ok"] for check in answer["checks"])
    assert all(bool(check["remedy"]) != check["ok"] for check in answer["checks"])
    names = {check["name"]: check for check in answer["checks"]}
    assert names["tier"]["ok"] == (detect().number == 1)
    assert names["tier"]["detail"] == str(detect())


CHECKS = [
    HostCheck("programs", True, "bubblewrap 0.8.0"),
    HostCheck("clock", True, "counted by the kernel", note=True),
    HostCheck("root", False, "arena does not run as root", "start it with sudo"),
    HostCheck("tier", False, "tier 2", "arena does not run as root: start it with sudo"),
]


def test_a_host_that_is_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.cli.doctor.examine_host", lambda: CHECKS)
    ran = arena("doctor")
    assert ran.returncode == 1
    assert [line.rstrip() for line in ran.stdout.splitlines()] == [
        "   check     seen",
        "✓  programs  bubblewrap 0.8.0",
        "·  clock     counted by the kernel",
        "✗  root      arena does not run as root",
        "✗  tier      tier 2",
        "✓ was tried out here, · was only looked at.",
        "",
        "Rated play is not possible here. What to do:",
        "  root: start it with sudo",
        "Matches that are not rated can be played here, in the sandbox: arena match",
    ]


@pytest.mark.parametrize(
    ("checks", "sentence"),
    [
        ([HostCheck("tier", False, "tier 3 (no sandbox)", "apt-get install bubblewrap")], "--no-sandbox"),
        (
            [HostCheck("freeze", False, "it did not", UNFIT), HostCheck("tier", True, "tier 1 (own user)")],
            "Until then no match is played with the sandbox of this host.",
        ),
    ],
)
def test_no_sandbox_is_advised_only_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch, checks: list[HostCheck], sentence: str
) -> None:
    monkeypatch.setattr("arena.cli.doctor.examine_host", lambda: checks)
    assert arena("doctor").stdout.splitlines()[-1].endswith(sentence)


def test_a_host_that_is_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.cli.doctor.examine_host", lambda: CHECKS[:1])
    ran = arena("doctor")
    assert ran.returncode == 0
    assert ran.stdout.splitlines()[-1] == "Rated play is possible here."


def test_a_host_that_fails_while_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> list[HostCheck]:
        raise SandboxError("the disk is full")

    monkeypatch.setattr("arena.cli.doctor.examine_host", fail)
    ran = arena("doctor")
    assert (ran.returncode, ran.stdout, ran.stderr) == (3, "", "arena: the disk is full\n")


def test_a_wrong_option_is_one_sentence() -> None:
    ran = arena("doctor", "--fix")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("arena: there is no option --fix")
    assert ran.stderr.count("\n") == 1
