// How did the game go? Chances to win, what bots thought, points, scorings and mistakes over the moves, with a scrubber.
import { fill, html, made, mark, NOTHING, sum } from "./dom.js";
import { isGrave, isSlip } from "./moves.js";
import { disc } from "./pieces.js";
import { listed, percent } from "./words.js";

const DASHES = ["", "7 3", "2 3", "9 3 2 3", "5 5", "1 4"];
const STEP = 40; // points; the scale grows by whole steps, so that it does not tell what comes
let charts = 0;

/** How a bot's own numbers are drawn, from 0 to 1: chances as they are, other values between the least and the most of them. */
function shareOf(values) {
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  if (low === 0 && high === 1) return { share: (value) => value, words: percent };
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return { share: (value) => (most > least ? (value - least) / (most - least) : 0.5), words: (value) => value.toFixed(Math.abs(value) < 10 ? 2 : 0) };
}

/** The graphs above a scrubber. Lines are drawn once; a step moves the cursor and the edge up to which they are seen. `go` takes a
    move, `judge` a mistake that was clicked. */
export class Timeline {
  constructor(root, game, go, judge) {
    this.game = game;
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
      const slip = event.target.closest(".slip-mark");
      if (slip) return void judge(Number(slip.dataset.at));
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
    const most = Math.ceil(Math.max(1, game.heights[end]) / STEP) * STEP;
    const drawn = `${width} ${height} ${most} ${game.last} ${game.judged}`; // opinions come with moves
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

  chances(at) {
    return at ? this.game.moves[at - 1].win : this.game.data.win;
  }

  picture(width, height, most) {
    const { game } = this;
    const { judged } = game;
    const opinions = this.scales();
    const upper = judged || opinions.some(Boolean);
    const x = (i) => (game.last ? (i / game.last) * width : 0);
    const top = upper ? 10 : 2;
    const middle = upper ? Math.round(height * 0.47) : 0;
    const y = (points) => height - 2 - (Math.max(0, points) / most) * (height - middle - 14);
    const lines = game.seats.map((seat) => {
      const path = game.worths.map((points, i) => `${x(i).toFixed(1)} ${y(points[seat]).toFixed(1)}`).join("L");
      return html`<path class="curve s${seat}" stroke-dasharray="${DASHES[seat]}" d="M${path}"/>`;
    });
    const scorings = game.scorings.flatMap((numbers, i) =>
      numbers.map((number) => {
        const at = Math.min(Math.max(9, x(i)), width - 9);
        return html`<g data-at="${i}"><path class="score-line" d="M${x(i)} ${top}V${height}"/><circle class="score-badge" cx="${at}" cy="${middle + 9}" r="8"/><text class="badge" x="${at}" y="${middle + 13}">${number}</text></g>`;
      }),
    );
    const slips = game.moves.map((move, i) =>
      isSlip(move) ? html`<path class="slip-mark ${isGrave(move) ? "grave" : ""}" data-at="${i + 1}" d="M${x(i + 1) - 6} 0h12l-6 11z"><title>${i + 1}: ${game.names[move.seat]} ${move.text}. Click to see what was better.</title></path>` : NOTHING,
    );
    return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img"><clipPath id="${this.clip}"><rect x="-6" y="0" width="0" height="${height}"/></clipPath>${
      upper ? html`<rect class="blank" x="0" y="${top}" width="${width}" height="${middle - top}" rx="4"/>` : NOTHING
    }<path class="baseline" d="M0 ${height - 1}H${width}"/><g clip-path="url(#${this.clip})">${judged ? this.areas(x, top, middle, width) : NOTHING}${this.thoughts(opinions, x, top, middle)}${lines}</g>${scorings}${slips}<path class="cursor" d=""/></svg>`;
  }

  /** By seat, how its bot's own opinions are drawn; null for those who told none. */
  scales() {
    const { game } = this;
    return game.seats.map((seat) => {
      const told = game.opinions.map((all) => all[seat]).filter((value) => value !== null);
      return told.length ? shareOf(told) : null;
    });
  }
  /** What each bot thought of its own game, as a line of steps. */
  thoughts(scales, x, top, middle) {
    const { game } = this;
    return scales.map((scale, seat) => {
      if (!scale) return NOTHING;
      let path = "";
      game.opinions.forEach((all, i) => {
        if (all[seat] === null || (i && all[seat] === game.opinions[i - 1][seat])) return;
        const y = top + (1 - scale.share(all[seat])) * (middle - top);
        path += path ? `L${x(i).toFixed(1)} ${y.toFixed(1)}` : `M${x(i).toFixed(1)} ${y.toFixed(1)}`;
      });
      return html`<path class="thought-halo" d="${path}"/><path class="thought s${seat}" stroke-dasharray="${DASHES[seat]}" d="${path}"/>`;
    });
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
    const chances = game.judged ? this.chances(at) : null;
    const now = game.seats.map((seat) => `${game.names[seat]} ${chances ? `${percent(chances[seat])}, ` : ""}${game.frames[at].seats[seat].score} points`);
    return `${chances ? "Above: the chance to win. Below: " : ""}Points, with what the next scoring would pay. Now: ${listed(now)}.`;
  }

  /** Chances, time used and points at a move; chances and times only where the data has them. */
  showLegend(at) {
    const { game } = this;
    const chances = game.judged ? this.chances(at) : null;
    const timed = game.spent.at(-1).some((ms) => ms > 0);
    const seconds = (seat) => `${(game.spent[at][seat] / 1000).toFixed(1)} s`;
    const scales = (this.known === game.last ? this.scaled : null) ?? this.scales();
    Object.assign(this, { known: game.last, scaled: scales });
    const thought = (seat) => (game.opinions[at][seat] === null ? "–" : scales[seat].words(game.opinions[at][seat]));
    const columns = [chances && ["wins", (seat) => percent(chances[seat])], scales.some(Boolean) && ["thinks", thought], timed && ["time", seconds], ["score", (seat) => game.frames[at].seats[seat].score]].filter(Boolean);
    const heads = columns.map(([title]) => html`<i class="caption">${title}</i>`);
    const rows = game.seats.map((seat) => html`<span>${disc(seat)}<i class="n">${game.names[seat]}</i>${columns.map(([, value]) => html`<b>${value(seat)}</b>`)}</span>`);
    mark(this.legend, "data-columns", columns.length);
    fill(this.legend, html`<span><i></i><i></i>${heads}</span>${rows}<i class="caption what">${scales.some(Boolean) ? (chances ? "areas: chance to win, lines in them: what the bots thought; " : "above: what the bots thought; ") : ""}lines: points + next scoring</i>`);
  }
}
