"""How a game of the second edition begins (17.4 to 17.6, 17.16), and which games there are."""

from itertools import combinations

import pytest

from arena.rules import KINDS, Action, ConfigError, GameConfig, State, new_game
from arena.rules.components import section
from arena.rules.palace.parts import STAND_SIZES, STRIP_ORDERS
from arena.rules.scoring import filled_sheet
from tests.rules.palace import palace, palace_of, strip_with
from tests.rules.positions import do, kinds_of, refused, texts
from tests.rules.views import by_name, seen_palace

MODULES = ("camps", "bazaars", "medina")
COMBINATIONS = [some for size in range(4) for some in combinations(MODULES, size)]


@pytest.mark.parametrize("modules", COMBINATIONS, ids="+".join)
@pytest.mark.parametrize("option", ["", ",classic_scoring=true"])
def test_modules_and_option_combine(modules: tuple[str, ...], option: str) -> None:
    """17.5: camps, bazaars, medina and classic_scoring go together in any way, and the text says so."""
    text = "+".join(["red-palace", *modules]) + f",players=4{option}"
    config = GameConfig.parse(text)
    assert config.text == text
    assert GameConfig.parse(config.text) == config
    assert config.options == (("classic_scoring",) if option else ())


@pytest.mark.parametrize("module", ["vizier", "falconers"])
def test_other_modules_do_not(module: str) -> None:
    """17.1: the vizier and the falconers are refused with a ConfigError that names the key."""
    with pytest.raises(ConfigError, match=rf"modules: '{module}' is not one of camps, bazaars, medina"):
        GameConfig.parse(f"red-palace+{module},players=3")


def test_the_option_belongs_to_the_edition() -> None:
    """17.5: the classic edition has no classic_scoring, and it is true or false."""
    with pytest.raises(ConfigError, match="classic_scoring: not an option"):
        GameConfig.parse("classic,players=3,classic_scoring=true")
    with pytest.raises(ConfigError, match="classic_scoring: 'yes' is not one of true, false"):
        GameConfig.parse("red-palace,players=3,classic_scoring=yes")
    assert GameConfig.parse("red-palace,classic_scoring=false").text == "red-palace,players=2"
    with pytest.raises(ConfigError, match="options: 'blue' is not one of classic_scoring"):
        GameConfig("red-palace", options=("blue",))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_money_sets_are_chosen_backwards(players: int) -> None:
    """17.4: an open set of 20 or more a player; the seat before the starter chooses first, the starter last; scores are 5."""
    state = new_game(GameConfig.parse(f"red-palace,players={players}"), 7)
    assert state.scores() == [5] * players
    starter = next(event.seat for event in state.history(None) if event.kind == "starts")
    sets = {event.number: event.cards for event in state.history(None) if event.kind == "set"}
    assert sorted(sets) == list(range(1, players + 1))
    for cards in sets.values():
        total = sum(card % 9 + 1 for card in cards)
        assert 20 <= total <= 28
        assert total - (cards[-1] % 9 + 1) < 20
    assert len(state.observe(None).display) == 0
    assert state.observe(None).on_turn == starter
    for turn in range(players):
        assert state.decision == "choose"
        assert state.seat == (starter - 1 - turn) % players
        offered = texts(state)
        assert len(offered) == players - turn
        chooser, chosen = state.seat, state.legal_actions()[-1]
        events = state.apply(chosen)
        assert kinds_of(events)[:2] == ["acted", "dealt"]
        assert sorted(card.id for card in state.observe(chooser).seats[chooser].hand or ()) == sorted(
            sets[chosen.number]
        )
        assert events[1].cards == sets[chosen.number]
        if state.decision == "choose":
            assert refused(state, str(chosen)) == "17.4"
    assert (state.decision, state.seat) == ("act", starter)
    assert len(state.observe(None).display) == 4
    assert seen_palace(state.observe(None)).sets == {}


def test_a_closed_deal_is_refused() -> None:
    """17.4: sets are dealt open whatever 2.3 says, so a configuration that asks for it closed is wrong."""
    with pytest.raises(ConfigError, match=r"^deal: 'closed' is not for red-palace, which deals open sets"):
        GameConfig.parse("red-palace,players=3,deal=closed")
    assert GameConfig.parse("red-palace,players=3,deal=open").text == "red-palace,players=3"


