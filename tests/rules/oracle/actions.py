"""Which actions are legal? By writing down everything that could be written, and judging each text alone.

All that is read is the observation of the seat that decides.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from .cities import placing_violated, squares_near, violated, with_tile, without
from .views import CURRENCIES, City, ObservationView, SeatView, Square, TileView, city_of, falcons_of, shown

Verdict = tuple[str, str | None]
"""A text that could be written, and a clause that forbids it: legal if there is none."""


def legal_texts(obs: ObservationView) -> set[str]:
    """The canonical legal actions: of the payments only those that cannot do without one of their cards."""
    return {text for text, clause in verdicts(obs).items() if clause is None and minimal(obs, text)}


def all_payment_texts(obs: ObservationView) -> set[str]:
    """Every legal purchase, with every payment that the rules allow."""
    return {text for text, clause in purchases(obs) if clause is None}


def verdicts(obs: ObservationView, others: Sequence[TileView] = ()) -> dict[str, str | None]:
    """Everything that could be written, judged; `others` are tiles to try although they are not the seat's own."""
    judged = dict(written(obs, others))
    anything_else = None in judged.values()
    judged["pass"] = "3.5" if obs.decision != "act" or anything_else else None
    return judged


def written(obs: ObservationView, others: Sequence[TileView]) -> Iterator[Verdict]:
    """All texts but the pass."""
    seat = seat_deciding(obs)
    tiles = [*seat.reserve, *seat.aside, *others]
    yield from takes(obs)
    yield from purchases(obs)
    yield from removals(obs)
    for tile in tiles:
        yield from redesigns(obs, tile)
        yield from placings(obs, tile)
    yield from vizier_moves(obs)
    yield from falcon_moves(obs)


def seat_deciding(obs: ObservationView) -> SeatView:
    """The seat that is asked."""
    assert obs.decider is not None
    return obs.seats[obs.decider]


def not_asked(obs: ObservationView, *decisions: str) -> str | None:
    """The clause that forbids an action of another decision than the one asked for."""
    return None if obs.decision in decisions else "3.1"


def takes(obs: ObservationView) -> Iterator[Verdict]:
    """4.1: every subset of the display."""
    for size in range(1, len(obs.display) + 1):
        for cards in combinations(obs.display, size):
            in_order = sorted(cards, key=lambda one: (CURRENCIES.index(one.currency), one.value))
            too_much = size > 1 and sum(one.value for one in cards) > 5
            clause = not_asked(obs, "act") or ("4.1" if too_much else None)
            yield "take " + "+".join(one.name for one in in_order), clause


def purchases(obs: ObservationView) -> Iterator[Verdict]:
    """5.1, 14.2, 12.2: every set of cards held of every currency, for everything sold in it."""
    for slot, currency in enumerate(CURRENCIES):
        lying = obs.market[slot]
        price = None if lying is None else lying.price
        bazaars = [bazaar.name for bazaar in bazaars_on_offer(obs) if bazaar.currency == currency]
        for payment in payments(obs, currency):
            cost = "+".join(str(value) for value in payment)
            enough = price is not None and sum(payment) >= price
            exact = sum(payment) == price
            for goods in [str(slot + 1), *bazaars]:
                pays = exact if goods in bazaars else enough
                clause = None if pays else "14.2" if goods in bazaars else "5.1"
                yield f"buy {goods} with {cost}", not_asked(obs, "act") or clause
                yield f"favour {goods} with {cost}", not_asked(obs, "favour") or (None if exact else "12.2")


def bazaars_on_offer(obs: ObservationView) -> tuple[TileView, ...]:
    """The bazaars beside the market (14.1)."""
    lying = shown(obs).get("bazaars", ())
    assert isinstance(lying, tuple)
    return lying


def payments(obs: ObservationView, currency: str) -> set[tuple[int, ...]]:
    """Every set of cards of this currency in the hand, as ascending values."""
    hand = seat_deciding(obs).hand
    assert hand is not None
    values = sorted(one.value for one in hand if one.currency == currency)
    return {some for size in range(1, len(values) + 1) for some in combinations(values, size)}


