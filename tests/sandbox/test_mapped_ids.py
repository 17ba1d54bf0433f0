"""Which subordinate ids does a user have for bots, and what is said where there are none?"""

from pathlib import Path

import pytest

from arena.sandbox import SandboxError, mapped_ids
from arena.sandbox.mapped_ids import subordinate


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("player:100000:65536\n", 160_600),
        ("1000:200000:65536\n", 260_600),  # by number
        ("other:100000:65536\nplayer:165536:65536\n", 226_136),
        ("player:100000:1000\nplayer:300000:65536\n", 360_600),  # the first that is large enough
        ("player:100000:1000\n", None),
        ("# player:100000:65536\nplayer:x:y\nplayer\n", None),
        ("", None),
    ],
)
def test_the_part_for_bots(tmp_path: Path, text: str, first: int | None) -> None:
    file = tmp_path / "subuid"
    file.write_text(text)
    found = subordinate(file, "player", 1000)
    assert (found.start if found else None) == first


def test_without_the_file_there_are_none(tmp_path: Path) -> None:
    assert subordinate(tmp_path / "subuid", "player", 1000) is None


def no_program(name: str) -> str:
    raise SandboxError(f"{name} is not installed")


def test_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapped_ids, "_ETC", tmp_path)
    monkeypatch.setattr(mapped_ids, "program", no_program)
    begin = "bots share the user id 7 with arena, and with it the kernel's limits: "
    find = mapped_ids.find.__wrapped__
    assert find(7) == begin + "sudo apt-get install uidmap"
    monkeypatch.setattr(mapped_ids, "program", "/usr/bin/{}".format)
    name = str(find(7)).rpartition(" ")[2]
    assert find(7) == begin + f"sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 {name}"


def test_a_host_that_does_not_let_us_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trial is real and fails, because these ids are nobody's; AppArmor's setting is made up."""
    for name in ("subuid", "subgid"):
        (tmp_path / name).write_text("7:4000000000:65536\n")
    monkeypatch.setattr(mapped_ids, "_ETC", tmp_path)
    monkeypatch.setattr(mapped_ids, "_SYSCTL", tmp_path)
    monkeypatch.setattr(mapped_ids, "program", "/usr/bin/{}".format)
    monkeypatch.setattr(mapped_ids, "__name__", "arena.sandbox.no_such_module")
    find = mapped_ids.find.__wrapped__
    assert str(find(7)).endswith(": start arena with sudo")
    setting = tmp_path / "kernel/apparmor_restrict_unprivileged_userns"
    setting.parent.mkdir()
    setting.write_text("1\n")
    assert str(find(7)).endswith(": sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0")
