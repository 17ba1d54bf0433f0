"""Environments for learners: PettingZoo, Gymnasium, a vector of games, and text for language models.

Needs the extra `env`. Importing it makes `gymnasium.make("arena/Alhambra-v0")` and
`pettingzoo.make("aec", "arena/alhambra_v0")` known.
"""

try:
    import gymnasium
    import pettingzoo
except ModuleNotFoundError as missing:
    from arena import to_install

    raise ModuleNotFoundError(f"arena.env needs {missing.name}: {to_install('env')}") from None

from arena.env import alhambra_v0, text_form
from arena.env.single_agent import AlhambraEnv
from arena.env.spaces import arrays_of
from arena.env.vector import AlhambraVectorEnv

gymnasium.register(
    "arena/Alhambra-v0",
    entry_point="arena.env:AlhambraEnv",
    vector_entry_point="arena.env:AlhambraVectorEnv",
)

pettingzoo.register("aec", "arena/alhambra_v0", alhambra_v0.env)

__all__ = ["AlhambraEnv", "AlhambraVectorEnv", "alhambra_v0", "arrays_of", "text_form"]
