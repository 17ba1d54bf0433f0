"""Is everything unknown, unset or out of range refused with a sentence that names the field?"""

from collections.abc import Callable
from typing import Any

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.proto import arena_pb2 as pb
from arena.rules import Action, Event, GameConfig, new_game
from arena.wire import (
    WireError,
    action_from_wire,
    action_to_wire,
    chosen,
    event_from_wire,
    event_to_wire,
    observation_from_wire,
    observation_to_wire,
    read_from_bot,
)

DENAR = pb.CURRENCY_DENAR
DIRHAM = pb.CURRENCY_DIRHAM


def card(currency: Any, value: int) -> pb.Card:
    return pb.Card(currency=currency, value=value)


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (pb.Action(), "Action.verb: unset is not one of take, buy, "),
        (pb.Action(text="pass"), "Action.verb: unset"),
        (pb.Action(verb=77), "Action.verb: 77 is not one of"),  # type: ignore[arg-type]  # a number that is no verb
        (pb.Action(verb=pb.VERB_PASS, slot=1), "Action: pass has no fields, but this one has slot"),
        (pb.Action(verb=pb.VERB_TAKE), "Action: take has cards, but this one has no fields"),
        (pb.Action(verb=pb.VERB_TAKE, cards=[card(0, 3)]), "Action.cards.currency: unset is not from 1 to 4"),
        (pb.Action(verb=pb.VERB_TAKE, cards=[card(9, 3)]), "Action.cards.currency: 9 is not from 1 to 4"),
        (
            pb.Action(verb=pb.VERB_TAKE, cards=[card(DENAR, 0)]),
            "Action.cards.value: unset is not from 1 to 9",
        ),
        (pb.Action(verb=pb.VERB_TAKE, cards=[card(DENAR, 10)]), "Action.cards.value: 10 is not from 1 to 9"),
        (pb.Action(verb=pb.VERB_TAKE, cards=[card(DENAR, 1)] * 5), "the display has four cards, not 5"),
        (pb.Action(verb=pb.VERB_BUY, slot=5, cards=[card(DENAR, 1)]), "Action.slot: 5 is not from 1 to 4"),
        (
            pb.Action(verb=pb.VERB_BUY, slot=1, tile=3, cards=[card(DENAR, 1)]),
            "Action: buy has cards and slot or cards and tile or cards and slot and using, but this one has ",
        ),
        (
            pb.Action(verb=pb.VERB_BUY, slot=1, cards=[card(DIRHAM, 1)]),
            "dirham-1 is not in denar, which this purchase is paid in",
        ),
        (pb.Action(verb=pb.VERB_BUY, tile=0, cards=[card(DENAR, 1)]), "is bought from its market slot"),
        (pb.Action(verb=pb.VERB_BUY, slot=1, cards=[card(DENAR, 1)] * 4), "only three cards of each value"),
        (
            pb.Action(verb=pb.VERB_REMOVE, tile=400),
            "Action.tile: there is no tile 400; the catalogue ends at 139",
        ),
        (pb.Action(verb=pb.VERB_PLACE, tile=3), "Action: place has square and tile, but this one has tile"),
        (pb.Action(verb=pb.VERB_PLACE, tile=3, square=pb.Square(x=128)), "square 128,0 is farther than 127"),
        (
            pb.Action(verb=pb.VERB_FALCON, name="hawk", square=pb.Square(), cards=[card(DENAR, 1)]),
            "there is no 'hawk'",
        ),
        (
            pb.Action(verb=pb.VERB_FALCON, name="a b", square=pb.Square(), cards=[card(DENAR, 1)]),
            "Action.name: there is no 'a b'",
        ),
        (
            pb.Action(verb=pb.VERB_FALCON, name="x", square=pb.Square(), cards=[card(DENAR, 1)] * 2),
            "Action.cards: falcon is paid with one card, not 2",
        ),
        (pb.Action(verb=pb.VERB_PASS, text="wake"), "Action.text: 'wake', but the fields say 'pass'"),
        (pb.Action(verb=pb.VERB_CHOOSE, number=9), "number 9 is not from 1 to 6"),
        (pb.Action(verb=pb.VERB_PAY, tile=3, side="X"), "side X is not one of N, E, S, W"),
        (pb.Action(verb=pb.VERB_PAY, tile=3, side="N N"), "Action.side: there is no 'N N'"),
        (pb.Action(verb=pb.VERB_ARCHITECT, name="hut"), "there is no 'hut'"),
        (
            pb.Action(verb=pb.VERB_EXCHANGER, tile=90, slot=1, cards=[card(DENAR, 1)] * 2),
            "Action.cards: exchanger is paid with one card, not 2",
        ),
        (
            pb.Action(verb=pb.VERB_BUY, slot=1, cards=[card(DENAR, 1)], using="magic"),
            "Action.using: there is no 'magic'",
        ),
        (
            pb.Action(verb=pb.VERB_SCOUT, number=1, cards=[card(DENAR, 1)], fee=card(0, 1)),
            "Action.fee.currency: unset",
        ),
        (
            pb.Action(verb=pb.VERB_SCOUT, number=1, cards=[card(DENAR, 1), card(DIRHAM, 1)], fee=card(1, 1)),
            "the price is paid in one currency",
        ),
    ],
    ids=str,
)
def test_an_action(message: pb.Action, sentence: str) -> None:
    with pytest.raises(WireError) as refused:
        action_from_wire(message)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_cards_of_an_action_come_in_any_order() -> None:
    message = pb.Action(verb=pb.VERB_BUY, slot=2, cards=[card(DIRHAM, 6), card(DIRHAM, 4)])
    assert action_from_wire(message) == Action.parse("buy 2 with 4+6")


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (pb.Event(), "Event.kind: unset"),
        (pb.Event(kind=pb.EVENT_KIND_STARTS), "Event.seat: missing in 'starts'"),
        (pb.Event(kind=pb.EVENT_KIND_STARTS, seat=6), "Event.seat: seat 6 is not from 0 to 5"),
        (pb.Event(kind=pb.EVENT_KIND_STARTS, seat=1, slot=1), "Event.slot: not a field in 'starts'"),
        (pb.Event(kind=pb.EVENT_KIND_FILLED, slot=5, tile=1), "Event.slot: 5 is not from 1 to 4"),
        (pb.Event(kind=pb.EVENT_KIND_FILLED, slot=4, tile=140), "Event.tile: there is no tile 140"),
        (pb.Event(kind=pb.EVENT_KIND_ACTED, seat=0, action=pb.Action()), "Action.verb: unset"),
    ],
    ids=str,
)
def test_an_event(message: pb.Event, sentence: str) -> None:
    with pytest.raises(WireError) as refused:
        event_from_wire(message)
    assert sentence in str(refused.value)


