// Where does a city lie in its window? Squares, an anchored view that glides, and tiles replaced one by one.
import { drawn, fill, html, mark, NOTHING, STILL, unchanged } from "./dom.js";
import { falconDisc, piece } from "./pieces.js";
import { falconLook, squareOf, wallWords, whereabouts, wordOf } from "./words.js";

const MARGIN = 0.3;
const NONE = [];
const NO_SQUARES = {};
const GLIDE_MS = 320;
const FARTHEST = 26; // squares of grid on each side of the fountain
const SMALLEST = { west: -2, east: 2, south: -1, north: 1 };

/** The view after these squares were filled. It changes only where a tile lies beyond its edge: that side moves out, and the
    side across gives up squares that the city does not use. So the fountain stays where it is, or glides. */
export function grown(view, squares) {
  const { west, east, south, north } = view ?? SMALLEST;
  const places = [[0, 0], ...squares.map(squareOf)];
  const [w, e] = stretched(west, east, places.map((at) => at[0]), 5);
  const [s, n] = stretched(south, north, places.map((at) => at[1]), 3);
  return { west: w, east: e, south: s, north: n };
}

function stretched(from, to, used, least) {
  const low = Math.min(...used);
  const high = Math.max(...used);
  const start = Math.min(from, low);
  const stop = Math.max(to, high);
  if (low < from && high <= to) return [low, Math.max(high, Math.min(to, low + least - 1))];
  if (high > to && low >= from) return [Math.min(low, Math.max(from, high - least + 1)), high];
  return [start, stop];
}

const boxOf = (view) => [
  (view.west - 0.5 - MARGIN) * 100,
  (-view.north - 0.5 - MARGIN) * 100,
  (view.east - view.west + 1 + 2 * MARGIN) * 100,
  (view.north - view.south + 1 + 2 * MARGIN) * 100,
];
export const cornerOf = (key) => {
  const [x, y] = squareOf(key);
  return [x * 100 - 50, -y * 100 - 50];
};
const ENDS = { N: "0 0h100", E: "100 0v100", S: "100 100h-100", W: "0 100v-100" };

function gridPath() {
  const far = FARTHEST * 100;
  let path = "";
  for (let i = -FARTHEST; i <= FARTHEST; i += 1) path += `M${i * 100 - 50} ${-far}V${far}M${-far} ${i * 100 - 50}H${far}`;
  return path;
}

/** One city in one `svg`. `show` takes what should be seen and changes what differs. */
export class CityWindow {
  constructor(svg) {
    this.svg = svg;
    this.tiles = new Map();
    this.layers = Object.fromEntries(["grid", "tiles", "marks", "walls", "birds", "spots"].map((name) => [name, drawn("g", { class: `layer-${name}` })]));
    this.layers.grid.append(drawn("path", { class: "gridline", d: gridPath() }));
    svg.append(...Object.values(this.layers));
  }

  /** `tiles`: [square, look, what clicking it chooses], or null if they are as before; `fresh`: square → "new" or "gone"; `wall`: sides
      to light; `spots`: squares to choose. */
  show({ tiles, view, small = false, fresh = NO_SQUARES, pops = false, wall = NONE, falcons = NO_SQUARES, spots = NONE }) {
    if (tiles) this.showTiles(tiles, small);
    this.pop(pops ? Object.keys(fresh) : []);
    if (!unchanged(this.layers.marks, fresh)) fill(this.layers.marks, Object.entries(fresh).map(([key, what]) => ring(key, what)));
    if (!unchanged(this.layers.walls, wall)) fill(this.layers.walls, wall.length ? longest(wall) : NOTHING);
    if (!unchanged(this.layers.birds, falcons)) fill(this.layers.birds, Object.entries(falcons).map(([key, name]) => bird(key, falconLook(name))));
    fill(this.layers.spots, spots.map(spotOf));
    this.glide(boxOf(view));
  }

  /** Draw the tiles that differ. A tile looks as it did if its look is the same value. */
  showTiles(tiles, small) {
    const gone = new Set(this.tiles.keys());
    for (const [key, look, target] of tiles) {
      gone.delete(key);
      const old = this.tiles.get(key);
      if (old?.look === look && old.small === small && old.target === target) continue;
      const [left, top] = cornerOf(key);
      const words = `${wordOf(look)}${wallWords(look)}, ${whereabouts(key)}`;
      const group = old?.group ?? drawn("g", { transform: `translate(${left} ${top})` });
      mark(group, "class", target ? "target" : null);
      mark(group, "tabindex", target ? 0 : null);
      mark(group, "role", target ? "button" : null);
      mark(group, "data-pick", target ?? null);
      mark(group, "data-key", target ?? null);
      mark(group, "aria-label", target ? words : null);
      fill(group, html`<g>${piece(look, small)}<title>${words}</title></g>`);
      if (!old) this.layers.tiles.append(group);
      this.tiles.set(key, { group, look, small, target });
    }
    for (const key of gone) {
      this.tiles.get(key).group.remove();
      this.tiles.delete(key);
    }
  }

