"""Is nothing taken from a build's output but folders, plain files and links that stay inside?"""

import io
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.sandbox.unpack import BadOutput, unpack

MIB = 1 << 20


def entry(name: str, kind: bytes = tarfile.REGTYPE, link: str = "", content: bytes = b"") -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname, member.size = kind, link, len(content)
    member.mode = 0o4755
    return member


def archive(tmp_path: Path, *members: tarfile.TarInfo, content: bytes = b"") -> Path:
    path = tmp_path / "output.tar"
    with tarfile.open(path, "w") as tar:
        for member in members:
            tar.addfile(member, io.BytesIO(content) if member.size else None)
    return path


def test_what_is_taken(tmp_path: Path) -> None:
    made = archive(
        tmp_path,
        entry(".", tarfile.DIRTYPE),
        entry("./bin", tarfile.DIRTYPE),
        entry("./bin/bot", content=b"hello"),
        entry("./run", tarfile.SYMTYPE, "bin/bot"),
        entry("./bin/up", tarfile.SYMTYPE, "../run"),
        content=b"hello",
    )
    unpack(made, tmp_path / "out", MIB)
    assert (tmp_path / "out/bin/bot").read_bytes() == b"hello"
    assert (tmp_path / "out/run").read_bytes() == b"hello"
    assert (tmp_path / "out/bin/up").resolve() == tmp_path / "out/bin/bot"
    assert (tmp_path / "out/bin/bot").stat().st_mode & 0o7777 == 0o755


FOLDER = entry("d", tarfile.DIRTYPE)


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ([entry("../outside")], "not in a folder of the archive"),
        ([entry("/etc/outside")], "not in a folder of the archive"),
        ([entry("/outside")], "not in a folder of the archive"),
        ([FOLDER, entry("d/../../outside")], "not in a folder of the archive"),
        ([entry("never/made")], "not in a folder of the archive"),
        ([entry("l", tarfile.SYMTYPE, "/etc")], "outside the folder"),
        ([entry("l", tarfile.SYMTYPE, "..")], "outside the folder"),
        ([FOLDER, entry("d/l", tarfile.SYMTYPE, "../..")], "outside the folder"),
        (
            [FOLDER, entry("d/t", tarfile.SYMTYPE, ".."), entry("l", tarfile.SYMTYPE, "d/t/../x")],
            "outside the folder",
        ),
        ([FOLDER, entry("l", tarfile.SYMTYPE, "d"), entry("l/x")], "not in a folder of the archive"),
        ([FOLDER, entry("l", tarfile.SYMTYPE, "d/x"), entry("l")], "is in it twice"),
        ([entry("x"), entry("h", tarfile.LNKTYPE, "x")], "is neither a folder"),
        ([entry("x", tarfile.CHRTYPE)], "is neither a folder"),
        ([entry("x", tarfile.FIFOTYPE)], "is neither a folder"),
        ([entry("x"), entry("x")], "is in it twice"),
    ],
)
def test_what_is_refused(tmp_path: Path, members: list[tarfile.TarInfo], message: str) -> None:
    with pytest.raises(BadOutput, match=message):
        unpack(archive(tmp_path, *members), tmp_path / "out", MIB)
    assert not (tmp_path / "outside").exists()


def test_too_much(tmp_path: Path) -> None:
    made = archive(
        tmp_path, entry("a", content=b"x" * 600), entry("b", content=b"x" * 600), content=b"x" * 600
    )
    with pytest.raises(BadOutput, match="more than 1000 bytes"):
        unpack(made, tmp_path / "out", 1000)


@pytest.mark.parametrize(
    "spoil",
    [lambda _: b"no archive", lambda raw: raw[:700], lambda raw: raw[:100] + b"\xff" * 50 + raw[150:]],
)
def test_no_archive(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    made = archive(tmp_path, entry("a", content=b"x" * 600), content=b"x" * 600)
    made.write_bytes(spoil(made.read_bytes()))
    with pytest.raises(BadOutput, match="no tar archive"):
        unpack(made, tmp_path / "out", MIB)