def some_observation() -> pb.Observation:
    config = GameConfig.parse("classic+vizier+bazaars+falconers,players=2")
    return observation_to_wire(new_game(config, seed=4).observe(0))


Spoil = Callable[[pb.Observation], object]


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda o: o.ClearField("rules"), "rules: edition: '' is not one of classic"),
        (lambda o: setattr(o, "rules", "classic+falconers+vizier+bazaars"), "rules: 'classic+falconers"),
        (lambda o: setattr(o, "viewer", 2), "viewer: seat 2 is not from 0 to 1"),
        (lambda o: o.ClearField("viewer"), "seats.hand: seat 0 is not the viewer"),
        (lambda o: setattr(o, "on_turn", 5), "on_turn: seat 5"),
        (lambda o: setattr(o, "decider", 5), "decider: seat 5"),
        (lambda o: o.ClearField("asked"), "asked: unset"),
        (lambda o: setattr(o, "asked", pb.ASKED_PLACE), "asked: 'place' does not fit the pending steps"),
        (lambda o: o.pending.append(0), "pending: 0 is no step of a game of 2"),
        (lambda o: o.pending.append(3), "asked: 'act' does not fit"),
        (lambda o: setattr(o, "extra", not o.extra), "extra and final do not fit"),
        (lambda o: o.market.add(), "market: 5 slots are not 4"),
        (lambda o: setattr(o.market[0], "tile", 199), "market.tile: there is no tile 199"),
        (lambda o: o.display.add(value=3), "display.currency: unset"),
        (lambda o: o.discard.add(currency=DENAR), "discard.value: unset"),
        (lambda o: o.seats.add(), "seats: 3 are not 2"),
        (lambda o: o.seats[1].hand.SetInParent(), "seats.hand: seat 1 is not the viewer"),
        (lambda o: o.seats[0].ClearField("hand"), "seats.hand: seat 0 has none"),
        (lambda o: setattr(o.seats[0], "hand_size", 1), "seats.hand_size: 1, but the hand has"),
        (lambda o: o.seats[0].city.add(tile=140), "seats.city.tile: there is no tile 140"),
        (lambda o: o.seats[0].city.add(x=-128), "seats.city: square -128,0 is farther"),
        (lambda o: o.seats[0].reserve.append(140), "seats.reserve: there is no tile 140"),
        (lambda o: o.seats[0].aside.append(140), "seats.aside: there is no tile 140"),
        (lambda o: o.ClearField("dirk"), "dirk: his tiles are there if two play"),
        (lambda o: o.scorings.append(4), "scorings: 4 is not from 1 to 3"),
        (lambda o: o.ClearField("facts"), "facts: of the modules none"),
        (lambda o: o.ClearField("viziers"), "viziers: does not say what the facts do"),
        (lambda o: o.bazaars.append(140), "bazaars: does not say what the facts do"),
        (lambda o: o.falcon_supply.append("hawk"), "falcon_supply: does not say what the facts do"),
        (lambda o: o.falcons.add(name=o.falcon_supply[0]), "falcons: does not say what the facts do"),
        (lambda o: o.facts[0].numbers.append(1), "facts: vizier cannot be so"),
        (lambda o: o.facts[1].numbers.append(140), "facts: bazaars cannot be so"),
        (lambda o: o.facts[2].numbers.__setitem__(0, 4), "facts: falconers cannot be so"),
    ],
)
def test_an_observation(spoil: Spoil, sentence: str) -> None:
    message = some_observation()
    observation_from_wire(message)
    spoil(message)
    with pytest.raises(WireError) as refused:
        observation_from_wire(message)
    assert sentence in str(refused.value)


