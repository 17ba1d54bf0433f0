"""Does a review find what was lost, and does luck with skill make the result?"""

from collections.abc import Iterator

import pytest

from arena.record import DecisionRecord, GameRecord, start
from arena.review import Reviewer, SeatReview, moments_in, moments_of
from arena.review.choice import FEWEST_PAIRS, Choice, Worth, both_looks, review_moment
from arena.review.grades import Grade, grade_of
from arena.rules import Action, Event, State
from arena.rules.engine import VALUES, card_bit
from tests.review.games import Policy, at_random, greedily, played_game, searching
from tests.rules.games import rules_texts

EXACT = 1e-9


def mean_loss(*reviews: SeatReview) -> float:
    losses = [one.choice.loss.lead for review in reviews for one in review.decisions]
    return sum(losses) / len(losses)


def seats(rules: str, policy: Policy) -> dict[str, Policy]:
    players = int(rules.partition("players=")[2].partition(",")[0])
    return {f"bot{seat}": policy for seat in range(players)}


def assert_identity(rules: str, seed: int) -> None:
    record = played_game(rules, seed, seats(rules, at_random(seed)))
    seat = seed % len(record.seats)
    review = Reviewer(iterations=4).review(record, seat)
    others = [points for other, points in enumerate(record.scores) if other != seat]
    assert review.lead.result == record.scores[seat] - max(others)
    for balance in (review.lead, review.win):
        assert balance.luck + balance.skill == pytest.approx(balance.result, abs=EXACT, rel=0)
        assert balance.own_skill + balance.others_skill == pytest.approx(balance.skill, abs=EXACT, rel=0)


@pytest.mark.parametrize(
    "rules",
    [
        "classic,players=2",
        "classic+vizier+camps+bazaars+falconers+medina,players=4,deal=closed",
        "red-palace,players=3",
    ],
)
def test_luck_and_skill_make_the_result(rules: str) -> None:
    assert_identity(rules, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(11))
def test_luck_and_skill_make_the_result_in_a_thousand_games(hundred: int) -> None:
    """Five games of each of the 220 sets of rules: every module, alone and with others, and every number of seats."""
    texts = rules_texts()
    for game in range(100 * hundred, 100 * (hundred + 1)):
        assert_identity(texts[game % len(texts)], seed=game)


def test_a_draw_has_no_mean_luck() -> None:
    """Many draws of many games: their sum is small beside its scatter."""
    luck: list[float] = []
    for seed in range(6):
        record = played_game("classic,players=2", seed, seats("players=2", greedily))
        review = Reviewer(iterations=100).review(record, 0)
        luck += [change.luck for change in review.lead.changes if change.luck]
    scatter = sum(one * one for one in luck) ** 0.5
    assert len(luck) > 100
    assert abs(sum(luck)) < 4 * scatter


def assert_found_first(verb: str, seed: int) -> SeatReview:
    """Seat 1 does something foolish once, against its search; the review names it first."""
    blunders: list[int] = []

    def foolish(number: int, state: State) -> Action | None:
        some = [action for action in state.legal_actions() if action.verb == verb]
        if number < 20 or state.seat != 1 or not some or blunders:
            return None
        blunders.append(number)
        return some[-1]

    players = seats("players=2", searching(200))
    record = played_game("classic,players=2", seed, players, stop_after=60, change=foolish)
    review = Reviewer(iterations=800).review(record, 1)
    assert [one.number for one in review.worst(1)] == blunders
    assert review.worst(1)[0].choice.played.startswith(f"{verb} ")
    return review


def test_a_blunder_put_in_by_hand_is_found_first() -> None:
    """A good tile is given to Dirk."""
    worst = assert_found_first("give", 1).worst(1)[0]
    assert worst.choice.parts["majorities"] + worst.choice.parts["tiles"] > 1
    assert sum(worst.choice.parts.values()) == pytest.approx(worst.choice.loss.lead, abs=1e-6)
    assert "it is worth" in worst.why


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 13))
def test_a_tile_torn_out_of_the_city_is_found_first(seed: int) -> None:
    assert_found_first("remove", seed)


def test_what_only_one_of_two_searches_sees_is_no_mistake() -> None:
    def look(win: float, error: float) -> Choice:
        return Choice("a", "b", 1, (), 100, Worth(10 * win, win, 10 * error, error), {"wall": win})

    agreed = both_looks(look(0.13, 0.02), look(0.11, 0.02))
    assert agreed.loss.win == pytest.approx(0.12)
    assert agreed.loss.win_error == pytest.approx(0.02 / 2**0.5)
    assert agreed.parts == {"wall": pytest.approx(0.12)}
    assert grade_of(agreed) is Grade.MISTAKE
    torn = both_looks(look(0.20, 0.02), look(0.03, 0.02))
    assert torn.loss.win > 3 * torn.loss.win_error
    assert grade_of(torn) is None