def test_what_is_else_drawn_can_be_fixed() -> None:
    """17.5, 17.6: abilities, stands and strips as the configuration says; all else is drawn as without it."""
    text = "red-palace,players=3,abilities=mason+teller+captain+scout,stands=5+2+3+3+4+4+2,strips=18+1+7"
    config = GameConfig.parse(text.replace("mason+teller", "teller+mason"))
    assert config.text == text
    assert GameConfig.parse(config.text) == config
    for seed in range(3):
        fixed, drawn = new_game(config, seed), new_game(GameConfig.parse("red-palace,players=3"), seed)
        view = by_name(fixed.observe(None))
        assert view["abilities"] == ("mason", "teller", "captain", "scout")
        assert [int(size) for size in palace_of(fixed).stands] == [5, 2, 3, 3, 4, 4, 2, 0]
        assert [int(strip) for strip in palace_of(fixed).strips] == [17, 0, 6]
        assert fixed.observe(None).market == drawn.observe(None).market
        assert list(palace_of(fixed).bag) == list(palace_of(drawn).bag)
        assert State.from_bytes(fixed.to_bytes()).observe(0) == fixed.observe(0)
    alone = new_game(GameConfig.parse("red-palace,players=3,strips=1+2+3"), 5)
    drawn = new_game(GameConfig.parse("red-palace,players=3"), 5)
    assert palace_of(alone).abilities == palace_of(drawn).abilities
    assert list(palace_of(alone).stands) == list(palace_of(drawn).stands)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("red-palace,abilities=mason", "abilities: 4 are in play, joined by +, not 1"),
        ("red-palace,abilities=mason+mason+scout+paver", "abilities: 'mason' is named twice"),
        ("red-palace,abilities=mayor+mason+scout+paver", "abilities: 'mayor' is not one of mason, teller,"),
        ("red-palace,abilities=", "abilities: '' is not one of"),
        ("red-palace,stands=2+2+2", "stands: say how many guards each of the first 7 holds"),
        ("red-palace,stands=5+5+2+2+2+3+3", "stands: there are 1 that hold 5"),
        ("red-palace,stands=2+2+2+3+3+3+x", "stands: 'x' is not a whole number"),
        ("red-palace,strips=1+2", "strips: name one for each of the 3 scorings"),
        ("red-palace,strips=0+2+3", "strips: 0 is not from 1 to 18"),
        ("red-palace,strips=3+2+3", "strips: '3' is named twice"),
        ("red-palace,strips=1+2+3,classic_scoring=true", "strips: with classic_scoring there are none"),
        ("classic,abilities=mason+teller+paver+scout", "abilities: not an option"),
    ],
)
def test_what_cannot_be_fixed_is_refused(rules: str, sentence: str) -> None:
    """17.5, 17.6: one sentence that names the key."""
    with pytest.raises(ConfigError) as refused_so:
        GameConfig.parse(rules)
    assert str(refused_so.value).startswith(sentence)


def test_the_start_player_is_drawn_by_lot() -> None:
    """17.4: every seat starts some games, whatever the sets are."""
    starters = {
        new_game(GameConfig.parse("red-palace,players=4"), seed).observe(None).on_turn for seed in range(40)
    }
    assert starters == {0, 1, 2, 3}


def test_the_scoring_cards_go_into_the_deck_after_the_choice() -> None:
    """17.4, 2.6: until the sets are taken the deck is money alone."""
    state = new_game(GameConfig.parse("red-palace,players=3"), 3)
    assert all(card < 36 for card in state.deck)
    while state.decision == "choose":
        state.apply(state.legal_actions()[0])
    assert [int(card) for card in state.deck].count(36) == 1
    assert [int(card) for card in state.deck].count(37) == 1


def test_strips_are_orders_of_the_six_kinds() -> None:
    """17.5: 18 strips; three different ones are drawn, the first for scoring 3."""
    assert len(STRIP_ORDERS) == 18
    assert all(sorted(order) == sorted(KINDS) for order in STRIP_ORDERS)
    drawn: set[int] = set()
    for seed in range(40):
        strips = palace_of(new_game(GameConfig.parse("red-palace,players=3"), seed)).strips
        assert len({int(strip) for strip in strips}) == 3
        drawn.update(int(strip) for strip in strips)
    assert len(drawn) > 12


