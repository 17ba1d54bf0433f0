// What was done? The moves in sentences, by turns, with scorings and news between them.
import { html, made, mark, NOTHING } from "./dom.js";
import { scoringWords } from "./leads.js";
import { disc } from "./pieces.js";
import { percent } from "./words.js";

// What was lost in chance to win, as docs/review.md grades it.
const GRADES = [
  { loss: 0.2, sign: "??", words: "a blunder" },
  { loss: 0.12, sign: "?", words: "a mistake" },
  { loss: 0.06, sign: "?!", words: "an inaccuracy" },
];
const gradeOf = (move) => GRADES.find(({ loss }) => (move.loss ?? 0) >= loss);
export const isSlip = (move) => gradeOf(move) !== undefined;
export const isGrave = (move) => isSlip(move) && gradeOf(move).sign !== "?!";
export const slipMark = (move) =>
  isSlip(move) ? html`<span class="slip ${isGrave(move) ? "grave" : ""}" title="${gradeOf(move).words}">${gradeOf(move).sign}</span>` : NOTHING;

const WORTH_TELLING_MS = 10;

/** What a bot told of its own choice: "thinks: 62 %, 12,000 tries. It expects …" */
function thoughts({ thinks }) {
  if (!thinks) return NOTHING;
  const { win, value, iterations, line, text } = thinks;
  const told = [
    win === undefined ? "" : `it gives itself ${percent(win)}`,
    value === undefined ? "" : `values it at ${value}`,
    iterations ? `after ${iterations.toLocaleString("en")} tries` : "",
    line?.length > 1 ? `expects ${line.slice(1).join(", ")}` : "",
  ].filter(Boolean);
  return html`<small class="instead">${told.length ? `thinks: ${told.join(", ")}` : ""}${text ? html`${told.length ? html`<br>` : NOTHING}says: ${text}` : NOTHING}</small>`;
}

/** The sentence of a move in the list, where the only tile of a turn is "it". */
const shortened = ({ text = "", it }) => (it ? text.replace(it, "it") : text);

/** The list of moves. A row is made when it is first shown; a step only changes which one is marked and how far the list goes. */
export class MoveList {
  constructor(root, game, title = "Moves") {
    this.game = game;
    this.rows = [];
    this.root = root;
    this.title = made("h2", "", html`${title}`);
    this.list = made("ol", "");
    this.list.tabIndex = 0;
    this.list.setAttribute("aria-label", "Moves");
    this.more = made("li", "note tells-end", html`What comes is hidden.`);
    this.list.append(...(game.data.news ?? []).map((sentence) => made("li", "note opening", html`${sentence}`)));
    root.append(this.title, this.list);
    this.shownTo = -1;
  }

  /** Show moves up to `end` and mark `at`. */
  show(at, end) {
    const { game } = this;
    if (this.shownTo !== `${end}/${game.last}`) {
      this.shownTo = `${end}/${game.last}`;
      this.lay(end);
    }
    this.list.classList.toggle("dealt", !at);
    if (this.marked) mark(this.marked, "aria-current", null);
    this.marked = at ? this.rows[at - 1][0] : null;
    if (this.marked) mark(this.marked, "aria-current", "step");
    this.scrolling ??= requestAnimationFrame(() => this.scroll()); // where rows lie is asked once a frame: it costs a layout
  }
  scroll() {
    const { list, marked } = this;
    this.scrolling = undefined;
    if (!marked) list.scrollTop = 0;
    else if (marked.offsetTop < list.scrollTop || marked.offsetTop + marked.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = Math.max(0, marked.offsetTop - list.clientHeight * 0.6);
  }

  /** Add or take away rows at the end, so that the list goes as far as it should. */
  lay(end) {
    const { list } = this;
    this.more.remove();
    while (this.laid > end) {
      this.laid -= 1;
      for (const row of this.rows[this.laid]) row.remove();
    }
    for (this.laid ??= 0; this.laid < end; this.laid += 1) list.append(...(this.rows[this.laid] ??= this.rowsOf(this.laid)));
    if (end < this.game.last) list.append(this.more);
  }

  /** Mark the moves after `since` as new. */
  markNew(since) {
    if (this.since === `${since}/${this.rows.length}`) return;
    this.since = `${since}/${this.rows.length}`;
    this.rows.forEach(([row], i) => row.classList.toggle("new", i >= since));
  }

  rowsOf(i) {
    const { game } = this;
    const move = game.moves[i];
    const number = i + 1;
    const subject = move.same || move.seat < 0 ? NOTHING : html`<b>${game.names[move.seat]}</b> `;
    const better = isSlip(move) && move.better ? html`<small class="instead">better: ${move.better}</small>` : NOTHING;
    const told = html`<button data-move="${number}" data-key="move:${number}"><span class="no">${number}</span>${move.seat < 0 ? html`<span></span>` : disc(move.seat)}<span>${subject}${shortened(move)}${
      move.house ? html` <small>(played by the house)</small>` : NOTHING
    }${better}${move.ms >= WORTH_TELLING_MS ? html`<small class="instead">took ${(move.ms / 1000).toFixed(2)} s</small>` : NOTHING}${thoughts(move)}</span>${slipMark(move)}</button>`;
    const row = made("li", move.same ? "same" : "", told);
    const scorings = game.scorings[number].map((one) =>
      made("li", "scoring", html`<button data-move="${number}" data-key="scoring:${one}">Scoring ${one}<br><small>${scoringWords(game, game.frames[number].sheets[one])}</small></button>`),
    );
    const news = (move.news ?? []).map((sentence) => made("li", "note", html`${sentence}`));
    return [row, ...scorings, ...news];
  }
}
