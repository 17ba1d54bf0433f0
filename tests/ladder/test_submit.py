"""Does a ladder keep whole bots, whatever is submitted?"""

import shutil
from pathlib import Path

import pytest

from arena.ladder import archive
from arena.ladder.archive import BadArchive, pack_folder
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.submit import clean_copy, enter_house_bots
from arena.ladder.work import unpacked
from arena.match.content import plain_files
from arena.match.kit import assemble, names_kit
from arena.match.manifest import Bot
from tests.ladder.ladders import ROOT, ladder_file

POLICY = ROOT / "bots" / "greedy-go"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def archived(folder: Path, target: Path) -> Path:
    target.write_bytes(pack_folder(folder))
    return target


@pytest.mark.parametrize("form", ["folder", "archive"])
def test_a_policy_is_submitted_with_its_kit(tmp_path: Path, form: str) -> None:
    source = POLICY if form == "folder" else archived(POLICY, tmp_path / "bot.tar.gz")
    assemble(POLICY, tmp_path / "whole")
    with clean_copy(source) as folder:
        assert not names_kit(folder)
        assert Bot.load(folder).version == Bot.load(tmp_path / "whole").version
        assert plain_files(folder).keys() == plain_files(tmp_path / "whole").keys()
    assert not (tmp_path / "cache" / "arena").exists()


def test_a_house_bot_is_kept_with_its_kit(tmp_path: Path) -> None:
    """So it stays the same bot on a host with other kits."""
    ladder = ladder_file(tmp_path, bots=[str(POLICY)])
    ladder_folder = LadderFolder.open(ladder.store, create=True)
    (entered,) = enter_house_bots(ladder, ladder_folder)
    assert entered.version == Bot.load(POLICY).version
    bot = unpacked(entered.version, ladder_folder.packed)
    assert bot.name == "greedy-go"
    assert not names_kit(bot.folder)
    assert enter_house_bots(ladder, ladder_folder) == []


def test_a_policy_that_does_not_fit_its_kit_is_refused(tmp_path: Path) -> None:
    shutil.copytree(POLICY, tmp_path / "mine")
    (tmp_path / "mine" / "client.go").touch()
    source = archived(tmp_path / "mine", tmp_path / "mine.tar.gz")
    with (
        pytest.raises(BadArchive, match=r"mine\.tar\.gz: client\.go: the kit 'go' brings client\.go"),
        clean_copy(source),
    ):
        pass


def test_the_files_of_the_kit_count_towards_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """A version that is larger than any host unpacks must not come onto a ladder."""
    monkeypatch.setattr(archive, "MOST_BYTES", 100_000)
    with pytest.raises(BadArchive, match="holds more than"), clean_copy(POLICY):
        pass


def test_a_folder_without_a_readable_manifest_is_left_to_the_check(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.toml").write_bytes(b"kit = \xff")
    with clean_copy(tmp_path / "mine") as folder:
        assert (folder / "bot.toml").is_file()
