"""Are hostile submissions refused with a reason, and do they leave nothing behind? The cases A1 to A6 of the attacks, and more."""

import gzip
import io
import os
import socket
import struct
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.match import archive
from arena.match.archive import BadArchive, pack_folder, unpack_archive
from arena.match.content import content_hash
from arena.units import MIB

MANIFEST = b'name = "mine"\nrun = ["python3", "bot.py"]\n'


def tar(folder: Path, *members: tuple[tarfile.TarInfo, bytes]) -> Path:
    path = folder / "bot.tar.gz"
    with tarfile.open(path, "w:gz") as out:
        for info, content in members:
            info.size = len(content)
            out.addfile(info, io.BytesIO(content))
    return path


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "", mode: int = 0o644) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.mode = kind, link, mode
    return info


def zipped(folder: Path, *files: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    path = folder / "bot.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in files:
            out.writestr(name, content)
    return path


def zip_link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = 0o120777 << 16
    return info


def in_tar(*names: str) -> Callable[[Path], Path]:
    return lambda folder: tar(
        folder, (member("bot.toml"), MANIFEST), *((member(name), b"x") for name in names)
    )


def in_zip(*names: str) -> Callable[[Path], Path]:
    return lambda folder: zipped(folder, ("bot.toml", MANIFEST), *((name, b"x") for name in names))


def special(*members: tarfile.TarInfo) -> Callable[[Path], Path]:
    return lambda folder: tar(folder, *((one, b"") for one in members))


def through_a_link(folder: Path) -> Path:
    return tar(folder, (member("out", tarfile.SYMTYPE, "/tmp"), b""), (member("out/planted"), b"x"))


def lying_zip(folder: Path) -> Path:
    """The directory of the archive says 10 bytes of a file that has many more."""
    path = zipped(folder, ("bot.toml", b"x" * 5000))
    content = bytearray(path.read_bytes())
    offset = content.rfind(b"PK\x01\x02")
    content[offset + 24 : offset + 28] = struct.pack("<L", 10)
    path.write_bytes(content)
    return path


def lying_tar(folder: Path) -> Path:
    """The header says more than there is."""
    path = folder / "bot.tar"
    info = member("bot.toml")
    info.size = 1_000_000
    path.write_bytes(info.tobuf() + b"x" * 512)
    whole = folder / "bot.tar.gz"
    whole.write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()
    return whole


def huge_directory(folder: Path) -> Path:
    path = folder / "bot.zip"
    path.write_bytes(struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 60_000, 60_000, 1 << 30, 0, 0))
    return path


def encrypted(folder: Path) -> Path:
    path = zipped(folder, ("bot.toml", MANIFEST))
    content = bytearray(path.read_bytes())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.find(mark) + offset] |= 1
    path.write_bytes(content)
    return path


def not_an_archive(name: str) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        (folder / name).write_bytes(b"hello, this is no archive")
        return folder / name

    return write


def sparse(folder: Path) -> Path:
    return tar(folder, (member("bot.toml", tarfile.GNUTYPE_SPARSE), b""))


