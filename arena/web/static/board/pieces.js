// What does each thing look like? Icons, tiles, cards and seats of our own drawing, told apart by colour, sign and letter.
import { html, NOTHING } from "./dom.js";

export const KINDS = ["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"];
export const CURRENCIES = ["denar", "dirham", "ducat", "florin"];
export const SIDES = ["N", "E", "S", "W"];
export const LETTERS = { pavilion: "P", seraglio: "S", arcades: "A", chambers: "C", garden: "G", tower: "T" };

// Each on a field of 24 by 24; where outlines overlap they cut holes.
const ICONS = {
  pavilion: "M12 1.5 22.5 8v2.600h-21V8zM4 12h2.800v6.5H4zm6.6 0h2.800v6.5h-2.800zm6.6 0H20v6.5h-2.800zM2.2 20h19.600v2.5H2.200z",
  seraglio: "M12 .8c.5 2 1.7 3.1 3.7 4.6 2.7 2 3.9 3.9 3.9 6.200v10.900h-4.800v-4.200a2.8 2.8 0 0 0-5.6 0v4.200H4.400V11.600c0-2.3 1.2-4.2 3.9-6.2 2-1.5 3.2-2.6 3.7-4.600z",
  arcades: "M1.2 2.800h21.600v3.400H1.200zM2 7.700h20v14.800h-3.300V16a2.6 2.6 0 0 0-5.2 0v6.5h-3V16a2.6 2.6 0 0 0-5.2 0v6.5H2z",
  chambers: "M12 1.8 23 10.600h-3v11.900H4V10.600H1zM6.9 12.800v3.600h3.600v-3.600zm6.6 0v9.700h3.800v-9.700z",
  garden: "M7.2 1.300c2.9 3.7 4.3 7 4.3 9.8 0 2.9-1.2 4.8-3.1 5.300v6.100H6v-6.100c-1.9-.5-3.1-2.4-3.1-5.3 0-2.8 1.4-6.1 4.3-9.800zM17.6 8.300a4.6 4.6 0 0 1 1.2 9v5.200h-2.400v-5.200a4.6 4.6 0 0 1 1.2-9z",
  tower: "M4.8 1.5H8v2.600h2.300V1.5h3.400v2.600H16V1.5h3.200V8.200l-2 1.900v12.400h-3.400v-3.800a1.8 1.8 0 0 0-3.6 0v3.800H6.800V10.100l-2-1.900zM11 11.200v3.5h2v-3.5z",
  fountain: "M1.8 13.300h20.400c-.4 3.1-2.9 5.3-6.7 6v1.200h2v2h-11v-2h2v-1.200c-3.8-.7-6.3-2.9-6.7-6zM12 1.300c2 2.6 3 4.4 3 6a3 3 0 0 1-6 0c0-1.6 1-3.4 3-6zM4.8 4.900c1.3 1.7 1.9 2.9 1.9 3.900a1.9 1.9 0 0 1-3.8 0c0-1 .6-2.2 1.9-3.900zm14.4 0c1.3 1.7 1.9 2.9 1.9 3.900a1.9 1.9 0 0 1-3.8 0c0-1 .6-2.2 1.9-3.900z",
  camp: "M11.2.8h6l-2 1.9 2 1.900h-4.400v2L23 22.5H1L11.2 6.600zM12 11.5l-4 11h8z",
  bazaar: "M3.2 2h17.600L23 8.700a2.750 2.750 0 0 1-5.5 0 2.750 2.750 0 0 1-5.5 0 2.750 2.750 0 0 1-5.5 0 2.750 2.750 0 0 1-5.5 0zM3.5 13.300H6v4.400h12v-4.400h2.5v9.200h-17z",
  medina: "M1.5 22.5V12.200L5 8.700l3.5 3.5V6L12.5 2l4 4v4.5l2.5-2 3.5 3v11zM4 14v2.800h2V14zm7.5-6.5v3h2v-3zm-1 7.5v7.5h4V15zM18 13.5v2.800h2v-2.800z",
  plaza: "M12 1l3.2 3.300h4.5v4.5L23 12l-3.3 3.200v4.5h-4.5L12 23l-3.2-3.300H4.300v-4.5L1 12l3.3-3.200V4.300h4.5zm0 5.600L6.6 12l5.4 5.4 5.4-5.400z",
  falcon: "M12 3.600c1.6 0 2.7 1 3 2.5l7.6-1.5c-1 5.1-3.7 8.3-7.6 9.5l-1.7 6.900h-2.600L9 14.100c-3.9-1.2-6.6-4.4-7.6-9.5L9 6.100c.3-1.5 1.4-2.5 3-2.5z",
  guard: "M18.6 1.200l2.2 3.300h-1.200v18h-2v-18h-1.200zM9 1.800l4.8 4.400H4.200zM5.6 7.5h6.800v2.300a3.4 3.4 0 0 1-6.8 0zM9 14.200c4 0 6.3 2.6 6.3 6.200v2.100H2.700v-2.100c0-3.6 2.3-6.2 6.3-6.200z",
  denar: "M12 .8l3.1 5.5h6.600L18.5 12l3.2 5.700h-6.600L12 23.200l-3.1-5.5H2.300L5.5 12 2.3 6.300h6.600z",
  dirham: "M16.8 2.700A10.3 10.3 0 1 0 22 15.3 8.3 8.3 0 1 1 16.8 2.700z",
  ducat: "M2.8 2.800c3.5 1.4 5.9 1.3 9.2-1 3.3 2.3 5.7 2.4 9.2 1v8.5c0 6-3.6 9.5-9.2 11.9-5.6-2.4-9.2-5.9-9.2-11.900z",
  florin: "M8.5 1h7v7.5H23v7h-7.5V23h-7v-7.5H1v-7h7.5z",
  first: "M4 4h3.200v16H4zm16.5 0v16L8.7 12z",
  back: "M18 4v16L6 12z",
  on: "M6 4v16l12-8z",
  end: "M16.8 4H20v16h-3.200zM3.5 4l11.8 8-11.8 8z",
  pause: "M5 4h5v16H5zm9 0h5v16h-5z",
  wall: "M1.5 5.5h4.300v3.200h3.900V5.5h4.600v3.200h3.900V5.5h4.300V20h-21z",
  moon: "M16.8 2.700A10.3 10.3 0 1 0 22 15.3 8.3 8.3 0 1 1 16.8 2.700z",
  sun: "M12 6.600a5.4 5.4 0 1 1 0 10.8 5.4 5.4 0 0 1 0-10.800zM11 1h2v3.600h-2zm0 18.400h2V23h-2zM1 11h3.600v2H1zm18.4 0H23v2h-3.600zM3.7 5.100l1.4-1.4 2.6 2.6-1.4 1.400zM16.3 17.700l1.4-1.4 2.6 2.6-1.4 1.400zM3.7 18.900l2.6-2.6 1.4 1.4-2.6 2.600zM16.3 6.300l2.6-2.6 1.4 1.4-2.6 2.600z",
  hidden: "M3.8 2.4 21.6 20.200l-1.4 1.4-3.6-3.600c-1.4.6-2.9.9-4.6.9-5.3 0-9.2-3.3-11-6.9.9-1.8 2.3-3.5 4.1-4.800L2.4 3.800zM12 5.100c5.3 0 9.2 3.3 11 6.9-.7 1.4-1.7 2.7-3 3.900l-3.3-3.300a4.8 4.8 0 0 0-5.3-5.300L9.6 5.400c.8-.2 1.6-.3 2.4-.3z",
  pin: "M8 1.5h8v2l-1.3 1v5.300l3.3 3.400v2h-5v6l-1 1.8-1-1.800v-6H6v-2l3.3-3.400V4.5L8 3.5z",
  hint: "M12 1.300a7.3 7.3 0 0 1 4.2 13.300V18H7.800v-3.400A7.3 7.3 0 0 1 12 1.300zM8.3 19.300h7.400v2h-1.600l-.9 1.5h-2.400l-.9-1.5H8.300z",
};

