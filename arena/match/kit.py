"""How does a policy become a whole bot? The key `kit` in its bot.toml names the kit that adds the rest.

A kit is a folder in `kits/`: `client/` holds the files that all bots in the language share, `kit.toml` their
lines of bot.toml, and `starter/` a policy that plays at random. The files of kit and policy are put side by
side; none replaces another.
"""

import io
import re
import shutil
import tempfile
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any, Final

from arena.match.cache import cache_folder, one_at_a_time
from arena.match.content import MANIFEST, alike, content_hash, is_executable, plain_files
from arena.proto import arena_pb2
from arena.untrusted import Unreadable, read_limited, shown, toml_table

KITS: Final = Path(__file__).with_name("kits")
PROTO: Final = Path(arena_pb2.__file__).with_name("arena.proto")
BOTKIT: Final = "python"  # its client is the package arena.botkit; all others speak the protocol themselves
NAME_MARK: Final = "@NAME@"
MOST_MANIFEST_BYTES: Final = 64 * 1024
UNIX: Final = 3  # a zip file says which system its permissions are of
_KIT_LINE: Final = re.compile(r"^kit\s*=.*\n?", re.MULTILINE)


class KitError(ValueError):
    """A policy that makes no bot with its kit; the text names the key or the file."""


def kit_names() -> tuple[str, ...]:
    """The languages that have a kit."""
    return tuple(sorted(path.name for path in KITS.iterdir() if path.is_dir()))


def names_kit(folder: Path) -> bool:
    """Whether a folder has a bot.toml with the key `kit`."""
    try:
        return "kit" in manifest_table(folder)
    except (OSError, Unreadable):
        return False


def manifest_table(folder: Path) -> dict[str, Any]:
    """The keys of a folder's bot.toml as they stand there."""
    if not (folder / MANIFEST).is_file():
        raise Unreadable("is no plain file")
    return toml_table(read_limited(folder / MANIFEST, MOST_MANIFEST_BYTES))


def assembled(folder: Path) -> Path:
    """The whole bot of a folder: the folder itself, or policy and kit in the cache if its bot.toml names a kit."""
    if not names_kit(folder):
        return folder
    cache = cache_folder() / "assembled"
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix=".assembling-") as work:
        draft = Path(work) / "bot"
        assemble(folder, draft)
        digest = content_hash(draft)
        whole = cache / digest
        with one_at_a_time(f"assembled {digest}"):
            if whole.is_dir() and content_hash(whole) != digest:  # somebody has changed it there
                shutil.rmtree(whole)
            if not whole.is_dir():
                draft.rename(whole)
    return whole


def assemble(folder: Path, target: Path) -> None:
    """Write a policy and the kit that its bot.toml names into a new folder, which is there whole or not at all."""
    text = read_limited(folder / MANIFEST, MOST_MANIFEST_BYTES).decode("utf-8")
    name = toml_table(text.encode()).get("kit")
    if not isinstance(name, str) or name not in kit_names():
        raise KitError(f"kit: {shown(name)} is not one of {', '.join(kit_names())}")
    manifest = _whole_manifest(text, KITS / name / "kit.toml")
    policy, client = plain_files(folder), plain_files(KITS / name / "client")
    del policy[MANIFEST]
    if name != BOTKIT:
        client[PROTO.name] = PROTO
    _refuse_clash(policy, client, name)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".assembling-") as work:
        draft = Path(work) / "bot"
        for inner, file in (client | policy).items():
            (draft / inner).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, draft / inner)
        (draft / MANIFEST).write_text(manifest, encoding="utf-8")
        for path in (draft, *draft.rglob("*")):  # bots in the sandbox have users of their own
            path.chmod(0o755 if is_executable(path) else 0o644)
        draft.rename(target)


def new_bot(kit: str, folder: Path) -> None:
    """Make a whole bot of a kit's starter, named after its folder."""
    with tempfile.TemporaryDirectory(prefix="arena-new-") as work:
        policy = Path(work) / "policy"
        shutil.copytree(KITS / kit / "starter", policy, copy_function=shutil.copyfile)
        for file in plain_files(policy).values():
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace(NAME_MARK, folder.name), encoding="utf-8")
        assemble(policy, folder)


def zipped_kit(kit: str, name: str) -> bytes:
    """The folder that `new_bot` makes, as a .zip that depends on nothing but the kit and the bot's name."""
    packed = io.BytesIO()
    with tempfile.TemporaryDirectory(prefix="arena-kit-") as work, zipfile.ZipFile(packed, "w") as archive:
        folder = Path(work) / name
        new_bot(kit, folder)
        for inner, file in plain_files(folder).items():
            entry = zipfile.ZipInfo(f"{name}/{inner}")  # of 1980, since it is given no time
            entry.create_system = UNIX
            entry.external_attr = (0o100755 if is_executable(file) else 0o100644) << 16
            archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _whole_manifest(text: str, kit: Path) -> str:
    """A bot.toml with the kit's lines instead of the one that names the kit."""
    lines = kit.read_text(encoding="utf-8")
    own, given = toml_table(text.encode()), toml_table(lines.encode())
    name = own.pop("kit")
    for key in own:
        if key in given:
            raise KitError(f"{key}: comes with the kit {name!r}; leave out one of the two")
    whole = _KIT_LINE.sub(lambda _: lines, text, count=1)
    try:
        read = toml_table(whole.encode())
    except Unreadable:
        read = {}
    if read != own | given:
        raise KitError(f'kit: must be a line of its own, kit = "{name}"')
    return whole


def _refuse_clash(policy: dict[str, Path], client: dict[str, Path], kit: str) -> None:
    """Refuse a file of the policy that would replace one of the kit's, on this disk or on one that knows no case."""
    taken = {alike(name): (name, is_file) for name, is_file in _entries(client)}
    for name, is_file in _entries(policy):
        there = taken.get(alike(name))
        if there is not None and (is_file or there != (name, False)):
            raise KitError(f"{name}: the kit {kit!r} brings {there[0]}; give yours another name")


def _entries(files: dict[str, Path]) -> list[tuple[str, bool]]:
    """All files, and all folders that they lie in, each with whether it is a file."""
    folders = {parent.as_posix() for name in files for parent in PurePosixPath(name).parents if parent.name}
    return [*((name, True) for name in files), *((name, False) for name in sorted(folders))]
