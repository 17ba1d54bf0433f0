// How did the game go? Chances to win, points, scorings and mistakes over the moves, with a scrubber.
import { fill, html, made, mark, NOTHING, sum } from "./dom.js";
import { isGrave, isSlip } from "./moves.js";
import { disc } from "./pieces.js";
import { listed, percent } from "./words.js";

const DASHES = ["", "7 3", "2 3", "9 3 2 3", "5 5", "1 4"];
const STEP = 40; // points; the scale grows by whole steps, so that it does not tell what comes
let charts = 0;

/** The graphs above a scrubber. Lines are drawn once; a step moves the cursor and the edge up to which they are seen. */
export class Timeline {
  constructor(root, game, go) {
    this.game = game;
    this.go = go;
    this.clip = `seen-${(charts += 1)}`;
    this.chart = made("div", "chart-box");
    this.legend = made("div", "legend");
    this.scrub = made("input", "scrub");
    Object.assign(this.scrub, { type: "range", min: 0, max: game.last, value: 0 });
    this.scrub.setAttribute("aria-label", "Move");
    root.append(this.chart, this.legend, this.scrub);
    this.scrub.addEventListener("input", () => go(Number(this.scrub.value)));
    const seek = (event) => {
      const box = this.chart.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width) * game.last));
    };
    this.chart.addEventListener("pointerdown", (event) => {
      this.chart.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.chart.addEventListener("pointermove", (event) => event.buttons && seek(event));
    new ResizeObserver(([{ contentRect }]) => {
      this.size = contentRect;
      if (this.at !== undefined) this.show(this.at, this.end);
    }).observe(this.chart);
  }

  show(at, end) {
    this.at = at;
    this.end = end;
    const { game } = this;
    if (!this.size?.width) return; // it is drawn when its size is known
    const { width, height } = this.size;
    const most = this.scale(end);
    const drawn = `${width} ${height} ${most} ${game.last} ${this.judged()}`;
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      fill(this.chart, this.picture(width, height, most));
      this.marks = [...this.chart.querySelectorAll("[data-at]")];
    }
    for (const one of this.marks) one.classList.toggle("later", Number(one.dataset.at) > end);
    const x = (i) => (game.last ? (i / game.last) * width : 0);
    this.chart.querySelector("clipPath rect").setAttribute("width", Math.max(0, x(end) + (end === game.last ? 12 : 0.5)));
    this.chart.querySelector(".cursor").setAttribute("d", `M${x(at)} 0V${height}`);
    mark(this.chart.firstElementChild, "aria-label", this.words(at));
    this.scrub.max = game.last;
    this.scrub.value = at;
    const move = game.moves[at - 1];
    mark(this.scrub, "aria-valuetext", move ? `${at}: ${move.seat < 0 ? "" : game.names[move.seat]} ${move.text}` : "the start");
    this.showLegend(at);
  }

  judged() {
    const { moves, data } = this.game;
    return Boolean(data.win) && moves.every((move) => move.win);
  }
  chances(at) {
    return at ? this.game.moves[at - 1].win : this.game.data.win;
  }
  scale(end) {
    const { game } = this;
    if (this.scaled?.end !== end || this.scaled.last !== game.last) {
      let most = 0;
      for (let i = 0; i <= end; i += 1) for (const seat of game.seats) most = Math.max(most, game.worth(game.frames[i], seat));
      this.scaled = { end, last: game.last, most: Math.ceil(Math.max(1, most) / STEP) * STEP };
    }
    return this.scaled.most;
  }

  picture(width, height, most) {
    const { game } = this;
    const judged = this.judged();
    const x = (i) => (game.last ? (i / game.last) * width : 0);
    const top = judged ? 10 : 2;
    const middle = judged ? Math.round(height * 0.47) : 0;
    const y = (points) => height - 2 - (Math.max(0, points) / most) * (height - middle - 14);
    const lines = game.seats.map((seat) => {
      const path = game.frames.map((frame, i) => `${x(i).toFixed(1)} ${y(game.worth(frame, seat)).toFixed(1)}`).join("L");
      return html`<path class="curve s${seat}" stroke-dasharray="${DASHES[seat]}" d="M${path}"/>`;
    });
    const scorings = game.scorings.flatMap((numbers, i) =>
      numbers.map((number) => {
        const at = Math.min(Math.max(9, x(i)), width - 9);
        return html`<g data-at="${i}"><path class="score-line" d="M${x(i)} ${top}V${height}"/><circle class="score-badge" cx="${at}" cy="${middle + 9}" r="8"/><text class="badge" x="${at}" y="${middle + 13}">${number}</text></g>`;
      }),
    );
    const slips = game.moves.map((move, i) =>
      isSlip(move) ? html`<path class="slip-mark ${isGrave(move) ? "grave" : ""}" data-at="${i + 1}" d="M${x(i + 1) - 5} 0h10l-5 9z"><title>${i + 1}: ${game.names[move.seat]} ${move.text}</title></path>` : NOTHING,
    );
    return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img"><clipPath id="${this.clip}"><rect x="-6" y="0" width="0" height="${height}"/></clipPath>${
      judged ? html`<rect class="blank" x="0" y="${top}" width="${width}" height="${middle - top}" rx="4"/>` : NOTHING
    }<path class="baseline" d="M0 ${height - 1}H${width}"/><g clip-path="url(#${this.clip})">${judged ? this.areas(x, top, middle, width) : NOTHING}${lines}</g>${scorings}${slips}<path class="cursor" d=""/></svg>`;
  }

  areas(x, top, middle, width) {
    const { game } = this;
    const all = [game.data.win, ...game.moves.map((move) => move.win)];
    const edge = (chances, seat) => top + (1 - sum(chances.slice(0, seat))) * (middle - top);
    const path = (seat) => {
      const low = all.map((chances, i) => `${x(i).toFixed(1)} ${edge(chances, seat).toFixed(1)}`);
      const high = all.map((chances, i) => `${x(i).toFixed(1)} ${edge(chances, seat + 1).toFixed(1)}`).reverse();
      return [...low, ...high].join("L");
    };
    const half = game.seats.length === 2 ? html`<path class="half" d="M0 ${(top + middle) / 2}H${width}"/>` : NOTHING;
    return html`${game.seats.map((seat) => html`<path class="area s${seat}" d="M${path(seat)}Z"/>`)}${half}`;
  }

  words(at) {
    const { game } = this;
    const chances = this.judged() ? this.chances(at) : null;
    const now = game.seats.map((seat) => `${game.names[seat]} ${chances ? `${percent(chances[seat])}, ` : ""}${game.frames[at].seats[seat].score} points`);
    return `${chances ? "Above: the chance to win. Below: " : ""}Points, with what the next scoring would pay. Now: ${listed(now)}.`;
  }

  /** Chances, time used and points at a move; chances and times only where the data has them. */
  showLegend(at) {
    const { game } = this;
    const chances = this.judged() ? this.chances(at) : null;
    const timed = game.spent.at(-1).some((ms) => ms > 0);
    const seconds = (seat) => `${(game.spent[at][seat] / 1000).toFixed(1)} s`;
    const columns = [chances && ["wins", (seat) => percent(chances[seat])], timed && ["time", seconds], ["score", (seat) => game.frames[at].seats[seat].score]].filter(Boolean);
    const heads = columns.map(([title]) => html`<i class="caption">${title}</i>`);
    const rows = game.seats.map((seat) => html`<span>${disc(seat)}<i class="n">${game.names[seat]}</i>${columns.map(([, value]) => html`<b>${value(seat)}</b>`)}</span>`);
    mark(this.legend, "data-columns", columns.length);
    fill(this.legend, html`<span><i></i><i></i>${heads}</span>${rows}<i class="caption what">lines: points + next scoring</i>`);
  }
}
