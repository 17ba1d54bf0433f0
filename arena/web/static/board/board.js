// The board: one component for replays, live games, playing by hand, a page of its own and a notebook. It knows no rule of the game.
import { fill, html, made, mark } from "./dom.js";
import { showLeads } from "./leads.js";
import { disc, installIcons } from "./pieces.js";
import { SeatPanel } from "./seats.js";
import { TablePanel } from "./table.js";
import { listed } from "./words.js";

const PHONE = 700;

/** The parts of the board and what they show. Who steers it (a replay, a table) hands it scenes. */
export class Board {
  constructor(root, game) {
    this.root = root;
    this.game = game;
    this.walls = false;
    this.tab = null; // what a phone shows: a seat, "leads" or "moves"; null follows who moves
    this.large = null; // the seat that was chosen to be large; null follows who moves
    installIcons(root);
    root.classList.add("arena-board");
    root.replaceChildren();
    this.plan = made("div", "plan");
    this.parts = {};
    const part = (tag, name, label) => {
      const element = made(tag, name);
      if (label) element.setAttribute("aria-label", label);
      this.parts[name] = element;
      return element;
    };
    const side = made("div", "side");
    side.append(part("section", "leads", "Majorities"), part("section", "moves", "Moves"));
    this.plan.append(
      part("section", "table", "Market and money"), part("div", "told"), part("div", "tabs", "What is shown"), part("section", "cities", "Cities"), part("section", "time", "Controls"), side,
    );
    for (const name of ["table", "leads", "moves", "time"]) this.parts[name].classList.add("pane");
    mark(this.parts.table, "tabindex", 0); // it scrolls where there is much on the table
    mark(this.parts.leads, "tabindex", 0);
    mark(this.parts.tabs, "role", "group");
    mark(this.parts.told, "aria-live", "polite");
    root.append(this.plan);
    this.table = new TablePanel(this.parts.table, game);
    this.panels = game.seats.map((seat) => new SeatPanel(game, seat));
    this.parts.cities.append(...this.panels.map((panel) => panel.root));
    this.plan.classList.toggle("tall", Boolean(game.data.start.falcons || game.data.abilities));
    this.parts.cities.dataset.seats = game.seats.length;
    this.fit();
    root.addEventListener("click", (event) => this.clicked(event));
    new ResizeObserver(() => this.fit()).observe(root);
  }

  /** The board fills what the page leaves of the window. */
  fit() {
    this.phone = this.root.clientWidth <= PHONE;
    const top = Math.round(this.root.getBoundingClientRect().top + scrollY);
    if (this.top !== top) {
      this.top = top;
      this.root.style.setProperty("--board-top", `${top}px`);
    }
    const market = this.table?.blocks.market;
    if (market) this.root.style.setProperty("--sheet-top", `${market.offsetTop + market.offsetHeight + this.parts.table.offsetTop + 6}px`);
    if (this.scene && this.wasPhone !== this.phone) this.draw();
  }

  show(scene) {
    this.scene = scene;
    this.draw();
  }

  draw() {
    const { game, scene } = this;
    this.wasPhone = this.phone;
    const many = game.seats.length > 2 && !this.wasPhone;
    const large = this.large ?? scene.focus;
    const tab = this.tab ?? (this.wasPhone ? large : null);
    const full = { ...scene, walls: this.walls, pinned: game.seats.length > 2 ? this.large : null };
    this.table.show(scene.frame, scene.can);
    this.parts.cities.classList.toggle("many", many);
    for (const panel of this.panels) {
      panel.root.classList.toggle("shown", tab === panel.seat);
      if (!this.wasPhone || tab === panel.seat) panel.show(full, many && panel.seat !== large);
    }
    showLeads(this.parts.leads, game, scene.frame, scene.scored, scene.at);
    this.parts.leads.classList.toggle("shown", tab === "leads");
    this.parts.moves.classList.toggle("shown", tab === "moves");
    this.drawTabs(tab);
  }

  drawTabs(tab) {
    if (!this.wasPhone) return;
    const { game, scene } = this;
    const one = (key, inside) => html`<button data-tab="${key}" data-key="tab:${key}" aria-pressed="${tab === key}">${inside}</button>`;
    const seats = game.seats.map((seat) => {
      const name = game.seats.length < 3 || tab === seat ? html`<span class="tab-name">${game.names[seat]}</span>` : html`<span class="unseen">${game.names[seat]}</span>`;
      return one(seat, html`${disc(seat)}${name} <b>${scene.frame.seats[seat].score}</b>`);
    });
    const news = scene.news ? html`News <b class="fresh-count">${scene.news}</b>` : "Moves";
    const changed = fill(this.parts.tabs, html`<span class="seat-tabs">${seats}</span>${one("leads", "Leads")}${one("moves", news)}`);
    const shown = this.parts.tabs.firstElementChild;
    const chosen = shown.querySelector("[aria-pressed=true]");
    if (changed && chosen) requestAnimationFrame(() => (shown.scrollLeft = chosen.offsetLeft - 60));
  }

  /** What just happened, or what is to be done. */
  say(markup) {
    fill(this.parts.told, markup);
  }

  clicked(event) {
    const { dataset } = event.target.closest("[data-do], [data-large], [data-tab]") ?? {};
    if (dataset?.tab) this.tab = /^\d$/.test(dataset.tab) ? Number(dataset.tab) : dataset.tab;
    else if (dataset?.large || (!this.wasPhone && event.target.closest(".seat.thumb"))) this.large = Number(event.target.closest(".seat").dataset.seat);
    else if (dataset?.do === "unpin") this.large = null;
    else if (dataset?.do === "walls") this.walls = !this.walls;
    else return;
    this.draw();
  }
  toggleWalls() {
    this.walls = !this.walls;
    this.draw();
  }
}

/** Who won, from the result of the game or else from the scores. */
export function outcome(game) {
  if (game.result?.text) return game.result.text;
  const scores = game.seats.map((seat) => game.frames.at(-1).seats[seat].score);
  const best = Math.max(...scores);
  const winners = game.seats.filter((seat) => scores[seat] === best).map((seat) => game.names[seat]);
  return `${listed(winners)} ${winners.length > 1 ? "share the win" : "wins"}, ${[...scores].sort((a, b) => b - a).join(" to ")}.`;
}
