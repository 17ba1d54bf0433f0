"""Which cards of a hand does everybody know? What was seen dealt or taken, less what was paid (rules 2.2, 2.3)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import Event, State
from arena.rules.engine import (
    ACTED,
    CARD_LIST,
    COPIES_BITS,
    DEALT,
    NAMED_AT_FOR,
    NUMBER_PAID_FOR,
    SHAPE_OF,
    SLOT_PAID,
    TILE_NUMBER_FOR,
    TILE_PAID,
    VALUES,
    card_bit,
    card_of,
    copies_in,
    currency_of,
    fee_of,
    listed_cards,
    purse_of,
    verb_of,
)


class KnownHands:
    """Four purses a seat. With an open deal they are the hands; with a closed one what others can be sure of."""

    def __init__(self, players: i64) -> None:
        self.purses: Final = vec[i64]([0] * (4 * players))

    def begin(self, state: State) -> None:
        """A game has just been dealt."""
        opened = state.config.deal == "open"
        seat: i64
        currency: i64
        for seat in range(len(state.players)):
            for currency in range(4):
                self.purses[4 * seat + currency] = state.players[seat].hand[currency] if opened else 0

    def read(self, history: list[Event]) -> None:
        """Take over what a history tells."""
        for event in history:
            if event.kind == DEALT:
                for card in event.cards if not event.private else ():
                    self._took(event.seat, card)
            elif event.kind == ACTED and event.action is not None:
                self.acted(event.seat, event.action.code)

    def acted(self, seat: i64, code: i64) -> None:
        """A seat takes or pays what its action says."""
        shape = SHAPE_OF[verb_of(code)]
        if shape == CARD_LIST:
            for card in listed_cards(code):
                self._took(seat, card)
        elif shape == SLOT_PAID or shape == TILE_PAID or shape == NUMBER_PAID_FOR:
            self._paid(seat, currency_of(code), purse_of(code))
            if shape == NUMBER_PAID_FOR:
                self._paid_card(seat, fee_of(code))
        elif shape == NAMED_AT_FOR or shape == TILE_NUMBER_FOR:
            self._paid_card(seat, card_of(code))

    def _took(self, seat: i64, card: i64) -> None:
        self.purses[4 * seat + card // VALUES] += card_bit(card)

    def _paid_card(self, seat: i64, card: i64) -> None:
        self._paid(seat, card // VALUES, card_bit(card))

    def _paid(self, seat: i64, currency: i64, payment: i64) -> None:
        """Cards that were not known to be there came from the deal."""
        known = self.purses[4 * seat + currency]
        value: i64
        for value in range(VALUES):
            paid = copies_in(payment, value)
            held = copies_in(known, value)
            if paid > held:
                paid = held
            known -= paid << (COPIES_BITS * value)
        self.purses[4 * seat + currency] = known