/** All icons as symbols, once in a document. */
export function installIcons(within) {
  const holder = within.ownerDocument;
  if (holder.getElementById("i-pavilion")) return;
  const symbols = Object.entries(ICONS).map(
    ([name, path]) => html`<symbol id="i-${name}" viewBox="0 0 24 24"><path fill="currentColor" fill-rule="evenodd" d="${path}"/></symbol>`,
  );
  const sheet = holder.createElement("div");
  sheet.className = "board-icons";
  sheet.innerHTML = String(html`<svg width="0" height="0" aria-hidden="true">${symbols}</svg>`);
  holder.body.append(sheet);
}

export const icon = (name, more = "") => html`<svg class="icon ${more}" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-${name}"/></svg>`;
const inset = (name, x, y, size) => html`<use href="#i-${name}" x="${x}" y="${y}" width="${size}" height="${size}"/>`;
const turned = (side, drawing) => html`<g transform="rotate(${SIDES.indexOf(side) * 90} 50 50)">${drawing}</g>`;

const STONES = html`<path class="wall" d="M0 0h100v9l-5 6H5L0 9z"/><path class="joint" d="M20 2v11M40 2v11M60 2v11M80 2v11"/>`;
const LINE = html`<path class="edge" d="M0 15.5h100"/>`;
const BASTION = html`<path class="bastion" d="M18 0h64v9l-9 8H27l-9-8z"/><path class="arrow" d="M50-8 63 9H37z"/>`;
const TOWER = html`<path class="turret" d="M37 0v16h26V0h-6v4h-4V0h-6v4h-4V0z"/>`;
const GUARD = html`<circle class="guard" r="13"/><path class="guard-sign" d="M-4.5-3a4.5 4.5 0 0 1 9 0zM-7 8c0-6 3-9 7-9s7 3 7 9z"/>`;
const POSTS = { N: "50 9", E: "91 50", S: "50 91", W: "9 50" };
const guardAt = (side) => html`<g transform="translate(${POSTS[side]})">${GUARD}</g>`;