def test_random_play_loses_more_than_greedy_play() -> None:
    policies = {"random": at_random(3), "greedy": greedily}
    record = played_game("classic,players=2", 3, policies)
    reviewer = Reviewer(iterations=200)
    assert mean_loss(reviewer.review(record, 0)) > 2 * abs(mean_loss(reviewer.review(record, 1)))


def test_the_same_search_makes_almost_no_mistakes() -> None:
    record = played_game("classic,players=2", 11, seats("players=2", searching(400)), stop_after=50)
    grades = [
        grade_of(choice)
        for seat in (0, 1)
        for moment in moments_in(record, seat)
        if (choice := review_moment(moment, 400).choice) is not None
    ]
    assert len(grades) > 40
    assert sum(grade is not None for grade in grades) <= 1


def test_what_cannot_be_told_from_the_best_is_no_mistake() -> None:
    def choice(win: float, error: float, pairs: int = 100) -> Choice:
        return Choice("a", "b", 1, (), pairs, Worth(1.0, win, 1.0, error), {})

    assert grade_of(choice(0.30, 0.101)) is None
    assert grade_of(choice(0.30, 0.01, pairs=FEWEST_PAIRS - 1)) is None
    assert grade_of(choice(0.05, 0.001)) is None
    found = [grade_of(choice(loss, 0.01)) for loss in (0.06, 0.12, 0.20)]
    assert found == [Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER]


def test_what_the_seat_did_not_know_does_not_change_a_byte() -> None:
    """Two games that seat 0 cannot tell apart: the others hold other cards, deck and bag have another order."""
    rules = "classic,players=3,deal=closed"
    record = played_game(rules, 7, seats(rules, greedily), stop_after=24)
    first, second = start(record), start(record)
    alter_secrets(second, played_on(record, first))
    end = played_on(record, second)
    assert end.to_bytes() != played_on(record, first).to_bytes()
    texts = []
    for state in (first, second):
        moments = moments_of(told(record, state), 0)
        assert len(moments) == 24
        texts.append(repr([review_moment(moment, 40) for moment in moments]))
    assert texts[0] == texts[1]
    assert repr([review_moment(one, 40) for one in moments_of(told(record, first), 1)]) != texts[0]


def test_a_seat_knows_nothing_of_a_window_that_others_declined() -> None:
    """12.3: who was asked, and kept the vizier waiting, is known to that seat alone."""
    rules = "classic+vizier,players=3"
    record = played_game(rules, 2, seats(rules, at_random(2)))
    declined = [
        (number, one.seat) for number, one in enumerate(record.decisions, start=1) if one.action == "decline"
    ]
    assert declined
    for seat in range(3):
        known = {moment.number for moment in moments_in(record, seat)}
        assert all((number in known) == (decider == seat) for number, decider in declined)


def told(record: GameRecord, beginning: State) -> Iterator[tuple[State, DecisionRecord]]:
    """A game from a state of one's own, as `replay` tells it."""
    state = beginning.clone()
    for decision in record.decisions:
        yield state, decision
        state.apply(Action.parse(decision.action))


def played_on(record: GameRecord, beginning: State) -> State:
    state = beginning.clone()
    for decision in record.decisions:
        state.apply(Action.parse(decision.action))
    return state


def alter_secrets(state: State, end: State) -> None:
    """Change what seat 0 has not seen by the end: a card that another seat was dealt and still holds, and the order of deck and bag."""
    assert end.reshuffles == 0
    drawn, taken = len(state.deck) - (len(end.deck) - end.deck_next), int(end.bag_next)
    rest = list(state.deck[drawn:])
    log = state.log[: state.log_size]
    index, old, new = next(
        (index, card, int(other))
        for index, event in enumerate(log)
        if event.kind == "dealt" and event.seat > 0
        for card in event.cards
        for other in rest
        if other < 4 * VALUES and other % VALUES == card % VALUES and other != card
        if held(end, event.seat, card) > 0 and held(state, event.seat, card) == 1
    )
    cards, seat = list(log[index].cards), log[index].seat
    cards[cards.index(old)] = new
    rest[rest.index(new)] = old
    hand = state.players[seat].hand
    hand[old // VALUES] -= card_bit(old)
    hand[new // VALUES] += card_bit(new)
    log[index] = Event("dealt", seat, cards=tuple(cards), number=len(cards), private=True)
    state.log = log
    state.deck = type(state.deck)([*state.deck[:drawn], *reversed(rest)])
    state.bag = type(state.bag)([*state.bag[:taken], *reversed(list(state.bag[taken:]))])


def held(state: State, seat: int, card: int) -> int:
    """How many such cards a seat holds."""
    return int(state.players[seat].hand[card // VALUES] // card_bit(card)) % 4
