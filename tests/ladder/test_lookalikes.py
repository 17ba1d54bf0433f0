"""Are names that look alike seen as such, by Unicode's rule, and others left alone?"""

# ruff: noqa: RUF001, RUF003 - letters that look like others are what is tested

import re
from pathlib import Path

import pytest

from arena.ladder import lookalikes
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.lookalikes import looks_like, mixes_scripts
from arena.ladder.roster import NotTaken


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("hоuse", "house"),  # Cyrillic о
        ("ｈouse", "house"),
        ("HOUSE", "house"),
        ("hou\u034fse", "house"),
        ("hοuse", "House"),  # Greek omicron
        ("Ilya", "llya"),
        ("ilya", "Ilya"),
        ("Team 0", "Team O"),
        ("Team 0", "team o"),
        ("rnodern", "modern"),
        ("раураl", "paypal"),
        ("Zoe\u0308", "Zoë"),
        ("𝔏ions", "Lions"),
    ],
)
def test_names_that_look_alike(name: str, other: str) -> None:
    assert looks_like(name, ["somebody", other]) == other
    assert looks_like(other, [name]) == name


@pytest.mark.parametrize(
    ("name", "other"), [("lions", "lion"), ("bot1", "bot2"), ("Zoe", "Zoë"), ("王", "玉")]
)
def test_names_that_do_not(name: str, other: str) -> None:
    assert looks_like(name, [other]) is None


@pytest.mark.parametrize("name", ["hоuse", "Αlpha", "pаypal", "Лева team", "abγ"])
def test_names_of_mixed_scripts(name: str) -> None:
    assert mixes_scripts(name)


@pytest.mark.parametrize(
    "name",
    [
        "Lions 2",
        "Лев",
        "Ψυχή",
        "王さん",
        "東京タワー Team",
        "김 team",
        "Zoë-Ann_3",
        "שלום",
        "<b>&",
        "😀 A",
        "₱1",
    ],
)
def test_names_of_one_script(name: str) -> None:
    assert not mixes_scripts(name)


def test_a_bot_that_looks_like_another_is_not_taken(tmp_path: Path) -> None:
    roster = LadderFolder.open(str(tmp_path), create=True).roster
    roster.enter("mill", "a" * 64, "house", 1)
    roster.enter("mill", "b" * 64, "house", 2)  # a further version of the same bot
    with pytest.raises(NotTaken, match="the name rnill looks like mill, which is on the ladder"):
        roster.enter("rnill", "c" * 64, "Lions", 3)
    with pytest.raises(NotTaken, match="the name mi1l looks like mill"):
        roster.enter("mi1l", "c" * 64, "Lions", 3)
    roster.enter("mull", "c" * 64, "Lions", 3)


def test_the_table_is_whole() -> None:
    like, unseen, scripts = lookalikes._table()
    text = Path(lookalikes.__file__).with_name("confusables.txt").read_text(encoding="ascii")
    assert re.match(r"# Unicode \d+\.\d+\.\d+, written by scripts/confusables\n", text)
    assert (len(like) > 3000, len(unseen) > 10, len(scripts) > 500) == (True, True, True)
    assert [entry[0] for entry in scripts] == sorted(entry[0] for entry in scripts)