def test_an_observation_of_the_other_edition() -> None:
    """17: what the palace says by name must be what its facts say, and it is there only in that edition."""
    message = observation_to_wire(new_game(GameConfig.parse("red-palace,players=2"), seed=4).observe(0))
    observation_from_wire(message)
    message.palace.guard_supply += 1
    with pytest.raises(WireError, match="palace: does not say what the facts do"):
        observation_from_wire(message)
    message.palace.guard_supply -= 1
    message.facts[0].numbers[4] = 99
    with pytest.raises(WireError, match="facts: red-palace cannot be so"):
        observation_from_wire(message)
    plain = observation_to_wire(new_game(GameConfig.parse("classic,players=2"), seed=4).observe(0))
    plain.palace.SetInParent()
    with pytest.raises(WireError, match="palace: not a module of this game"):
        observation_from_wire(plain)


@pytest.mark.parametrize("field", ["viziers", "bazaars", "falcons", "falcon_supply"])
def test_an_observation_of_a_module_that_is_not_in_the_game(field: str) -> None:
    plain = observation_to_wire(new_game(GameConfig.parse("classic,players=2"), seed=4).observe(0))
    extra = {"viziers": [True], "bazaars": [65], "falcons": [pb.Falcon()], "falcon_supply": ["falcon"]}
    plain.MergeFrom(pb.Observation(**{field: extra[field]}))  # type: ignore[arg-type]  # one of four types
    with pytest.raises(WireError, match="not a module of this game"):
        observation_from_wire(plain)


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (pb.FromBot(), "FromBot: neither hello nor answer is set"),
        (pb.FromBot(hello=pb.Hello(token=b"x")), "Hello.protocol: unset, but this referee speaks 1"),
        (pb.FromBot(hello=pb.Hello(protocol=2, token=b"x")), "Hello.protocol: 2, but this referee speaks 1"),
        (pb.FromBot(hello=pb.Hello(protocol=1)), "Hello.token: unset"),
        (
            pb.FromBot(hello=pb.Hello(protocol=1, token=b"x", software="é" * 101)),
            "Hello.software: 202 bytes are more than 200",
        ),
        (pb.FromBot(answer=pb.Answer(index=0)), "Answer.id: unset"),
        (pb.FromBot(answer=pb.Answer(id=1)), "Answer.choice: none of index, action and text is set"),
        (pb.FromBot.FromString(b"\x50\x01"), "FromBot: there is no field number 10"),
        (pb.FromBot.FromString(b"\x12\x04\x08\x01\x50\x01"), "Answer: there is no field number 10"),
    ],
    ids=str,
)
def test_what_a_bot_says(message: pb.FromBot, sentence: str) -> None:
    with pytest.raises(WireError) as refused:
        read_from_bot(message)
    assert sentence in str(refused.value)


