// What does the policy need to know of a tile?

export const NO_KIND = -1;
export const MEDINA = 6; // medinas are counted like a seventh kind
export const KINDS = 7;

const BUILDINGS = ["PAVILION", "SERAGLIO", "ARCADES", "CHAMBERS", "GARDEN", "TOWER"].map((kind) => `KIND_${kind}`);

/**
 * A tile as the policy sees it: its kind or NO_KIND; by side, N E S W, its walls, for a camp its bastions; the kinds of a
 * bazaar.
 *
 * @typedef {{ kind: number, price: number, marks: boolean[], camp: boolean, sells: number[] }} Tile
 */

/**
 * @param {import("./arena.js").Tile[]} tiles
 * @returns {Tile[]}
 */
export function catalogue(tiles) {
  return tiles.map((tile) => ({
    kind: kindOf(tile),
    price: tile.price,
    marks: [..."NESW"].map((side) => tile.walls.includes(side)),
    camp: tile.group === "TILE_GROUP_CAMP",
    sells: tile.kinds.map((kind) => BUILDINGS.indexOf(kind)),
  }));
}

/** @param {import("./arena.js").Tile} tile */
function kindOf(tile) {
  switch (tile.group) {
    case "TILE_GROUP_BUILDING":
      return BUILDINGS.indexOf(tile.kind ?? "");
    case "TILE_GROUP_MEDINA":
      return MEDINA;
    default:
      return NO_KIND;
  }
}
