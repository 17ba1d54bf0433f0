"""What does a build with profile-guided optimisation learn from? Games of every edition, by playouts, greedy, search and environments."""

from arena.encoding import GameBatch, Layout
from arena.rules import GameConfig, Rng, State, compiled, new_game
from arena.search import Limit, SeatSearch, Settings, greedy_choice
from arena.wire import event_bytes, observation_bytes, observation_from_wire, observation_to_wire

GAMES = (
    "classic,players=2",
    "classic,players=4",
    "classic,players=3,deal=closed",
    "classic+vizier+camps+bazaars+falconers+medina,players=4",
    "red-palace,players=3",
    "red-palace+camps+bazaars+medina,players=2",
)
PLAYOUTS, SEARCHES, ITERATIONS, STEPS = 300, 6, 400, 2000


def main() -> None:
    """Play every configuration in every manner for a while."""
    if not compiled:
        raise SystemExit("there is nothing to learn: the package that runs is interpreted")
    for number, text in enumerate(GAMES):
        start = new_game(GameConfig.parse(text), number)
        for seed in range(PLAYOUTS):
            start.clone().playout(Rng(seed))
        _greedy_game(start.clone())
        _searched(start.clone())
        _encoded(GameConfig.parse(text))


def _encoded(config: GameConfig) -> None:
    """Steps of a batch of games with random actions."""
    batch = GameBatch(Layout(config), 8)
    rng = Rng(1)
    for game in range(8):
        batch.reset(game, game)
    for _ in range(STEPS):
        offered = [max(int(batch.encoder.page.offered[game]), 1) for game in range(8)]
        batch.step(b"".join([int(rng.below(count)).to_bytes(8, "little") for count in offered]))


def _greedy_game(state: State) -> None:
    while not state.is_over:
        legal = state.legal_actions()
        view = state.observe(state.seat)
        assert observation_from_wire(observation_to_wire(view)) == view
        observation_bytes(view)
        for event in state.apply(legal[greedy_choice(view, legal)]):
            event_bytes(event)
    State.from_bytes(state.to_bytes())


def _searched(state: State) -> None:
    """Decisions spread over a game, each searched for a fixed number of iterations."""
    searches = 0
    made = 0
    while not state.is_over and searches < SEARCHES:
        legal = state.legal_actions()
        view = state.observe(state.seat)
        if len(legal) > 1 and made % 15 == 0:
            for settings in (Settings(), Settings(turns=0)):
                search = SeatSearch(settings, b"training")
                search.think(view, state.history(state.seat), legal, Limit(ITERATIONS, 0, lambda: 0))
            searches += 1
        state.apply(legal[greedy_choice(view, legal)])
        made += 1


if __name__ == "__main__":
    main()