def minimal(obs: ObservationView, text: str) -> bool:
    """Whether no card can be left out of the payment of this legal action; true of one without a payment."""
    if " with " not in text:
        return True
    goods, cost = text.split(" ", 1)[1].split(" with ")
    if goods.startswith("bazaar-"):
        return True
    lying = obs.market[int(goods) - 1]
    assert lying is not None
    values = [int(value) for value in cost.split("+")]
    return all(sum(values) - value < lying.price for value in values)


def removals(obs: ObservationView) -> Iterator[Verdict]:
    """6.2, 6.4: every tile out of the city."""
    city = city_of(seat_deciding(obs).city)
    for square, tile in city.items():
        yield f"remove {tile.name}", not_asked(obs, "act") or violated(without(city, square))


def redesigns(obs: ObservationView, tile: TileView) -> Iterator[Verdict]:
    """6.1, 6.3: this tile on every square near, empty or not."""
    seat = seat_deciding(obs)
    city = city_of(seat.city)
    not_there = None if tile in seat.reserve else "5.2" if tile in seat.aside else "6.1"
    forbidden = not_asked(obs, "act") or not_there
    for square in squares_near(city):
        where = f"{tile.name} at {square[0]},{square[1]}"
        yield f"build {where}", forbidden or placing_violated(city, tile, square)
        nothing_there = None if square in city else "6.3"
        yield f"exchange {where}", forbidden or nothing_there or violated(with_tile(city, tile, square))


def placings(obs: ObservationView, tile: TileView) -> Iterator[Verdict]:
    """7.1, 7.2: this tile on every square near, into the reserve, to Dirk."""
    seat = seat_deciding(obs)
    city = city_of(seat.city)
    forbidden = not_asked(obs, "place") or (None if tile in seat.aside else "7.1")
    for square in squares_near(city):
        yield (
            f"place {tile.name} at {square[0]},{square[1]}",
            forbidden or placing_violated(city, tile, square),
        )
    yield f"reserve {tile.name}", forbidden
    no_dirk = "7.2" if obs.dirk is None else "10.2" if obs.final else None
    yield f"give {tile.name}", forbidden or no_dirk


def vizier_moves(obs: ObservationView) -> Iterator[Verdict]:
    """12.4, 12.3: wake the vizier, decline the special move."""
    awake = shown(obs).get("vizier")
    asleep = isinstance(awake, tuple) and obs.decider is not None and not awake[obs.decider]
    yield "wake", not_asked(obs, "act") or (None if asleep else "12.4")
    yield "decline", not_asked(obs, "favour")


def falcon_moves(obs: ObservationView) -> Iterator[Verdict]:
    """15.2, 15.3: every unsold falcon on every corner for every card, and the end of it."""
    hand = seat_deciding(obs).hand
    assert hand is not None
    cards = sorted({one.name for one in hand})
    city = city_of(seat_deciding(obs).city)
    not_first = "15.2" if obs.decision == "act" and obs.extra else None
    wrong_time = not_asked(obs, "act", "falcon") or not_first
    supply = shown(obs).get("falcon_supply", ())
    assert isinstance(supply, tuple)
    assert obs.decider is not None
    taken = {where for _, where in falcons_of(obs, obs.decider)}
    for x, y in squares_near(city, margin=1):
        kinds = set() if (x, y) in taken else kinds_meeting(city, (x, y))
        for falcon in supply:
            _, _, first, second = falcon.split("-")
            clause = wrong_time or (None if {first, second} <= kinds else "15.3")
            for name in cards if clause is None else cards[:1]:
                yield f"falcon {falcon} at {x},{y} for {name}", clause
    yield "done", not_asked(obs, "falcon")


def kinds_meeting(city: City, corner: Square) -> set[str]:
    """15.3: the kinds of the four tiles that meet at this corner; none unless there are four, none of them a camp."""
    x, y = corner
    around = [city.get(square) for square in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))]
    four = [tile for tile in around if tile is not None and tile.group != "camp"]
    return {tile.kind for tile in four} if len(four) == 4 else set()
