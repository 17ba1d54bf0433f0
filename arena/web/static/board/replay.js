// How is a game watched? Step by step with keys, buttons and links, or as it is played.
import { fill, html, made, mark, NOTHING } from "./dom.js";
import { Board, outcome } from "./board.js";
import { changes } from "./game.js";
import { scoringWords } from "./leads.js";
import { isSlip, MoveList, slipMark } from "./moves.js";
import { disc, icon } from "./pieces.js";
import { Timeline } from "./timeline.js";
import { verdictOf } from "./verdict.js";
import { percent } from "./words.js";

const SPEEDS = [0.5, 1, 2, 4, 8];
const BEAT_MS = 900;
const SCORING_BEATS = 4;
const KEYS = { ArrowLeft: "back", ArrowRight: "on", " ": "play", Home: "first", End: "end", s: "scoring", S: "before", m: "mistake", w: "walls", "?": "keys" };

/** The move or the decision that the address names: "#move=59", "#decision=60". */
const linked = (name) => {
  const found = new URLSearchParams(location.hash.slice(1)).get(name);
  return found === null ? null : Number(found);
};

export class Replay {
  /** `options`: `move` to begin at, `spoilers` to show what comes, `live` for a game under way, `links` to other pages. */
  constructor(root, game, options = {}) {
    this.game = game;
    this.options = options;
    this.board = new Board(root, game);
    this.at = 0;
    this.speed = 1;
    this.hides = !(options.spoilers ?? false);
    this.seenEnd = false;
    this.list = new MoveList(this.board.parts.moves, game);
    this.controls = made("div", "steering");
    mark(this.controls, "role", "toolbar");
    mark(this.controls, "aria-label", "Replay");
    this.graphs = made("div", "graphs");
    this.keys = made("div", "keymap pane", KEY_HELP);
    this.keys.hidden = true;
    this.board.parts.time.append(this.controls, this.graphs, this.keys);
    this.timeline = new Timeline(this.graphs, game, (move) => this.jump(move), (move) => this.judge(move));
    this.board.plan.classList.toggle("position", !game.last && !options.live);
    this.drawControls();
    this.listen(root);
    this.go(linked("move") ?? options.move ?? (options.live ? game.last : 0), false);
    if (linked("decision") !== null) this.judge(linked("decision"));
  }

  /** One more move was made. Who watches the newest move is taken along, who looks back is left in peace. */
  add(moves) {
    const follows = this.at === this.game.last;
    for (const move of moves) this.game.add(move);
    if (follows) this.go(this.game.last, this.linked);
    else this.showMoves();
  }
  /** The game has ended; who watched it stays where they are. */
  end(result) {
    this.game.over = true;
    this.game.result = result ?? this.game.result;
    this.drawControls();
    this.tell();
    this.showMoves();
  }

  get horizon() {
    return this.hides && !this.seenEnd && !this.options.live ? Math.max(this.at, this.judged ?? 0) : this.game.last;
  }

  /** Go to the table before a decision that was a mistake, and mark what was played and what was better. */
  judge(number) {
    const move = this.game.moves[number - 1];
    if (!move?.paths) return void this.jump(number);
    this.play(false);
    this.go(number - 1, true, number);
  }

  go(move, link = true, judged = null) {
    const { game } = this;
    this.judged = judged;
    const to = Math.max(0, Math.min(game.last, Math.round(move) || 0));
    const pops = to === this.at + 1;
    this.at = to;
    if (to === game.last && game.over) this.seenEnd = true;
    const frame = game.frames[to];
    const before = game.frames[Math.max(0, to - 1)];
    const decision = judged && game.moves[judged - 1];
    const actor = decision ? decision.seat : to ? game.moves[to - 1].seat : frame.on;
    this.board.show({
      frame,
      at: to,
      fresh: changes(before, frame),
      pops,
      gains: game.seats.map((seat) => frame.seats[seat].score - before.seats[seat].score),
      view: (seat) => game.views[to][seat],
      focus: Math.max(0, actor),
      scored: decision ? undefined : game.scorings[to].at(-1),
      can: decision ? verdictOf(game, frame, decision.seat, decision.paths) : undefined,
    });
    this.tell();
    this.showMoves();
    if (link) this.link();
  }
  jump(move) {
    this.play(false);
    this.go(move);
  }
  get address() {
    return this.judged ? `#decision=${this.judged}` : `#move=${this.at}`;
  }
  /** The address follows; not at every key, since browsers forbid more than a few changes in a second. */
  link() {
    this.linked = true;
    clearTimeout(this.linking);
    this.linking = setTimeout(() => this.options.address !== false && history.replaceState(null, "", this.address), 120);
  }

