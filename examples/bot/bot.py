"""A learnt policy as a bot: the model file beside it, the same numbers as in training, and the best action."""

from pathlib import Path

import numpy as np
from learner import ActionFeatures, LinearPolicy

from arena.botkit import Request, run
from arena.encoding import Encoder, Layout, write_observation

POLICY = LinearPolicy.load(Path(__file__).parent / "model.npz")
ENCODERS: dict[str, tuple[Encoder, ActionFeatures]] = {}


def best(request: Request) -> int:
    """The index of the action that the policy likes best."""
    rules = request.observation.config
    if rules.text not in ENCODERS:
        # As many actions as there can be: an index must be one into the whole list.
        layout = Layout(rules, limit=4096)
        ENCODERS[rules.text] = (Encoder(layout), ActionFeatures(layout))
    encoder, features = ENCODERS[rules.text]
    write_observation(encoder, request.observation, list(request.history))
    row = np.frombuffer(encoder.page.memory(), np.int16)
    found, there = features(row[None])
    return int(POLICY.chances(found, there).argmax())


if __name__ == "__main__":
    run(best, "learnt")
