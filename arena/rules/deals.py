"""Which cards may the others hold? A random walk over all deals that fit what was seen (rules 2.2 to 2.4).

Every unseen card lies in a hidden position: in somebody's deal, or in the deck. All ways to fill the positions are equally likely
but for those that the rules exclude and for the order of the deal: a seat's cards can have come in as many orders as
there are cards among them that can have been the last one, the one that reached 20. A step of the walk swaps two hidden
positions and is taken with just the probability that makes the walk spend its time in proportion (Metropolis).
"""

from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from arena.rules.card_memory import CardMemory, HandMemory
from arena.rules.chance import Rng
from arena.rules.money import VALUES

ENOUGH: Final = 20
FIRST_STEPS: Final = 40  # of the walk, for each hidden position in a deal, to get away from where it began
STEPS: Final = 3  # and from one guess to the next
SEARCH_STEPS: Final = 20_000
SEARCHES: Final = 50


class DealError(ValueError):
    """No deal was found that fits the history."""


class Deals:
    """The hidden positions and what lies in them."""

    def __init__(self, memory: CardMemory, pool: vec[i64]) -> None:
        self.memory = memory
        self.cards = pool  # by position: first those of the deals, seat after seat, then the deck
        self.first: vec[i64] = vec[i64]()  # by seat: its first position
        self.in_deals: i64 = 0  # how many positions belong to deals
        self.owner: vec[i64] = vec[i64]()
        self.certain = [hand.certain() for hand in memory.hands]
        for seat, hand in enumerate(memory.hands):
            self.first = append(self.first, self.in_deals)
            for _ in range(hand.dealt_size - len(self.certain[seat])):
                self.owner = append(self.owner, seat)
                self.in_deals += 1
        self.first = append(self.first, self.in_deals)
        if self.in_deals > len(pool):
            raise DealError("observation and history do not fit: too few cards are unseen")
        self.settled = self.in_deals == 0

    def walk(self, rng: Rng) -> None:
        """Go to a random deal that fits."""
        if self.in_deals == 0:
            self.cards = rng.shuffled(self.cards)
            return
        steps: i64 = STEPS
        if not self.settled:
            self._search(rng)
            self.settled = True
            steps = FIRST_STEPS
        for _ in range(steps * self.in_deals):
            self._step(rng)
        self._shuffle_deck(rng)

    def dealt(self, seat: i64) -> vec[i64]:
        """The cards that a seat was dealt, here."""
        return extend(self.certain[seat][:], self.cards[self.first[seat] : self.first[seat + 1]])

    def deck(self) -> vec[i64]:
        """The cards in the other positions."""
        return self.cards[self.in_deals :]

    def _shuffle_deck(self, rng: Rng) -> None:
        deck = rng.shuffled(self.cards[self.in_deals :])
        self.cards = extend(self.cards[: self.in_deals], deck)

    def _swap(self, i: i64, j: i64) -> None:
        kept = self.cards[i]
        self.cards[i] = self.cards[j]
        self.cards[j] = kept

    def _step(self, rng: Rng) -> None:
        i = rng.below(self.in_deals)
        j = rng.below(len(self.cards))
        if self.cards[i] == self.cards[j] or (j < self.in_deals and self.owner[i] == self.owner[j]):
            return
        before = self._orders(self.owner[i])
        if j < self.in_deals:
            before *= self._orders(self.owner[j])
        self._swap(i, j)
        after = self._orders(self.owner[i])
        if j < self.in_deals and after > 0:
            after *= self._orders(self.owner[j])
        if after == 0 or rng.below(before) >= after or self._other_misfits() > 0:
            self._swap(i, j)

    def _search(self, rng: Rng) -> None:
        """Find a first deal that fits, by swaps that make it fit no worse."""
        for _ in range(SEARCHES):
            self.cards = rng.shuffled(self.cards)
            misfit = self._misfit()
            for _ in range(SEARCH_STEPS):
                if misfit == 0:
                    return
                i = rng.below(self.in_deals)
                j = rng.below(len(self.cards))
                self._swap(i, j)
                now = self._misfit()
                if now <= misfit:
                    misfit = now
                else:
                    self._swap(i, j)
        raise DealError("no deal was found that fits the history")

    def _misfit(self) -> i64:
        misfit = self._other_misfits() * 4
        seat: i64
        for seat in range(len(self.certain)):
            total = self._total(seat)
            if total < ENOUGH:
                misfit += ENOUGH - total
            elif self._orders(seat) == 0:
                misfit += 1 + (total - ENOUGH)
        return misfit

    def _total(self, seat: i64) -> i64:
        total: i64 = 0
        for card in self.certain[seat]:
            total += card % VALUES + 1
        position: i64
        for position in range(self.first[seat], self.first[seat + 1]):
            total += self.cards[position] % VALUES + 1
        return total

    def _orders(self, seat: i64) -> i64:
        """How many of the seat's cards can have been dealt last (2.2); 0 if the deal cannot be so."""
        too_little = self._total(seat) - ENOUGH
        if too_little < 0:
            return 0
        orders: i64 = 0
        for card in self.certain[seat]:
            if card % VALUES + 1 > too_little:
                orders += 1
        position: i64
        for position in range(self.first[seat], self.first[seat + 1]):
            if self.cards[position] % VALUES + 1 > too_little:
                orders += 1
        return orders

    def _other_misfits(self) -> i64:
        """How many facts besides 2.2 do not fit: who started, who passed, who was given tiles."""
        memory = self.memory
        misfits: i64 = 0
        starter = memory.starter
        size = memory.hands[starter].dealt_size
        seat: i64
        for seat in range(len(memory.hands)):
            if seat != starter and memory.hands[seat].dealt_size == size:
                more = self._total(seat) - self._total(starter)
                if more < 0 or (more == 0 and seat < starter):
                    misfits += 1
        for poor in memory.passes:
            currency: i64
            for currency in range(4):
                if poor.prices[currency]:
                    money = self._money(poor.seat, currency) + poor.change[currency]
                    if money >= poor.prices[currency]:
                        misfits += 1
        for award in memory.awards:
            if self._richest(award.currency) != award.winner:
                misfits += 1
        return misfits

    def _money(self, seat: i64, currency: i64) -> i64:
        """What the seat was dealt in a currency."""
        money: i64 = 0
        for card in self.certain[seat]:
            if card // VALUES == currency:
                money += card % VALUES + 1
        position: i64
        for position in range(self.first[seat], self.first[seat + 1]):
            if self.cards[position] // VALUES == currency:
                money += self.cards[position] % VALUES + 1
        return money

    def _richest(self, currency: i64) -> i64:
        """Who alone has most money in a currency now, or -1 (10.1)."""
        most: i64 = 0
        richest: i64 = -1
        seat: i64
        for seat in range(len(self.certain)):
            hand: HandMemory = self.memory.hands[seat]
            money = self._money(seat, currency) + hand.money_change()[currency]
            if money > most:
                most = money
                richest = seat
            elif money == most:
                richest = -1
        return richest
