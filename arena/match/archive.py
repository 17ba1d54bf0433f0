"""Which files of a submitted archive are accepted? Plain files and folders, up to a size limit.

Nothing is believed: neither sizes in headers nor names. A file is only ever made in a folder that was made here, under a name
that was checked, and counted while it is written; whatever is refused leaves nothing behind.
"""

import errno
import gzip
import io
import shutil
import stat
import struct
import tarfile
import zipfile
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from arena.match.content import IGNORED_NAMES, MANIFEST, alike
from arena.units import MIB
from arena.untrusted import one_line

MOST_PACKED_BYTES: Final = 64 * MIB
MOST_BYTES: Final = 256 * MIB
MOST_ENTRIES: Final = 10_000
DEEPEST: Final = 20
LONGEST_NAME_BYTES: Final = 200
_CHUNK_BYTES: Final = 64 * 1024
_DIRECTORY_BYTES: Final = 8 * MIB  # of a zip file: zipfile reads all of it at once
_END_OF_ZIP: Final = struct.Struct("<4s4H2LH")


class BadArchive(ValueError):
    """A submission that is not taken; the text says why."""


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    is_folder: bool
    runs: bool
    size: int  # as announced
    content: IO[bytes] | None


def unpack_archive(source: Path, target: Path) -> None:
    """Bring a folder, .zip or .tar.gz into the new folder `target`, which is there whole and clean or not at all."""
    target.mkdir()
    try:
        _unpack(source, target)
    except BaseException:
        shutil.rmtree(target)
        raise


def _unpack(source: Path, target: Path) -> None:
    try:
        with _opened(source) as entries:
            taker = _Taker(target)
            for entry in entries:
                taker.take(entry)
        _lift(target)
    except BadArchive as error:
        raise BadArchive(f"{source.name}: {error}") from None
    except Exception as error:  # of the archive or of the disk: tarfile and zipfile raise nearly anything
        if _is_of_the_disk(error):
            raise
        wrong = one_line(str(error)) or type(error).__name__
        raise BadArchive(f"{source.name}: damaged or no archive of its kind ({wrong})") from None


def _is_of_the_disk(error: Exception) -> bool:
    if isinstance(error, OSError):  # an archive may point before its own beginning
        return not isinstance(error, gzip.BadGzipFile) and error.errno != errno.EINVAL
    return isinstance(error, MemoryError)


def pack_folder(folder: Path) -> bytes:
    """A folder as a .tar.gz that depends on nothing but names, executable bits and contents."""
    packed = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=packed, mode="wb", mtime=0, filename="") as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
            info = tarfile.TarInfo(path.relative_to(folder).as_posix())
            if path.is_dir():
                info.type, info.mode = tarfile.DIRTYPE, 0o755
                tar.addfile(info)
            else:
                info.size = path.stat().st_size
                info.mode = 0o755 if path.stat().st_mode & 0o100 else 0o644
                with path.open("rb") as content:
                    tar.addfile(info, content)
    return packed.getvalue()


@contextmanager
def _opened(source: Path) -> Iterator[Iterator[_Entry]]:
    if source.is_dir():
        with closing(_of_folder(source)) as entries:
            yield entries
        return
    if not source.is_file():
        raise BadArchive("there is no such folder or file")
    if source.stat().st_size > MOST_PACKED_BYTES:
        raise BadArchive(f"is larger than {MOST_PACKED_BYTES // MIB} MiB")
    if source.name.endswith(".zip"):
        _check_zip_directory(source)
        with zipfile.ZipFile(source) as archive, closing(_of_zip(archive)) as entries:
            yield entries
    elif source.name.endswith((".tar.gz", ".tgz")):
        with (
            gzip.open(source) as unzipped,
            tarfile.open(fileobj=_Capped(unzipped), mode="r|") as tar,
            closing(_of_tar(tar)) as entries,
        ):
            yield entries
    else:
        raise BadArchive("is neither a folder nor a .zip or .tar.gz")


def _of_folder(folder: Path) -> Generator[_Entry, None, None]:
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).parts):
        inner = path.relative_to(folder)
        if any(part in IGNORED_NAMES for part in inner.parts):
            continue
        mode = path.lstat().st_mode
        _refuse_special(inner.as_posix(), mode)
        if stat.S_ISDIR(mode):
            yield _Entry(inner.as_posix(), True, False, 0, None)
        else:
            with path.open("rb") as content:
                yield _Entry(inner.as_posix(), False, bool(mode & 0o100), path.stat().st_size, content)


def _of_zip(archive: zipfile.ZipFile) -> Generator[_Entry, None, None]:
    for info in archive.infolist():
        mode = info.external_attr >> 16
        if stat.S_IFMT(mode):
            _refuse_special(info.filename, mode)
        if info.flag_bits & 0x1:
            raise BadArchive(f"{info.filename!r} is encrypted")
        if info.orig_filename != info.filename:
            raise BadArchive(f"{info.orig_filename!r} is no plain name")
        if info.is_dir():
            yield _Entry(info.filename.rstrip("/"), True, False, 0, None)
            continue
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BadArchive(f"{info.filename!r} is compressed in an unusual way; use deflate")
        with archive.open(info) as content:
            yield _Entry(info.filename, False, bool(mode & 0o100), info.file_size, content)


