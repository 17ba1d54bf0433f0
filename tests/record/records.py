"""How is a record made for a test? From a random game, with times and ids that are different in every decision."""

from dataclasses import replace

from arena.record import (
    DecisionRecord,
    GameClock,
    GameRecord,
    SeatRecord,
    Termination,
    TimeControl,
    TimeSpent,
    commitment_of,
    events_digest,
    ranks_after,
    sealed,
)
from arena.rules import GENERATOR, RULES_VERSION, GameConfig, Rng, new_game
from tests.rules.games import choose

TIME_CONTROL = "30+0.5"


def played_record(
    rules: str,
    seed: int = 1,
    game: int = 1,
    stop_after: int | None = None,
    faults: dict[int, Termination] | None = None,
) -> GameRecord:
    """The sealed record of a random game; a seat with a fault fails at its second decision, and the house plays on."""
    faults = faults or {}
    config = GameConfig.parse(rules)
    secret = f"seed {seed}".encode()
    salt = bytes(range(16))
    state = new_game(config, secret)
    rng = Rng(seed, "choices")
    clock = GameClock(TimeControl.parse(TIME_CONTROL), config.players)
    decisions: list[DecisionRecord] = []
    while not state.is_over and len(decisions) != stop_after:
        number = len(decisions)
        action = choose(state.legal_actions(), rng)
        earlier = [decision for decision in decisions if decision.seat == state.seat]
        house = state.seat in faults and bool(earlier)
        id = 0 if house and earlier[-1].house else 100 * game + number
        wall_ns = 0 if house else 1_000_000 + number
        cpu_ns = 0 if house else 500_000 + number
        charged_ns = 0 if house else clock.charge(state.seat, TimeSpent(wall_ns, cpu_ns, 0))
        decisions.append(DecisionRecord(state.seat, str(action), wall_ns, cpu_ns, 0, charged_ns, house, id))
        state.apply(action)
    terminations = tuple([faults.get(seat, Termination.NORMAL) for seat in range(config.players)])
    scores = tuple(state.scores())
    return sealed(
        GameRecord(
            match="m-1",
            game=game,
            set=(game + 1) // 2,
            rules=config.text,
            rules_version=RULES_VERSION,
            generator=GENERATOR,
            seed=secret,
            salt=salt,
            commitment=commitment_of(secret, salt),
            time_control=TIME_CONTROL,
            limits="memory_mb=512",
            tier=2,
            started_ns=1_700_000_000_000_000_000 + game,
            seats=tuple(
                [
                    SeatRecord(
                        f"bot{seat}",
                        f"{seat:064x}",
                        how,
                        "" if how == "normal" else "It failed.",
                        *(
                            too_late(clock.allowance(seat).time_ns)
                            if how == Termination.TIMEOUT
                            else (0, 0, 0, 0)
                        ),
                    )
                    for seat, how in enumerate(terminations)
                ]
            ),
            decisions=tuple(decisions),
            scores=scores,
            ranks=ranks_after(scores, terminations),
            void=False,
            void_reason="",
            events_digest=events_digest(state),
        )
    )


def too_late(allowed_ns: int) -> tuple[int, int, int, int]:
    """The times of a request that a seat did not answer: the host took a tenth of a second."""
    return allowed_ns + 10**8, 10**6, 10**8, allowed_ns


def resealed(record: GameRecord, **changes: object) -> GameRecord:
    """The record with changes that its seal does not give away."""
    return sealed(replace(record, **changes))  # type: ignore[arg-type]  # the test says which fields