const DRAWINGS = new WeakMap(); // look → what was drawn of it before

/** A tile on a field of 100 by 100. Walls are bars of stone 15 wide; sign and price keep clear of them. `small` leaves
    out what nobody can read on a thumbnail. */
export function piece(look, small = false) {
  const drawings = DRAWINGS.get(look) ?? {};
  DRAWINGS.set(look, drawings);
  return (drawings[small] ??= drawnPiece(look, small));
}

function drawnPiece(look, small) {
  const { group, kind, walls = "", bastions = "", towers = "", guards = "" } = look;
  const all = (sides, drawing) => [...sides].map((side) => turned(side, drawing));
  return html`<g class="piece k-${kind ?? group} ${look.floor ? "floor" : ""}"><rect class="base" x="1" y="1" width="98" height="98" rx="6"/>${
    (FACES[group] ?? buildingFace)(look, roomWithin(walls + bastions), small)
  }${all(walls, LINE)}${all(walls, STONES)}${all(bastions, BASTION)}${all(towers, TOWER)}${[...guards].map(guardAt)}</g>`;
}

function roomWithin(walls) {
  const top = walls.includes("N") ? 18 : 8;
  const bottom = walls.includes("S") ? 83 : 92;
  const middle = 50 + (walls.includes("W") ? 5 : 0) - (walls.includes("E") ? 5 : 0);
  return { top, bottom, middle };
}

const PAVING = html`<path class="paving" d="M34 1V99M67 1V99M1 34H99M1 67H99"/>`;
const label = (look, { middle, bottom }) =>
  html`<text x="${middle}" y="${bottom - 2}"><tspan class="letter">${LETTERS[look.kind] ?? look.letter ?? ""}</tspan><tspan dx="4">${look.price ?? ""}</tspan></text>`;

function buildingFace(look, room, small) {
  const { top, bottom, middle } = room;
  const size = small ? 60 : Math.min(46, bottom - top - 29);
  const high = small ? (top + bottom - size) / 2 : top + 1;
  const price = small ? NOTHING : label(look, room);
  if (!look.floor) return html`${inset(look.kind ?? look.group, middle - size / 2, high, size)}${price}`;
  if (!look.kind) return html`${PAVING}${price}`;
  const radius = small ? 34 : size * 0.56;
  const medal = small ? (top + bottom) / 2 : high + radius;
  const sign = radius * 1.25;
  return html`${PAVING}<circle class="medal" cx="${middle}" cy="${medal}" r="${radius}"/><g class="medal-sign">${inset(look.kind, middle - sign / 2, medal - sign / 2, sign)}</g>${price}`;
}

