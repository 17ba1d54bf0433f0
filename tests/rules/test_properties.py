"""What must always hold? Properties of random games in every configuration."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import TILES, Action, GameConfig, Rng, State, new_game
from arena.rules.codes import ActionCodes
from arena.rules.legal import legal_groups
from arena.rules.money import pile_cards
from arena.rules.setup import all_cards, all_tiles
from tests.conftest import share
from tests.rules.games import choose, configs, played, rules_texts
from tests.rules.views import by_name

SEEDS = st.integers(0, 2**64)
GAMES = settings(max_examples=share(40))


def cards_on_the_table(state: State) -> Counter[int]:
    """Every money card, wherever it is."""
    cards = Counter(int(card) for card in state.display)
    cards.update(int(card) for card in state.deck[state.deck_next :] if card < 36)
    for pile in (state.discard, *(player.hand for player in state.players)):
        cards.update(int(card) for card in pile_cards(pile))
    sets = by_name(state.observe(None)).get("sets", {})
    assert isinstance(sets, dict)
    cards.update(card.id for some in sets.values() for card in some)
    return cards


def tiles_on_the_table(state: State) -> Counter[str]:
    """Every tile but the fountains, as the spectator and the bag show them."""
    seen = state.observe(None)
    tiles = Counter(tile.name for tile in seen.market if tile is not None)
    tiles.update(tile.name for tile in seen.dirk or ())
    for seat in seen.seats:
        tiles.update(placed.tile.name for placed in seat.city if placed.tile.name != "fountain")
        tiles.update(tile.name for tile in (*seat.reserve, *seat.aside))
    offered = by_name(seen).get("bazaars", ())
    assert isinstance(offered, tuple)
    tiles.update(tile.name for tile in offered)
    preview = by_name(seen).get("preview", ())
    assert isinstance(preview, tuple)
    tiles.update(tile.name for tile in preview if tile is not None)
    left = by_name(seen).get("plazas_left", 0)
    assert isinstance(left, int)
    tiles.update(f"plaza-{6 - i}" for i in range(left))
    tiles.update(_names(state.bag[state.bag_next :]))
    return tiles


def _names(tiles: vec[i64]) -> list[str]:
    return [TILES[int(tile)].name for tile in tiles]


@GAMES
@given(configs(), SEEDS)
def test_cards_and_tiles_are_conserved(config: GameConfig, seed: int) -> None:
    """1.1, 1.2, 11.1: nothing is lost and nothing comes from nowhere."""
    cards = Counter(int(card) for card in all_cards(config))
    tiles = Counter(_names(all_tiles(config)))
    assert sum(cards.values()) == (72 if config.players == 2 else 108)
    for state in played(config, seed):
        assert cards_on_the_table(state) == cards
        assert tiles_on_the_table(state) == tiles


@GAMES
@given(configs(), SEEDS)
def test_the_legal_list_is_what_check_accepts(config: GameConfig, seed: int) -> None:
    """3.1: every listed action is accepted; of all others seen in the game only payments that are not minimal are."""
    pool: list[Action] = []
    rng = Rng(seed, "pool")
    for state in played(config, seed):
        legal = state.legal_actions()
        assert state.is_over == (not legal)
        assert len(set(legal)) == len(legal)
        assert all(state.check(action) is None for action in legal)
        for _ in range(min(len(pool), 20)):
            action = pool[int(rng.below(len(pool)))]
            if state.check(action) is None and action not in legal:
                assert action.verb in ("buy", "favour")
                assert _has_a_card_too_many(state, action)
        pool.extend(legal)


def _has_a_card_too_many(state: State, action: Action) -> bool:
    observation = state.observe(state.seat)
    currency = action.cards[0].split("-")[0]
    slot = ("denar", "dirham", "ducat", "florin").index(currency)
    tile = observation.market[slot]
    assert tile is not None
    values = [int(card.split("-")[1]) for card in action.cards]
    return sum(values) - min(values) >= tile.price


@GAMES
@given(configs(), SEEDS, st.data())
def test_clones_are_independent(config: GameConfig, seed: int, data: st.DataObject) -> None:
    """A clone played on leaves the original as it was, and the other way round."""
    stop = data.draw(st.integers(0, 60))
    for number, state in enumerate(played(config, seed)):
        if number == stop or state.is_over:
            before = state.to_bytes()
            twin = state.clone()
            assert twin.to_bytes() == before
            rng = Rng(seed, "twin")
            for _ in range(30):
                if not twin.is_over:
                    twin.apply(choose(twin.legal_actions(), rng))
            assert state.to_bytes() == before
            kept = twin.to_bytes()
            state.playout(Rng(seed, "original"))
            assert twin.to_bytes() == kept
            return


@GAMES
@given(configs(), SEEDS)
def test_bytes_round_trip(config: GameConfig, seed: int) -> None:
    """A state read back from bytes is the same to every viewer and goes on alike."""
    for number, state in enumerate(played(config, seed)):
        if number % 17 == 0 or state.is_over:
            data = state.to_bytes()
            copy = State.from_bytes(data)
            assert copy.to_bytes() == data
            assert copy.legal_actions() == state.legal_actions()
            for viewer in (None, *range(config.players)):
                assert copy.observe(viewer) == state.observe(viewer)
                assert copy.history(viewer) == state.history(viewer)
            assert (copy.scores(), copy.score_sheet()) == (state.scores(), state.score_sheet())


@GAMES
@given(configs(), SEEDS)
def test_points_come_from_scorings_alone(config: GameConfig, seed: int) -> None:
    """9.3, 10.3, 17.10: a score changes when a scoring is held, by what its sheet says, and when points are paid; there are 1 to 3
    scorings, the last one 3."""
    scorings = 0
    state = new_game(config, seed)
    scores = state.scores()
    assert scores == [5 if config.edition == "red-palace" else 0] * config.players
    rng = Rng(seed, "choices")
    while not state.is_over:
        events = state.apply(choose(state.legal_actions(), rng))
        for event in events:
            if event.kind == "points paid":
                scores[event.seat] -= event.number
        sheets = state.score_sheet()
        for sheet in sheets[scorings:]:
            scores = [score + points for score, points in zip(scores, sheet.totals(), strict=False)]
        scorings = len(sheets)
        assert state.scores() == scores
        assert any(event.kind == "scored" for event in events) == any(
            event.kind in ("scoring card", "over") for event in events
        )
    assert [sheet.scoring for sheet in state.score_sheet()] in ([3], [1, 3], [2, 3], [1, 2, 3])


@GAMES
@given(configs(), SEEDS, st.sampled_from([0, 50, 90]))
def test_every_game_ends(config: GameConfig, seed: int, liking: int) -> None:
    """3.6, 9.3b: within the turn limit, with ranks that follow the scores."""
    for state in played(config, seed, liking):
        assert state.turn <= config.turn_limit
    ranks = state.ranks()
    assert min(ranks) == 1
    order = sorted(range(config.players), key=lambda seat: ranks[seat])
    assert [state.scores()[seat] for seat in order] == sorted(state.scores(), reverse=True)


@GAMES
@given(configs(), SEEDS)
def test_history_only_grows(config: GameConfig, seed: int) -> None:
    """What a viewer knew it still knows, in the same words."""
    known: dict[int | None, list[str]] = {viewer: [] for viewer in (None, *range(config.players))}
    for number, state in enumerate(played(config, seed)):
        if number % 11 == 0 or state.is_over:
            for viewer, before in known.items():
                now = [str(event) for event in state.history(viewer)]
                assert now[: len(before)] == before
                known[viewer] = now


@settings(max_examples=share(len(rules_texts())))
@given(st.sampled_from(rules_texts()), SEEDS)
def test_playout_ends_every_game_the_same_way_twice(text: str, seed: int) -> None:
    """2.7: the same seed and the same choices give the same game."""
    first, second = (new_game(GameConfig.parse(text), seed) for _ in range(2))
    first.playout(Rng(seed))
    second.playout(Rng(seed))
    assert first.is_over
    assert first.to_bytes() == second.to_bytes()


@GAMES
@given(configs(), SEEDS)
def test_an_action_picked_is_the_one_listed(config: GameConfig, seed: int) -> None:
    """The k-th action is the same whether groups of actions are written out or not."""
    picked, listed = ActionCodes(), ActionCodes()
    for state in played(config, seed):
        picked.clear()
        legal_groups(state, picked)
        state.legal_codes(listed)
        assert [picked.at(k) for k in range(picked.count)] == list(listed.items[: listed.count])


@settings(max_examples=share(len(rules_texts())))
@given(st.sampled_from(rules_texts()), SEEDS)
def test_a_playout_picks_from_the_legal_list(text: str, seed: int) -> None:
    """Each of its choices is the action that the list has at the number drawn."""
    played_out, stepped = (new_game(GameConfig.parse(text), seed) for _ in range(2))
    played_out.playout(Rng(seed))
    stepped.forget_history()
    rng = Rng(seed)
    codes = ActionCodes()
    while not stepped.is_over:
        stepped.legal_codes(codes)
        stepped.step(codes.items[rng.below(codes.count)])
    assert stepped.to_bytes() == played_out.to_bytes()