  /** Let tiles that were just laid pop up, and no others. */
  pop(keys) {
    for (const one of this.popping ?? []) one.classList.remove("pop");
    this.popping = keys.map((key) => this.tiles.get(key)?.group.firstElementChild).filter(Boolean);
    for (const one of this.popping) one.classList.add("pop");
  }

  /** Move the view in a third of a second, or at once for who wants no motion. */
  glide(to) {
    const goal = to.join(" ");
    if (this.goal === goal) return;
    const from = this.goal && this.svg.getAttribute("viewBox").split(" ").map(Number);
    this.goal = goal;
    if (!from || STILL.matches) return this.svg.setAttribute("viewBox", goal);
    const begun = performance.now();
    const tick = (now) => {
      if (this.goal !== goal) return;
      const passed = Math.min(1, Math.max(0, (now - begun) / GLIDE_MS));
      const eased = 1 - (1 - passed) ** 3;
      this.svg.setAttribute("viewBox", passed === 1 ? goal : from.map((value, i) => value + (to[i] - value) * eased).join(" "));
      if (passed < 1) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
}

function ring(key, what) {
  const [left, top] = cornerOf(key);
  return what === "new"
    ? html`<rect class="fresh-halo" x="${left - 3}" y="${top - 3}" width="106" height="106" rx="9"/><rect class="fresh-ring" x="${left - 5}" y="${top - 5}" width="110" height="110" rx="11"/>`
    : html`<rect class="gone" x="${left + 5}" y="${top + 5}" width="90" height="90" rx="9"/>`;
}

function longest(sides) {
  const path = sides
    .map((one) => {
      const [x, y, side] = one.split(",");
      const [left, top] = cornerOf(`${x},${y}`);
      const [start, line] = [ENDS[side].split(/(?=[hv])/)[0].split(" ").map(Number), ENDS[side].match(/[hv].*/)[0]];
      return `M${left + start[0]} ${top + start[1]}${line}`;
    })
    .join("");
  return html`<path class="longest" d="${path}"/><path class="longest inner" d="${path}"/>`;
}

function bird(key, look) {
  const [left, top] = cornerOf(key);
  return html`<g transform="translate(${left + 100} ${top})">${falconDisc(look)}<title>${look.words}</title></g>`;
}

/** A square that may be chosen: with the tile that would lie there, or a corner, or a side of a tile. */
function spotOf({ at, key, words, look, hint, corner, side, pressed, verdict }) {
  const [left, top] = cornerOf(at);
  if (verdict) return verdictMark(left, top, { words, look, corner, side, verdict });
  const attributes = html`tabindex="0" role="button" aria-label="${words}" data-pick="${key}" data-key="${key}"`;
  const sign = hint ? "★" : "+";
  if (corner)
    return html`<g class="spot corner ${hint ? "hinted" : ""}" ${attributes} transform="translate(${left + 100} ${top})"><circle r="24"/><text y="11">${sign}</text><title>${words}</title></g>`;
  if (side)
    return html`<g class="spot edge ${hint ? "hinted" : ""}" ${attributes} transform="translate(${left} ${top}) rotate(${"NESW".indexOf(side) * 90} 50 50)"><rect x="22" y="1" width="56" height="32" rx="14"/><circle cx="50" cy="13" r="9"/><title>${words}</title></g>`;
  return html`<g class="spot ${hint ? "hinted" : ""} ${pressed ? "pressed" : ""}" ${attributes} transform="translate(${left} ${top})"><rect x="5" y="5" width="90" height="90" rx="9"/><text x="50" y="65">${sign}</text>${
    look ? html`<g class="ghost">${piece(look)}</g>` : NOTHING
  }<title>${words}</title></g>`;
}

/** Where something was done, or would better have been done. */
function verdictMark(left, top, { words, look, corner, side, verdict }) {
  const place = corner ? `${left + 100} ${top}` : `${left} ${top}`;
  if (corner) return html`<g class="verdict ${verdict}" transform="translate(${place})"><circle r="25"/><title>${words}</title></g>`;
  if (side) return html`<g class="verdict ${verdict}" transform="translate(${place}) rotate(${"NESW".indexOf(side) * 90} 50 50)"><circle cx="50" cy="9" r="20"/><title>${words}</title></g>`;
  return html`<g class="verdict ${verdict}" transform="translate(${place})">${look ? html`<g class="ghost">${piece(look)}</g>` : NOTHING}<rect x="3" y="3" width="94" height="94" rx="8"/><g class="sign"><rect x="${verdict === "better" ? 14 : 12}" y="-14" width="${verdict === "better" ? 72 : 76}" height="28" rx="14"/><text x="50" y="7">${verdict}</text></g><title>${words}</title></g>`;
}
