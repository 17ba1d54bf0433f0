"""How is a position shown with what greedy thinks of it? The worked examples of docs/greedy.md, as text."""

from arena.rules import GameConfig, Observation, State, new_game
from arena.search.greedy import action_values, choose


def position(rules: str, seed: int, decisions: int) -> State:
    """A game after so many decisions of greedy in all seats."""
    state = new_game(GameConfig.parse(rules), seed)
    for _ in range(decisions):
        legal = state.legal_actions()
        state.apply(legal[choose(state.observe(state.seat), legal)])
    return state


def shown(state: State) -> str:
    """What matters to greedy in a position, and the value of every action."""
    observation = state.observe(state.seat)
    legal = state.legal_actions()
    values = action_values(observation, legal)
    width = max(len(str(action)) for action in legal)
    lines = [*_facts(observation), ""]
    lines += [f"{action!s:{width}} {value:5}" for action, value in zip(legal, values, strict=True)]
    return "\n".join(lines) + "\n"


def _facts(observation: Observation) -> list[str]:
    facts = {
        "decision": observation.decision,
        "seat": observation.viewer,
        "scorings held": len(observation.scorings),
        "bag": observation.bag_size,
        "market": " ".join("-" if tile is None else tile.name for tile in observation.market),
    }
    for number, seat in enumerate(observation.seats):
        facts[f"city {number}"] = ", ".join(map(repr, seat.city))
        if seat.hand is not None:
            facts["hand"] = " ".join(card.name for card in seat.hand)
            facts["set aside"] = " ".join(tile.name for tile in seat.aside) or "nothing"
    if observation.dirk is not None:
        facts["Dirk"] = " ".join(tile.name for tile in observation.dirk)
    return [f"{key}: {fact}" for key, fact in facts.items()]
