"""How does an observation travel? Field by field, and back again exactly."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, cast

from arena.proto import arena_pb2 as pb
from arena.rules import TILES, ConfigError, GameConfig, Observation, Placed, SeatView, Tile
from arena.rules.engine import FALCON_NAMES, decision_name, is_step, step_kind
from arena.wire import values
from arena.wire.encoding import card_fields, number_field, number_tag, numbers_field, sized, tag
from arena.wire.error import WireError
from arena.wire.palace import PALACE, palace_extras, palace_to_wire
from arena.wire.words import ASKED

_SLOTS: Final = 4
_OVER: Final = "nothing"
_KEPT_SQUARES: Final = 1 << 15
_KEPT_HEADS: Final = 1 << 12
_TURN: Final = number_tag(pb.Observation.TURN_FIELD_NUMBER)
_DECK_SIZE: Final = number_tag(pb.Observation.DECK_SIZE_FIELD_NUMBER)
_BAG_SIZE: Final = number_tag(pb.Observation.BAG_SIZE_FIELD_NUMBER)
_EXTRA: Final = number_tag(pb.Observation.EXTRA_FIELD_NUMBER)
_FINAL: Final = number_tag(pb.Observation.FINAL_FIELD_NUMBER)
_HAND_SIZE: Final = number_tag(pb.Seat.HAND_SIZE_FIELD_NUMBER)
_SCORE: Final = number_tag(pb.Seat.SCORE_FIELD_NUMBER)
_RESERVE: Final = tag(pb.Seat.RESERVE_FIELD_NUMBER)
_ASIDE: Final = tag(pb.Seat.ASIDE_FIELD_NUMBER)
_TILES: Final = tag(pb.Tiles.TILES_FIELD_NUMBER)
_MARKET: Final = tag(pb.Observation.MARKET_FIELD_NUMBER)
_SEATS: Final = tag(pb.Observation.SEATS_FIELD_NUMBER)
_DIRK: Final = tag(pb.Observation.DIRK_FIELD_NUMBER)
_HAND: Final = tag(pb.Seat.HAND_FIELD_NUMBER)
_CITY: Final = tag(pb.Seat.CITY_FIELD_NUMBER)
_DISPLAY: Final = card_fields(pb.Observation.DISPLAY_FIELD_NUMBER)
_DISCARD: Final = card_fields(pb.Observation.DISCARD_FIELD_NUMBER)
_CARDS: Final = card_fields(pb.Cards.CARDS_FIELD_NUMBER)
# By tile and square, which are no farther than 127 from the fountain.
_placed_fields: Final[dict[int, bytes]] = {}
_EMPTY_SLOT: Final = _MARKET + sized(b"")
_SLOT_WITH: Final = [_MARKET + sized(pb.Slot(tile=tile.id).SerializeToString()) for tile in TILES]


def observation_to_wire(observation: Observation) -> pb.Observation:
    """An observation as a message."""
    return pb.Observation.FromString(observation_bytes(observation))


def observation_bytes(observation: Observation) -> bytes:
    """The same, encoded."""
    parts = [
        _settled_fields(
            observation.config.text,
            observation.viewer,
            observation.on_turn,
            observation.decision or _OVER,
            observation.decider,
            observation.pending,
            observation.scorings,
        ),
        number_field(_TURN, observation.turn),
        number_field(_DECK_SIZE, observation.deck_size),
        number_field(_BAG_SIZE, observation.bag_size),
    ]
    if observation.extra:
        parts.append(number_field(_EXTRA, 1))
    if observation.final:
        parts.append(number_field(_FINAL, 1))
    if observation.facts:
        parts.append(_module_fields(observation))
    parts += [_EMPTY_SLOT if tile is None else _SLOT_WITH[tile.id] for tile in observation.market]
    if observation.dirk is not None:
        parts += (_DIRK, sized(numbers_field(_TILES, _ids(observation.dirk))))
    for seat in observation.seats:
        parts += (_SEATS, sized(_seat_bytes(seat)))
    parts += [_DISPLAY[card.id] for card in observation.display]
    parts += [_DISCARD[card.id] for card in observation.discard]
    return b"".join(parts)


def observation_from_wire(message: pb.Observation) -> Observation:
    """The observation that a message means."""
    config = _config(message.rules)
    players = config.players
    decision, pending = _pending(message, players)
    observation = Observation(
        config=config,
        viewer=values.seat(message.viewer, players, "viewer") if message.HasField("viewer") else None,
        turn=message.turn,
        on_turn=values.seat(message.on_turn, players, "on_turn") if message.HasField("on_turn") else -1,
        decision=decision,
        decider=values.seat(message.decider, players, "decider") if message.HasField("decider") else None,
        pending=pending,
        market=_market(message.market),
        display=values.cards(message.display, "display"),
        deck_size=message.deck_size,
        discard=values.cards(message.discard, "discard"),
        bag_size=message.bag_size,
        seats=_seats(message, players),
        dirk=_dirk(message, players),
        scorings=_scorings(message.scorings),
        facts=_facts(message, config),
        extras=_extras(message, config),
    )
    if (message.extra, message.final) != (observation.extra, observation.final):
        raise WireError("extra and final do not fit the pending steps")
    return observation


def _seat_bytes(seat: SeatView) -> bytes:
    parts = [
        number_field(_HAND_SIZE, seat.hand_size),
        numbers_field(_RESERVE, _ids(seat.reserve)),
        numbers_field(_ASIDE, _ids(seat.aside)),
        number_field(_SCORE, 2 * seat.score if seat.score >= 0 else -2 * seat.score - 1),  # zigzag
    ]
    if seat.hand is not None:
        parts += (_HAND, sized(b"".join([_CARDS[card.id] for card in seat.hand])))
    for placed in seat.city:
        spot = (placed.tile.id << 16) + (placed.x << 8) + placed.y
        field = _placed_fields.get(spot)
        parts.append(_placed_field(placed, spot) if field is None else field)
    return b"".join(parts)


def _placed_field(placed: Placed, spot: int) -> bytes:
    if len(_placed_fields) >= _KEPT_SQUARES:
        _placed_fields.clear()
    message = pb.Placed(tile=placed.tile.id, x=placed.x, y=placed.y)
    field = _placed_fields[spot] = _CITY + sized(message.SerializeToString())
    return field


@lru_cache(_KEPT_HEADS)
def _settled_fields(
    rules: str,
    viewer: int | None,
    on_turn: int,
    asked: str,
    decider: int | None,
    pending: tuple[int, ...],
    scorings: tuple[int, ...],
) -> bytes:
    """The fields that take few values in a game, together."""
    message = pb.Observation(
        rules=rules,
        viewer=viewer,
        on_turn=None if on_turn < 0 else on_turn,
        asked=ASKED.numbers[asked],
        decider=decider,
        pending=pending,
        scorings=scorings,
    )
    return message.SerializeToString()


def _module_fields(observation: Observation) -> bytes:
    message = pb.Observation()
    for module, facts in zip(observation.config.plugged, observation.facts, strict=True):
        message.facts.add(module=module, numbers=facts)
    extras = observation.extras
    if "vizier" in extras:
        message.viziers.extend(cast(tuple[bool, ...], extras["vizier"]))
    if "bazaars" in extras:
        message.bazaars.extend(_ids(cast(tuple[Tile, ...], extras["bazaars"])))
    if "falcons" in extras:
        for name, seat, x, y in cast(tuple[tuple[str, int, int, int], ...], extras["falcons"]):
            message.falcons.add(name=name, seat=seat, corner=pb.Square(x=x, y=y))
        message.falcon_supply.extend(cast(tuple[str, ...], extras["falcon_supply"]))
    if "preview" in extras:
        message.palace.CopyFrom(palace_to_wire(extras))
    return message.SerializeToString()


def _ids(tiles: tuple[Tile, ...]) -> list[int]:
    return [tile.id for tile in tiles]


def _config(text: str) -> GameConfig:
    try:
        config = GameConfig.parse(text)
    except ConfigError as wrong:
        raise WireError(f"rules: {wrong}") from None
    if config.text != text:
        raise WireError(f"rules: {text!r} is not canonical, which would be {config.text!r}")
    return config


def _pending(message: pb.Observation, players: int) -> tuple[str | None, tuple[int, ...]]:
    """What is asked, and the steps to come, which must agree."""
    asked = ASKED.word(message.asked, "asked")
    pending = tuple(message.pending)
    for step in pending:
        if not is_step(step, players):
            raise WireError(f"pending: {step} is no step of a game of {players}")
    try:
        top = decision_name(step_kind(pending[-1])) if pending else _OVER
    except KeyError:
        top = ""
    if asked != top:
        raise WireError(f"asked: {asked!r} does not fit the pending steps")
    return (None if asked == _OVER else asked), pending


def _market(slots: Sequence[pb.Slot]) -> tuple[Tile | None, ...]:
    if len(slots) != _SLOTS:
        raise WireError(f"market: {len(slots)} slots are not {_SLOTS}")
    return tuple([values.tile(slot.tile, "market.tile") if slot.HasField("tile") else None for slot in slots])


def _seats(message: pb.Observation, players: int) -> tuple[SeatView, ...]:
    if len(message.seats) != players:
        raise WireError(f"seats: {len(message.seats)} are not {players}")
    seats = []
    for number, seat in enumerate(message.seats):
        own = message.HasField("viewer") and message.viewer == number
        if seat.HasField("hand") != own:
            raise WireError(f"seats.hand: seat {number} {'has none' if own else 'is not the viewer'}")
        seats.append(_seat(seat))
    return tuple(seats)


def _seat(message: pb.Seat) -> SeatView:
    hand = values.cards(message.hand.cards, "seats.hand") if message.HasField("hand") else None
    if hand is not None and len(hand) != message.hand_size:
        raise WireError(f"seats.hand_size: {message.hand_size}, but the hand has {len(hand)} cards")
    return SeatView(
        hand_size=message.hand_size,
        hand=hand,
        city=tuple([_placed(placed) for placed in message.city]),
        reserve=values.tiles(message.reserve, "seats.reserve"),
        aside=values.tiles(message.aside, "seats.aside"),
        score=message.score,
    )


def _placed(message: pb.Placed) -> Placed:
    x, y = values.square(message.x, message.y, "seats.city")
    return Placed(values.tile(message.tile, "seats.city.tile"), x, y)


def _dirk(message: pb.Observation, players: int) -> tuple[Tile, ...] | None:
    if message.HasField("dirk") != (players == 2):
        raise WireError("dirk: his tiles are there if two play, and only then")
    return values.tiles(message.dirk.tiles, "dirk") if players == 2 else None


def _scorings(numbers: Sequence[int]) -> tuple[int, ...]:
    for number in numbers:
        if not 1 <= number <= 3:
            raise WireError(f"scorings: {number} is not from 1 to 3")
    return tuple(numbers)


def _facts(message: pb.Observation, config: GameConfig) -> tuple[tuple[int, ...], ...]:
    modules = tuple([facts.module for facts in message.facts])
    if modules != config.plugged:
        raise WireError(
            f"facts: of the modules {', '.join(modules) or 'none'}, but the rules are {config.text}"
        )
    return tuple([tuple(facts.numbers) for facts in message.facts])


def _extras(message: pb.Observation, config: GameConfig) -> dict[str, object]:
    extras: dict[str, object] = {}
    if PALACE in config.plugged:
        extras.update(palace_extras(message, config))
    elif message.HasField("palace"):
        raise WireError("palace: not the edition of this game")
    if "vizier" in config.modules:
        if len(message.viziers) != config.players:
            raise WireError(f"viziers: {len(message.viziers)} are not {config.players}")
        extras["vizier"] = tuple(message.viziers)
    elif message.viziers:
        raise WireError("viziers: not a module of this game")
    if "bazaars" in config.modules:
        extras["bazaars"] = values.tiles(message.bazaars, "bazaars")
    elif message.bazaars:
        raise WireError("bazaars: not a module of this game")
    if "falconers" in config.modules:
        extras["falcons"] = tuple([_falcon(falcon, config.players) for falcon in message.falcons])
        extras["falcon_supply"] = tuple([_falcon_name(name) for name in message.falcon_supply])
    elif message.falcons or message.falcon_supply:
        raise WireError("falcons: not a module of this game")
    return extras


def _falcon(message: pb.Falcon, players: int) -> tuple[str, int, int, int]:
    seat = values.seat(message.seat, players, "falcons.seat")
    if not message.HasField("corner"):
        raise WireError("falcons.corner: unset")
    x, y = values.square(message.corner.x, message.corner.y, "falcons.corner")
    return _falcon_name(message.name), seat, x, y


def _falcon_name(name: str) -> str:
    if name not in FALCON_NAMES:
        raise WireError(f"falcons: there is no {name!r}")
    return name
