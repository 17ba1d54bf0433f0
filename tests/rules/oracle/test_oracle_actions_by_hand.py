"""Does the oracle of legal actions list exactly what a reader of the rules would?"""

from dataclasses import replace

from .actions import all_payment_texts, legal_texts, verdicts
from .views import HandObservation, HandSeat, build, card, placed, tile

CITY = placed(build({(1, 0): "tower-13-E"}))


def hand(*names: str) -> HandSeat:
    """A seat with a small city and these cards."""
    return HandSeat(hand=tuple(card(name) for name in names), city=CITY)


def starting_with(actions: set[str], *verbs: str) -> set[str]:
    """The actions of these verbs."""
    return {text for text in actions if text.split(" ")[0] in verbs}


def test_4_1_one_card_or_several_up_to_five() -> None:
    """4.1: of 2, 3, 7 and 2 each alone, and those sets that total 5 or less."""
    display = tuple(card(name) for name in ("florin-3", "denar-2", "ducat-7", "denar-2"))
    obs = HandObservation((hand(),), display=display)
    assert starting_with(legal_texts(obs), "take") == {
        "take denar-2",
        "take florin-3",
        "take ducat-7",
        "take denar-2+denar-2",
        "take denar-2+florin-3",
    }
    assert verdicts(obs)["take denar-2+ducat-7"] == "4.1"


def test_5_1_payments() -> None:
    """5.1: 9 from 2, 4, 6, 8 and a foreign 9: the listed payments leave no card out, all others are legal too."""
    seat = hand("dirham-2", "dirham-4", "dirham-6", "dirham-8", "denar-9")
    obs = HandObservation((seat,), market=(None, tile("tower-9-NE"), None, None))
    assert starting_with(legal_texts(obs), "buy") == {
        "buy 2 with 4+6",
        "buy 2 with 2+8",
        "buy 2 with 4+8",
        "buy 2 with 6+8",
    }
    assert all_payment_texts(obs) - legal_texts(obs) == {
        "buy 2 with 2+4+6",
        "buy 2 with 2+4+8",
        "buy 2 with 2+6+8",
        "buy 2 with 4+6+8",
        "buy 2 with 2+4+6+8",
    }


def test_14_2_a_bazaar_is_paid_exactly() -> None:
    """14.2: the price is that of the tile in the slot of its currency; none while the slot is empty."""
    bazaar = tile("bazaar-dirham-seraglio-arcades-garden")
    seat = hand("dirham-1", "dirham-2", "dirham-3")
    obs = HandObservation(
        (seat,), market=(None, tile("seraglio-3-ESW"), None, None), extras={"bazaars": (bazaar,)}
    )
    assert {text for text in all_payment_texts(obs) if "bazaar" in text} == {
        f"buy {bazaar.name} with 3",
        f"buy {bazaar.name} with 1+2",
    }
    assert all_payment_texts(replace(obs, market=(None, None, None, None))) == set()


def test_6_redesign() -> None:
    """6.1, 6.2, 6.3: one tile in reserve, one in the city."""
    seat = HandSeat(city=CITY, reserve=(tile("garden-9-E"),), aside=(tile("garden-10"),))
    obs = HandObservation((seat,), extra=True)
    assert legal_texts(obs) == {
        "remove tower-13-E",
        "exchange garden-9-E at 1,0",
        "build garden-9-E at 0,1",
        "build garden-9-E at 0,-1",
        "build garden-9-E at 1,1",
        "build garden-9-E at 1,-1",
    }
    assert verdicts(obs)["build garden-10 at 0,1"] == "5.2"
    assert verdicts(obs)["exchange garden-9-E at 0,0"] == "6.4"


def test_7_placing() -> None:
    """7.1, 7.2: into the city, the reserve, or with two players to Dirk, but not to him at the end (10.2)."""
    seat = HandSeat(city=placed(build({})), aside=(tile("garden-6-ESW"),), reserve=(tile("garden-10"),))
    obs = HandObservation((seat, seat), decision="place", dirk=())
    rest = {"place garden-6-ESW at 0,-1", "reserve garden-6-ESW"}
    assert legal_texts(obs) == rest | {"give garden-6-ESW"}
    assert legal_texts(replace(obs, final=True)) == rest
    assert legal_texts(replace(obs, dirk=None)) == rest


def test_3_5_pass_only_when_nothing_else_is_left() -> None:
    """3.5: a fountain, no money on the table and none in hand."""
    alone = HandSeat(city=placed(build({})))
    obs = HandObservation((alone,), market=(tile("pavilion-8"), None, None, None))
    assert legal_texts(obs) == {"pass"}
    assert legal_texts(replace(obs, display=(card("denar-9"),))) == {"take denar-9"}


def test_12_vizier() -> None:
    """12.2, 12.3, 12.4: exact payments or decline in the window; wake only while asleep, as an extra action too."""
    seat = hand("denar-3", "denar-5", "denar-8")
    market = (tile("pavilion-8"), None, None, None)
    obs = HandObservation((seat,), decision="favour", market=market, extras={"vizier": (True,)})
    assert legal_texts(obs) == {"favour 1 with 8", "favour 1 with 3+5", "decline"}
    act = replace(obs, decision="act", extra=True)
    assert "wake" not in legal_texts(act)
    assert "wake" in legal_texts(replace(act, extras={"vizier": (False,)}))


def test_15_falcons() -> None:
    """15.2, 15.3: only as the first action, where four tiles meet that show both kinds, one a corner."""
    city = placed(build({(1, 0): "garden-10", (0, 1): "tower-11", (1, 1): "garden-11"}))
    seat = HandSeat(hand=(card("denar-3"), card("denar-3"), card("florin-1")), city=city)
    white, brown = "falcon-white-garden-tower", "falcon-brown-seraglio-garden"
    obs = HandObservation((seat,), extras={"falcon_supply": (white, brown), "falcons": ()})
    bought = {f"falcon {white} at 0,0 for denar-3", f"falcon {white} at 0,0 for florin-1"}
    assert starting_with(legal_texts(obs), "falcon") == bought
    assert legal_texts(replace(obs, decision="falcon")) == bought | {"done"}
    assert starting_with(legal_texts(replace(obs, extra=True)), "falcon", "done") == set()
    taken = {"falcon_supply": (white,), "falcons": (("falcon-black-garden-tower", 0, 0, 0),)}
    assert legal_texts(replace(obs, decision="falcon", extras=taken)) == {"done"}