  showMoves() {
    this.list.show(this.judged ?? this.at, this.horizon);
    this.timeline.show(this.at, this.horizon);
    const whole = this.horizon === this.game.last;
    fill(this.where, whole ? html`<b>${this.at}</b> of ${this.game.last}` : html`move <b>${this.at}</b>`);
  }

  tell() {
    const { game, at } = this;
    if (this.judged) return this.board.say(verdictWords(game, this.judged));
    const move = game.moves[at - 1];
    if (!move) {
      const opening = game.frames[0].on >= 0 ? html`<b>${game.names[game.frames[0].on]}</b> starts.` : NOTHING;
      return this.board.say(html`<p>The game begins. ${opening}</p>`);
    }
    const ends = game.over && at === game.last;
    const scored = game.scorings[at].map((number) => html` <b class="gold-text">Scoring ${number}${ends ? "" : ":"}</b>${ends ? "" : ` ${scoringWords(game, game.frames[at].sheets[number])}.`}`);
    const result = ends ? html`<span class="after">${outcome(game)}</span>` : NOTHING;
    const subject = move.seat < 0 ? NOTHING : html`<b>${game.names[move.seat]}</b> `;
    return this.board.say(html`${move.seat < 0 ? NOTHING : disc(move.seat)}<p>${subject}${move.text}.${scored}</p>${move.paths ? html`<button class="see-better" data-judge="${at}" data-key="judge">${slipMark(move)} What was better?</button>` : slipMark(move)}${result}`);
  }

  drawControls() {
    const { game } = this;
    const button = (what, sign, words, more = "") => html`<button class="${more}" data-do="${what}" data-key="do:${what}" aria-label="${words}" title="${words}">${icon(sign)}</button>`;
    const speeds = SPEEDS.map((speed) => html`<option value="${speed}" ${speed === this.speed ? "selected" : ""}>${speed} ×</option>`);
    const links = (this.options.links ?? []).map(({ href, text }) => html`<a class="roomy" href="${href}">${text}</a>`);
    const live = this.options.live && !game.over;
    const mistakes = game.moves.some(isSlip) ? html`<button class="roomy" data-do="mistake" data-key="do:mistake" title="To the next mistake (m)">Mistake</button>` : NOTHING;
    fill(
      this.controls,
      html`${button("first", "first", "To the start (Home)", "roomy")}${button("back", "back", "One move back (←)")}${button("play", this.timer ? "pause" : "on", this.timer ? "Pause (Space)" : "Play (Space)", "main")}${button("on", "on", "One move on (→)")}${button("end", "end", live ? "To the newest move (End)" : "To the end (End)", "roomy")}<button data-do="scoring" data-key="do:scoring" title="To the next scoring (s)"><span class="gold-badge">Scoring</span></button>${mistakes}<select class="roomy" aria-label="Speed" data-key="speed">${speeds}</select><span class="where"></span>${live ? html`<span class="on-air">live</span>` : NOTHING}<span class="gap"></span>${links}${
        this.options.live ? NOTHING : html`<label class="switch" title="Hide moves, points and chances that are still to come"><input type="checkbox" data-do="spoilers" data-key="spoilers" ${this.hides ? "checked" : ""}><span class="words">No spoilers</span>${icon("hidden")}</label>`
      }<button class="roomy" data-do="link" data-key="do:link" title="Copy a link to this move">Link</button><button class="roomy quiet" data-do="keys" data-key="do:keys" aria-label="Keys" title="Keys (?)" aria-expanded="${!this.keys.hidden}">?</button>`,
    );
    this.where = this.controls.querySelector(".where");
  }

  play(on = !this.timer) {
    if (!on && !this.timer) return;
    clearTimeout(this.timer);
    this.timer = null;
    if (on) {
      if (this.at === this.game.last) this.go(0);
      this.beat();
    }
    this.drawControls();
    this.showMoves();
  }
  beat() {
    const beats = this.game.scorings[this.at].length ? SCORING_BEATS : 1;
    this.timer = setTimeout(() => {
      this.go(this.at + 1);
      if (this.at < this.game.last) this.beat();
      else this.play(false);
    }, (BEAT_MS * beats) / this.speed);
  }