def _of_tar(tar: tarfile.TarFile) -> Generator[_Entry, None, None]:
    for member in tar:
        if member.isdir():
            yield _Entry(member.name.rstrip("/") or "/", True, False, 0, None)
        elif member.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and member.sparse is None:
            content = tar.extractfile(member)
            yield _Entry(member.name, False, bool(member.mode & 0o100), member.size, content)
        else:
            raise BadArchive(f"{member.name!r} is neither a plain file nor a folder")


class _Taker:
    """Writes entries into a folder and counts them."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._names: set[str] = set()
        self._folders: set[str] = set()
        self._bytes = 0
        self._entries = 0

    def take(self, entry: _Entry) -> None:
        self._entries += 1
        if self._entries > MOST_ENTRIES:
            raise BadArchive(f"holds more than {MOST_ENTRIES} entries")
        parts = _plain_parts(entry.name)
        if not parts or any(part in IGNORED_NAMES for part in parts):
            return
        self._make_folders(parts[:-1])
        if entry.is_folder:
            self._make_folders(parts)
            return
        name = "/".join(parts)
        # What differs only in case or in the spelling of letters is one file on some disks and two on others.
        if (key := alike(name)) in self._names or key in self._folders:
            raise BadArchive(f"{entry.name!r} is in it twice")
        self._names.add(key)
        self._write(entry, self._target.joinpath(*parts))

    def _make_folders(self, parts: tuple[str, ...]) -> None:
        for depth in range(1, len(parts) + 1):
            name = "/".join(parts[:depth])
            if alike(name) in self._names:
                raise BadArchive(f"{name!r} is a file and a folder")
            folder = self._target.joinpath(*parts[:depth])
            if alike(name) in self._folders and not folder.is_dir():
                raise BadArchive(f"{name!r} is in it twice")
            self._folders.add(alike(name))
            folder.mkdir(mode=0o755, exist_ok=True)

    def _write(self, entry: _Entry, path: Path) -> None:
        if entry.content is None or entry.size < 0:
            raise BadArchive(f"{entry.name!r} has no content")
        written = 0
        with path.open("xb") as file:
            while chunk := entry.content.read(_CHUNK_BYTES):
                written += len(chunk)
                self._bytes += len(chunk)
                if self._bytes > MOST_BYTES:
                    raise BadArchive(f"holds more than {MOST_BYTES // MIB} MiB")
                if written > entry.size:
                    break
                file.write(chunk)
        if written != entry.size:
            raise BadArchive(f"{entry.name!r} is not as large as its header says")
        path.chmod(0o755 if entry.runs else 0o644)


def _plain_parts(name: str) -> tuple[str, ...]:
    """The parts of a name that stays inside and that any system can show."""
    if name.startswith("/") or ".." in name.split("/"):
        raise BadArchive(f"{name!r} leads outside the folder")
    parts = tuple(part for part in name.split("/") if part not in ("", "."))
    if len(parts) > DEEPEST:
        raise BadArchive(f"{name[:80]!r}… lies more than {DEEPEST} folders deep")
    for part in parts:
        if (
            not part.isprintable()
            or "\\" in part
            or ":" in part
            or part != part.strip()
            or part.endswith(".")
        ):
            raise BadArchive(f"{name!r} is no plain name")
        if len(part.encode()) > LONGEST_NAME_BYTES:
            raise BadArchive(f"{part[:40]!r}… is longer than {LONGEST_NAME_BYTES} bytes")
    return parts


def _refuse_special(name: str, mode: int) -> None:
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        kind = "a symbolic link" if stat.S_ISLNK(mode) else "neither a plain file nor a folder"
        raise BadArchive(f"{name!r} is {kind}")


def _check_zip_directory(source: Path) -> None:
    """Refuse a list of contents that would fill the memory before a single file is looked at."""
    tail = source.read_bytes()[-(_END_OF_ZIP.size + 65_535) :]
    offset = tail.rfind(b"PK\x05\x06")
    if offset < 0 or len(tail) - offset < _END_OF_ZIP.size:
        raise BadArchive("is no zip archive")
    _, _, _, _, _, directory_bytes, _, _ = _END_OF_ZIP.unpack_from(tail, offset)
    if directory_bytes > _DIRECTORY_BYTES:
        raise BadArchive(f"holds more than {MOST_ENTRIES} entries")


def _lift(target: Path) -> None:
    """Where all lies in one folder, as archivers like to pack it, that folder is the bot's."""
    inside = list(target.iterdir())
    if len(inside) == 1 and inside[0].is_dir() and not (target / MANIFEST).exists():
        outer = inside[0].rename(target.with_name(f"{target.name}.lifted"))
        target.rmdir()
        outer.rename(target)


class _Capped(io.RawIOBase):
    """A stream that ends in a refusal when more comes out of it than is allowed."""

    def __init__(self, stream: Any) -> None:
        super().__init__()
        self._stream = stream
        self._left = MOST_BYTES + 1024 * MOST_ENTRIES

    def read(self, size: int = -1) -> bytes:
        chunk: bytes = self._stream.read(_CHUNK_BYTES if size < 0 else size)
        self._left -= len(chunk)
        if self._left < 0:
            raise BadArchive(f"holds more than {MOST_BYTES // MIB} MiB")
        return chunk
