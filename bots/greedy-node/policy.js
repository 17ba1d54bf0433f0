// What would a sensible player do who looks one step ahead? The greedy policy, as docs/greedy.md of arena specifies it.
import { catalogue, KINDS, MEDINA, NO_KIND } from "./catalogue.js";
import { City } from "./city.js";

const KIND_POINT = 8; // half a point: the gain of a kind looks at two tiles
const CITY_POINT = 16; // a point for wall, camps, bazaars or falcons
const COIN = 9; // money worth 1,
const TILES_PER_COIN = 2; // but no more than one for so many tiles in the bag
const CARD = 6; // a money card, whatever its value
const EXTRA = 100; // an extra action
const INEXACT = 4; // a tile that cannot be paid exactly yet has one part in so many of its gain
const SCORINGS = 3;
const PRICES = (1 << 14) - 1; // bits 0 to 13, as far as prices go
const CURRENCIES = ["CURRENCY_DENAR", "CURRENCY_DIRHAM", "CURRENCY_DUCAT", "CURRENCY_FLORIN"];

/** @typedef {import("./arena.js").Action} Action */
/** @typedef {import("./arena.js").Card} Card */

/** Decides, for all games of a match. */
export class Policy {
  /** @param {import("./arena.js").Tile[]} tiles */
  constructor(tiles) {
    this.tiles = catalogue(tiles);
  }

  /**
   * There is nothing to forget.
   *
   * @param {import("./arena.js").GameStart} _start
   */
  newGame(_start) {}

  /**
   * The place of the best action, the earliest if several are equally good.
   *
   * @param {import("./arena.js").Decision} decision
   * @returns {number}
   */
  choose(decision) {
    const table = new Table(this.tiles, decision.observation);
    const values = decision.legal.map((action) => table.value(action));
    return values.indexOf(Math.max(...values));
  }
}

/** What the cards of each currency come to: their sum, and as bits the sums that some of them have. */
class Purse {
  /**
   * @param {Card[]} cards
   * @param {Purse} [before]
   */
  constructor(cards, before) {
    /** @type {number[]} */
    this.total = before ? [...before.total] : [0, 0, 0, 0];
    /** @type {number[]} */
    this.sums = before ? [...before.sums] : [1, 1, 1, 1];
    for (const { currency, value } of cards) {
      const slot = CURRENCIES.indexOf(currency);
      this.total[slot] += value;
      this.sums[slot] |= (this.sums[slot] << value) & PRICES;
    }
  }
}

/** What the policy knows of a decision. */
class Table {
  /** @type {Map<number, number>} */
  #gains = new Map();
  #tiles;
  #seen;
  #seat;
  #held;
  #coin;
  #counts;
  #city;
  #before;
  #hand;

  /**
   * @param {import("./catalogue.js").Tile[]} tiles
   * @param {import("./arena.js").Observation} seen
   */
  constructor(tiles, seen) {
    const own = seen.seats[seen.viewer];
    this.#tiles = tiles;
    this.#seen = seen;
    this.#seat = seen.viewer;
    this.#held = seen.scorings.length;
    this.#coin = Math.min(COIN, Math.trunc(seen.bag_size / TILES_PER_COIN));
    const cities = seen.seats.map((seat) => seat.city.map((placed) => placed.tile));
    this.#counts = (seen.dirk ? [...cities, seen.dirk.tiles] : cities).map((ids) => this.#count(ids));
    this.#city = new City(tiles, own.city);
    this.#before = this.#cityValue();
    this.#hand = new Purse(own.hand?.cards ?? []);
  }

  /**
   * What an action is worth.
   *
   * @param {Action} action
   */
  value(action) {
    const tile = action.tile ?? 0;
    switch (action.verb) {
      case "VERB_TAKE":
        return this.#take(action.cards);
      case "VERB_BUY":
        return this.#buy(action) + this.#extra(action.cards);
      case "VERB_FAVOUR":
        return this.#buy(action);
      case "VERB_PLACE":
      case "VERB_BUILD":
        return this.#kindGain(tile, 0) + this.#site(this.#square(action), tile);
      case "VERB_REMOVE":
        return this.#removed(tile) - this.#kindGain(tile, 1);
      case "VERB_EXCHANGE":
        return this.#exchanged(this.#square(action), tile);
      case "VERB_FALCON":
        return this.#falcon(action.name) - this.#worth(action.cards);
      default:
        return 0; // reserve, give, wake, decline, done, pass
    }
  }

