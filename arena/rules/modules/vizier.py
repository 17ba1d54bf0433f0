"""The Vizier's favour: a purchase out of turn (rule 12)."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import action as a
from arena.rules.check import check_offer_purchase, check_slot_purchase, wrong_decision
from arena.rules.codes import ActionCodes
from arena.rules.hooks import ACTS, FOLLOWS, Module, ModuleView, numbers
from arena.rules.legal import can_buy_exactly, exact_offers, market_prices
from arena.rules.money import can_pay_any, exact_payments
from arena.rules.refusal import Refusal
from arena.rules.steps import ACT, NOBODY, PLACING, name_decision, step_detail, step_kind, step_of, step_seat
from arena.rules.turn import buy_from_slot, buy_offer, end_game, refill_market
from arena.rules.values import replaced

if TYPE_CHECKING:
    from arena.rules.state import State

VIZIER: Final = "vizier"

WAKE: Final = 16
FAVOUR: Final = 17
FAVOUR_OFFER: Final = 18
DECLINE: Final = 19

# Pending steps. The detail of both is the seat due next, in DUE_MASK; for a window also, from ASKED_SHIFT on, which seat in turn order is asked.
DUE_MASK: Final = 0xF
ASKED_SHIFT: Final = 4
NEXT_ASKED: Final = 1 << ASKED_SHIFT
WINDOW: Final = 16
REFILL: Final = 17

a.add_verb(WAKE, "wake", a.WORD)
a.add_verb(FAVOUR, "favour", a.SLOT_PAID)
a.add_verb(FAVOUR_OFFER, "favour", a.TILE_PAID)
a.add_verb(DECLINE, "decline", a.WORD)
name_decision(WINDOW, "favour")


class VizierView(ModuleView):
    """Whose vizier is awake, by seat (12.1)."""

    def __init__(self, facts: tuple[int, ...]) -> None:
        super().__init__(VIZIER, facts)
        self.awake: Final = tuple([fact == 1 for fact in facts])

    def rows(self) -> list[tuple[str, str]]:
        seats = [str(seat) for seat, awake in enumerate(self.awake) if awake]
        return [("viziers", f"awake: {', '.join(seats) or 'none'}")]


class Vizier(Module):
    """Who has an awake vizier (12.1)."""

    def __init__(self, awake: vec[i64]) -> None:
        super().__init__(VIZIER, (), WAKE, ACTS | FOLLOWS)
        self.awake = awake

    def clone(self) -> Module:
        return Vizier(self.awake)

    def facts(self) -> vec[i64]:
        return self.awake

    def restore(self, facts: vec[i64]) -> bool:
        seats = len(self.awake)
        self.awake = facts
        return len(facts) == seats and all(awake in (0, 1) for awake in facts)

    def view(self) -> VizierView:
        return VizierView(numbers(self.awake))

    def actions(self, state: "State", seat: i64, extra: bool, out: ActionCodes) -> None:
        if not self.awake[seat]:
            out.add(WAKE)

    def options(self, state: "State", seat: i64, out: ActionCodes) -> None:
        hand = state.players[seat].hand
        slot: i64
        for slot in range(4):
            tile = state.market[slot]
            if tile >= 0:
                payments = exact_payments(hand[slot], state.book.price[tile])
                out.add_group(a.paid_slot(FAVOUR, slot), payments, len(payments), 0)
        exact_offers(state, seat, FAVOUR_OFFER, out)
        out.add(DECLINE)

    def check(self, state: "State", seat: i64, code: i64) -> Refusal | None:
        verb = a.verb_of(code)
        asked = step_kind(state.top())
        if verb == WAKE:
            if asked != ACT:
                return wrong_decision(state, code)
            return Refusal("12.4", "the vizier is awake") if self.awake[seat] else None
        if asked != WINDOW:
            return wrong_decision(state, code)
        if verb == FAVOUR:
            return check_slot_purchase(state, seat, code, True)
        return check_offer_purchase(state, seat, code) if verb == FAVOUR_OFFER else None

    def is_hidden(self, code: i64) -> bool:
        return a.verb_of(code) == DECLINE

    def act(self, state: "State", seat: i64, code: i64) -> None:
        verb = a.verb_of(code)
        step = state.top()
        state.pop()
        if verb == WAKE:
            self.awake = replaced(self.awake, seat, 1)
        elif verb == DECLINE:
            state.push(step_of(WINDOW, NOBODY, step_detail(step) + NEXT_ASKED))
        else:
            if verb == FAVOUR:
                buy_from_slot(state, seat, code)
            else:
                buy_offer(state, seat, code)
            self.awake = replaced(self.awake, seat, 0)
            due = step_detail(step) & DUE_MASK
            state.push(step_of(WINDOW, NOBODY, due))
            state.push(step_of(REFILL, 0, due))
            state.push(step_of(PLACING, seat, 0))

    def seen_step(self, state: "State", step: i64, viewer: int | None) -> i64:
        """Who is asked is known to that seat alone; others know only whether they have been asked before."""
        due = step_detail(step) & DUE_MASK
        asked = step_detail(step) >> ASKED_SHIFT
        if step_kind(step) != WINDOW or viewer == step_seat(step):
            return step
        position: i64 = 0
        if viewer is not None:
            own: i64 = (viewer - due) % len(state.players)
            if own < asked and self.awake[viewer] and can_buy_exactly(state, viewer):
                position = own + 1
        return step_of(WINDOW, NOBODY, due + NEXT_ASKED * position)

    def end_turn(self, state: "State", due: i64) -> None:
        self._ask(state, due, 0)

    def resume(self, state: "State", step: i64) -> bool:
        due = step_detail(step) & DUE_MASK
        state.pop()
        if step_kind(step) == REFILL:
            if not refill_market(state):
                end_game(state, due)
            return False
        return self._ask(state, due, step_detail(step) >> ASKED_SHIFT)

    def _ask(self, state: "State", due: i64, first: i64) -> bool:
        """Open a window for the next who can buy, from a position in turn order on (12.3); False if there is nobody."""
        awake = self.awake
        seats: i64 = len(awake)
        prices = market_prices(state)
        position: i64
        for position in range(first, seats):
            seat = due + position
            if seat >= seats:
                seat -= seats
            if awake[seat] and can_pay_any(state.players[seat].hand, prices):
                state.push(step_of(WINDOW, seat, due + NEXT_ASKED * position))
                return True
        return False
