// What lies on the table? Market, bazaars, preview, falcons, money, stocks, abilities, stands and Dirk.
import { fill, html, made, NOTHING, unchanged } from "./dom.js";
import { CURRENCIES, cardFace, chip, currencyOf, disc, emptyPicture, falconPicture, icon, KINDS, tilePicture, valueOf } from "./pieces.js";
import { capital, counted, falconLook, wallWords } from "./words.js";

const BLOCKS = ["market", "preview", "beside", "display", "sets", "birds", "abilities", "stands", "strips", "stock", "dirk"];

/** The rail with everything that belongs to no seat. `can` says what may be chosen; nothing may in a replay. */
export class TablePanel {
  constructor(root, game) {
    this.game = game;
    this.blocks = Object.fromEntries(BLOCKS.map((name) => [name, made("div", `block ${name}`)]));
    root.append(...Object.values(this.blocks));
  }

  show(frame, can) {
    for (const name of BLOCKS) {
      const [draw, ...fields] = DRAWN[name];
      if (unchanged(this.blocks[name], can, ...fields.map((field) => frame[field]))) continue;
      const inside = draw(this.game, frame, can);
      this.blocks[name].hidden = inside === NOTHING;
      fill(this.blocks[name], inside);
    }
  }
}

/** Something that can be chosen now, that cannot and says why, or that only lies there, perhaps with a mark. */
function choice(can, what, which, className, inside, words) {
  const key = `${what}:${which}`;
  const state = can?.state(what, which);
  if (!state || can.marks) return html`<div class="${className} ${state ? `marked ${state}` : ""}">${inside}</div>`;
  return html`<button class="${className} ${state}" data-pick="${key}" data-key="${key}" aria-pressed="${state === "chosen"}" title="${words}">${inside}</button>`;
}

function market(game, frame, can) {
  const slots = frame.market.map((name, i) => {
    const currency = CURRENCIES[i];
    const words = name ? `${game.word(name, frame)} for ${currency}${wallWords(game.look(name, frame))}` : `${currency}: no tile`;
    const inside = html`<span class="ribbon">${icon(currency)}${currency}</span>${name ? tilePicture(game.look(name, frame), words) : emptyPicture(words)}`;
    return choice(can, "slot", i + 1, `slot cur-${currency}`, inside, words);
  });
  return html`<h2>Market</h2><div class="slots">${slots}</div>`;
}

function preview(game, frame, can) {
  if (!frame.preview) return NOTHING;
  const fields = frame.preview.map((name, i) => {
    const words = name ? `preview ${i + 1}: ${game.word(name, frame)}${wallWords(game.look(name, frame))}` : `preview ${i + 1}: no tile`;
    return choice(can, "preview", i + 1, "offer", name ? tilePicture(game.look(name, frame), words) : emptyPicture(words), words);
  });
  return html`<h2>Preview</h2><div class="lane">${fields}</div>`;
}

function beside(game, frame, can) {
  if (!frame.beside?.length) return NOTHING;
  const offers = frame.beside.map(({ tile, price }) => {
    const look = game.look(tile, frame);
    const words = `${game.word(tile, frame)}${price ? `, now for ${price} ${look.currency}, paid exactly` : ", not for sale now"}`;
    return html`<figure>${choice(can, "beside", tile, "offer", tilePicture(look, words), words)}<figcaption>${price ? `now ${price}` : "not now"}</figcaption></figure>`;
  });
  return html`<h2>Bazaars</h2><div class="lane ${frame.beside.length > 3 ? "crowded" : ""}">${offers}</div>`;
}

function display(_game, frame, can) {
  const cards = frame.display.map((card, i) => {
    const words = `${valueOf(card)} ${currencyOf(card)}`;
    return choice(can, "card", i, `cash cur-${currencyOf(card)}`, cardFace(card), words);
  });
  return html`<h2>Money on display</h2><div class="lane coins">${cards}</div>`;
}

