"""`arena download`: the games of a finished event as a data set, checked against its checksums."""

import hashlib
import shutil
import tarfile
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.ending import Failed, HostFailed, Mistake
from arena.cli.options import AtEvent
from arena.cli.remote import Remote

SUMS = "SHA256SUMS"
app = typer.Typer(add_completion=False)


@app.command()
def download(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="Folder to make.")],
    url: AtEvent = None,
) -> None:
    """Fetch all games of a finished event: Parquet files, standings, and a README that explains them."""
    if out.exists() or out.is_symlink():
        raise Mistake(f"OUT: {out} exists already")
    remote = Remote.at(url)
    try:
        out.absolute().parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.absolute().parent, prefix=".arena-download-") as work:
            print(f"Fetching the games of {remote.site}", flush=True)
            remote.save("/dataset.tar", Path(work) / "games.tar")
            inner = _unpacked(Path(work) / "games.tar", Path(work) / "unpacked")
            if wrong := damaged(inner):
                raise HostFailed(f"{', '.join(wrong)}: not as {SUMS} says; try it again")
            inner.rename(out.absolute())
    except OSError as error:
        raise Failed(f"{out} cannot be made: {error.strerror}") from None
    for path in sorted(out.iterdir()):
        print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
    print(f"next: read {out / 'README.md'}")


def damaged(folder: Path) -> list[str]:
    """The files of a data set that are not what its checksums say, or not among them."""
    lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    sums = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    files.pop(SUMS)
    return sorted(name for name in sums.keys() | files.keys() if sums.get(name) != files.get(name))


def _unpacked(archive: Path, target: Path) -> Path:
    """The only folder of an archive that a stranger sent."""
    try:
        with tarfile.open(archive) as tar:
            tar.extractall(target, filter="data")
    except tarfile.TarError as error:
        raise HostFailed(f"what was fetched is no archive: {error}") from None
    folders = list(target.iterdir())
    if len(folders) != 1 or not (folders[0] / SUMS).is_file():
        shutil.rmtree(target)
        raise HostFailed("what was fetched is no data set")
    return folders[0]
