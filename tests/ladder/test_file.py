"""Is a ladder file read as it is meant, and is every mistake in it named by its key?"""

from pathlib import Path

import pytest

from arena.ladder.file import LadderFile
from arena.ladder.keys import LadderError
from tests.ladder.ladders import ROOT

SHIPPED = [path for path in sorted((ROOT / "ladders").glob("*.toml")) if path.stem != "event"]
"""Without the one that only arena.web reads."""
LEAST = {"rules": '"classic"', "store": '"store"'}


def load(folder: Path, text: str) -> LadderFile:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return LadderFile.load(path)


def test_the_least_that_a_ladder_needs(tmp_path: Path) -> None:
    ladder = load(tmp_path, 'rules = "classic"\nstore = "runs/mine"\n')
    assert (ladder.name, str(ladder.settings.config), str(ladder.settings.control)) == (
        "mine",
        "classic,players=2",
        "30+0.5",
    )
    assert (ladder.settings.tier, ladder.format.kind, ladder.sets, ladder.settings.deals) == (
        1,
        "continuous",
        5,
        "fresh",
    )
    assert ladder.store == str(tmp_path / "runs" / "mine")
    assert ladder.bots == ()


def test_all_keys(tmp_path: Path) -> None:
    ladder = load(
        tmp_path,
        'name = "big"\nrules = "classic+camps,deal=closed"\nseats = 4\ntime = "60+1"\ntier = 2\nsets = 3\n'
        'deals = "duplicate"\nponder = true\nrestart = true\nstore = "s3://bucket/ladder"\nbots = ["../bots/random"]\n'
        'seed = "x"\n[limits]\nmemory_mb = 2048\n[format]\nkind = "gauntlet"\nrounds = 7\nbot = "mine"\n'
        '[rating]\nanchor = "random"\nprior_draws = 0.5\n',
    )
    assert str(ladder.settings.config) == "classic+camps,players=4,deal=closed"
    assert ladder.store == "s3://bucket/ladder"
    assert ladder.settings.limits.memory_mb == 2048
    assert (ladder.format.kind, ladder.format.rounds, ladder.format.bot) == ("gauntlet", 7, "mine")
    assert (ladder.anchor, ladder.prior_draws, ladder.settings.deals) == ("random", 0.5, "duplicate")
    assert ladder.bots == (tmp_path / "../bots/random",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('store = "x"', "rules: is missing"),
        ('rules = "classic"', "store: is missing"),
        ('rules = "chess"\nstore = "x"', "rules: edition: 'chess'"),
        ('rules = 7\nstore = "x"', "rules: must be one line of text"),
        ('rules = "classic,players=3"\nseats = 2\nstore = "x"', "seats: 2, but the rules say 3"),
        ('rules = "classic"\nseats = 7\nstore = "x"', "seats: must be a whole number from 2 to 6"),
        ('rules = "classic"\nstore = "x"\ntime = "5"', "time: '5' is not"),
        ('rules = "classic"\nstore = "x"\ntier = 4', "tier: must be a whole number from 1 to 3"),
        ('rules = "classic"\nstore = "x"\nsets = true', "sets: must be a whole number"),
        ('rules = "classic"\nstore = "x"\ndeals = "some"', "deals: 'some' is not one of fresh, duplicate"),
        ('rules = "classic"\nstore = "x"\nduplicates = "sets"', 'duplicates: is now deals = "duplicate" for "sets"'),
        ('rules = "classic"\nstore = "x"\nbot = ["x"]', "bot: no such key; there are bots, deals"),
        ('rules = "classic"\nstore = "x"\nbots = [1]', "bots: must be a list of texts"),
        ('rules = "classic"\nstore = "x"\nponder = 1', "ponder: must be true or false"),
        ('rules = "classic"\nstore = "x"\nname = "A B"', "name: 'A B' must be"),
        ('rules = "classic"\nstore = "x"\nlimits = 1', "limits: must be a table"),
        ('rules = "classic"\nstore = "x"\n[limits]\nmemory_gb = 1', "limits.memory_gb: is no limit"),
        ('rules = "classic"\nstore = "x"\n[limits]\nmemory_mb = 1', "limits.memory_mb: must be between"),
        (
            'rules = "classic,players=3"\nstore = "x"\n[format]\nkind = "double-elimination"',
            "format.kind: a double-elimination is played in duels, not at tables of 3",
        ),
        ('rules = "classic"\nstore = "x"\n[format]\nkind = "cup"', "format.kind: 'cup' is not one of"),
        ('rules = "classic"\nstore = "x"\n[format]\nround = 3', "format.round: no such key"),
        ('rules = "classic"\nstore = "x"\n[format]\nkind = "gauntlet"', "format.bot: is missing"),
        ('rules = "classic"\nstore = "x"\n[rating]\nprior_draws = 0', "rating.prior_draws: must be a number"),
        ("rules = ", "not TOML"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_by_its_key(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(LadderError) as raised:
        load(tmp_path, text)
    assert f"{tmp_path / 'mine.toml'}: {sentence}" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LadderError, match=r"nowhere\.toml: there is no such file"):
        LadderFile.load(tmp_path / "nowhere.toml")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_shipped_ladders_ask_for_the_sandbox_and_name_bots_that_exist(path: Path) -> None:
    ladder = LadderFile.load(path)
    assert (ladder.name, ladder.settings.tier, ladder.settings.deals) == (path.stem, 1, "fresh")
    assert len(ladder.bots) >= 2
    assert all((bot / "bot.toml").is_file() for bot in ladder.bots)
    assert any(bot.name == ladder.anchor for bot in ladder.bots)


def test_the_four_that_are_shipped() -> None:
    by_name = {path.stem: LadderFile.load(path).settings.config for path in SHIPPED}
    assert sorted(by_name) == ["classic", "hidden", "red-palace", "table"]
    assert by_name["classic"].players == 2
    assert (by_name["table"].players, len(by_name["table"].modules)) == (4, 5)
    assert by_name["hidden"].deal == "closed"
    assert (by_name["red-palace"].edition, by_name["red-palace"].players) == ("red-palace", 3)