  scoringFrom(way) {
    let move = this.at + way;
    while (move > 0 && move < this.game.last && !this.game.scorings[move].length) move += way;
    return move;
  }
  turnFrom(way) {
    let move = this.at + way;
    while (move > 0 && move < this.game.last && !this.game.moves[move - 1].ends) move += way;
    return move;
  }
  mistakeFrom() {
    const after = this.judged ?? this.at;
    const found = this.game.moves.findIndex((move, i) => i >= after && isSlip(move));
    return found < 0 ? null : found + 1;
  }

  act(what) {
    const targets = { first: () => 0, back: () => this.at - 1, on: () => this.at + 1, end: () => this.game.last, scoring: () => this.scoringFrom(1), before: () => this.scoringFrom(-1) };
    if (what in targets) return this.jump(targets[what]());
    if (what === "mistake" && this.mistakeFrom()) this.judge(this.mistakeFrom());
    if (what === "play") this.play();
    if (what === "keys") {
      this.keys.hidden = !this.keys.hidden;
      this.controls.querySelector("[data-do=keys]").setAttribute("aria-expanded", !this.keys.hidden);
    }
    if (what === "link") this.copyLink();
    return undefined;
  }
  copyLink() {
    history.replaceState(null, "", this.address);
    const button = this.controls.querySelector("[data-do=link]");
    const tell = (word) => {
      button.textContent = word;
      setTimeout(() => (button.textContent = "Link"), 1500);
    };
    if (navigator.clipboard) navigator.clipboard.writeText(location.href).then(() => tell("Copied"), () => tell("See address"));
    else tell("See address");
  }

  listen(root) {
    root.addEventListener("click", (event) => {
      const found = event.target.closest("[data-do], [data-move], [data-judge]");
      if (found?.dataset.judge) this.judge(Number(found.dataset.judge));
      else if (found?.dataset.move) this.jump(Number(found.dataset.move));
      else if (found?.tagName === "BUTTON") this.act(found.dataset.do);
    });
    root.addEventListener("change", (event) => {
      if (event.target.matches("select")) this.speed = Number(event.target.value);
      if (event.target.dataset.do === "spoilers") {
        this.hides = event.target.checked;
        this.seenEnd = false;
        this.showMoves();
      }
    });
    this.keyed = (event) => this.pressed(event);
    document.addEventListener("keydown", this.keyed);
    addEventListener("hashchange", () => {
      const [move, decision] = [linked("move"), linked("decision")];
      if (decision !== null && decision !== this.judged) this.judge(decision);
      else if (move !== null && move !== this.at) this.jump(move);
    });
  }
  pressed(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("select, input[type=text], textarea")) return;
    if (key === "Escape" && !this.keys.hidden) return void this.act("keys");
    if (!(key in KEYS) || (key === " " && target.matches("button, a, summary, input"))) return;
    event.preventDefault();
    if (event.shiftKey && key.startsWith("Arrow")) this.jump(this.turnFrom(key === "ArrowRight" ? 1 : -1));
    else if (key === "w") this.board.toggleWalls();
    else this.act(KEYS[key]);
  }
  close() {
    this.play(false);
    document.removeEventListener("keydown", this.keyed);
  }
}

/** A mistake in words: what was played, what was better, and what that cost. */
function verdictWords(game, number) {
  const move = game.moves[number - 1];
  return html`${disc(move.seat)}<p class="verdict-words"><b>${game.names[move.seat]}</b> ${move.text} ${slipMark(move)}<br><b class="hinted">Better:</b> ${move.better} <span class="caption">(${percent(move.loss)} of a win${move.why ? `: ${move.why}` : ""})</span></p>`;
}

const KEY_HELP = html`<dl><dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>one move</dd><dt><kbd>Shift</kbd> <kbd>→</kbd></dt><dd>one turn</dd><dt><kbd>Space</kbd></dt><dd>play or pause</dd><dt><kbd>s</kbd> <kbd>S</kbd></dt><dd>next scoring, the one before</dd><dt><kbd>m</kbd></dt><dd>next mistake</dd><dt><kbd>w</kbd></dt><dd>longest walls</dd><dt><kbd>Home</kbd> <kbd>End</kbd></dt><dd>start, end</dd></dl>`;
