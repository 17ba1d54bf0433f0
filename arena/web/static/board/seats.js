// What is seen of one seat? Name, score, city, hand, tiles bought and kept.
import { fill, html, made, mark, NOTHING, unchanged } from "./dom.js";
import { CityWindow } from "./city.js";
import { CURRENCIES, chip, currencyOf, disc, icon, money, tilePicture, valueOf } from "./pieces.js";
import { counted, signed, wallWords, whereabouts } from "./words.js";

const CROWD = 8; // cards; more of them leave no room for their number

/** The panel of one seat. As a thumbnail it has a small city and sums in place of cards. */
export class SeatPanel {
  constructor(game, seat) {
    this.game = game;
    this.seat = seat;
    this.root = made("article", `seat pane s${seat}`);
    this.root.dataset.seat = seat;
    this.head = made("header", "");
    this.foot = made("footer", "");
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "city");
    this.svg = svg;
    this.city = new CityWindow(svg);
    this.root.append(this.head, svg, this.foot);
  }

  show(scene, thumb) {
    const { game, seat } = this;
    const { frame } = scene;
    const own = frame.seats[seat];
    const can = scene.can?.seat === seat ? scene.can : null;
    const laid = [frame.pieces, frame.wall_pieces, frame.guards]; // what lies on tiles
    this.root.classList.toggle("turn", frame.on === seat);
    this.root.classList.toggle("thumb", thumb);
    mark(this.root, "aria-label", `${game.names[seat]}, ${own.score} points`);
    if (!unchanged(this.head, own, frame.on === seat, scene.gains?.[seat], scene.walls, scene.pinned === seat, thumb)) fill(this.head, this.header(scene, own, thumb));
    if (!unchanged(this.foot, own, can, thumb, ...laid)) fill(this.foot, thumb ? this.summary(own, frame) : this.belongings(own, frame, scene));
    const same = unchanged(this.svg, own.city, own.wall, can, thumb, ...laid);
    if (!same) {
      mark(this.svg, "role", can && !can.marks ? "group" : "img");
      mark(this.svg, "aria-label", this.description(frame));
    }
    this.city.show({
      tiles: same ? null : this.tiles(own, frame, can),
      view: scene.view(seat),
      small: thumb,
      fresh: scene.fresh[seat],
      pops: scene.pops,
      wall: scene.walls ? own.wall : undefined,
      falcons: own.falcons,
      spots: can && !thumb ? can.spots : [],
    });
  }

  /** Every tile of the city: square, look, and what clicking it chooses. */
  tiles(own, frame, can) {
    const choosing = can && !can.marks;
    const covered = new Set(choosing ? can.spots.filter((spot) => spot.look).map((spot) => spot.at) : []);
    return Object.entries(own.city).map(([key, name]) => [key, this.game.look(name, frame), choosing && !covered.has(key) && can.state("city", key) ? `city:${key}` : undefined]);
  }

  description(frame) {
    const { city, wall } = frame.seats[this.seat];
    const tiles = Object.entries(city).filter(([key]) => key !== "0,0");
    const told = tiles.map(([key, name]) => `${this.game.word(name, frame)} ${whereabouts(key)}`).join("; ");
    return `City of ${this.game.names[this.seat]}, longest wall ${wall.length}. ${told || "The fountain alone"}.`;
  }

  header(scene, own, thumb) {
    const { game, seat } = this;
    const turn = scene.frame.on === seat;
    const gain = scene.gains?.[seat];
    const who = thumb
      ? html`<button class="enlarge" data-large="${seat}" data-key="large:${seat}" title="Show this city large">${disc(seat)}<span class="name">${game.names[seat]}</span></button>`
      : html`${disc(seat, "big")}<span class="name">${game.names[seat]}</span>`;
    const moving = turn ? html`<span class="to-move">${game.you === seat ? "your turn" : thumb ? html`▶<span class="unseen"> to move</span>` : "▶ to move"}</span>` : NOTHING;
    const vizier =
      own.vizier === undefined ? NOTHING : html`<span class="vizier" title="The vizier is ${own.vizier ? "awake" : "asleep"}">${icon(own.vizier ? "sun" : "moon")}<span class="long">${thumb ? "" : "vizier "}${own.vizier ? "awake" : "asleep"}</span></span>`;
    const wall = thumb
      ? NOTHING
      : html`<button class="wall-button" data-do="walls" data-key="walls:${seat}" aria-pressed="${scene.walls}" title="Light the longest walls (w)">wall ${own.wall.length}</button>`;
    const pinned = !thumb && scene.pinned === seat ? html`<button class="pin" data-do="unpin" data-key="unpin" title="Show who moves again">${icon("pin")}<span class="unseen">Show who moves again</span></button>` : NOTHING;
    return html`${who}${moving}${vizier}${wall}${pinned}<span class="points">${gain ? html`<span class="gain ${gain < 0 ? "loss" : ""}">${signed(gain)}</span>` : NOTHING}${own.score}</span>`;
  }

  belongings(own, frame, scene) {
    const purses = typeof own.hand === "number" ? [] : CURRENCIES.map((currency) => own.hand.filter((card) => currencyOf(card) === currency)).filter((purse) => purse.length);
    const hand = purses.length
      ? html`<span class="hand">${purses.map((purse) => html`<span class="purse">${purse.map((card) => html`<span class="lap">${money(card, "mini")}</span>`)}</span>`)}</span>`
      : html`<span class="hand hidden-hand">${Array.from({ length: Math.min(3, own.hand.length ?? own.hand) }, () => html`<span class="cash mini face-down"></span>`)}</span>`;
    const halves = (own.halves ?? []).map((kind) => html`<span class="half" title="half a ${kind}">½${chip(kind)}</span>`);
    const count = own.hand.length ?? own.hand;
    return html`${hand}${(count > CROWD || own.aside.length || own.reserve.length) && purses.length ? NOTHING : html`<span class="how-many">${counted(count, "card")}</span>`}${halves.length ? html`<span class="tray">${halves}</span>` : NOTHING}${this.tray("bought", own.aside, frame, scene)}${this.tray("reserve", own.reserve, frame, scene)}`;
  }

  tray(word, names, frame, scene) {
    if (!names.length) return NOTHING;
    const what = word === "bought" ? "aside" : "reserve";
    const tiles = names.map((name) => {
      const words = `${word}: ${this.game.word(name, frame)}${wallWords(this.game.look(name, frame))}`;
      const picture = tilePicture(this.game.look(name, frame), words);
      const state = scene.can?.seat === this.seat && scene.can.state(what, name);
      if (state && scene.can.marks) return html`<span class="kept marked ${state}">${picture}</span>`;
      return state ? html`<button class="kept ${state}" data-pick="${what}:${name}" data-drag="${name}" data-key="${what}:${name}" aria-pressed="${state === "chosen"}">${picture}</button>` : picture;
    });
    return html`<span class="tray"><span class="caption">${word}</span>${tiles}</span>`;
  }

  summary(own, frame) {
    const sums = (typeof own.hand === "number" ? [] : CURRENCIES).map((currency) => [currency, own.hand.filter((card) => currencyOf(card) === currency).reduce((all, card) => all + valueOf(card), 0)]);
    const worth = sums.filter(([, value]) => value).map(([currency, value]) => html`<b class="worth cur-${currency}" title="${value} ${currency}"><i>${icon(currency)}</i>${value}</b>`);
    const tiles = (word, names) =>
      names.length ? html`<span class="tray"><span class="caption">${word}</span>${names.map((name) => tilePicture(this.game.look(name, frame), `${word}: ${this.game.word(name, frame)}`))}</span>` : NOTHING;
    return html`<span class="how-many">${counted(own.hand.length ?? own.hand, "card")}</span>${worth}${tiles("bought", own.aside)}${tiles("reserve", own.reserve)}`;
  }
}
