"""Is a configuration one small value with one canonical text, and a wrong one told what is wrong with it?"""

import pickle
from itertools import combinations, permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arena.rules import ConfigError, GameConfig, new_game

MODULES = ("vizier", "camps", "bazaars", "falconers", "medina")
SUBSETS = [subset for size in range(6) for subset in combinations(MODULES, size)]


def test_the_text_of_the_readme() -> None:
    """Modules in any order, in the order of the rules when written."""
    config = GameConfig.parse("classic+camps+vizier,players=3,deal=closed")
    assert config.edition == "classic"
    assert config.modules == ("vizier", "camps")
    assert (config.players, config.deal, config.turn_limit) == (3, "closed", 300)
    assert str(config) == "classic+vizier+camps,players=3,deal=closed"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("classic", "classic,players=2"),
        ("classic,players=2", "classic,players=2"),
        ("classic,players=6,deal=open", "classic,players=6"),
        ("classic,deal=closed,players=5", "classic,players=5,deal=closed"),
        ("classic,turn_limit=400,players=4", "classic,players=4"),
        ("classic,turn_limit=401,players=4", "classic,players=4,turn_limit=401"),
        ("classic+medina+falconers,turn_limit=7", "classic+falconers+medina,players=2,turn_limit=7"),
    ],
)
def test_the_canonical_text_leaves_out_what_goes_without_saying(text: str, canonical: str) -> None:
    """2.3, 3.6: the open deal and 100 turns a player are not written; the number of players always is."""
    assert str(GameConfig.parse(text)) == canonical
    assert str(GameConfig.parse(canonical)) == canonical


@pytest.mark.parametrize("modules", SUBSETS)
def test_every_configuration_there_and_back(modules: tuple[str, ...]) -> None:
    """All 32 sets of modules, 2 to 6 players, both deals, several limits: made, written, read, the same."""
    texts = set()
    for players in (2, 3, 4, 5, 6):
        for deal in ("open", "closed"):
            for turn_limit in (None, 1, 99, 250, 100_000):
                config = GameConfig("classic", modules, players, deal, turn_limit)
                again = GameConfig.parse(str(config))
                assert again == config
                assert hash(again) == hash(config)
                assert str(again) == str(config)
                assert (again.edition, again.modules) == ("classic", modules)
                assert (again.players, again.deal) == (players, deal)
                assert again.turn_limit == (100 * players if turn_limit is None else turn_limit)
                texts.add(str(config))
    assert len(texts) == 5 * 2 * 5


@given(
    modules=st.permutations(MODULES).flatmap(
        lambda order: st.integers(0, 5).map(lambda size: tuple(order[:size]))
    ),
    options=st.fixed_dictionaries(
        {},
        optional={
            "players": st.integers(2, 6),
            "deal": st.sampled_from(["open", "closed"]),
            "turn_limit": st.integers(1, 100_000),
        },
    ).flatmap(lambda given: st.permutations(list(given.items()))),
)
def test_modules_and_options_in_any_order(
    modules: tuple[str, ...], options: list[tuple[str, int | str]]
) -> None:
    """However it is written, the canonical text says the same in one way."""
    config = GameConfig.parse(",".join(["+".join(["classic", *modules]), *(f"{k}={v}" for k, v in options)]))
    values = dict(options)
    players = values.get("players", 2)
    assert set(config.modules) == set(modules)
    assert config.players == players
    assert config.deal == values.get("deal", "open")
    assert config.turn_limit == values.get("turn_limit", 100 * int(players))
    assert GameConfig.parse(str(config)) == config
    assert str(GameConfig.parse(str(config))) == str(config)


def test_order_of_modules_does_not_matter() -> None:
    """Equal configurations have equal hashes, and different ones are different."""
    same = {GameConfig.parse("+".join(("classic", *order))) for order in permutations(MODULES[:3])}
    assert len(same) == 1
    assert GameConfig.parse("classic") != GameConfig.parse("classic,players=3")
    assert GameConfig.parse("classic") != "classic,players=2"


def test_a_configuration_can_be_sent_to_another_process() -> None:
    """It is the same after being pickled."""
    config = GameConfig.parse("classic+camps,players=4,deal=closed,turn_limit=12")
    assert pickle.loads(pickle.dumps(config)) == config


