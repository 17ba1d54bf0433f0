// Where does a city lie in its window? Squares, an anchored view that glides, and tiles replaced one by one.
import { drawn, fill, html, mark, NOTHING, STILL } from "./dom.js";
import { falconDisc, piece } from "./pieces.js";
import { squareOf } from "./words.js";

const MARGIN = 0.3;
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

  /** `looks`: square → {name, look, words, target}; `fresh`: square → "new" or "gone"; `wall`: sides to light; `spots`: squares to choose. */
  show({ looks, view, small = false, fresh = {}, pops = false, wall = [], falcons = {}, spots = [] }) {
    this.showTiles(looks, small, pops ? fresh : {});
    fill(this.layers.marks, Object.entries(fresh).map(([key, what]) => ring(key, what)));
    fill(this.layers.walls, wall.length ? longest(wall) : NOTHING);
    fill(this.layers.birds, Object.entries(falcons).map(([key, look]) => bird(key, look)));
    fill(this.layers.spots, spots.map(spotOf));
    this.glide(boxOf(view));
  }

  showTiles(looks, small, popping) {
    for (const [key, one] of this.tiles)
      if (!(key in looks)) {
        one.group.remove();
        this.tiles.delete(key);
      }
    for (const [key, { look, words, target }] of Object.entries(looks)) {
      const sign = `${small}${words}${target ?? ""}${JSON.stringify(look)}`;
      const old = this.tiles.get(key);
      if (old?.sign === sign) {
        old.group.firstElementChild.classList.toggle("pop", key in popping);
        continue;
      }
      const [left, top] = cornerOf(key);
      const group = old?.group ?? drawn("g", { transform: `translate(${left} ${top})` });
      mark(group, "class", target ? "target" : null);
      mark(group, "tabindex", target ? 0 : null);
      mark(group, "role", target ? "button" : null);
      mark(group, "data-pick", target ?? null);
      mark(group, "data-key", target ?? null);
      mark(group, "aria-label", target ? words : null);
      fill(group, html`<g class="${key in popping ? "pop" : ""}">${piece(look, small)}<title>${words}</title></g>`);
      if (!old) this.layers.tiles.append(group);
      this.tiles.set(key, { group, sign });
    }
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
function spotOf({ at, key, words, look, hint, corner, side, pressed }) {
  const [left, top] = cornerOf(at);
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
