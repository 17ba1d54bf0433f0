// How did the game stand at each move? Frames rebuilt from their patches, with what each move changed.
import { range, sum } from "./dom.js";
import { grown } from "./city.js";
import { KINDS } from "./pieces.js";
import { wordOf } from "./words.js";

/** RFC 7386: a frame is the frame before it with a merge patch applied. What did not change is shared. */
export function merged(old, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const result = old && typeof old === "object" && !Array.isArray(old) ? { ...old } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}

/** Which squares of which city differ between two frames: "new" or "gone". */
export function changes(before, after) {
  const found = {};
  for (const [seat, { city }] of Object.entries(after.seats)) {
    const old = before.seats[seat].city;
    if (old === city) continue;
    const squares = {};
    for (const key of Object.keys(city)) if (old[key] !== city[key]) squares[key] = "new";
    for (const key of Object.keys(old)) if (!(key in city)) squares[key] = "gone";
    found[seat] = squares;
  }
  return found;
}

/** The views of all cities; that of a city that did not change is the same. */
const viewsOf = (frame, before, old) =>
  Object.fromEntries(Object.entries(frame.seats).map(([seat, { city }]) => [seat, before?.seats[seat].city === city ? old[seat] : grown(old?.[seat], Object.keys(city))]));

/** A game so far, for one viewer. Moves are counted from 1; frame 0 is the start. */
export class Game {
  constructor(data) {
    this.data = data;
    this.names = data.names;
    this.seats = range(data.names.length);
    this.you = data.you ?? null;
    this.moves = [];
    this.frames = [data.start];
    this.views = [viewsOf(data.start)];
    this.scorings = [[]];
    this.worths = [this.worth(data.start)]; // points by seat, with what the next scoring would pay
    this.heights = [Math.max(...this.worths[0])]; // the most of them so far
    this.unjudged = data.win ? 0 : 1; // positions without chances to win
    this.spent = [this.seats.map(() => 0)]; // milliseconds charged to each seat so far
    this.opinions = [this.seats.map(() => null)]; // what each bot last thought of its own game
    this.looks = new Map();
    this.result = data.result ?? null;
    this.over = Boolean(data.over);
    for (const move of data.moves) this.add(move);
  }
  get last() {
    return this.moves.length;
  }
  /** Whether every position has its chances to win. */
  get judged() {
    return !this.unjudged;
  }
  get dirk() {
    return Boolean(this.data.start.dirk);
  }
  /** The columns of a score sheet: seats, and "D" for Dirk. */
  get columns() {
    return this.dirk ? [...this.seats, "D"] : this.seats;
  }
  name(column) {
    return column === "D" ? "Dirk" : this.names[column];
  }

  add(move) {
    const before = this.frames.at(-1);
    const after = merged(before, move.to);
    const last = this.moves.at(-1);
    this.moves.push({ ...move, ends: after.turn !== before.turn, same: Boolean(last) && last.seat === move.seat && !last.ends });
    this.frames.push(after);
    this.spent.push(this.spent.at(-1).map((ms, seat) => (seat === move.seat ? ms + (move.ms ?? 0) : ms)));
    this.views.push(viewsOf(after, before, this.views.at(-1)));
    this.worths.push(this.worth(after));
    this.heights.push(Math.max(this.heights.at(-1), ...this.worths.at(-1)));
    this.unjudged += move.win ? 0 : 1;
    const thought = move.thinks?.win ?? move.thinks?.value ?? null;
    this.opinions.push(thought === null ? this.opinions.at(-1) : this.opinions.at(-1).map((old, seat) => (seat === move.seat ? thought : old)));
    this.scorings.push(Object.keys(after.sheets).filter((number) => !(number in before.sheets)));
  }

  /** What a tile looks like in a frame: printed things, and what was put on it. */
  look(name, frame) {
    const kind = frame.pieces?.[name] ?? "";
    const walls = frame.wall_pieces?.[name] ?? "";
    const guards = frame.guards?.[name] ?? "";
    const key = `${name} ${kind} ${walls} ${guards}`;
    if (!this.looks.has(key)) {
      const printed = this.data.tiles[name] ?? { group: "plaza", word: name };
      const look = { ...printed, walls: (printed.walls ?? "") + walls, guards, added: walls };
      if (printed.group === "floor") Object.assign(look, { floor: true, kind: kind || undefined });
      this.looks.set(key, look);
    }
    return this.looks.get(key);
  }
  word(name, frame) {
    return wordOf(this.look(name, frame));
  }

  /** What a scoring that was held at a move counted: tiles of each kind, walls, half-buildings. */
  counted(at) {
    const frame = this.frames[at];
    const { action = "" } = this.moves[at - 1];
    const given = action.startsWith("give ") ? [action.slice(5)] : [];
    const cities = this.seats.map((seat) => Object.values(frame.seats[seat].city));
    const all = this.dirk ? [...cities, [...this.frames[at - 1].dirk, ...given]] : cities; // Dirk draws tiles after a scoring
    const counts = { wall: all.map((_, column) => frame.seats[column]?.wall.length ?? 0), medina: all.map((names) => names.filter((name) => this.look(name, frame).group === "medina").length) };
    for (const kind of KINDS)
      counts[kind] = all.map((names, column) => names.filter((name) => this.look(name, frame).kind === kind).length + (frame.seats[column]?.halves?.includes(kind) ? 0.5 : 0));
    return counts;
  }

  /** Scores with what the next scoring would pay now, by seat. */
  worth(frame) {
    const rows = Object.values(frame.next?.rows ?? {});
    return this.seats.map((seat) => frame.seats[seat].score + sum(rows.map((columns) => columns[seat])));
  }
}