PLAYERS = ("players", ["2 to 6"])
DEAL = ("deal", ["open", "closed"])
TURN_LIMIT = ("turn_limit", ["1 to 100000"])
EDITION = ("edition", ["classic"])
ANY_MODULE = ("modules", list(MODULES))
ANY_OPTION = ["players", "deal", "turn_limit"]


@pytest.mark.parametrize(
    ("text", "key", "allowed"),
    [
        ("", *EDITION),
        ("Classic", *EDITION),
        ("red", *EDITION),
        ("+camps", *EDITION),
        ("players=3", *EDITION),
        ("classic+castle", *ANY_MODULE),
        ("classic+", *ANY_MODULE),
        ("classic+camps+Vizier", *ANY_MODULE),
        ("classic+camps+camps", "modules", ["camps"]),
        ("classic,players=1", *PLAYERS),
        ("classic,players=7", *PLAYERS),
        ("classic,players=0", *PLAYERS),
        ("classic,players=-3", *PLAYERS),
        ("classic,players=three", *PLAYERS),
        ("classic,players=", *PLAYERS),
        ("classic,players=3.0", *PLAYERS),
        ("classic,players=٣", *PLAYERS),
        ("classic,players=99999999999999999999", *PLAYERS),
        ("classic,deal=hidden", *DEAL),
        ("classic,deal=", *DEAL),
        ("classic,deal=Open", *DEAL),
        ("classic,turn_limit=0", *TURN_LIMIT),
        ("classic,turn_limit=100001", *TURN_LIMIT),
        ("classic,turn_limit=-1", *TURN_LIMIT),
        ("classic,turn_limit=many", *TURN_LIMIT),
        ("classic,turn_limit=None", *TURN_LIMIT),
        ("classic,colour=red", "colour", ANY_OPTION),
        ("classic,Players=3", "Players", ANY_OPTION),
        ("classic,players", "players", ANY_OPTION),
        ("classic,", "option", ANY_OPTION),
        ("classic,=3", "option", ANY_OPTION),
        ("classic,players=3,players=3", "players", []),
        ("classic,deal=open,deal=closed", "deal", []),
    ],
)
def test_a_wrong_text_is_told_key_and_allowed_values(text: str, key: str, allowed: list[str]) -> None:
    """A ConfigError in one line that begins with the key and lists what it may be."""
    with pytest.raises(ConfigError) as caught:
        GameConfig.parse(text)
    message = str(caught.value)
    assert message.startswith(f"{key}:")
    assert "\n" not in message
    for value in allowed:
        assert value in message.removeprefix(f"{key}:")


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        ({"edition": "red-castle"}, "edition"),
        ({"modules": ("moat",)}, "modules"),
        ({"modules": ("camps", "camps")}, "modules"),
        ({"players": 1}, "players"),
        ({"players": 7}, "players"),
        ({"players": -2}, "players"),
        ({"deal": "secret"}, "deal"),
        ({"turn_limit": 0}, "turn_limit"),
        ({"turn_limit": 100_001}, "turn_limit"),
    ],
)
def test_wrong_values_are_refused_without_a_text_too(arguments: dict[str, object], key: str) -> None:
    """The constructor checks what the text would."""
    with pytest.raises(ConfigError, match=f"^{key}:"):
        GameConfig(**arguments)  # type: ignore[arg-type]


@given(text=st.text(max_size=60))
@example(text="classic\n")
@example(text="classic,players=3,")
@example(text=",")
def test_any_text_is_a_configuration_or_a_config_error(text: str) -> None:
    """Nothing else is raised, and what is read has a canonical text."""
    try:
        config = GameConfig.parse(text)
    except ConfigError:
        return
    assert GameConfig.parse(str(config)) == config


ALMOST = ["classic", "+", "camps", "vizier", ",", "players", "deal", "turn_limit", "=", "3", "closed", "0"]


@given(words=st.lists(st.sampled_from(ALMOST), max_size=12))
def test_almost_a_configuration(words: list[str]) -> None:
    """The same for texts made of the right words."""
    try:
        config = GameConfig.parse("".join(words))
    except ConfigError:
        return
    assert GameConfig.parse(str(config)) == config


@pytest.mark.parametrize("modules", SUBSETS)
def test_every_configuration_can_be_played(modules: tuple[str, ...]) -> None:
    """A game of each begins with an action, and keeps its configuration."""
    for players in (2, 3, 4, 5, 6):
        config = GameConfig("classic", modules, players)
        state = new_game(config, seed=11)
        assert state.decision == "act"
        assert state.config == config
        assert state.observe(None).config == config