def test_what_a_bot_may_say() -> None:
    hello = pb.Hello(protocol=1, token=b"secret", software="é" * 100)
    assert read_from_bot(pb.FromBot(hello=hello)) == hello
    answer = pb.Answer(id=3, index=0)
    assert read_from_bot(pb.FromBot(answer=answer)) == answer
    info = pb.Info(value=-1e300, win=1.0, iterations=2**63 - 1, line=["x" * 200] * 32, text="é" * 512)
    told = pb.Answer(id=3, index=0, info=info)
    assert read_from_bot(pb.FromBot(answer=told)) == told


@pytest.mark.parametrize(
    ("info", "sentence"),
    [
        (pb.Info(value=float("nan")), "Info.value: nan is not finite"),
        (pb.Info(value=float("-inf")), "Info.value: -inf is not finite"),
        (pb.Info(win=float("nan")), "Info.win: nan is not from 0 to 1"),
        (pb.Info(win=1.01), "Info.win: 1.01 is not from 0 to 1"),
        (pb.Info(iterations=2**63), f"Info.iterations: {2**63} is more than {2**63 - 1}"),
        (pb.Info(line=["pass"] * 33), "Info.line: 33 actions are more than 32"),
        (pb.Info(line=["x" * 201]), "Info.line: an action of 201 characters is longer than 200"),
        (pb.Info(text="é" * 513), "Info.text: 1026 bytes are more than 1024"),
        (pb.Info.FromString(b"\x38\x01"), "Info: there is no field number 7"),
    ],
)
def test_what_a_bot_may_not_tell(info: pb.Info, sentence: str) -> None:
    with pytest.raises(WireError) as refused:
        read_from_bot(pb.FromBot(answer=pb.Answer(id=3, index=0, info=info)))
    assert sentence in str(refused.value)


def test_the_choice_of_an_answer() -> None:
    legal = [Action.parse("take denar-2"), Action.parse("buy 2 with 4+6")]
    assert chosen(pb.Answer(id=1, index=0), legal) == legal[0]
    assert chosen(pb.Answer(id=1, action=action_to_wire(legal[1])), legal) == legal[1]
    assert chosen(pb.Answer(id=1, text="buy 2 with 4+4+6"), legal) == Action.parse("buy 2 with 4+4+6")


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (pb.Answer(id=1), "Answer.choice: none of index, action and text is set"),
        (pb.Answer(id=1, index=2), "Answer.index: 2, but the 2 actions end at 1"),
        (pb.Answer(id=1, text=""), "Answer.text: '' is not an action"),
        (pb.Answer(id=1, text="buy"), "Answer.text: 'buy' is not complete"),
        (pb.Answer(id=1, text="take " * 100), "Answer.text: 500 characters are more than 200"),
        (pb.Answer(id=1, action=pb.Action()), "Action.verb: unset"),
    ],
    ids=str,
)
def test_a_choice_that_means_nothing(answer: pb.Answer, sentence: str) -> None:
    with pytest.raises(WireError) as refused:
        chosen(answer, [Action.parse("take denar-2"), Action.parse("pass")])
    assert sentence in str(refused.value)


def read_anything(data: bytes) -> None:
    """All that reads messages is given these bytes, and may raise WireError or DecodeError and nothing else."""
    readers: list[tuple[Any, Callable[[Any], object]]] = [
        (pb.Action, action_from_wire),
        (pb.Event, lambda message: str(event_from_wire(message))),
        (pb.Observation, lambda message: observation_from_wire(message).to_bytes()),
        (pb.FromBot, read_from_bot),
        (pb.Answer, lambda message: chosen(message, [])),
    ]
    for kind, read in readers:
        try:
            read(kind.FromString(data))
        except (WireError, DecodeError):
            continue


@given(st.binary(max_size=200))
@settings(max_examples=300)
def test_random_bytes(data: bytes) -> None:
    read_anything(data)


MESSAGES = [
    some_observation().SerializeToString(),
    event_to_wire(Event("acted", seat=1, action=Action.parse("buy 2 with 4+6"))).SerializeToString(),
    action_to_wire(Action.parse("place tower-9-NE at -1,2")).SerializeToString(),
    pb.FromBot(answer=pb.Answer(id=7, text="take denar-2")).SerializeToString(),
]


@given(st.sampled_from(MESSAGES), st.data())
@settings(max_examples=400)
def test_messages_with_some_bytes_changed(message: bytes, data: st.DataObject) -> None:
    changed = bytearray(message)
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    read_anything(bytes(changed))
