// What is a city worth, its kinds apart, and where would a tile fit?

const NOTHING = -1; // an empty square
const CLOCKWISE = 1;
const BACKWARDS = 3;

/** A city on a grid with a margin of two empty squares, so that every neighbour of a neighbour is on it. */
export class City {
  /** @type {number[]} The squares with tiles. */
  #spots = [];
  #tiles;
  #width;
  #origin;
  #cells;
  #steps;

  /**
   * @param {import("./catalogue.js").Tile[]} tiles
   * @param {import("./arena.js").Placed[]} placed
   */
  constructor(tiles, placed) {
    const xs = placed.map((one) => one.x);
    const ys = placed.map((one) => one.y);
    const west = Math.min(0, ...xs);
    const south = Math.min(0, ...ys);
    this.#tiles = tiles;
    this.#width = Math.max(0, ...xs) - west + 5;
    this.#origin = (2 - south) * this.#width + 2 - west;
    this.#cells = new Int32Array(this.#width * (Math.max(0, ...ys) - south + 5)).fill(NOTHING);
    this.#steps = [this.#width, 1, -this.#width, -1];
    for (const one of placed) {
      this.put(this.square(one), one.tile);
    }
  }

  /** @param {import("./arena.js").Square} at */
  square({ x, y }) {
    return this.#origin + y * this.#width + x;
  }

  /**
   * @param {number} square
   * @param {number} tile
   */
  put(square, tile) {
    this.#cells[square] = tile;
    this.#spots.push(square);
  }

  /**
   * Takes the tile of a square away and returns it.
   *
   * @param {number} square
   */
  lift(square) {
    const tile = this.#cells[square];
    this.#cells[square] = NOTHING;
    this.#spots.splice(this.#spots.lastIndexOf(square), 1);
    return tile;
  }

  /**
   * The square of a tile of the city.
   *
   * @param {number} tile
   */
  where(tile) {
    return this.#cells.indexOf(tile);
  }

  /** The empty squares beside a tile. */
  frontier() {
    const beside = this.#spots.flatMap((spot) => this.#steps.map((step) => spot + step));
    return new Set(beside.filter((square) => this.#cells[square] === NOTHING));
  }

  /**
   * Whether a tile agrees with its neighbours there and joins one of them; holes are not looked for.
   *
   * @param {number} square
   * @param {number} tile
   */
  fits(square, tile) {
    const mine = this.#tiles[tile];
    let joins = false;
    for (let side = 0; side < 4; side++) {
      const other = this.#cells[square + this.#steps[side]];
      if (other === NOTHING) {
        continue;
      }
      const theirs = this.#tiles[other];
      const marked = mine.marks[side];
      const oneCamp = mine.camp !== theirs.camp;
      if (marked !== theirs.marks[side ^ 2] || ((mine.camp || theirs.camp) && marked !== oneCamp)) {
        return false;
      }
      joins ||= oneCamp ? mine.camp : !mine.camp && !marked;
    }
    return joins;
  }

  /**
   * What the city as it is earns in so many scorings, its kinds apart: wall, camps and bazaars.
   *
   * @param {number} scorings
   */
  points(scorings) {
    let wall = 0;
    let camps = 0;
    let bazaars = 0;
    for (const spot of this.#spots) {
      const tile = this.#tiles[this.#cells[spot]];
      for (let side = 0; side < 4; side++) {
        if (!tile.marks[side]) {
          continue;
        }
        if (tile.camp) {
          camps += this.#line(spot, side);
        } else if (!this.#solid(spot + this.#steps[side]) && !this.#walled(...this.#next(spot, side, BACKWARDS))) {
          wall = Math.max(wall, this.#run(spot, side));
        }
      }
      if (tile.sells.length > 0) {
        bazaars += this.#around(spot, tile.sells);
      }
    }
    return (wall + camps) * scorings + bazaars;
  }

  /**
   * Whether a tile that is not a camp lies there.
   *
   * @param {number} square
   */
  #solid(square) {
    const tile = this.#cells[square];
    return tile !== NOTHING && !this.#tiles[tile].camp;
  }

  /**
   * @param {number} square
   * @param {number} side
   */
  #walled(square, side) {
    return this.#tiles[this.#cells[square]].marks[side];
  }

  /**
   * The outline side after another one, clockwise or backwards.
   *
   * @param {number} square
   * @param {number} side
   * @param {number} turn
   * @returns {[number, number]}
   */
  #next(square, side, turn) {
    const turned = (side + turn) % 4;
    const ahead = square + this.#steps[turned];
    const corner = ahead + this.#steps[side];
    if (!this.#solid(ahead)) {
      return [square, turned];
    }
    return this.#solid(corner) ? [corner, (side + 4 - turn) % 4] : [ahead, side];
  }

  /**
   * How many walls follow each other clockwise from here.
   *
   * @param {number} square
   * @param {number} side
   */
  #run(square, side) {
    let length = 0;
    while (this.#walled(square, side)) {
      length++;
      [square, side] = this.#next(square, side, CLOCKWISE);
    }
    return length;
  }

  /**
   * How many tiles lie in a row from a camp's bastion.
   *
   * @param {number} square
   * @param {number} side
   */
  #line(square, side) {
    let length = 0;
    while (this.#solid(square + this.#steps[side] * (length + 1))) {
      length++;
    }
    return length;
  }

  /**
   * The points of a bazaar: the buildings of its kinds around it, times how many of its kinds.
   *
   * @param {number} square
   * @param {number[]} sells
   */
  #around(square, sells) {
    let buildings = 0;
    let different = 0;
    for (const kind of sells) {
      let found = 0;
      for (const row of [-this.#width, 0, this.#width]) {
        for (const column of [-1, 0, 1]) {
          const tile = this.#cells[square + row + column];
          found += Number(tile !== NOTHING && this.#tiles[tile].kind === kind);
        }
      }
      buildings += found;
      different += Math.min(found, 1);
    }
    return buildings * different;
  }
}
