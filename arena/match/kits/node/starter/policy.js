// What does this bot play? Anything that is allowed. This is the file to replace.

/** Decides, for all games of a match. */
export class Policy {
  /**
   * Told of all tiles that exist, once; tiles[id] is what every other message means by a tile.
   *
   * @param {import("./arena.js").Tile[]} tiles
   */
  constructor(tiles) {
    this.tiles = tiles;
  }

  /**
   * Told of each game before its first decision; forget the game before.
   *
   * @param {import("./arena.js").GameStart} _start
   */
  newGame(_start) {}

  /**
   * The index of an action in decision.legal.
   *
   * @param {import("./arena.js").Decision} decision
   * @returns {number}
   */
  choose(decision) {
    return Math.floor(Math.random() * decision.legal.length);
  }
}