function bazaarFace(look, _room, small) {
  const stalls = look.kinds.map(
    (kind, i) => html`<g class="k-${kind}" transform="translate(${4 + i * 31.5} 46)"><rect class="stall" width="29" height="50" rx="5"/><g class="ink">${inset(kind, small ? 2 : 4, small ? 12 : 3, small ? 25 : 21)}</g>${
      small ? NOTHING : html`<text class="tiny" x="14.5" y="45">${LETTERS[kind]}</text>`
    }</g>`,
  );
  return html`<g class="cur-${look.currency}"><path class="awning" d="M1 7a6 6 0 0 1 6-6h86a6 6 0 0 1 6 6v26l-8.2 7-8.2-7-8.2 7-8.2-7-8.2 7-8.2-7-8.2 7-8.2-7-8.2 7-8.2-7-8.2 7L1 33z"/><g class="cur-ink">${inset(look.currency, 38, 5, 24)}</g></g>${stalls}`;
}

const FACES = {
  bazaar: bazaarFace,
  fountain: () => html`<circle class="rim" cx="50" cy="50" r="42"/>${inset("fountain", 22, 20, 56)}`,
  plaza: () => html`<path class="paving" d="M50 1V99M1 50H99"/>${inset("plaza", 17, 17, 66)}`,
};

/** A tile as a picture of its own, with words for who cannot see it. */
export const tilePicture = (look, words) =>
  html`<svg class="tile" viewBox="${look.group === "camp" ? "-10 -10 120 120" : "-1 -1 102 102"}" role="img" aria-label="${words}"><title>${words}</title>${piece(look)}</svg>`;
export const emptyPicture = (words) =>
  html`<svg class="tile" viewBox="0 0 100 100" role="img" aria-label="${words}"><rect class="gone" x="8" y="8" width="84" height="84" rx="8"/></svg>`;

export const chip = (kind) => html`<span class="chip k-${kind}">${icon(kind)}</span>`;
export const plainChip = (name) => html`<span class="chip k-plain">${icon(name)}</span>`;

/** A seat's disc with its number; "D" is Dirk. */
export const disc = (seat, more = "") =>
  seat === "D" ? html`<span class="disc sD ${more}" aria-hidden="true">D</span>` : html`<span class="disc s${seat} ${more}" aria-hidden="true">${Number(seat) + 1}</span>`;

export const currencyOf = (card) => card.split("-")[0];
export const valueOf = (card) => Number(card.split("-")[1]);

/** The face of a money card. */
export const cardFace = (card) =>
  html`<span class="sign">${icon(currencyOf(card))}</span><span class="value">${valueOf(card)}<small>${currencyOf(card)}</small></span>`;
export const money = (card, more = "") => html`<span class="cash cur-${currencyOf(card)} ${more}" title="${valueOf(card)} ${currencyOf(card)}">${cardFace(card)}</span>`;

const COLOURS = { black: ["#1c1c1c", "#ffffff"], brown: ["#7a4a21", "#ffffff"], white: ["#f4f1ea", "#222222"] };

/** A falcon on its disc: `look` has a colour and two kinds. */
export function falconDisc(look, radius = 20) {
  const [ground, ink] = COLOURS[look.colour];
  const size = radius * 1.2;
  return html`<g class="falcon"><circle r="${radius}" fill="${ground}"/><g color="${ink}">${inset("falcon", -size / 2, -size / 2, size)}</g></g>`;
}
export const falconPicture = (look, words) =>
  html`<svg class="bird" viewBox="-24 -24 48 62" role="img" aria-label="${words}"><title>${words}</title>${falconDisc(look)}${look.kinds.map(
    (kind, i) => html`<g class="k-${kind}" transform="translate(${i ? 1 : -19} 19)"><rect class="stall" width="18" height="18" rx="4"/><g class="ink">${inset(kind, 2, 2, 14)}</g></g>`,
  )}</svg>`;
