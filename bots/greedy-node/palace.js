// What does the Red Palace add to a decision? Guards, strips and sets; in the classic edition nothing.
import { kindNumber } from "./catalogue.js";

export const GUARD = 24; // a guard, and a guard tower that will have one
const POINT = 16; // a point that is paid in its place

/** What the edition adds for the seat that decides. */
export class Palace {
  #seen;
  #held;
  #guards;

  /** @param {import("./arena.js").Observation} seen */
  constructor(seen) {
    const own = seen.seats[seen.viewer];
    const tiles = new Set([...own.city.map((placed) => placed.tile), ...own.reserve]);
    this.#seen = seen.palace;
    this.#held = seen.scorings.length;
    this.#guards = (seen.palace?.guards ?? []).filter((guard) => tiles.has(guard.tile)).length;
  }

  /**
   * What so many guards are worth, or the points in their place.
   *
   * @param {number} guards
   */
  cost(guards) {
    const paid = Math.min(guards, this.#guards);
    return paid * GUARD + (guards - paid) * POINT * (this.#held + 1);
  }

  /**
   * The place of a kind on the strip of a scoring, from 0; without strips it is the kind itself.
   *
   * @param {number} scoring
   * @param {number} kind
   */
  row(scoring, kind) {
    const strip = this.#seen?.strips[scoring - 1];
    return strip ? strip.kinds.findIndex((name) => kindNumber(name) === kind) : kind;
  }

  /**
   * The tile on a preview field.
   *
   * @param {number} field
   */
  preview(field) {
    return this.#seen?.preview[field - 1].tile ?? 0;
  }

  /**
   * The cards of a set.
   *
   * @param {number} number
   */
  set(number) {
    return this.#seen?.sets.find((set) => set.number === number)?.cards ?? [];
  }

  /** The half-buildings that were given out. */
  get halves() {
    return this.#seen?.half_buildings ?? [];
  }
}