def test_gardens_in_row_2_pay_17_9_2() -> None:
    """17.5: the book's example: gardens are in the second row, so the first three get 17, 9 and 2 in scoring 3."""
    gardens = ["floor-8", "floor-9-a", "floor-9-b", "floor-10-a", "floor-10-b", "floor-10-c"]
    state = palace(
        "red-palace,players=4",
        strips=[0, 1, strip_with("seraglio", "garden")],
        pieces=dict.fromkeys(gardens, "garden"),
        cities=[
            {(1, 0): gardens[0], (2, 0): gardens[1], (3, 0): gardens[2]},
            {(1, 0): gardens[3], (2, 0): gardens[4]},
            {(1, 0): gardens[5]},
            {},
        ],
    )
    assert filled_sheet(state, 3).published().rows["garden"] == (17, 9, 2, 0)


def test_classic_scoring_uses_the_table_of_the_base_game() -> None:
    """17.5: with classic_scoring a garden pays 20 in scoring 3, and no strip is drawn; guards still have their row."""
    state = palace(
        "red-palace,players=4,classic_scoring=true",
        pieces={"floor-8": "garden"},
        cities=[{(1, 0): "floor-8"}],
    )
    rows = filled_sheet(state, 3).published().rows
    assert rows["garden"] == (20, 0, 0, 0)
    assert "guards" in rows
    assert seen_palace(state.observe(None)).strips == ()


def test_every_row_of_a_strip_pays_as_the_table() -> None:
    """17.5: for each scoring and strip the kind in row r pays what row r of 9.5 does."""
    firsts = {1: 1, 2: 8, 3: 16}
    for strip in (0, 5, 17):
        state = palace(
            "red-palace,players=3",
            strips=[strip, strip, strip],
            pieces={"floor-8": KINDS[0], "floor-9-a": KINDS[3]},
            cities=[{(1, 0): "floor-8", (0, 1): "floor-9-a"}],
        )
        for scoring in (1, 2, 3):
            rows = filled_sheet(state, scoring).published().rows
            for kind in (KINDS[0], KINDS[3]):
                assert rows[kind][0] == firsts[scoring] + STRIP_ORDERS[strip].index(kind)


def test_abilities_and_stands_are_drawn() -> None:
    """17.6: four of nine abilities, eight of eleven stands, the eighth face down and good for any number."""
    seen: set[str] = set()
    for seed in range(40):
        view = by_name(new_game(GameConfig.parse("red-palace,players=3"), seed).observe(None))
        abilities, stands = view["abilities"], view["stands"]
        assert isinstance(abilities, tuple)
        assert isinstance(stands, tuple)
        assert len(abilities) == 4
        seen.update(abilities)
        assert len(stands) == 8
        assert stands[7] == 0
        printed = [int(guards) for guards in STAND_SIZES]
        for guards in stands[:7]:
            printed.remove(guards)
    assert len(seen) == 9


def test_the_beginners_side_is_not_offered() -> None:
    """17.16: no option names it; every game draws its abilities and stands."""
    with pytest.raises(ConfigError):
        GameConfig.parse("red-palace,players=3,beginners=true")
    boards = {
        (view["abilities"], view["stands"])
        for view in (
            by_name(new_game(GameConfig.parse("red-palace"), seed).observe(None)) for seed in range(20)
        )
    }
    assert len(boards) > 10


def test_numbers_of_the_box() -> None:
    """17.6, 17.7: what the data file says of guards, wall pieces, plazas and half-buildings is what a game begins with."""
    data = section("red_palace")
    view = by_name(new_game(GameConfig.parse("red-palace,players=3"), 1).observe(None))
    assert (data["guards"], data["wall_pieces"], data["plazas"], data["half_buildings"]) == (32, 6, 6, 6)
    assert (view["guard_supply"], view["wall_pieces_left"], view["plazas_left"]) == (32, 6, 6)
    assert view["half_buildings"] == {}


def test_the_choice_of_a_set_is_a_decision_of_its_own() -> None:
    """17.4: nothing else answers it, and it answers nothing else."""
    state = new_game(GameConfig.parse("red-palace,players=2"), 1)
    assert refused(state, "pass") == "3.4"
    assert refused(state, "end") == "3.4"
    assert str(state.check(Action.parse("choose 3"))) == "set 3 is not there to be taken (rule 17.4)"
    do(state, "choose 1", "choose 2")
    assert refused(state, "choose 1") == "3.4"
