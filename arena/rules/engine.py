"""What may a search use of the engine? Cities, money, steps and actions in their compact form."""

from arena.rules.action import (
    BUILD,
    BUY,
    BUY_OFFER,
    EXCHANGE,
    PLACE,
    REMOVE,
    RESERVE,
    TAKE,
    card_of,
    currency_of,
    fee_of,
    listed_cards,
    number_of,
    purse_of,
    slot_of,
    tile_of,
    verb_of,
    x_of,
    y_of,
)
from arena.rules.city import ONE_OF, City
from arena.rules.codes import ASKS_SHIFT, ActionCodes
from arena.rules.components import AWARDED_PLACES, BOOK, BY_BASTION, MOST_TIED, Shares, TileBook
from arena.rules.config import MAX_PLAYERS
from arena.rules.event import ACTED
from arena.rules.legal import onward_codes
from arena.rules.modules import new_modules
from arena.rules.modules.bazaars import bazaar_gain
from arena.rules.modules.camps import camp_gain
from arena.rules.modules.falconers import FALCON, FALCON_COLOUR, FALCON_NAMES, Falconers
from arena.rules.modules.vizier import FAVOUR, FAVOUR_OFFER
from arena.rules.money import VALUES, can_pay_exactly, card_bit, purse_size, purse_total
from arena.rules.palace.edition import Palace
from arena.rules.palace.guards import guards_owned, towers_of
from arena.rules.palace.parts import (
    ARCHITECT_COST,
    BUY_GAMBLING,
    BUY_HAGGLING,
    BUY_WITH_BOTH,
    CHOOSE,
    FIRST_VERB,
    KIND_COUNT,
    PAY,
    USE_ARCHITECT,
    USE_EXCHANGER,
    USE_MASON,
    USE_SCOUT,
    USE_TELLER,
    ability_of,
    ones,
)
from arena.rules.scoring import Sheet, majority_share
from arena.rules.state import Player
from arena.rules.steps import ACT, decision_name, is_step, step_kind, step_seat
from arena.rules.values import contains
from arena.rules.wall import BACK, CLOCKWISE, longest_wall, run_with, sides_built, walls_beyond

__all__ = [
    "ACT",
    "ACTED",
    "ARCHITECT_COST",
    "ASKS_SHIFT",
    "AWARDED_PLACES",
    "BACK",
    "BOOK",
    "BUILD",
    "BUY",
    "BUY_GAMBLING",
    "BUY_HAGGLING",
    "BUY_OFFER",
    "BUY_WITH_BOTH",
    "BY_BASTION",
    "CHOOSE",
    "CLOCKWISE",
    "EXCHANGE",
    "FALCON",
    "FALCON_COLOUR",
    "FALCON_NAMES",
    "FAVOUR",
    "FAVOUR_OFFER",
    "FIRST_VERB",
    "KIND_COUNT",
    "MAX_PLAYERS",
    "MOST_TIED",
    "ONE_OF",
    "PAY",
    "PLACE",
    "REMOVE",
    "RESERVE",
    "TAKE",
    "USE_ARCHITECT",
    "USE_EXCHANGER",
    "USE_MASON",
    "USE_SCOUT",
    "USE_TELLER",
    "VALUES",
    "ActionCodes",
    "City",
    "Falconers",
    "Palace",
    "Player",
    "Shares",
    "Sheet",
    "TileBook",
    "ability_of",
    "bazaar_gain",
    "camp_gain",
    "can_pay_exactly",
    "card_bit",
    "card_of",
    "contains",
    "currency_of",
    "decision_name",
    "fee_of",
    "guards_owned",
    "is_step",
    "listed_cards",
    "longest_wall",
    "majority_share",
    "new_modules",
    "number_of",
    "ones",
    "onward_codes",
    "purse_of",
    "purse_size",
    "purse_total",
    "run_with",
    "sides_built",
    "slot_of",
    "step_kind",
    "step_seat",
    "tile_of",
    "towers_of",
    "verb_of",
    "walls_beyond",
    "x_of",
    "y_of",
]