  /** @param {number[]} ids */
  #count(ids) {
    const count = new Array(KINDS).fill(0);
    for (const id of ids) {
      const { kind } = this.#tiles[id];
      if (kind !== NO_KIND) {
        count[kind]++;
      }
    }
    return count;
  }

  /** @param {Action} action */
  #square(action) {
    return this.#city.square(/** @type {import("./arena.js").Square} */ (action.square));
  }

  get #toCome() {
    return SCORINGS - this.#held;
  }

  #cityValue() {
    return CITY_POINT * this.#city.points(this.#toCome);
  }

  /**
   * What the city gains by a tile on an empty square, its kind apart.
   *
   * @param {number} square
   * @param {number} tile
   */
  #site(square, tile) {
    this.#city.put(square, tile);
    const after = this.#cityValue();
    this.#city.lift(square);
    return after - this.#before;
  }

  /**
   * What the city gains if a tile is gone, its kind apart.
   *
   * @param {number} tile
   */
  #removed(tile) {
    const square = this.#city.where(tile);
    this.#city.lift(square);
    const after = this.#cityValue();
    this.#city.put(square, tile);
    return after - this.#before;
  }

  /**
   * @param {number} square
   * @param {number} tile
   */
  #exchanged(square, tile) {
    const old = this.#city.lift(square);
    const value = this.#site(square, tile);
    this.#city.put(square, old);
    if (this.#tiles[tile].kind === this.#tiles[old].kind) {
      return value;
    }
    return value + this.#kindGain(tile, 0) - this.#kindGain(old, 1);
  }

  /**
   * What one more tile of a kind gains, counted from so many fewer than the city has.
   *
   * @param {number} tile
   * @param {number} less
   */
  #kindGain(tile, less) {
    const { kind } = this.#tiles[tile];
    if (kind === NO_KIND) {
      return 0;
    }
    const own = this.#counts[this.#seat][kind] - less;
    return KIND_POINT * (this.#points(kind, own + 1) - this.#points(kind, Math.max(own - 1, 0)));
  }

  /**
   * What so many tiles of a kind earn in the scorings to come, if nobody else gets another.
   *
   * @param {number} kind
   * @param {number} own
   */
  #points(kind, own) {
    const others = this.#counts.filter((_, seat) => seat !== this.#seat).map((count) => count[kind]);
    let points = 0;
    for (let scoring = this.#held + 1; scoring <= SCORINGS; scoring++) {
      points += kind === MEDINA ? medinas(scoring, own, others) : share(scoring, kind, own, others);
    }
    return points;
  }

  /**
   * What a tile would gain on the best square that seems to take it, and not below 0.
   *
   * @param {number} tile
   */
  #gain(tile) {
    let best = this.#gains.get(tile);
    if (best === undefined) {
      best = 0;
      const kindGain = this.#kindGain(tile, 0);
      for (const square of this.#city.frontier()) {
        if (this.#city.fits(square, tile)) {
          best = Math.max(best, kindGain + this.#site(square, tile));
        }
      }
      this.#gains.set(tile, best);
    }
    return best;
  }

  /**
   * What a purchase gains: the tile, less the money.
   *
   * @param {Action} action
   */
  #buy(action) {
    const tile = action.tile ?? this.#seen.market[action.slot - 1].tile ?? 0;
    return this.#gain(tile) - this.#worth(action.cards);
  }

  /**
   * What an extra action is worth, if the payment is exact.
   *
   * @param {Card[]} cards
   */
  #extra(cards) {
    const paid = cards.reduce((sum, card) => sum + card.value, 0);
    const beside = this.#seen.market[CURRENCIES.indexOf(cards[0]?.currency)]?.tile;
    return beside !== undefined && this.#tiles[beside].price === paid ? EXTRA : 0;
  }

  /**
   * What cards count.
   *
   * @param {Card[]} cards
   */
  #worth(cards) {
    return cards.reduce((sum, card) => sum + CARD + this.#coin * card.value, 0);
  }

  /**
   * What cards gain: themselves, and how much nearer they bring the tiles of the market.
   *
   * @param {Card[]} cards
   */
  #take(cards) {
    const after = new Purse(cards, this.#hand);
    return this.#ready(after) - this.#ready(this.#hand) + this.#worth(cards);
  }

  /**
   * What the tiles of the market would gain, as far as the hand can pay for them.
   *
   * @param {Purse} hand
   */
  #ready(hand) {
    let value = 0;
    this.#seen.market.forEach(({ tile }, slot) => {
      if (tile !== undefined) {
        const gain = this.#gain(tile);
        const { price } = this.#tiles[tile];
        const exact = (hand.sums[slot] >> price) & 1;
        value += exact ? gain : Math.trunc((gain * Math.min(hand.total[slot], price)) / (INEXACT * price));
      }
    });
    return value;
  }

  /**
   * Two points for the first falcon of a colour, four more for the second and so on, in every scoring to come.
   *
   * @param {string} name
   */
  #falcon(name) {
    const alike = this.#seen.falcons.filter(
      (standing) => standing.seat === this.#seat && colour(standing.name) === colour(name),
    );
    return CITY_POINT * 2 * (alike.length + 1) * this.#toCome;
  }
}

/**
 * What so many tiles of a kind earn in one scoring.
 *
 * @param {number} scoring
 * @param {number} kind
 * @param {number} own
 * @param {number[]} others
 */
function share(scoring, kind, own, others) {
  if (own === 0) {
    return 0;
  }
  const above = others.filter((count) => count > own).length;
  const tied = 1 + others.filter((count) => count === own).length;
  let points = 0;
  for (let place = above; place < Math.min(above + tied, scoring); place++) {
    points += kind + (place === scoring - 1 ? 1 : 8 * (scoring - 1 - place));
  }
  return Math.trunc(points / tied);
}

/**
 * About what so many medinas cost in one scoring.
 *
 * @param {number} scoring
 * @param {number} own
 * @param {number[]} others
 */
function medinas(scoring, own, others) {
  const fewer = others.filter((count) => count < own).length;
  return -3 * Math.max(scoring - fewer, 0) - (own === 0 ? scoring : 0);
}

/** @param {string} falcon */
function colour(falcon) {
  return falcon.split("-")[1];
}
