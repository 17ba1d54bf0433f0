// What does the policy need to know of a tile?

export const NO_KIND = -1;
export const MEDINA = 6; // medinas are counted like a seventh kind
export const KINDS = 7;

const SIDES = [..."NESW"];
const BUILDINGS = ["PAVILION", "SERAGLIO", "ARCADES", "CHAMBERS", "GARDEN", "TOWER"].map((kind) => `KIND_${kind}`);

/**
 * A tile as the policy sees it: its kind or NO_KIND; by side, N E S W, its walls, for a camp its bastions; the kinds of a
 * bazaar; how many guard towers it has.
 *
 * @typedef {{ kind: number, price: number, marks: boolean[], camp: boolean, sells: number[], towers: number }} Tile
 */

/**
 * @param {import("./arena.js").Tile[]} tiles
 * @returns {Tile[]}
 */
export function catalogue(tiles) {
  return tiles.map((tile) => ({
    kind: kindOf(tile),
    price: tile.price,
    marks: SIDES.map((side) => tile.walls.includes(side)),
    camp: tile.group === "TILE_GROUP_CAMP",
    sells: tile.kinds.map(kindNumber),
    towers: tile.towers.length,
  }));
}

/**
 * The tiles as they lie now: in the Red Palace floor tiles carry pieces, and tiles have got walls.
 *
 * @param {Tile[]} tiles
 * @param {import("./arena.js").Palace | null} palace
 */
export function laidOut(tiles, palace) {
  const now = [...tiles];
  for (const { tile, kind } of palace?.pieces ?? []) {
    now[tile] = { ...now[tile], kind: kindNumber(kind) };
  }
  for (const { tile, side } of palace?.wall_pieces ?? []) {
    now[tile] = { ...now[tile], marks: now[tile].marks.with(SIDES.indexOf(side), true) };
  }
  return now;
}

/**
 * The number of a kind, by its name here or in an action.
 *
 * @param {string} name
 */
export function kindNumber(name) {
  return BUILDINGS.indexOf(name.startsWith("KIND_") ? name : `KIND_${name.toUpperCase()}`);
}

/** @param {import("./arena.js").Tile} tile */
function kindOf(tile) {
  switch (tile.group) {
    case "TILE_GROUP_BUILDING":
      return kindNumber(tile.kind ?? "");
    case "TILE_GROUP_MEDINA":
      return MEDINA;
    default:
      return NO_KIND;
  }
}
