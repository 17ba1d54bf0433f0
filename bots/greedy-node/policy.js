// What would a sensible player do who looks one step ahead? The greedy policy, as docs/greedy.md of arena specifies it.
import { catalogue, kindNumber, KINDS, laidOut, MEDINA, NO_KIND } from "./catalogue.js";
import { City } from "./city.js";
import { GUARD, Palace } from "./palace.js";
import { Purse, slotOf } from "./purse.js";

const KIND_POINT = 8; // half a point: the gain of a kind looks at two tiles
const CITY_POINT = 16; // a point for wall, camps, bazaars or falcons
const COIN = 9; // money worth 1,
const TILES_PER_COIN = 2; // but no more than one for so many tiles in the bag
const CARD = 6; // a money card, whatever its value
const EXTRA = 100; // an extra action
const INEXACT = 4; // a tile that cannot be paid exactly yet has one part in so many of its gain
const SCORINGS = 3;

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
    const seen = decision.observation;
    const table = new Table(laidOut(this.tiles, seen.palace), seen);
    const values = decision.legal.map((action) => table.value(action));
    return values.indexOf(Math.max(...values));
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
  #palace;
  #counts; // in halves, by seat, Dirk as one seat more
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
    this.#palace = new Palace(seen);
    const cities = seen.seats.map((seat) => seat.city.map((placed) => placed.tile));
    this.#counts = (seen.dirk ? [...cities, seen.dirk.tiles] : cities).map((ids) => this.#count(ids));
    for (const { kind, seat } of this.#palace.halves) {
      this.#counts[seat][kindNumber(kind)]++;
    }
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
        return this.#buy(action);
      case "VERB_FAVOUR":
        return this.#bought(this.#sold(action), action.cards);
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
        return this.#ability(action);
    }
  }

  /**
   * What an ability is worth, or an answer to one of the Red Palace's own decisions.
   *
   * @param {Action} action
   */
  #ability(action) {
    const { cards, fee, name, number, slot, tile = 0, verb } = action;
    switch (verb) {
      case "VERB_SCOUT":
        return this.#bought(this.#palace.preview(number), cards) + EXTRA - this.#fee(fee) - this.#palace.cost(1);
      case "VERB_CHOOSE":
        return this.#take(this.#palace.set(number));
      case "VERB_TELLER":
        return this.#take(cards) - this.#palace.cost(1);
      case "VERB_EXCHANGER": {
        const other = this.#seen.market[slot - 1].tile;
        const taken = other === undefined ? 0 : this.#kindGain(other, 0);
        return taken - this.#kindGain(tile, 0) - this.#worth(cards) - this.#palace.cost(1);
      }
      case "VERB_ARCHITECT": {
        const kind = kindNumber(name);
        const own = this.#counts[this.#seat][kind];
        return 2 * KIND_POINT * (this.#points(kind, own + 1) - this.#points(kind, own)) - this.#palace.cost(2);
      }
      case "VERB_MASON":
      case "VERB_PAVER":
      case "VERB_CAPTAIN":
        return -this.#palace.cost(1);
      case "VERB_PAY":
        return Number(this.#seen.seats[this.#seat].reserve.includes(tile));
      default:
        return 0; // reserve, give, wake, decline, done, pass, end, post, wall
    }
  }

  /** @param {number[]} ids */
  #count(ids) {
    const count = new Array(KINDS).fill(0);
    for (const id of ids) {
      const { kind } = this.#tiles[id];
      if (kind !== NO_KIND) {
        count[kind] += 2;
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
    const own = this.#counts[this.#seat][kind] - 2 * less;
    return KIND_POINT * (this.#points(kind, own + 2) - this.#points(kind, Math.max(own - 2, own % 2)));
  }

  /**
   * What so many half tiles of a kind earn in the scorings to come, if nobody else gets another.
   *
   * @param {number} kind
   * @param {number} own
   */
  #points(kind, own) {
    const others = this.#counts.filter((_, seat) => seat !== this.#seat).map((count) => count[kind]);
    let points = 0;
    for (let scoring = this.#held + 1; scoring <= SCORINGS; scoring++) {
      points +=
        kind === MEDINA
          ? medinas(scoring, own, others)
          : share(scoring, this.#palace.row(scoring, kind), own, others);
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
   * What a purchase gains, with the extra action that it brings, and what the guards for its abilities cost.
   *
   * @param {Action} action
   */
  #buy(action) {
    const abilities = action.using.split("+").filter(Boolean);
    const extra = abilities.includes("haggler") || this.#isExact(action.cards) ? EXTRA : 0;
    return this.#bought(this.#sold(action), action.cards) + extra - this.#palace.cost(abilities.length);
  }

  /**
   * The tile of a purchase.
   *
   * @param {Action} action
   */
  #sold(action) {
    return action.tile ?? this.#seen.market[action.slot - 1].tile ?? 0;
  }

  /**
   * What a tile gains, and its guards, less the money.
   *
   * @param {number} tile
   * @param {Card[]} cards
   */
  #bought(tile, cards) {
    return this.#gain(tile) + GUARD * this.#tiles[tile].towers - this.#worth(cards);
  }

  /**
   * Whether cards are the very price in the slot of their currency.
   *
   * @param {Card[]} cards
   */
  #isExact(cards) {
    const paid = cards.reduce((sum, card) => sum + card.value, 0);
    const beside = this.#seen.market[slotOf(cards[0]?.currency)]?.tile;
    return beside !== undefined && this.#tiles[beside].price === paid;
  }

  /**
   * What cards count.
   *
   * @param {Card[]} cards
   */
  #worth(cards) {
    return cards.reduce((sum, card) => sum + CARD + this.#coin * card.value, 0);
  }

  /** @param {Card | null} card */
  #fee(card) {
    return this.#worth(card ? [card] : []);
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
 * What so many half tiles of a kind earn in one scoring, by the row of the kind.
 *
 * @param {number} scoring
 * @param {number} row
 * @param {number} own
 * @param {number[]} others
 */
function share(scoring, row, own, others) {
  if (own === 0) {
    return 0;
  }
  const above = others.filter((count) => count > own).length;
  const tied = 1 + others.filter((count) => count === own).length;
  let points = 0;
  for (let place = above; place < Math.min(above + tied, scoring); place++) {
    points += row + (place === scoring - 1 ? 1 : 8 * (scoring - 1 - place));
  }
  return Math.trunc(points / tied);
}

/**
 * About what so many half medinas cost in one scoring.
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
