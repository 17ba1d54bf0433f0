"""How does an observation travel? Field by field, and back again exactly."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.proto import arena_pb2 as pb
from arena.rules import TILES, ConfigError, GameConfig, ModuleView, Observation, Placed, SeatView, Tile
from arena.rules.engine import decision_name, is_step, new_modules, step_kind
from arena.wire import values
from arena.wire.encoding import card_fields, number_field, number_tag, numbers_field, sized, tag
from arena.wire.error import WireError
from arena.wire.modules import WIRE_FORMS
from arena.wire.words import ASKED_WORDS

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
    if observation.modules:
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
        modules=_modules(message, config),
    )
    _check_names(message, observation)
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
        asked=ASKED_WORDS.numbers[asked],
        decider=decider,
        pending=pending,
        scorings=scorings,
    )
    return message.SerializeToString()


def _module_fields(observation: Observation) -> bytes:
    return _module_message(observation).SerializeToString()


def _module_message(observation: Observation) -> pb.Observation:
    """Only what modules add: their facts, and the same by name."""
    message = pb.Observation()
    for view in observation.modules:
        message.facts.add(module=view.module, numbers=view.facts)
        WIRE_FORMS[view.module].write(observation, message)
    return message


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
    asked = ASKED_WORDS.word(message.asked, "asked")
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


def _modules(message: pb.Observation, config: GameConfig) -> tuple[ModuleView, ...]:
    """What is seen of the modules, made from their facts."""
    names = tuple([facts.module for facts in message.facts])
    if names != config.plugged:
        raise WireError(
            f"facts: of the modules {', '.join(names) or 'none'}, but the rules are {config.text}"
        )
    views: list[ModuleView] = []
    for module, facts in zip(new_modules(config), message.facts, strict=True):
        if not module.restore(vec[i64](facts.numbers)):
            raise WireError(f"facts: {module.name} cannot be so")
        views.append(module.view())
    return tuple(views)


def _check_names(message: pb.Observation, observation: Observation) -> None:
    """What is said by name must be what the facts say, and nothing be said of a module that does not play."""
    given = {field.name: value for field, value in message.ListFields()}
    meant = {field.name: value for field, value in _module_message(observation).ListFields()}
    for module, form in WIRE_FORMS.items():
        for field in form.fields:
            if given.get(field) != meant.get(field):
                plays = module in observation.config.plugged
                raise WireError(
                    f"{field}: {'does not say what the facts do' if plays else 'not a module of this game'}"
                )
