"""Are house bots and starter ladders found from anywhere, and does a folder win over them?"""

from pathlib import Path

import pytest

from arena.ladder import LadderFile
from arena.match import Bot, ManifestError, bot_folder, house_bots, starter_ladders
from arena.web.event_file import EventFile
from tests.conftest import ROOT, arena


def test_house_bots_are_those_of_the_checkout() -> None:
    assert set(house_bots()) == {path.parent.name for path in (ROOT / "bots").glob("*/bot.toml")}
    assert house_bots()[:3] == ("greedy", "mcts", "random")
    for name in house_bots():
        assert Bot.parse(name).version == Bot.load(ROOT / "bots" / name).version


def test_a_name_means_a_house_bot_and_a_folder_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Bot.parse("greedy --seed 3").options == ("--seed", "3")
    mine = tmp_path / "greedy"
    mine.mkdir()
    (mine / "bot.toml").write_text('name = "mine"\nrun = ["./mine"]\n')
    assert Bot.parse("greedy").name == "mine"
    assert bot_folder("greedy", tmp_path) == mine


@pytest.mark.parametrize("text", ["", " ", "greedi", "../greedy"])
def test_a_name_of_nothing_is_refused(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ManifestError, match=r"names no bot|the house bots are|these are"):
        Bot.parse(text)


def test_new_ladders_are_complete(tmp_path: Path) -> None:
    for like in starter_ladders():
        ran = arena("ladder", "new", f"cup-{like}", "--like", like, cwd=tmp_path)
        assert (ran.returncode, ran.stdout) == (
            0,
            f"cup-{like}.toml\nnext: arena ladder run cup-{like}.toml\n",
        )
        ladder = LadderFile.load(tmp_path / f"cup-{like}.toml")
        assert ladder.store == str(tmp_path / "runs" / f"cup-{like}")
        assert [Bot.load(folder).name for folder in ladder.bots] == ["random", "greedy", "mcts"]
        assert "../" not in (tmp_path / f"cup-{like}.toml").read_text()


def test_a_new_event_has_a_code_of_its_own(tmp_path: Path) -> None:
    codes: list[str] = []
    for name in ("spring.toml", "autumn"):
        assert arena("event", "new", name, cwd=tmp_path).returncode == 0
        event = EventFile.load(tmp_path / f"{name.removesuffix('.toml')}.toml")
        assert event.folder == tmp_path / "runs" / name.removesuffix(".toml")
        codes += event.codes
    assert len(set(codes)) == 2
    assert "let-me-in-2026" not in codes


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("ladder", "new", "Cup"), "arena: NAME: 'Cup' must be 1 to 40"),
        (("ladder", "new", "cup", "--like", "chess"), "arena: --like: there is no 'chess', only classic,"),
        (("ladder", "new", "there"), "arena: NAME: there.toml exists already"),
        (("event", "new", "there"), "arena: NAME: there.toml exists already"),
    ],
)
def test_a_new_file_that_cannot_be(words: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "there.toml").write_text("mine")
    ran = arena(*words, cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(sentence)
    assert (tmp_path / "there.toml").read_text() == "mine"
