"""How are whole games played for a test? At random, and with a liking for the moves that make a game go on."""

from collections.abc import Iterator

from hypothesis import strategies as st

from arena.rules import Action, GameConfig, Rng, State, new_game

MODULES = ("vizier", "camps", "bazaars", "falconers", "medina")
PAIRS = [f"{first}+{second}" for i, first in enumerate(MODULES) for second in MODULES[i + 1 :]]
COMBINATIONS = ["", *MODULES, *PAIRS, "+".join(MODULES)]
PALACE_MODULES = ("camps", "bazaars", "medina")
PALACES = [
    "+".join(["red-palace", *some]) + ",players={players}" + option
    for some in ((), *[(module,) for module in PALACE_MODULES], PALACE_MODULES)
    for option in ("", ",classic_scoring=true")
]
LIVELY = ("buy", "favour", "place", "falcon", "build", "take", "scout", "end")


def rules_texts() -> list[str]:
    """Every combination that tests go through: no module, each alone, pairs, all; 2 to 6 seats; both deals and editions."""
    return classic_texts() + palace_texts()


def classic_texts() -> list[str]:
    """Those of the first edition."""
    return [
        f"classic{'+' if modules else ''}{modules},players={players},deal={deal}"
        for modules in COMBINATIONS
        for players in range(2, 7)
        for deal in ("open", "closed")
    ]


def palace_texts() -> list[str]:
    """The same for the second edition: no module, each alone, all three; both ways to score."""
    return [text.format(players=players) for text in PALACES for players in range(2, 7)]


def configs() -> st.SearchStrategy[GameConfig]:
    """Any of these games, some of them cut short."""
    limits = st.one_of(st.none(), st.integers(1, 60))
    return st.builds(
        lambda text, limit: GameConfig.parse(text if limit is None else f"{text},turn_limit={limit}"),
        st.sampled_from(rules_texts()),
        limits,
    )


def choose(actions: list[Action], rng: Rng, liking: int = 70) -> Action:
    """One of the actions; in so many of 100 cases one that is lively, if there is any."""
    if int(rng.below(100)) < liking:
        lively = [action for action in actions if action.verb in LIVELY]
        # Redesigns are many and could go on for ever: a purchase, a placing or a take goes before a building.
        actions = [action for action in lively if action.verb != "build"] or lively or actions
    return actions[int(rng.below(len(actions)))]


def played(config: GameConfig, seed: int, liking: int = 70) -> Iterator[State]:
    """The same state before each of its decisions; the caller may look, not touch."""
    state = new_game(config, seed)
    rng = Rng(seed, "choices")
    while not state.is_over:
        yield state
        state.apply(choose(state.legal_actions(), rng, liking))
    yield state
