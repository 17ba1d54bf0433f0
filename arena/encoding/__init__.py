"""Games as arrays: what a seat may know and do, in numbers for learners (docs/encoding.md).

Compiled, and without numpy: an array is a `vec`, whose buffer others read.
"""

from arena.encoding.batch import EVERYBODY, REWARDS, GameBatch, lead_rewards, win_rewards
from arena.encoding.encoder import Encoder, write_observation
from arena.encoding.factors import FACTOR_NAMES, FACTOR_SIZES, action_of, factors_of
from arena.encoding.fields import Field
from arena.encoding.known_hands import KnownHands
from arena.encoding.layout import ENCODING, LIMIT, WINDOW, EncodingError, Layout
from arena.encoding.modules import MODULE_ENCODINGS
from arena.encoding.page import Page
from arena.encoding.policies import POLICIES, HousePolicy

__all__ = [
    "ENCODING",
    "EVERYBODY",
    "FACTOR_NAMES",
    "FACTOR_SIZES",
    "LIMIT",
    "MODULE_ENCODINGS",
    "POLICIES",
    "REWARDS",
    "WINDOW",
    "Encoder",
    "EncodingError",
    "Field",
    "GameBatch",
    "HousePolicy",
    "KnownHands",
    "Layout",
    "Page",
    "action_of",
    "factors_of",
    "lead_rewards",
    "win_rewards",
    "write_observation",
]
