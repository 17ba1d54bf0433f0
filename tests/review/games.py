"""How is a game made for a test of reviews? By a policy in every seat, with one decision changed by hand if asked for."""

from collections.abc import Callable
from dataclasses import replace

from arena.record import (
    DecisionRecord,
    GameRecord,
    SeatRecord,
    commitment_of,
    events_digest,
    sealed,
)
from arena.review import Grade, SeatReview
from arena.rules import GENERATOR, RULES_VERSION, Action, GameConfig, Rng, State, new_game
from arena.search import Analysis, Settings, greedy_choice

SALT = bytes(16)
Policy = Callable[[State], Action]


def at_random(seed: int) -> Policy:
    """Every legal action is equally likely."""
    rng = Rng(seed, "random policy")

    def choose(state: State) -> Action:
        legal = state.legal_actions()
        return legal[int(rng.below(len(legal)))]

    return choose


def greedily(state: State) -> Action:
    """The greedy policy."""
    legal = state.legal_actions()
    return legal[greedy_choice(state.observe(state.seat), legal)]


def searching(iterations: int) -> Policy:
    """The search, with other chance than a reviewer has."""

    def choose(state: State) -> Action:
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        seat = state.seat
        assert seat is not None
        rng = Rng(b"player", f"{seat} {state.log_size}")
        analysis = Analysis(state.observe(seat), state.history(seat), legal, Settings(), rng)
        analysis.explore(iterations)
        return analysis.best()

    return choose


def played_game(
    rules: str,
    seed: int,
    policies: dict[str, Policy],
    game: int = 1,
    stop_after: int | None = None,
    change: Callable[[int, State], Action | None] = lambda _, __: None,
) -> GameRecord:
    """The record of a game between policies, by name in the order of seats; `change` may choose another action for a decision."""
    config = GameConfig.parse(rules)
    secret = f"review {seed}".encode()
    state = new_game(config, secret)
    choosers = list(policies.values())
    decisions: list[DecisionRecord] = []
    while not state.is_over and len(decisions) != stop_after:
        number = len(decisions) + 1
        action = change(number, state) or choosers[state.seat or 0](state)
        decisions.append(DecisionRecord(state.seat or 0, str(action), 0, 0, 0, 0, False, number))
        state.apply(action)
    return sealed(
        GameRecord(
            match="review",
            game=game,
            set=game,
            rules=config.text,
            rules_version=RULES_VERSION,
            generator=GENERATOR,
            seed=secret,
            salt=SALT,
            commitment=commitment_of(secret, SALT),
            time_control="30+0.5",
            limits="",
            tier=0,
            started_ns=0,
            seats=tuple([SeatRecord(name, "", "normal", "") for name in policies]),
            decisions=tuple(decisions),
            scores=tuple(state.scores()),
            ranks=tuple(state.ranks()),
            void=False,
            void_reason="",
            events_digest=events_digest(state),
        )
    )


def with_mistake(review: SeatReview) -> SeatReview:
    """A review of few tries finds no mistake for certain: its first decision is made one."""
    first, *others = review.decisions
    return replace(review, decisions=(replace(first, grade=Grade.BLUNDER), *others))
