// What can I do, and what have I done? The dock below the cities of who plays: choices as buttons, steps taken, and payments.
import { fill, html, made, mark, NOTHING } from "./dom.js";
import { cardFace, chip, currencyOf, falconPicture, icon, SIDES, tilePicture, valueOf } from "./pieces.js";
import { capital, counted, falconLook, sideWords, wallWords } from "./words.js";

const TITLES = { cards: "Take", slot: "Buy", beside: "Buy", preview: "Buy", reserve: "Rebuild", ability: "Ability", set: "Take", kind: "Kind", falcon: "Falcon", button: "Or", guard: "Guard", post: "Place", city: "Take out" };
const BUTTONS = { reserve: "Keep in reserve", give: "Give to Dirk", remove: "Take into the reserve", wake: "Wake the vizier", decline: "Not now", pass: "Pass", done: "No more falcons", end: "Go on to placing" };
export const ASKS = {
  pay: "Choose the cards to pay with.",
  square: "Choose a glowing square, or drag the tile there.",
  corner: "Choose a glowing corner.",
  guard: "Choose a glowing guard.",
  post: "Choose a glowing place for the guard.",
  side: "Choose a side.",
  kind: "Choose a kind.",
  city: "Choose a tile of your city.",
  cards: "Choose a card of the display.",
  preview: "Choose a tile of the preview.",
  slot: "Choose a tile of the market.",
  aside: "Choose a tile that you bought.",
  falcon: "Choose a falcon.",
};

export class Dock {
  constructor(root, game) {
    this.game = game;
    this.root = root;
    root.classList.add("dock");
    this.main = made("div", "choices");
    this.acts = made("div", "acts");
    this.steps = made("ol", "staged");
    mark(this.steps, "aria-label", "Your turn so far");
    root.append(this.main, this.acts, this.steps);
    this.sheet = made("div", "sheet pane");
    this.sheet.hidden = true;
    mark(this.sheet, "role", "dialog");
  }

  /** `play` has: frame, choices, staged (sentences), ends, busy, hints, rated, over. */
  show(play) {
    const { choices } = play;
    fill(this.steps, play.staged.map((text) => html`<li>You ${text}</li>`));
    fill(this.main, play.asking ? this.offers(play) : html`<p class="how">${play.idle}</p>`);
    const chosen = choices.depth > (choices.chosen[0]?.[0] === "aside" ? 1 : 0) || choices.picked.length;
    const acts = [];
    const button = (what, words, more = "", off = false) => html`<button class="${more}" data-do="${what}" data-key="do:${what}" ${off ? "disabled" : ""}>${words}</button>`;
    if (play.asking && choices.taking) acts.push(this.offer(choices.taking, `Take ${cardsWords(choices.picked.map((place) => choices.display[place]))}`, "main"));
    if (play.asking) acts.push(...this.answers(play));
    if (play.asking && chosen && this.sheet.hidden) acts.push(button("cancel", "Cancel"));
    if (play.asking) acts.push(button("undo", "Undo", "", !play.staged.length || play.busy));
    if (play.asking && play.ends) acts.push(button("send", "End turn", "main", play.busy));
    if (play.asking && !play.rated) acts.push(html`<button data-do="hint" data-key="do:hint" title="What would the search play?">${icon("hint")} <span class="hint-word">Hint</span></button>`);
    if (play.behind) acts.push(button("skip", "Skip", "main"));
    acts.push(html`<button class="quiet" data-do="menu" data-key="do:menu" aria-label="More" title="More">⋯</button>`);
    fill(this.acts, acts);
  }

  offer(offer, words, more = "") {
    return html`<button class="${more}" data-offer="${offer.action}" data-key="offer:${offer.action}">${words}${offer.now ? html` <small>(sent at once)</small>` : NOTHING}</button>`;
  }

  /** What can be done with the thing in hand besides choosing a square. */
  answers(play) {
    if (!play.choices.depth) return [];
    return play.choices.options("button").flatMap(([which, offers]) => offers.map((offer) => this.offer(offer, offer.label ?? BUTTONS[which] ?? capital(which))));
  }

  /** The choices at this point as buttons, for the keyboard and for people who would rather read. */
  offers(play) {
    const { choices, frame } = play;
    const { game } = this;
    const held = this.held(play);
    const groups = new Map();
    for (const [what, options] of choices.next()) {
      if (["square", "pay", "corner"].includes(what) || (what === "city" && !play.listsCity)) continue;
      if ((what === "aside" && held) || (what === "button" && choices.depth)) continue;
      const title = what === "side" ? "Side" : (TITLES[what] ?? capital(what));
      const buttons = what === "side" ? [this.sides(play, options)] : [...options].map(([which, offers]) => this.option(play, what, which, offers)).filter(Boolean);
      if (buttons.length) groups.set(title, [...(groups.get(title) ?? []), ...buttons]);
    }
    const rows = [...groups].map(([title, buttons]) => html`<div><dt>${title}</dt><dd>${buttons}</dd></div>`);
    const nothing = !held && !rows.length && play.ends ? html`<p class="how">Nothing is sent before you end the turn.</p>` : NOTHING;
    return html`${held ?? NOTHING}${nothing}<dl class="quick">${rows}</dl>`;
  }