function sets(_game, frame, can) {
  if (!frame.sets || !Object.keys(frame.sets).length) return NOTHING;
  const all = Object.entries(frame.sets).map(([number, cards]) => {
    const words = `Money set ${number}`;
    return choice(can, "set", number, "set", html`<b>${number}</b>${cards.map((card) => html`<span class="cash mini cur-${currencyOf(card)}">${cardFace(card)}</span>`)}`, words);
  });
  return html`<h2>Money sets</h2><div class="column">${all}</div>`;
}

function birds(_game, frame, can) {
  if (!frame.falcons?.length) return NOTHING;
  const all = frame.falcons.map((name) => {
    const look = falconLook(name);
    return choice(can, "falcon", name, "bird-offer", falconPicture(look, look.words), look.words);
  });
  return html`<h2>Falcons for sale</h2><div class="lane flock" tabindex="0" role="group" aria-label="Falcons for sale">${all}</div>`;
}

function abilities(game, frame, can) {
  const all = Object.entries(game.data.abilities ?? {});
  if (!all.length) return NOTHING;
  const rows = all.map(([name, { cost, text }]) => {
    const used = frame.used?.includes(name);
    const inside = html`<span>${capital(name)}</span><span class="cost" title="${counted(cost, "guard")}">${Array.from({ length: cost }, () => icon("guard"))}</span>`;
    return choice(can, "ability", name, `ability ${used ? "used" : ""}`, inside, `${capital(name)}, ${counted(cost, "guard")}${used ? ", used this turn" : ""}: ${text}`);
  });
  return html`<h2>Abilities</h2><div class="powers">${rows}</div>`;
}

function stands(_game, frame) {
  if (!frame.stands) return NOTHING;
  const { sizes, stood, points } = frame.stands;
  let left = stood;
  const places = sizes.map((size, i) => {
    const here = size ? Math.min(size, left) : left;
    left -= here;
    return html`<span class="stand ${here ? "held" : ""}" title="stand ${i + 1}: ${here} of ${size || "any number"}">${here}<small>/${size || "∞"}</small></span>`;
  });
  return html`<h2>Guards on stands: ${stood}, worth ${points} each</h2><div class="places">${places}</div>`;
}

function strips(_game, frame) {
  if (!frame.strips?.length) return NOTHING;
  const rows = frame.strips.map((kinds, i) => html`<li title="Scoring ${i + 1}, from cheap to dear: ${kinds.join(", ")}"><b>${i + 1}</b>${kinds.map((kind) => chip(kind))}</li>`);
  return html`<h2>What scorings pay, cheap to dear</h2><ol class="orders">${rows}</ol>`;
}

function stock(_game, frame) {
  const left = frame.left;
  const more = left
    ? [html`<b>${left.guards}</b><span>guards left</span>`, html`<b>${left.wall_pieces}</b><span>wall pieces</span>`, html`<b>${left.plazas}</b><span>plazas</span>`]
    : [];
  return html`<div class="stocks"><b>${frame.deck}</b><span>cards in the deck</span><b>${frame.discard}</b><span>discarded</span><b>${frame.bag}</b><span>tiles in the bag</span>${more}</div>`;
}

function dirk(game, frame) {
  if (!frame.dirk) return NOTHING;
  const looks = frame.dirk.map((name) => game.look(name, frame));
  const counts = KINDS.map((kind) => html`<li title="Dirk: ${kind}">${chip(kind)}<span class="unseen">${kind} </span>${looks.filter((look) => look.kind === kind).length}</li>`);
  const others = looks.filter((look) => !look.kind).length;
  return html`<h2>${disc("D")} Dirk, ${counted(looks.length, "tile")}${others ? `, ${others} of no kind` : ""}</h2><ul>${counts}</ul>`;
}

const ON_TILES = ["pieces", "wall_pieces", "guards"];
// How a block is drawn, and the fields of a frame that it is drawn from.
const DRAWN = {
  market: [market, "market", ...ON_TILES],
  preview: [preview, "preview", ...ON_TILES],
  beside: [beside, "beside"],
  display: [display, "display"],
  sets: [sets, "sets"],
  birds: [birds, "falcons"],
  abilities: [abilities, "used"],
  stands: [stands, "stands"],
  strips: [strips, "strips"],
  stock: [stock, "deck", "discard", "bag", "left"],
  dirk: [dirk, "dirk", ...ON_TILES],
};
