"""What does a perfect memory know about hidden cards? All that a viewer's history reveals."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules import action as a
from arena.rules.components import BOOK, CARDS
from arena.rules.config import GameConfig
from arena.rules.event import ACTED, AWARDED, DEALT, DRAWN, FILLED, RESHUFFLED, STARTS, Event
from arena.rules.money import VALUES, card_bit, copies_in, empty_pile, pile_of

MONEY_CARDS: Final = 36


class HandMemory:
    """One seat's cards as remembered: the deal, if it was seen, and what came and went since."""

    def __init__(self) -> None:
        self.dealt: vec[i64] = vec[i64]()  # all cards of the deal if deal_known, else none
        self.dealt_size: i64 = 0
        self.deal_known = False
        self.change: vec[i64] = vec[i64]([0] * MONEY_CARDS)  # cards taken minus cards paid
        self.shown: vec[i64] = vec[i64]([0] * MONEY_CARDS)  # cards of the deal that payments gave away

    def took(self, card: i64) -> None:
        """A card was taken from the display."""
        self.change[card] += 1

    def paid(self, card: i64) -> None:
        """A card was paid; if it cannot have been taken it was dealt."""
        self.change[card] -= 1
        if -self.change[card] > self.shown[card]:
            self.shown[card] = -self.change[card]

    def certain(self) -> vec[i64]:
        """The cards of the deal that are known."""
        if self.deal_known:
            return self.dealt
        cards = vec[i64]()
        for card in range(MONEY_CARDS):
            for _ in range(self.shown[card]):
                cards = append(cards, card)
        return cards

    def hand_after(self, dealt: vec[i64]) -> vec[i64]:
        """The hand now, as a pile, if these cards were dealt."""
        hand = pile_of(dealt)
        moved = self.moved()
        for currency in range(4):
            hand[currency] += moved[currency]
        return hand

    def moved(self) -> vec[i64]:
        """What has to be added to the deal, as a pile, to have the hand now; more may have gone than came."""
        pile = empty_pile()
        for card in range(MONEY_CARDS):
            pile[card // VALUES] += self.change[card] * card_bit(card)
        return pile

    def money_change(self) -> vec[i64]:
        """Money taken minus money paid, by currency."""
        money = vec[i64]([0] * 4)
        for card in range(MONEY_CARDS):
            money[card // VALUES] += self.change[card] * (card % VALUES + 1)
        return money


class TooPoor:
    """A seat passed, so it could not pay for any tile of the market (3.5)."""

    def __init__(self, seat: i64, change: vec[i64], prices: vec[i64]) -> None:
        self.seat = seat
        self.change = change  # its money taken minus paid until then, by currency
        self.prices = prices  # by currency; 0 where the slot was empty


class Award:
    """The tile of a currency's slot went to the seat with most money in it, or to nobody (10.1)."""

    def __init__(self, currency: i64, winner: i64) -> None:
        self.currency = currency
        self.winner = winner


class CardMemory:
    """All that the events so far tell about hands and deck."""

    def __init__(self, config: GameConfig, history: list[Event]) -> None:
        self.hands = [HandMemory() for _ in range(config.players)]
        self.starter: i64 = -1
        self.passes: list[TooPoor] = []
        self.awards: list[Award] = []
        self.reshuffles: i64 = 0
        self.deck: vec[i64] = vec[i64]([0] * MONEY_CARDS)  # once reshuffled: what the deck holds
        self._discard: vec[i64] = vec[i64]([0] * MONEY_CARDS)
        self._market: vec[i64] = vec[i64]([-1] * 4)
        for event in history:
            if not -1 <= event.seat < config.players:
                raise ValueError(f"the history tells of seat {event.seat} in a game of {config.players}")
            self._read(event)

    def _read(self, event: Event) -> None:
        kind = event.kind
        if kind == DEALT:
            hand = self.hands[event.seat]
            hand.dealt_size = event.number
            hand.deal_known = len(event.cards) == event.number
            hand.dealt = vec[i64](event.cards)
        elif kind == STARTS:
            self.starter = event.seat
        elif kind == FILLED:
            self._market[event.slot - 1] = event.tile
        elif kind == DRAWN:
            self.deck[event.cards[0]] -= 1
        elif kind == RESHUFFLED:
            self.reshuffles += 1
            self.deck = self._discard
            self._discard = vec[i64]([0] * MONEY_CARDS)
        elif kind == AWARDED:
            self.awards.append(Award(event.slot - 1, event.seat))
        elif kind == ACTED and event.action is not None:
            self._read_action(event.seat, event.action.code)

    def _read_action(self, seat: int, code: i64) -> None:
        shape = a.SHAPE_OF[a.verb_of(code)]
        if shape == a.CARD_LIST:
            for card in a.listed_cards(code):
                self.hands[seat].took(card)
        elif shape == a.SLOT_PAID or shape == a.TILE_PAID or shape == a.NUMBER_PAID_FOR:
            purse = a.purse_of(code)
            for value in range(VALUES):
                for _ in range(copies_in(purse, value)):
                    self._paid(seat, a.currency_of(code) * VALUES + value)
            if shape == a.SLOT_PAID:
                self._market[a.slot_of(code)] = -1
            elif shape == a.NUMBER_PAID_FOR:
                self._paid(seat, a.fee_of(code))
        elif shape == a.NAMED_AT_FOR or shape == a.TILE_NUMBER_FOR:
            self._paid(seat, a.card_of(code))
        elif a.verb_of(code) == a.PASS:
            prices = vec[i64]([0] * 4)
            for slot in range(4):
                if self._market[slot] >= 0:
                    prices[slot] = BOOK.price[self._market[slot]]
            self.passes.append(TooPoor(seat, self.hands[seat].money_change(), prices))

    def _paid(self, seat: int, card: i64) -> None:
        self.hands[seat].paid(card)
        self._discard[card] += 1


def cards_left(all_cards: vec[i64], piles: list[vec[i64]]) -> vec[i64]:
    """The cards that are in none of these piles; ValueError if the piles hold more than there are."""
    left = vec[i64]([0] * MONEY_CARDS)
    for card in all_cards:
        left[card] += 1
    for pile in piles:
        for card in range(MONEY_CARDS):
            left[card] -= copies_in(pile[card // VALUES], card % VALUES)
    return listed(left)


def listed(counts: vec[i64]) -> vec[i64]:
    """Cards counted by id as a list of them."""
    cards = vec[i64]()
    for card in range(MONEY_CARDS):
        if counts[card] < 0:
            raise ValueError(f"observation and history do not fit: too many {CARDS[card].name}")
        for _ in range(counts[card]):
            cards = append(cards, card)
    return cards
