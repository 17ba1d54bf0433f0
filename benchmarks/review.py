"""Does a review see how strong a player is? Mean loss of random, greedy and searching play, and of the reviewer itself.

Each pair of players meets in some games, and each seat is reviewed. Intervals are over games. The last rows are games of the
search against itself with as many iterations as the reviewer has: what is called a mistake there is the reviewer's noise.
"""

import argparse
import time
from collections.abc import Callable
from itertools import combinations

import numpy as np

from arena.rating import Estimate, mean_over_sets
from arena.record import DecisionRecord, GameRecord, SeatRecord, commitment_of, events_digest, sealed
from arena.review import Reviewer, SeatReview
from arena.rules import GENERATOR, RULES_VERSION, Action, GameConfig, Rng, State, compiled, new_game
from arena.search import Analysis, Settings, greedy_choice

SALT = bytes(16)
SPEED_ITERATIONS = 2000
Player = Callable[[State, list[Action]], Action]


def main() -> None:
    """Play, review, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=8, help="of each pair of players")
    parser.add_argument("--iterations", type=int, default=500, help="of player and reviewer")
    parser.add_argument("--speed", action="store_true", help="only the time that a review of a game takes")
    options = parser.parse_args()
    if options.speed:
        speed()
        return
    print(
        f"{'compiled' if compiled else 'interpreted'}, {options.iterations} iterations of player and reviewer"
    )
    players: dict[str, Player] = {
        "random": at_random,
        "greedy": greedily,
        "search": searching(options.iterations),
    }
    reviewer = Reviewer(options.iterations)
    found: dict[str, list[SeatReview]] = {name: [] for name in (*players, "search against itself")}
    number = 0
    began = time.process_time()
    for pair in [*combinations(players, 2), ("search", "search")]:
        for game in range(options.games):
            number += 1
            seats = pair if game % 2 else pair[::-1]
            record = played(number, {seat: (name, players[name]) for seat, name in enumerate(seats)})
            for seat, name in enumerate(seats):
                label = "search against itself" if pair[0] == pair[1] else name
                found[label].append(reviewer.review(record, seat))
    for name, reviews in found.items():
        print_row(name, reviews)
    print(f"{time.process_time() - began:.0f} s of processor time")


def speed() -> None:
    """What a review of both seats of a game costs one core."""
    record = played(1, {0: ("greedy", greedily), 1: ("greedy", greedily)})
    reviewer = Reviewer(SPEED_ITERATIONS)
    began = time.process_time()
    reviews = [reviewer.review(record, seat) for seat in (0, 1)]
    spent_s = time.process_time() - began
    choices = sum(len(one.decisions) for one in reviews)
    print(
        f"{'compiled' if compiled else 'interpreted'}: both seats of a game of {len(record.decisions)} decisions, "
        f"{choices} with a choice, {SPEED_ITERATIONS} iterations each: {spent_s:.1f} s of processor time"
    )


def print_row(name: str, reviews: list[SeatReview]) -> None:
    """One player's losses, its mistakes and its luck."""
    games = np.array([one.game for one in reviews for _ in one.decisions], np.int64)
    lead = np.array([decision.choice.loss.lead for one in reviews for decision in one.decisions])
    win = np.array([decision.choice.loss.win for one in reviews for decision in one.decisions])
    mistakes = sum(decision.grade is not None for one in reviews for decision in one.decisions)
    luck = mean_over_sets(np.array([one.lead.luck for one in reviews]), np.arange(len(reviews)))
    print(
        f"{name:22} {len(reviews):3} games {len(lead):5} decisions  lost {shown(mean_over_sets(lead, games))} points, "
        f"{shown(mean_over_sets(100 * win, games))} %  mistakes {mistakes}  luck {shown(luck)}"
    )


def shown(estimate: Estimate) -> str:
    """A number with its interval."""
    return f"{estimate.value:.2f} [{estimate.low:.2f}, {estimate.high:.2f}]"


def at_random(state: State, legal: list[Action]) -> Action:
    """Every action is equally likely."""
    return legal[int(Rng(b"random player", f"{state.log_size} {state.turn}").below(len(legal)))]


def greedily(state: State, legal: list[Action]) -> Action:
    """The greedy policy."""
    return legal[greedy_choice(state.observe(state.seat), legal)]


def searching(iterations: int) -> Player:
    """The search, with other chance than the reviewer has."""

    def choose(state: State, legal: list[Action]) -> Action:
        seat = state.seat
        assert seat is not None
        rng = Rng(b"searching player", f"{seat} {state.log_size}")
        analysis = Analysis(state.observe(seat), state.history(seat), legal, Settings(), rng)
        analysis.explore(iterations)
        return analysis.best()

    return choose


def played(number: int, seats: dict[int, tuple[str, Player]]) -> GameRecord:
    """The record of one game."""
    config = GameConfig.parse("classic,players=2")
    seed = f"review benchmark {number}".encode()
    state = new_game(config, seed)
    decisions: list[DecisionRecord] = []
    while not state.is_over:
        legal = state.legal_actions()
        seat = state.seat or 0
        action = legal[0] if len(legal) == 1 else seats[seat][1](state, legal)
        decisions.append(DecisionRecord(seat, str(action), 0, 0, 0, 0, False, len(decisions) + 1))
        state.apply(action)
    return sealed(
        GameRecord(
            match="review benchmark",
            game=number,
            set=number,
            rules=config.text,
            rules_version=RULES_VERSION,
            generator=GENERATOR,
            seed=seed,
            salt=SALT,
            commitment=commitment_of(seed, SALT),
            time_control="30+0.5",
            limits="",
            tier=0,
            started_ns=0,
            seats=tuple([SeatRecord(name, "", "normal", "") for name, _ in seats.values()]),
            decisions=tuple(decisions),
            scores=tuple(state.scores()),
            ranks=tuple(state.ranks()),
            void=False,
            void_reason="",
            events_digest=events_digest(state),
        )
    )


if __name__ == "__main__":
    main()
