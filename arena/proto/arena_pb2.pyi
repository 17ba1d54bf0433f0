from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TileGroup(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TILE_GROUP_UNSPECIFIED: _ClassVar[TileGroup]
    TILE_GROUP_BUILDING: _ClassVar[TileGroup]
    TILE_GROUP_CAMP: _ClassVar[TileGroup]
    TILE_GROUP_BAZAAR: _ClassVar[TileGroup]
    TILE_GROUP_MEDINA: _ClassVar[TileGroup]
    TILE_GROUP_FOUNTAIN: _ClassVar[TileGroup]
    TILE_GROUP_FLOOR: _ClassVar[TileGroup]
    TILE_GROUP_PLAZA: _ClassVar[TileGroup]

class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    KIND_UNSPECIFIED: _ClassVar[Kind]
    KIND_PAVILION: _ClassVar[Kind]
    KIND_SERAGLIO: _ClassVar[Kind]
    KIND_ARCADES: _ClassVar[Kind]
    KIND_CHAMBERS: _ClassVar[Kind]
    KIND_GARDEN: _ClassVar[Kind]
    KIND_TOWER: _ClassVar[Kind]

class Currency(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CURRENCY_UNSPECIFIED: _ClassVar[Currency]
    CURRENCY_DENAR: _ClassVar[Currency]
    CURRENCY_DIRHAM: _ClassVar[Currency]
    CURRENCY_DUCAT: _ClassVar[Currency]
    CURRENCY_FLORIN: _ClassVar[Currency]

class Termination(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERMINATION_UNSPECIFIED: _ClassVar[Termination]
    TERMINATION_NORMAL: _ClassVar[Termination]
    TERMINATION_ILLEGAL_ACTION: _ClassVar[Termination]
    TERMINATION_TIMEOUT: _ClassVar[Termination]
    TERMINATION_CRASH: _ClassVar[Termination]
    TERMINATION_STALLED_START: _ClassVar[Termination]
    TERMINATION_PROTOCOL: _ClassVar[Termination]
    TERMINATION_MEMORY: _ClassVar[Termination]
    TERMINATION_DISCONNECTED: _ClassVar[Termination]
    TERMINATION_VOID: _ClassVar[Termination]

class Verb(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VERB_UNSPECIFIED: _ClassVar[Verb]
    VERB_TAKE: _ClassVar[Verb]
    VERB_BUY: _ClassVar[Verb]
    VERB_BUILD: _ClassVar[Verb]
    VERB_REMOVE: _ClassVar[Verb]
    VERB_EXCHANGE: _ClassVar[Verb]
    VERB_PASS: _ClassVar[Verb]
    VERB_PLACE: _ClassVar[Verb]
    VERB_RESERVE: _ClassVar[Verb]
    VERB_GIVE: _ClassVar[Verb]
    VERB_WAKE: _ClassVar[Verb]
    VERB_FAVOUR: _ClassVar[Verb]
    VERB_DECLINE: _ClassVar[Verb]
    VERB_FALCON: _ClassVar[Verb]
    VERB_DONE: _ClassVar[Verb]
    VERB_CHOOSE: _ClassVar[Verb]
    VERB_END: _ClassVar[Verb]
    VERB_PAY: _ClassVar[Verb]
    VERB_POST: _ClassVar[Verb]
    VERB_WALL: _ClassVar[Verb]
    VERB_MASON: _ClassVar[Verb]
    VERB_TELLER: _ClassVar[Verb]
    VERB_PAVER: _ClassVar[Verb]
    VERB_CAPTAIN: _ClassVar[Verb]
    VERB_ARCHITECT: _ClassVar[Verb]
    VERB_EXCHANGER: _ClassVar[Verb]
    VERB_SCOUT: _ClassVar[Verb]

class EventKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EVENT_KIND_UNSPECIFIED: _ClassVar[EventKind]
    EVENT_KIND_DEALT: _ClassVar[EventKind]
    EVENT_KIND_STARTS: _ClassVar[EventKind]
    EVENT_KIND_ACTED: _ClassVar[EventKind]
    EVENT_KIND_FILLED: _ClassVar[EventKind]
    EVENT_KIND_LAID_BESIDE: _ClassVar[EventKind]
    EVENT_KIND_DRAWN: _ClassVar[EventKind]
    EVENT_KIND_SCORING_CARD: _ClassVar[EventKind]
    EVENT_KIND_SCORED: _ClassVar[EventKind]
    EVENT_KIND_DIRK: _ClassVar[EventKind]
    EVENT_KIND_RESHUFFLED: _ClassVar[EventKind]
    EVENT_KIND_AWARDED: _ClassVar[EventKind]
    EVENT_KIND_RETURNED: _ClassVar[EventKind]
    EVENT_KIND_OVER: _ClassVar[EventKind]
    EVENT_KIND_SET: _ClassVar[EventKind]
    EVENT_KIND_PREVIEWED: _ClassVar[EventKind]
    EVENT_KIND_PIECE: _ClassVar[EventKind]
    EVENT_KIND_MANNED: _ClassVar[EventKind]
    EVENT_KIND_STATIONED: _ClassVar[EventKind]
    EVENT_KIND_POINTS_PAID: _ClassVar[EventKind]

class Asked(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ASKED_UNSPECIFIED: _ClassVar[Asked]
    ASKED_NOTHING: _ClassVar[Asked]
    ASKED_ACT: _ClassVar[Asked]
    ASKED_PLACE: _ClassVar[Asked]
    ASKED_FAVOUR: _ClassVar[Asked]
    ASKED_FALCON: _ClassVar[Asked]
    ASKED_CHOOSE: _ClassVar[Asked]
    ASKED_ABILITY: _ClassVar[Asked]
    ASKED_PAY: _ClassVar[Asked]
    ASKED_POST: _ClassVar[Asked]
    ASKED_WALL: _ClassVar[Asked]

class Policy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    POLICY_UNSPECIFIED: _ClassVar[Policy]
    POLICY_RANDOM: _ClassVar[Policy]
    POLICY_HEURISTIC: _ClassVar[Policy]
TILE_GROUP_UNSPECIFIED: TileGroup
TILE_GROUP_BUILDING: TileGroup
TILE_GROUP_CAMP: TileGroup
TILE_GROUP_BAZAAR: TileGroup
TILE_GROUP_MEDINA: TileGroup
TILE_GROUP_FOUNTAIN: TileGroup
TILE_GROUP_FLOOR: TileGroup
TILE_GROUP_PLAZA: TileGroup
KIND_UNSPECIFIED: Kind
KIND_PAVILION: Kind
KIND_SERAGLIO: Kind
KIND_ARCADES: Kind
KIND_CHAMBERS: Kind
KIND_GARDEN: Kind
KIND_TOWER: Kind
CURRENCY_UNSPECIFIED: Currency
CURRENCY_DENAR: Currency
CURRENCY_DIRHAM: Currency
CURRENCY_DUCAT: Currency
CURRENCY_FLORIN: Currency
TERMINATION_UNSPECIFIED: Termination
TERMINATION_NORMAL: Termination
TERMINATION_ILLEGAL_ACTION: Termination
TERMINATION_TIMEOUT: Termination
TERMINATION_CRASH: Termination
TERMINATION_STALLED_START: Termination
TERMINATION_PROTOCOL: Termination
TERMINATION_MEMORY: Termination
TERMINATION_DISCONNECTED: Termination
TERMINATION_VOID: Termination
VERB_UNSPECIFIED: Verb
VERB_TAKE: Verb
VERB_BUY: Verb
VERB_BUILD: Verb
VERB_REMOVE: Verb
VERB_EXCHANGE: Verb
VERB_PASS: Verb
VERB_PLACE: Verb
VERB_RESERVE: Verb
VERB_GIVE: Verb
VERB_WAKE: Verb
VERB_FAVOUR: Verb
VERB_DECLINE: Verb
VERB_FALCON: Verb
VERB_DONE: Verb
VERB_CHOOSE: Verb
VERB_END: Verb
VERB_PAY: Verb
VERB_POST: Verb
VERB_WALL: Verb
VERB_MASON: Verb
VERB_TELLER: Verb
VERB_PAVER: Verb
VERB_CAPTAIN: Verb
VERB_ARCHITECT: Verb
VERB_EXCHANGER: Verb
VERB_SCOUT: Verb
EVENT_KIND_UNSPECIFIED: EventKind
EVENT_KIND_DEALT: EventKind
EVENT_KIND_STARTS: EventKind
EVENT_KIND_ACTED: EventKind
EVENT_KIND_FILLED: EventKind
EVENT_KIND_LAID_BESIDE: EventKind
EVENT_KIND_DRAWN: EventKind
EVENT_KIND_SCORING_CARD: EventKind
EVENT_KIND_SCORED: EventKind
EVENT_KIND_DIRK: EventKind
EVENT_KIND_RESHUFFLED: EventKind
EVENT_KIND_AWARDED: EventKind
EVENT_KIND_RETURNED: EventKind
EVENT_KIND_OVER: EventKind
EVENT_KIND_SET: EventKind
EVENT_KIND_PREVIEWED: EventKind
EVENT_KIND_PIECE: EventKind
EVENT_KIND_MANNED: EventKind
EVENT_KIND_STATIONED: EventKind
EVENT_KIND_POINTS_PAID: EventKind
ASKED_UNSPECIFIED: Asked
ASKED_NOTHING: Asked
ASKED_ACT: Asked
ASKED_PLACE: Asked
ASKED_FAVOUR: Asked
ASKED_FALCON: Asked
ASKED_CHOOSE: Asked
ASKED_ABILITY: Asked
ASKED_PAY: Asked
ASKED_POST: Asked
ASKED_WALL: Asked
POLICY_UNSPECIFIED: Policy
POLICY_RANDOM: Policy
POLICY_HEURISTIC: Policy

class FromBot(_message.Message):
    __slots__ = ("hello", "answer")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    answer: Answer
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., answer: _Optional[_Union[Answer, _Mapping]] = ...) -> None: ...

class ToBot(_message.Message):
    __slots__ = ("welcome", "game_start", "decision", "game_over", "match_over")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    GAME_START_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    GAME_OVER_FIELD_NUMBER: _ClassVar[int]
    MATCH_OVER_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    game_start: GameStart
    decision: Decision
    game_over: GameOver
    match_over: MatchOver
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., game_start: _Optional[_Union[GameStart, _Mapping]] = ..., decision: _Optional[_Union[Decision, _Mapping]] = ..., game_over: _Optional[_Union[GameOver, _Mapping]] = ..., match_over: _Optional[_Union[MatchOver, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("protocol", "token", "software")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SOFTWARE_FIELD_NUMBER: _ClassVar[int]
    protocol: int
    token: bytes
    software: str
    def __init__(self, protocol: _Optional[int] = ..., token: _Optional[bytes] = ..., software: _Optional[str] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol", "rules_version", "match", "tiles", "games", "bank_ns", "increment_ns", "ponder")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    BANK_NS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_NS_FIELD_NUMBER: _ClassVar[int]
    PONDER_FIELD_NUMBER: _ClassVar[int]
    protocol: int
    rules_version: str
    match: str
    tiles: _containers.RepeatedCompositeFieldContainer[Tile]
    games: int
    bank_ns: int
    increment_ns: int
    ponder: bool
    def __init__(self, protocol: _Optional[int] = ..., rules_version: _Optional[str] = ..., match: _Optional[str] = ..., tiles: _Optional[_Iterable[_Union[Tile, _Mapping]]] = ..., games: _Optional[int] = ..., bank_ns: _Optional[int] = ..., increment_ns: _Optional[int] = ..., ponder: _Optional[bool] = ...) -> None: ...

class Tile(_message.Message):
    __slots__ = ("id", "name", "group", "kind", "price", "walls", "currency", "kinds", "towers")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    WALLS_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    TOWERS_FIELD_NUMBER: _ClassVar[int]
    id: int
    name: str
    group: TileGroup
    kind: Kind
    price: int
    walls: str
    currency: Currency
    kinds: _containers.RepeatedScalarFieldContainer[Kind]
    towers: str
    def __init__(self, id: _Optional[int] = ..., name: _Optional[str] = ..., group: _Optional[_Union[TileGroup, str]] = ..., kind: _Optional[_Union[Kind, str]] = ..., price: _Optional[int] = ..., walls: _Optional[str] = ..., currency: _Optional[_Union[Currency, str]] = ..., kinds: _Optional[_Iterable[_Union[Kind, str]]] = ..., towers: _Optional[str] = ...) -> None: ...

class Card(_message.Message):
    __slots__ = ("currency", "value")
    CURRENCY_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    currency: Currency
    value: int
    def __init__(self, currency: _Optional[_Union[Currency, str]] = ..., value: _Optional[int] = ...) -> None: ...

class Square(_message.Message):
    __slots__ = ("x", "y")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class GameStart(_message.Message):
    __slots__ = ("game", "rules", "players", "seat", "bots", "commitment")
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    game: int
    rules: str
    players: int
    seat: int
    bots: _containers.RepeatedScalarFieldContainer[str]
    commitment: bytes
    def __init__(self, game: _Optional[int] = ..., rules: _Optional[str] = ..., players: _Optional[int] = ..., seat: _Optional[int] = ..., bots: _Optional[_Iterable[str]] = ..., commitment: _Optional[bytes] = ...) -> None: ...

class Decision(_message.Message):
    __slots__ = ("id", "game", "events", "observation", "legal", "bank_ns", "increment_ns")
    ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    BANK_NS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_NS_FIELD_NUMBER: _ClassVar[int]
    id: int
    game: int
    events: _containers.RepeatedCompositeFieldContainer[Event]
    observation: Observation
    legal: _containers.RepeatedCompositeFieldContainer[Action]
    bank_ns: _containers.RepeatedScalarFieldContainer[int]
    increment_ns: int
    def __init__(self, id: _Optional[int] = ..., game: _Optional[int] = ..., events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ..., observation: _Optional[_Union[Observation, _Mapping]] = ..., legal: _Optional[_Iterable[_Union[Action, _Mapping]]] = ..., bank_ns: _Optional[_Iterable[int]] = ..., increment_ns: _Optional[int] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("id", "index", "action", "text", "info")
    ID_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    INFO_FIELD_NUMBER: _ClassVar[int]
    id: int
    index: int
    action: Action
    text: str
    info: Info
    def __init__(self, id: _Optional[int] = ..., index: _Optional[int] = ..., action: _Optional[_Union[Action, _Mapping]] = ..., text: _Optional[str] = ..., info: _Optional[_Union[Info, _Mapping]] = ...) -> None: ...

class Info(_message.Message):
    __slots__ = ("value", "win", "iterations", "line", "text")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    WIN_FIELD_NUMBER: _ClassVar[int]
    ITERATIONS_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    value: float
    win: float
    iterations: int
    line: _containers.RepeatedScalarFieldContainer[str]
    text: str
    def __init__(self, value: _Optional[float] = ..., win: _Optional[float] = ..., iterations: _Optional[int] = ..., line: _Optional[_Iterable[str]] = ..., text: _Optional[str] = ...) -> None: ...

class GameOver(_message.Message):
    __slots__ = ("game", "events", "scores", "ranks", "seed", "salt", "terminations", "sentence")
    GAME_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    RANKS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    TERMINATIONS_FIELD_NUMBER: _ClassVar[int]
    SENTENCE_FIELD_NUMBER: _ClassVar[int]
    game: int
    events: _containers.RepeatedCompositeFieldContainer[Event]
    scores: _containers.RepeatedScalarFieldContainer[int]
    ranks: _containers.RepeatedScalarFieldContainer[int]
    seed: bytes
    salt: bytes
    terminations: _containers.RepeatedScalarFieldContainer[Termination]
    sentence: str
    def __init__(self, game: _Optional[int] = ..., events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ..., scores: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ..., seed: _Optional[bytes] = ..., salt: _Optional[bytes] = ..., terminations: _Optional[_Iterable[_Union[Termination, str]]] = ..., sentence: _Optional[str] = ...) -> None: ...

class MatchOver(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: str
    def __init__(self, reason: _Optional[str] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("verb", "slot", "tile", "square", "cards", "name", "text", "number", "side", "fee", "using")
    VERB_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    SQUARE_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    FEE_FIELD_NUMBER: _ClassVar[int]
    USING_FIELD_NUMBER: _ClassVar[int]
    verb: Verb
    slot: int
    tile: int
    square: Square
    cards: _containers.RepeatedCompositeFieldContainer[Card]
    name: str
    text: str
    number: int
    side: str
    fee: Card
    using: str
    def __init__(self, verb: _Optional[_Union[Verb, str]] = ..., slot: _Optional[int] = ..., tile: _Optional[int] = ..., square: _Optional[_Union[Square, _Mapping]] = ..., cards: _Optional[_Iterable[_Union[Card, _Mapping]]] = ..., name: _Optional[str] = ..., text: _Optional[str] = ..., number: _Optional[int] = ..., side: _Optional[str] = ..., fee: _Optional[_Union[Card, _Mapping]] = ..., using: _Optional[str] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("kind", "seat", "action", "slot", "tile", "cards", "number", "name", "points", "private")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    kind: EventKind
    seat: int
    action: Action
    slot: int
    tile: int
    cards: _containers.RepeatedCompositeFieldContainer[Card]
    number: int
    name: str
    points: _containers.RepeatedScalarFieldContainer[int]
    private: bool
    def __init__(self, kind: _Optional[_Union[EventKind, str]] = ..., seat: _Optional[int] = ..., action: _Optional[_Union[Action, _Mapping]] = ..., slot: _Optional[int] = ..., tile: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[Card, _Mapping]]] = ..., number: _Optional[int] = ..., name: _Optional[str] = ..., points: _Optional[_Iterable[int]] = ..., private: _Optional[bool] = ...) -> None: ...

class Observation(_message.Message):
    __slots__ = ("rules", "viewer", "turn", "on_turn", "asked", "decider", "extra", "final", "pending", "market", "display", "deck_size", "discard", "bag_size", "seats", "dirk", "scorings", "facts", "viziers", "bazaars", "falcons", "falcon_supply", "palace")
    RULES_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    ON_TURN_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    DECIDER_FIELD_NUMBER: _ClassVar[int]
    EXTRA_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    MARKET_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    BAG_SIZE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    DIRK_FIELD_NUMBER: _ClassVar[int]
    SCORINGS_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    VIZIERS_FIELD_NUMBER: _ClassVar[int]
    BAZAARS_FIELD_NUMBER: _ClassVar[int]
    FALCONS_FIELD_NUMBER: _ClassVar[int]
    FALCON_SUPPLY_FIELD_NUMBER: _ClassVar[int]
    PALACE_FIELD_NUMBER: _ClassVar[int]
    rules: str
    viewer: int
    turn: int
    on_turn: int
    asked: Asked
    decider: int
    extra: bool
    final: bool
    pending: _containers.RepeatedScalarFieldContainer[int]
    market: _containers.RepeatedCompositeFieldContainer[Slot]
    display: _containers.RepeatedCompositeFieldContainer[Card]
    deck_size: int
    discard: _containers.RepeatedCompositeFieldContainer[Card]
    bag_size: int
    seats: _containers.RepeatedCompositeFieldContainer[Seat]
    dirk: Tiles
    scorings: _containers.RepeatedScalarFieldContainer[int]
    facts: _containers.RepeatedCompositeFieldContainer[Facts]
    viziers: _containers.RepeatedScalarFieldContainer[bool]
    bazaars: _containers.RepeatedScalarFieldContainer[int]
    falcons: _containers.RepeatedCompositeFieldContainer[Falcon]
    falcon_supply: _containers.RepeatedScalarFieldContainer[str]
    palace: Palace
    def __init__(self, rules: _Optional[str] = ..., viewer: _Optional[int] = ..., turn: _Optional[int] = ..., on_turn: _Optional[int] = ..., asked: _Optional[_Union[Asked, str]] = ..., decider: _Optional[int] = ..., extra: _Optional[bool] = ..., final: _Optional[bool] = ..., pending: _Optional[_Iterable[int]] = ..., market: _Optional[_Iterable[_Union[Slot, _Mapping]]] = ..., display: _Optional[_Iterable[_Union[Card, _Mapping]]] = ..., deck_size: _Optional[int] = ..., discard: _Optional[_Iterable[_Union[Card, _Mapping]]] = ..., bag_size: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[Seat, _Mapping]]] = ..., dirk: _Optional[_Union[Tiles, _Mapping]] = ..., scorings: _Optional[_Iterable[int]] = ..., facts: _Optional[_Iterable[_Union[Facts, _Mapping]]] = ..., viziers: _Optional[_Iterable[bool]] = ..., bazaars: _Optional[_Iterable[int]] = ..., falcons: _Optional[_Iterable[_Union[Falcon, _Mapping]]] = ..., falcon_supply: _Optional[_Iterable[str]] = ..., palace: _Optional[_Union[Palace, _Mapping]] = ...) -> None: ...

class Palace(_message.Message):
    __slots__ = ("preview", "pieces", "pieces_left", "wall_pieces", "wall_pieces_left", "wall_piece_held", "plazas_left", "guards", "guard_supply", "stands", "guards_on_stands", "guard_points", "half_buildings", "abilities", "abilities_used", "strips", "sets")
    PREVIEW_FIELD_NUMBER: _ClassVar[int]
    PIECES_FIELD_NUMBER: _ClassVar[int]
    PIECES_LEFT_FIELD_NUMBER: _ClassVar[int]
    WALL_PIECES_FIELD_NUMBER: _ClassVar[int]
    WALL_PIECES_LEFT_FIELD_NUMBER: _ClassVar[int]
    WALL_PIECE_HELD_FIELD_NUMBER: _ClassVar[int]
    PLAZAS_LEFT_FIELD_NUMBER: _ClassVar[int]
    GUARDS_FIELD_NUMBER: _ClassVar[int]
    GUARD_SUPPLY_FIELD_NUMBER: _ClassVar[int]
    STANDS_FIELD_NUMBER: _ClassVar[int]
    GUARDS_ON_STANDS_FIELD_NUMBER: _ClassVar[int]
    GUARD_POINTS_FIELD_NUMBER: _ClassVar[int]
    HALF_BUILDINGS_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_USED_FIELD_NUMBER: _ClassVar[int]
    STRIPS_FIELD_NUMBER: _ClassVar[int]
    SETS_FIELD_NUMBER: _ClassVar[int]
    preview: _containers.RepeatedCompositeFieldContainer[Slot]
    pieces: _containers.RepeatedCompositeFieldContainer[Piece]
    pieces_left: _containers.RepeatedScalarFieldContainer[int]
    wall_pieces: _containers.RepeatedCompositeFieldContainer[TileSide]
    wall_pieces_left: int
    wall_piece_held: bool
    plazas_left: int
    guards: _containers.RepeatedCompositeFieldContainer[TileSide]
    guard_supply: int
    stands: _containers.RepeatedScalarFieldContainer[int]
    guards_on_stands: int
    guard_points: int
    half_buildings: _containers.RepeatedCompositeFieldContainer[HalfBuilding]
    abilities: _containers.RepeatedScalarFieldContainer[str]
    abilities_used: _containers.RepeatedScalarFieldContainer[str]
    strips: _containers.RepeatedCompositeFieldContainer[Strip]
    sets: _containers.RepeatedCompositeFieldContainer[MoneySet]
    def __init__(self, preview: _Optional[_Iterable[_Union[Slot, _Mapping]]] = ..., pieces: _Optional[_Iterable[_Union[Piece, _Mapping]]] = ..., pieces_left: _Optional[_Iterable[int]] = ..., wall_pieces: _Optional[_Iterable[_Union[TileSide, _Mapping]]] = ..., wall_pieces_left: _Optional[int] = ..., wall_piece_held: _Optional[bool] = ..., plazas_left: _Optional[int] = ..., guards: _Optional[_Iterable[_Union[TileSide, _Mapping]]] = ..., guard_supply: _Optional[int] = ..., stands: _Optional[_Iterable[int]] = ..., guards_on_stands: _Optional[int] = ..., guard_points: _Optional[int] = ..., half_buildings: _Optional[_Iterable[_Union[HalfBuilding, _Mapping]]] = ..., abilities: _Optional[_Iterable[str]] = ..., abilities_used: _Optional[_Iterable[str]] = ..., strips: _Optional[_Iterable[_Union[Strip, _Mapping]]] = ..., sets: _Optional[_Iterable[_Union[MoneySet, _Mapping]]] = ...) -> None: ...

class Piece(_message.Message):
    __slots__ = ("tile", "kind")
    TILE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    tile: int
    kind: Kind
    def __init__(self, tile: _Optional[int] = ..., kind: _Optional[_Union[Kind, str]] = ...) -> None: ...

class TileSide(_message.Message):
    __slots__ = ("tile", "side")
    TILE_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    side: str
    def __init__(self, tile: _Optional[int] = ..., side: _Optional[str] = ...) -> None: ...

class HalfBuilding(_message.Message):
    __slots__ = ("kind", "seat")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    kind: Kind
    seat: int
    def __init__(self, kind: _Optional[_Union[Kind, str]] = ..., seat: _Optional[int] = ...) -> None: ...

class Strip(_message.Message):
    __slots__ = ("kinds",)
    KINDS_FIELD_NUMBER: _ClassVar[int]
    kinds: _containers.RepeatedScalarFieldContainer[Kind]
    def __init__(self, kinds: _Optional[_Iterable[_Union[Kind, str]]] = ...) -> None: ...

class MoneySet(_message.Message):
    __slots__ = ("number", "cards")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    number: int
    cards: _containers.RepeatedCompositeFieldContainer[Card]
    def __init__(self, number: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[Card, _Mapping]]] = ...) -> None: ...

class Slot(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class Seat(_message.Message):
    __slots__ = ("hand_size", "hand", "city", "reserve", "aside", "score")
    HAND_SIZE_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    CITY_FIELD_NUMBER: _ClassVar[int]
    RESERVE_FIELD_NUMBER: _ClassVar[int]
    ASIDE_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    hand_size: int
    hand: Cards
    city: _containers.RepeatedCompositeFieldContainer[Placed]
    reserve: _containers.RepeatedScalarFieldContainer[int]
    aside: _containers.RepeatedScalarFieldContainer[int]
    score: int
    def __init__(self, hand_size: _Optional[int] = ..., hand: _Optional[_Union[Cards, _Mapping]] = ..., city: _Optional[_Iterable[_Union[Placed, _Mapping]]] = ..., reserve: _Optional[_Iterable[int]] = ..., aside: _Optional[_Iterable[int]] = ..., score: _Optional[int] = ...) -> None: ...

class Placed(_message.Message):
    __slots__ = ("tile", "x", "y")
    TILE_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    tile: int
    x: int
    y: int
    def __init__(self, tile: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class Cards(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedCompositeFieldContainer[Card]
    def __init__(self, cards: _Optional[_Iterable[_Union[Card, _Mapping]]] = ...) -> None: ...

class Tiles(_message.Message):
    __slots__ = ("tiles",)
    TILES_FIELD_NUMBER: _ClassVar[int]
    tiles: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, tiles: _Optional[_Iterable[int]] = ...) -> None: ...

class Facts(_message.Message):
    __slots__ = ("module", "numbers")
    MODULE_FIELD_NUMBER: _ClassVar[int]
    NUMBERS_FIELD_NUMBER: _ClassVar[int]
    module: str
    numbers: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, module: _Optional[str] = ..., numbers: _Optional[_Iterable[int]] = ...) -> None: ...

class Falcon(_message.Message):
    __slots__ = ("name", "seat", "corner")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CORNER_FIELD_NUMBER: _ClassVar[int]
    name: str
    seat: int
    corner: Square
    def __init__(self, name: _Optional[str] = ..., seat: _Optional[int] = ..., corner: _Optional[_Union[Square, _Mapping]] = ...) -> None: ...

class Conversation(_message.Message):
    __slots__ = ("messages",)
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    messages: _containers.RepeatedCompositeFieldContainer[ToBot]
    def __init__(self, messages: _Optional[_Iterable[_Union[ToBot, _Mapping]]] = ...) -> None: ...

class DeterminizeRequest(_message.Message):
    __slots__ = ("observation", "history", "count", "seed")
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    observation: Observation
    history: _containers.RepeatedCompositeFieldContainer[Event]
    count: int
    seed: int
    def __init__(self, observation: _Optional[_Union[Observation, _Mapping]] = ..., history: _Optional[_Iterable[_Union[Event, _Mapping]]] = ..., count: _Optional[int] = ..., seed: _Optional[int] = ...) -> None: ...

class States(_message.Message):
    __slots__ = ("states",)
    STATES_FIELD_NUMBER: _ClassVar[int]
    states: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, states: _Optional[_Iterable[int]] = ...) -> None: ...

class LegalRequest(_message.Message):
    __slots__ = ("state",)
    STATE_FIELD_NUMBER: _ClassVar[int]
    state: int
    def __init__(self, state: _Optional[int] = ...) -> None: ...

class ApplyRequest(_message.Message):
    __slots__ = ("state", "index", "action", "text")
    STATE_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    state: int
    index: int
    action: Action
    text: str
    def __init__(self, state: _Optional[int] = ..., index: _Optional[int] = ..., action: _Optional[_Union[Action, _Mapping]] = ..., text: _Optional[str] = ...) -> None: ...

class Position(_message.Message):
    __slots__ = ("seat", "asked", "turn", "legal")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    asked: Asked
    turn: int
    legal: _containers.RepeatedCompositeFieldContainer[Action]
    def __init__(self, seat: _Optional[int] = ..., asked: _Optional[_Union[Asked, str]] = ..., turn: _Optional[int] = ..., legal: _Optional[_Iterable[_Union[Action, _Mapping]]] = ...) -> None: ...

class CloneRequest(_message.Message):
    __slots__ = ("state", "count")
    STATE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    state: int
    count: int
    def __init__(self, state: _Optional[int] = ..., count: _Optional[int] = ...) -> None: ...

class ReleaseRequest(_message.Message):
    __slots__ = ("states", "all")
    STATES_FIELD_NUMBER: _ClassVar[int]
    ALL_FIELD_NUMBER: _ClassVar[int]
    states: _containers.RepeatedScalarFieldContainer[int]
    all: bool
    def __init__(self, states: _Optional[_Iterable[int]] = ..., all: _Optional[bool] = ...) -> None: ...

class Released(_message.Message):
    __slots__ = ("released", "left")
    RELEASED_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    released: int
    left: int
    def __init__(self, released: _Optional[int] = ..., left: _Optional[int] = ...) -> None: ...

class ObserveRequest(_message.Message):
    __slots__ = ("state", "viewer")
    STATE_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    state: int
    viewer: int
    def __init__(self, state: _Optional[int] = ..., viewer: _Optional[int] = ...) -> None: ...

class ScoreRequest(_message.Message):
    __slots__ = ("state",)
    STATE_FIELD_NUMBER: _ClassVar[int]
    state: int
    def __init__(self, state: _Optional[int] = ...) -> None: ...

class Scores(_message.Message):
    __slots__ = ("points", "ranks", "over")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    RANKS_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    ranks: _containers.RepeatedScalarFieldContainer[int]
    over: bool
    def __init__(self, points: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ..., over: _Optional[bool] = ...) -> None: ...

class PlayoutsRequest(_message.Message):
    __slots__ = ("states", "actions", "count", "policy", "turns", "seed", "budget_ns")
    STATES_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    BUDGET_NS_FIELD_NUMBER: _ClassVar[int]
    states: _containers.RepeatedScalarFieldContainer[int]
    actions: _containers.RepeatedCompositeFieldContainer[Action]
    count: int
    policy: Policy
    turns: int
    seed: int
    budget_ns: int
    def __init__(self, states: _Optional[_Iterable[int]] = ..., actions: _Optional[_Iterable[_Union[Action, _Mapping]]] = ..., count: _Optional[int] = ..., policy: _Optional[_Union[Policy, str]] = ..., turns: _Optional[int] = ..., seed: _Optional[int] = ..., budget_ns: _Optional[int] = ...) -> None: ...

class PlayoutResults(_message.Message):
    __slots__ = ("results",)
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[PlayoutResult]
    def __init__(self, results: _Optional[_Iterable[_Union[PlayoutResult, _Mapping]]] = ...) -> None: ...

class PlayoutResult(_message.Message):
    __slots__ = ("playouts", "points", "wins", "rewards", "deviation")
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    REWARDS_FIELD_NUMBER: _ClassVar[int]
    DEVIATION_FIELD_NUMBER: _ClassVar[int]
    playouts: int
    points: _containers.RepeatedScalarFieldContainer[float]
    wins: _containers.RepeatedScalarFieldContainer[float]
    rewards: _containers.RepeatedScalarFieldContainer[float]
    deviation: float
    def __init__(self, playouts: _Optional[int] = ..., points: _Optional[_Iterable[float]] = ..., wins: _Optional[_Iterable[float]] = ..., rewards: _Optional[_Iterable[float]] = ..., deviation: _Optional[float] = ...) -> None: ...

class EvaluateRequest(_message.Message):
    __slots__ = ("states",)
    STATES_FIELD_NUMBER: _ClassVar[int]
    states: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, states: _Optional[_Iterable[int]] = ...) -> None: ...

class Evaluations(_message.Message):
    __slots__ = ("expectations",)
    EXPECTATIONS_FIELD_NUMBER: _ClassVar[int]
    expectations: _containers.RepeatedCompositeFieldContainer[Expectation]
    def __init__(self, expectations: _Optional[_Iterable[_Union[Expectation, _Mapping]]] = ...) -> None: ...

class Expectation(_message.Message):
    __slots__ = ("points", "wins")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedScalarFieldContainer[float]
    wins: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, points: _Optional[_Iterable[float]] = ..., wins: _Optional[_Iterable[float]] = ...) -> None: ...