  option(play, what, which, offers) {
    const { game } = this;
    const { frame } = play;
    const only = offers.length === 1 && offers[0].path.length === play.choices.depth + 1 ? offers[0] : null;
    const pressed = play.choices.state(what, which) === "chosen";
    if (what === "button" && only) return this.offer(only, only.label ?? BUTTONS[which] ?? capital(which));
    if (what === "cards") return only ? this.offer(only, cardsWords(which.split("+"))) : null;
    if ((what === "guard" || what === "post") && this.onBoard(play, which)) return null;
    const exact = offers.some((one) => one.exact);
    const words = this.named(play, what, which);
    return html`<button data-pick="${what}:${which}" data-key="option:${what}:${which}" aria-pressed="${pressed}">${words}${exact ? html` <b class="gain">exact</b>` : NOTHING}${only?.now ? html` <small>(sent at once)</small>` : NOTHING}</button>`;
  }
  onBoard(play, post) {
    const [tile] = post.split(" ");
    return Object.values(play.frame.seats[this.game.you].city).includes(tile);
  }
  named(play, what, which) {
    const { game } = this;
    const { frame } = play;
    if (what === "slot") return game.word(frame.market[which - 1], frame);
    if (what === "preview") return game.word(frame.preview[which - 1], frame);
    if (what === "beside" || what === "reserve" || what === "aside") return game.word(which, frame);
    if (what === "city") return game.word(frame.seats[game.you].city[which], frame);
    if (what === "ability") return html`${capital(which)} <small>${counted(game.data.abilities?.[which]?.cost ?? 1, "guard")}</small>`;
    if (what === "kind") return html`${chip(which)} ${which}`;
    if (what === "falcon") return html`${falconPicture(falconLook(which), falconLook(which).words)}`;
    if (what === "set") return `set ${which}`;
    if (what === "guard" || what === "post") return `${game.word(which.split(" ")[0], frame)}, ${sideWords(which.split(" ")[1])} (reserve)`;
    return which;
  }

  /** The tile in hand: large, to be dragged, with the others that wait. */
  held(play) {
    const { game } = this;
    const { choices, frame } = play;
    const asides = [...new Set(choices.legal.map(({ path }) => path[0]).filter((step) => step?.[0] === "aside").map((step) => step[1]))];
    const kept = choices.chosen.find(([what]) => what === "reserve");
    const names = asides.length ? asides : kept ? [kept[1]] : [];
    if (!names.length || !["aside", "reserve"].includes(choices.chosen[0]?.[0])) return null;
    const what = asides.length ? "aside" : "reserve";
    const tiles = names.map((name) => {
      const words = `Place ${game.word(name, frame)}${wallWords(game.look(name, frame))}`;
      return html`<button data-pick="${what}:${name}" data-drag="${name}" data-key="held:${name}" aria-pressed="${choices.chosen[0][1] === name}" aria-label="${words}">${tilePicture(game.look(name, frame), words)}</button>`;
    });
    const squares = choices.options("square").length + choices.options("city").length;
    const how = names.length > 1 ? "choose which goes first" : squares ? "drag it, or choose a square" : choices.next().has("side") ? "" : "it fits nowhere now";
    return html`<div class="in-hand">${tiles}<span class="how">${how}</span></div>`;
  }

  sides(play, options) {
    const open = new Map(options);
    const buttons = SIDES.filter((side) => open.has(side)).map((side) => html`<button data-pick="side:${side}" data-key="side:${side}">${sideWords(side)}</button>`);
    return html`${buttons}`;
  }

  /** A sheet with ways to pay, or with offers that differ only in how they are done. */
  openSheet(title, offers, cardsOf) {
    const ways = offers.map((offer) => {
      const cards = cardsOf(offer);
      const words = offer.label ?? offer.text;
      return html`<button class="${offer.exact ? "exact" : ""}" data-offer="${offer.action}" data-key="way:${offer.action}"><span class="cards">${cards.map((card) => html`<span class="cash mini cur-${currencyOf(card)}">${cardFace(card)}</span>`)}</span><span class="tag">${words}${offer.now ? " (sent at once)" : ""}</span></button>`;
    });
    this.fillSheet(title, html`<div class="ways">${ways}</div><div class="foot"><button data-do="cancel" data-key="do:cancel">Cancel</button></div>`);
  }
  fillSheet(title, inside) {
    mark(this.sheet, "aria-label", title);
    fill(this.sheet, html`<h2>${title}</h2>${inside}`);
    this.sheet.hidden = false;
    this.root.querySelector("[data-do=cancel]")?.remove();
    this.sheet.querySelector("button")?.focus({ preventScroll: true });
  }
  closeSheet() {
    if (this.sheet.hidden) return false;
    this.sheet.hidden = true;
    fill(this.sheet, NOTHING);
    return true;
  }
}

export const cardsWords = (cards) => {
  const words = cards.map((card) => `${valueOf(card)} ${currencyOf(card)}`);
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
};
