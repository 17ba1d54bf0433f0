// What do the cards of a hand come to?

const PRICES = (1 << 14) - 1; // bits 0 to 13, as far as prices go
const CURRENCIES = ["CURRENCY_DENAR", "CURRENCY_DIRHAM", "CURRENCY_DUCAT", "CURRENCY_FLORIN"];

/**
 * The place in the market, from 0, that sells in a currency.
 *
 * @param {string} currency
 */
export function slotOf(currency) {
  return CURRENCIES.indexOf(currency);
}

/** What the cards of each currency come to: their sum, and as bits the sums that some of them have. */
export class Purse {
  /**
   * @param {import("./arena.js").Card[]} cards
   * @param {Purse} [before]
   */
  constructor(cards, before) {
    /** @type {number[]} */
    this.total = before ? [...before.total] : [0, 0, 0, 0];
    /** @type {number[]} */
    this.sums = before ? [...before.sums] : [1, 1, 1, 1];
    for (const { currency, value } of cards) {
      const slot = slotOf(currency);
      this.total[slot] += value;
      this.sums[slot] |= (this.sums[slot] << value) & PRICES;
    }
  }
}
