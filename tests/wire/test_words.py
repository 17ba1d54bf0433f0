"""Has every word of the rules its number on the wire, and every number its word?"""

import pytest

from arena.rules import CARDS, CURRENCIES, KINDS, TILES
from arena.rules.action import all_verbs
from arena.rules.event import KINDS_OF_EVENT
from arena.wire import WireError, catalogue
from arena.wire.words import (
    ASKED_WORDS,
    CURRENCY_WORDS,
    EVENT_WORDS,
    GROUP_WORDS,
    KIND_WORDS,
    VERB_WORDS,
    Words,
)


def test_the_words_are_those_of_the_rules() -> None:
    assert list(CURRENCY_WORDS.numbers) == list(CURRENCIES)
    assert list(KIND_WORDS.numbers) == list(KINDS)
    assert set(EVENT_WORDS.numbers) == set(KINDS_OF_EVENT)
    assert set(GROUP_WORDS.numbers) == {tile.group for tile in TILES}
    assert set(ASKED_WORDS.numbers) == {
        *("nothing", "act", "place", "favour", "falcon"),
        *("choose", "ability", "pay", "post", "wall"),
    }
    assert set(VERB_WORDS.numbers) == {verb.word for verb in all_verbs()}


@pytest.mark.parametrize(
    "words", [CURRENCY_WORDS, KIND_WORDS, EVENT_WORDS, GROUP_WORDS, ASKED_WORDS, VERB_WORDS]
)
def test_unset_and_unknown_numbers_are_refused(words: Words) -> None:
    with pytest.raises(WireError, match=r"^field: unset is not one of "):
        words.word(0, "field")
    with pytest.raises(WireError, match=r"^field: 99 is not one of "):
        words.word(99, "field")


def test_the_catalogue_has_every_tile_at_its_id() -> None:
    """1.1 and 1.4: 54 buildings and the fountain; 13.1, 14.1 and 16.1: 8 camps, 8 bazaars, 9 medinas; 17.1, 17.3: 54 floor tiles,
    6 plazas."""
    tiles = catalogue()
    assert len(tiles) == 54 + 8 + 8 + 9 + 1 + 54 + 6
    assert [tile.id for tile in tiles] == list(range(len(tiles)))
    assert [tile.name for tile in tiles] == [tile.name for tile in TILES]
    tower = next(tile for tile in tiles if tile.name == "tower-9-NE")
    assert (KIND_WORDS.word(tower.kind, "kind"), tower.price, tower.walls) == ("tower", 9, "NE")
    assert not tower.HasField("currency")
    bazaar = next(tile for tile in tiles if GROUP_WORDS.word(tile.group, "group") == "bazaar")
    assert bazaar.HasField("currency")
    assert not bazaar.HasField("kind")
    assert len(bazaar.kinds) == 3
    assert len(CARDS) == 36