CASES: dict[str, tuple[Callable[[Path], Path], str]] = {
    "A1 parent, tar": (in_tar("../planted"), "leads outside"),
    "A1 parent inside, tar": (in_tar("a/../../planted"), "leads outside"),
    "A1 absolute, tar": (in_tar("/tmp/planted"), "leads outside"),
    "A1 parent, zip": (in_zip("../planted"), "leads outside"),
    "A1 absolute, zip": (in_zip("/tmp/planted"), "leads outside"),
    "A1 backslash, zip": (in_zip("..\\planted"), "no plain name"),
    "A1 drive, zip": (in_zip("C:planted"), "no plain name"),
    "A2 link, zip": (lambda folder: zipped(folder, (zip_link("link"), b"/etc/passwd")), "symbolic link"),
    "A2 link, tar": (special(member("link", tarfile.SYMTYPE, "/etc/passwd")), "neither a plain file"),
    "A3 through a link": (through_a_link, "neither a plain file"),
    "A4 hard link": (special(member("link", tarfile.LNKTYPE, "/etc/passwd")), "neither a plain file"),
    "A4 device": (special(member("null", tarfile.CHRTYPE)), "neither a plain file"),
    "A4 block device": (special(member("disk", tarfile.BLKTYPE)), "neither a plain file"),
    "A4 pipe": (special(member("pipe", tarfile.FIFOTYPE)), "neither a plain file"),
    "A6 lying zip": (lying_zip, "bot.zip: "),
    "A6 lying tar": (lying_tar, "bot.tar.gz: "),
    "sparse": (sparse, "bot.tar.gz: "),
    "huge directory": (huge_directory, "more than 10000 entries"),
    "encrypted": (encrypted, "is encrypted"),
    "newline": (in_tar("a\nb"), "no plain name"),
    "escape": (in_tar("a\x1b[2Jb"), "no plain name"),
    "blank": (in_tar(" a"), "no plain name"),
    "dots": (in_tar("a."), "no plain name"),
    "long": (in_tar("a" * 300), "longer than 200 bytes"),
    "deep": (in_tar("/".join("a" * 30)), "more than 20 folders"),
    "twice": (in_tar("a", "a"), "in it twice"),
    "twice but for case": (in_tar("a", "A"), "in it twice"),
    "twice but for spelling": (in_tar("\u00e9", "e\u0301"), "in it twice"),
    "file and folder": (in_tar("a", "a/b"), "a file and a folder"),
    "no zip": (not_an_archive("bot.zip"), "no zip archive"),
    "no tar": (not_an_archive("bot.tar.gz"), "damaged or no archive"),
    "other kind": (not_an_archive("bot.rar"), "neither a folder nor"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_hostile_archive_is_refused_and_leaves_nothing(case: str, tmp_path: Path) -> None:
    make, reason = CASES[case]
    work = tmp_path / "work"
    work.mkdir()
    source = make(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BadArchive) as raised:
        unpack_archive(source, work / "bot")
    assert reason in str(raised.value)
    assert str(raised.value).startswith(source.name)
    assert "\n" not in str(raised.value)
    assert sorted(tmp_path.rglob("*")) == before
    assert not Path("/tmp/planted").exists()


def test_a_bomb_is_stopped_while_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A5: what would be 64 times the limit is refused, whether the archive is a zip or a tar, and in one file or many."""
    monkeypatch.setattr(archive, "MOST_BYTES", MIB)
    bombs = [
        zipped(tmp_path, ("bomb", bytes(64 * MIB))),
        tar(tmp_path, *((member(f"bomb{number}"), bytes(MIB)) for number in range(64))),
    ]
    for bomb in bombs:
        assert bomb.stat().st_size < MIB
        with pytest.raises(BadArchive, match="more than 1 MiB"):
            unpack_archive(bomb, tmp_path / "bot")
        assert not (tmp_path / "bot").exists()


def test_too_many_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_ENTRIES", 10)
    for source in (in_tar(*map(str, range(10)))(tmp_path), in_zip(*map(str, range(10)))(tmp_path)):
        with pytest.raises(BadArchive, match="more than 10 entries"):
            unpack_archive(source, tmp_path / "bot")


def test_too_large_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_PACKED_BYTES", 100)
    with pytest.raises(BadArchive, match="larger than"):
        unpack_archive(in_zip()(tmp_path), tmp_path / "bot")


def bot_folder(folder: Path) -> Path:
    (folder / "mine" / "deep").mkdir(parents=True)
    (folder / "mine" / "bot.toml").write_bytes(MANIFEST)
    (folder / "mine" / "bot.py").write_text("print()\n")
    (folder / "mine" / "deep" / "run").write_text("#!/bin/sh\n")
    (folder / "mine" / "deep" / "run").chmod(0o4755)
    (folder / "mine" / "__pycache__").mkdir()
    (folder / "mine" / "__pycache__" / "bot.pyc").write_bytes(b"x")
    return folder / "mine"


def test_a_folder_a_zip_and_a_tar_give_the_same_version(tmp_path: Path) -> None:
    folder = bot_folder(tmp_path)
    with tarfile.open(tmp_path / "bot.tar.gz", "w:gz") as out:
        out.add(folder, "mine-1.0")
    with zipfile.ZipFile(tmp_path / "bot.zip", "w") as zipping:
        for path in folder.rglob("*"):
            zipping.write(path, path.relative_to(folder))
    hashes = set()
    for number, source in enumerate((folder, tmp_path / "bot.tar.gz", tmp_path / "bot.zip")):
        target = tmp_path / f"taken{number}"
        unpack_archive(source, target)
        hashes.add(content_hash(target))
        assert (target / "deep" / "run").stat().st_mode & 0o7777 == 0o755, "no set-user-id"
        assert not (target / "__pycache__").exists()
    assert hashes == {content_hash(folder)}


def test_packing_depends_on_content_alone(tmp_path: Path) -> None:
    folder = bot_folder(tmp_path)
    unpack_archive(folder, tmp_path / "one")
    unpack_archive(folder, tmp_path / "two")
    os.utime(tmp_path / "two" / "bot.py", (1, 1))
    packed = pack_folder(tmp_path / "one")
    assert packed == pack_folder(tmp_path / "two")
    (tmp_path / "packed.tar.gz").write_bytes(packed)
    unpack_archive(tmp_path / "packed.tar.gz", tmp_path / "three")
    assert content_hash(tmp_path / "three") == content_hash(folder)


@pytest.mark.parametrize("kind", ["link", "pipe", "socket"])
def test_special_files_in_a_folder_are_refused(kind: str, tmp_path: Path) -> None:
    folder = bot_folder(tmp_path)
    if kind == "link":
        (folder / "x").symlink_to("/etc/passwd")
    elif kind == "pipe":
        os.mkfifo(folder / "x")
    else:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(folder / "x"))
    with pytest.raises(BadArchive, match="'x' is"):
        unpack_archive(folder, tmp_path / "taken")
    assert not (tmp_path / "taken").exists()


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(BadArchive, match="no such folder or file"):
        unpack_archive(tmp_path / "nowhere", tmp_path / "bot")
