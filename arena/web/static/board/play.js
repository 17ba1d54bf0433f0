// How is a game played by hand? A turn is staged step by step, every step can be taken back, and nothing is sent before its end.
import { fill, html, made, NOTHING, STILL } from "./dom.js";
import { Board, outcome } from "./board.js";
import { Choices } from "./choices.js";
import { grown } from "./city.js";
import { ASKS, Dock } from "./dock.js";
import { dragging } from "./drag.js";
import { asked, Feed, sent } from "./feed.js";
import { changes, Game, merged } from "./game.js";
import { Guide } from "./guide.js";
import { MoveList } from "./moves.js";
import { paymentsOf } from "./payments.js";
import { disc, piece } from "./pieces.js";
import { Replay } from "./replay.js";
import { spotsOf } from "./spots.js";
import { capital, percent } from "./words.js";

const BEAT_MS = 750;
const RUSH = 8; // moves; more than that are played back faster
const remembered = (key) => JSON.parse(localStorage.getItem(key) ?? "null");
const remember = (key, value) => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, JSON.stringify(value)));

/** A person's seat at a table. `address` is the table's; `csrf` goes with everything that is sent. */
export class Play {
  constructor(root, address, { csrf = "", guide = false } = {}) {
    Object.assign(this, { root, address, csrf, wantsGuide: guide });
    this.kept = `arena turn ${address}`;
    this.game = null;
    this.question = null; // what is asked, with the frame that it is asked about
    this.steps = []; // actions staged
    this.told = []; // their sentences
    this.looking = null; // a move that is looked back at
    this.busy = false;
    root.classList.add("arena-board");
    this.feed = new Feed(`${address}/events`, ["table", "moves", "over"], (name, data) => this.heard(name, data), (lost) => this.connection(lost));
    this.catchUp();
  }

  async catchUp() {
    try {
      this.receive(await asked(this.game ? `${this.address}/table?from=${this.game.last}` : `${this.address}/table`));
    } catch {
      setTimeout(() => this.catchUp(), 2000);
    }
  }
  connection(lost) {
    this.offline = lost;
    if (!lost) this.catchUp();
    else this.tell();
  }
  heard(name, data) {
    if (name === "table") return this.receive(data);
    if (!this.game) return this.catchUp();
    if (name === "moves") return data.from === this.game.last ? this.receive({ state: "playing", ...data }, false) : this.catchUp();
    return this.receive({ state: "over", from: this.game.last, moves: [], over: true, ...data });
  }

  /** A table as the server has it: the whole game or what came after, and the question if there is one. */
  receive(table, whole = true) {
    if (table.game && !this.game) this.open(table);
    if (!this.game) return this.wait(table);
    if (table.moves && table.from === this.game.last) for (const move of table.moves) this.game.add(move);
    else if (table.from > this.game.last) return this.catchUp();
    this.state = table.state;
    this.sentence = table.sentence;
    if (table.over || table.game?.over) Object.assign(this.game, { over: true, result: table.result ?? table.game?.result ?? this.game.result });
    if (whole && table.asks && table.asks.number !== this.question?.number) this.pose(table.asks);
    else if (whole && !table.asks) this.question = null;
    this.follow();
    return undefined;
  }
  wait(table) {
    this.root.classList.add("waiting");
    fill(this.root, html`<p class="laying">${table.sentence ?? "The table is being laid. The game begins in a moment."}</p>`);
    this.root.dataset.state = table.state;
  }

  open({ game, asks }) {
    this.root.classList.remove("waiting");
    this.game = new Game(game);
    this.board = new Board(this.root, this.game);
    this.list = new MoveList(this.board.parts.moves, this.game);
    this.dock = new Dock(this.board.parts.time, this.game);
    this.board.plan.append(this.dock.sheet);
    this.seen = asks ? Math.min(asks.since, this.game.last) : this.game.last;
    this.since = this.seen;
    this.listen();
    this.guide = new Guide(this.board.plan, this.wantsGuide);
    this.root.dataset.ready = "";
  }

  // ---- What is asked

  pose(asks) {
    this.question = { ...asks, frame: this.game.frames.at(-1) };
    this.since = asks.since;
    this.steps = [];
    this.told = [];
    this.hints = null;
    this.note = this.lost ?? null;
    this.lost = null;
    this.now = this.stage(this.question.frame, asks);
    const kept = remembered(this.kept);
    if (kept?.number === asks.number) this.commit(kept.actions);
    else if (kept) this.ask(kept);
  }
  /** What stands on the table while a turn is staged. */
  stage(frame, { legal, closed, prompt, probe, ends = false }) {
    const offers = legal.map((offer) => ({ ...offer, path: offer.path.map(([what, which]) => [what, String(which)]) }));
    return { frame, prompt, probe: probe ?? {}, ends, choices: new Choices(offers, closed ?? [], frame.display) };
  }
  get asking() {
    return Boolean(this.question) && this.seen === this.game.last && this.looking === null && !this.sending;
  }

  // ---- What is seen

  /** Play back what others did, one move after the other, then ask. */
  follow() {
    clearTimeout(this.timer);
    if (this.game.over && this.seen === this.game.last && !this.replay) return this.finish();
    const behind = this.game.last - this.seen;
    if (behind && remembered("arena at once")) this.seen = this.game.last;
    else if (behind) this.timer = setTimeout(() => this.step(), STILL.matches ? BEAT_MS / 2 : behind > RUSH ? BEAT_MS / 3 : BEAT_MS);
    if (this.game.over && this.seen === this.game.last) return this.finish();
    return this.show();
  }
  step() {
    this.seen = Math.min(this.game.last, this.seen + 1);
    this.follow();
  }
  skip() {
    this.seen = this.game.last;
    this.looking = null;
    this.follow();
  }

  show() {
    const { game } = this;
    const at = this.looking ?? this.seen;
    const asking = this.asking;
    const frame = asking ? this.now.frame : game.frames[at];
    const before = asking ? (this.steps.length ? this.question.frame : game.frames[Math.min(this.since, at)]) : game.frames[Math.max(0, at - 1)];
    const spots = asking ? spotsOf(game, this.now, this.hints ?? []) : [];
    const actor = at ? game.moves[at - 1].seat : game.you;
    this.board.show({
      frame,
      at,
      fresh: changes(before, frame),
      pops: this.steps.length > 0 || !asking,
      gains: asking ? null : game.seats.map((seat) => frame.seats[seat].score - before.seats[seat].score),
      view: (seat) => (seat === game.you && asking ? grown(game.views.at(-1)[seat], [...Object.keys(frame.seats[seat].city), ...spots.map((spot) => spot.at)]) : game.views[at][seat]),
      focus: asking ? game.you : Math.max(0, actor),
      scored: asking ? undefined : game.scorings[at].at(-1),
      news: game.last - this.since,
      can: asking ? { seat: game.you, spots, state: (what, which) => this.now.choices.state(what, which) } : null,
    });
    this.list.show(at, game.last);
    this.list.markNew(this.since);
    this.tell();
    this.dock.show({
      frame,
      asking,
      choices: asking ? this.now.choices : new Choices(),
      staged: this.told,
      ends: asking && this.now.ends,
      busy: this.busy,
      rated: this.question?.rated ?? true,
      behind: game.last - this.seen || (this.looking !== null ? 1 : 0),
      idle: this.idle(),
    });
    this.root.dataset.state = this.stateName(asking);
    this.guide.show(asking ? this : null);
  }
  stateName(asking) {
    if (this.game.over && this.seen === this.game.last) return "over";
    if (this.sending) return "sending";
    if (this.seen < this.game.last) return "news";
    return asking ? "asking" : "watching";
  }
  idle() {
    if (this.sending) return "Your turn is being sent.";
    if (this.looking !== null) return "You are looking back. Go on with Skip.";
    if (this.seen < this.game.last) return "What the others did.";
    const { on } = this.game.frames.at(-1);
    if (on === this.game.you) return this.sentence ?? "Your next question is on its way.";
    return this.sentence ?? `${this.game.names[on] ?? "Somebody"} is thinking.`;
  }

  /** The sentence above the cities: a refusal, what to do, or what was done. */
  tell(look = "") {
    const { game } = this;
    if (!game) return;
    if (this.offline || this.sending > 1) return void this.board.say(html`${disc(game.you)}<p><b>No connection.</b> ${this.sending ? "Your turn is kept and sent as soon as the server answers." : "Trying again by itself."}</p>`);
    if (!this.asking) {
      const at = this.looking ?? this.seen;
      const move = game.moves[at - 1];
      if (!move) return void this.board.say(html`${disc(game.you)}<p>The game begins.</p>`);
      const scored = game.scorings[at].map((number) => html` <b class="gold-text">Scoring ${number}</b>`);
      return void this.board.say(html`${move.seat < 0 ? NOTHING : disc(move.seat)}<p>${move.seat < 0 ? NOTHING : html`<b>${game.names[move.seat]}</b> `}${move.text}.${scored}</p>`);
    }
    if (this.note) {
      const { sentence, rule } = this.note;
      return void this.board.say(html`${disc(game.you)}<p><b>${sentence}</b></p>${rule ? html`<a href="${this.note.href ?? `/rules#${rule}`}" target="_blank" rel="noopener">rule ${rule}</a>` : NOTHING}`);
    }
    if (look) return void this.board.say(html`${disc(game.you)}<p>${look}</p>`);
    const { choices, prompt } = this.now;
    const [first, ...rest] = prompt.split(/(?<=[.:]) /);
    const deeper = choices.depth > (choices.chosen[0]?.[0] === "aside" ? 1 : 0);
    const next = deeper ? [...choices.next().keys()].map((what) => ASKS[what]).find(Boolean) : "";
    const hint = this.hints?.[0] ? html` <span class="hinted">Hint: ${this.hints[0].text}.</span>` : NOTHING;
    this.board.say(html`${disc(game.you)}<p>${next ? html`<b>${next}</b>` : html`<b>${first}</b> ${rest.join(" ")}`}${hint}</p>`);
  }

  // ---- What is chosen

  pick(what, which) {
    const { choices } = this.now;
    this.note = null;
    if (choices.state(what, which) === "closed") {
      this.note = choices.refusal(what, which);
      return this.show();
    }
    this.dock.closeSheet();
    if (what === "card") {
      const only = choices.pickCard(Number(which));
      return only ? this.take(only) : this.show();
    }
    const again = choices.state(what, which) === "chosen" && choices.depth > 1 && what !== "aside";
    if (again) choices.back();
    const complete = again ? [] : choices.choose(what, which);
    if (complete.length === 1) return this.take(complete[0]);
    this.show();
    if (complete.length > 1) return this.dock.openSheet("How?", complete, () => []);
    if (choices.options("pay").length) this.askPayment();
    return undefined;
  }
  askPayment() {
    const { title, ways } = paymentsOf(this.game, this.now);
    this.dock.openSheet(title, ways, (way) => way.cards);
  }

  /** One step is chosen: stage it, or send it if it cannot be taken back. */
  async take(offer) {
    if (this.busy) return undefined;
    this.dock.closeSheet();
    if (offer.now) return this.commit([...this.steps, offer.action]);
    return this.attempt([...this.steps, offer.action]);
  }
  async attempt(actions) {
    this.busy = true;
    this.root.dataset.state = "trying";
    const { number, frame } = this.question;
    try {
      const answer = actions.length ? await sent(`${this.address}/try`, { number, actions }, this.csrf) : { to: {}, turn: [], ...this.question, ends: false };
      if (this.question?.number !== number) return;
      if (answer.refusal) this.note = answer.refusal;
      else if (answer.lost || answer.status >= 400) this.note = { sentence: answer.lost ?? answer.sentence ?? answer.detail ?? "The table has gone on." };
      else if (answer.now) return void this.commit(actions);
      else {
        this.steps = actions;
        this.told = answer.turn;
        this.hints = null;
        this.note = null;
        this.now = this.stage(merged(frame, answer.to), answer);
      }
    } catch {
      this.note = { sentence: "No connection: that step was not tried. Choose it again." };
    } finally {
      this.busy = false;
    }
    this.show();
  }
  undo() {
    if (this.steps.length && !this.busy) this.attempt(this.steps.slice(0, -1));
  }

  /** Play the turn. It is kept until the server has answered, also if the page is closed meanwhile. */
  async commit(actions) {
    if (this.sending) return;
    const { number } = this.question;
    this.sending = 1;
    remember(this.kept, { number, actions });
    this.show();
    const answer = await sent(`${this.address}/commit`, { number, actions }, this.csrf, (tries) => {
      this.sending = 1 + tries;
      this.tell();
    });
    remember(this.kept, null);
    this.sending = 0;
    const played = answer.status < 400 && !answer.refusal && !answer.lost;
    if (!played) this.note = answer.refusal ?? { sentence: answer.lost ?? answer.sentence ?? "The server did not take your turn. Try it again." };
    if (answer.lost) this.lost = this.note;
    if (played && this.question?.number === number) this.question = null;
    if (played || answer.lost) Object.assign(this, { steps: [], told: [] });
    this.show();
    this.catchUp();
  }

  /** Was a turn played that an earlier visit to this page had sent? */
  async ask(kept) {
    const { lost } = await sent(`${this.address}/commit`, kept, this.csrf, () => {});
    remember(this.kept, null);
    if (!lost) return;
    this.note = { sentence: lost };
    this.tell();
  }

  async hint() {
    const { number } = this.question;
    this.note = { sentence: "The search is thinking about it …" };
    this.tell();
    try {
      const { hints, sentence } = await sent(`${this.address}/hint`, { number, actions: this.steps }, this.csrf);
      this.note = hints?.length ? null : { sentence: sentence ?? "There is no hint for this." };
      this.hints = hints ?? null;
    } catch {
      this.note = { sentence: "No connection: there is no hint now." };
    }
    this.show();
    if (this.hints?.length) {
      const rows = this.hints.map(({ action, text, value }, i) => html`<button data-offer="${action}" data-key="hint:${action}" class="${i ? "" : "exact"}"><span class="tag wide-tag">${capital(text)}</span><b>${percent(value)}</b></button>`);
      this.dock.fillSheet("What the search would play", html`<p class="caption">How well it expects to do with each: 100 % is a sure win.</p><div class="ways">${rows}</div><div class="foot"><button data-do="cancel">Close</button></div>`);
    }
  }

  /** A square that was clicked and does not glow: why not? */
  async probe(square) {
    const { choices, probe } = this.now;
    const held = choices.chosen.find(([what]) => what === "aside" || what === "reserve")?.[1];
    if (!held || !probe[held] || this.busy) return;
    await this.attempt([...this.steps, probe[held].replace("{square}", square)]);
  }

  // ---- The end

  finish() {
    clearTimeout(this.timer);
    this.feed.close();
    remember(this.kept, null);
    if (this.replay) return;
    this.root.replaceChildren();
    const won = outcome(this.game);
    this.replay = new Replay(this.root, this.game, { move: this.game.last, spoilers: true, address: false });
    const ended = made("div", "ended pane", html`<p><b>${won}</b></p><div class="foot"><button class="main" data-do="rematch">Rematch</button><button data-do="leave">Leave</button><button class="quiet" data-do="look">Look at the game</button></div>`);
    this.replay.board.plan.append(ended);
    ended.addEventListener("click", (event) => {
      const what = event.target.dataset.do;
      if (what === "look") ended.remove();
      else if (what) this.depart(what);
    });
    this.root.dataset.state = "over";
    this.root.dataset.ready = "";
  }
  async depart(what) {
    const answer = await sent(`${this.address}/${what}`, {}, this.csrf);
    if (answer.href) location.assign(answer.href);
    else if (what === "resign") this.catchUp();
    else this.note = { sentence: answer.sentence ?? answer.detail ?? "That is not possible now." };
  }
  menu() {
    const once = Boolean(remembered("arena at once"));
    this.dock.fillSheet(
      "More",
      html`<label class="switch"><input type="checkbox" data-do="playback" ${once ? "" : "checked"}><span>Play back what others did</span></label><label class="switch"><input type="checkbox" data-do="guiding" ${this.guide.on ? "checked" : ""}><span>First-game guide</span></label><div class="foot"><button data-do="really">Resign …</button><button data-do="cancel">Close</button></div>`,
    );
  }
  reallyResign() {
    this.dock.fillSheet("Resign this game?", html`<p class="caption">You lose it, and it is over.</p><div class="foot"><button class="main" data-do="resign">Resign</button><button data-do="cancel">Play on</button></div>`);
  }

  // ---- Clicks, keys, drags

  listen() {
    const { root } = this;
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("change", ({ target }) => {
      if (target.dataset.do === "playback") remember("arena at once", target.checked ? null : true);
      if (target.dataset.do === "guiding") this.guide.turn(target.checked);
    });
    const look = ({ target }) => {
      const spot = this.asking && target.closest?.("[data-pick]");
      if (spot) this.lookAt(spot.dataset.pick);
    };
    root.addEventListener("pointerover", look);
    root.addEventListener("focusin", look);
    root.addEventListener("pointerout", ({ target }) => this.asking && target.closest?.(".spot") && this.tell());
    this.keyed = (event) => this.pressed(event);
    document.addEventListener("keydown", this.keyed);
    dragging(root, {
      start: (name) => {
        if (!this.asking) return null;
        const what = this.now.choices.place("aside", name) >= 0 ? "aside" : "reserve";
        if (this.now.choices.state(what, name) !== "chosen") this.pick(what, name);
        return piece(this.game.look(name, this.now.frame));
      },
      drop: (key) => this.pick(...parted(key)),
    });
  }
  /** Hover or focus on a square: what would it change? */
  lookAt(key) {
    const [what, which] = parted(key);
    const found = this.now.choices.options(what).find(([one]) => one === which)?.[1];
    if (found?.length === 1 && found[0].after?.text) this.tell(html`<b>${capital(found[0].text)}:</b> ${found[0].after.text}`);
  }
  clicked(event) {
    const found = event.target.closest("[data-offer], [data-pick], [data-do], [data-move]");
    if (this.replay) return;
    if (!found) return void this.ground(event);
    const { offer, pick, move } = found.dataset;
    if (offer?.startsWith("pick ")) this.pick(...parted(offer.slice(5)));
    else if (offer && this.asking) this.offered(offer);
    else if (pick && this.asking) this.pick(...parted(pick));
    else if (move) {
      this.looking = Number(move);
      this.show();
    } else if (found.dataset.do && found.tagName === "BUTTON") this.act(found.dataset.do);
  }
  offered(action) {
    const offer = this.now.choices.legal.find((one) => one.action === action);
    if (offer) this.take(offer);
  }
  ground(event) {
    const svg = event.target.closest?.("svg.city");
    if (!this.asking || !svg || svg !== this.board.panels[this.game.you].svg || svg.closest(".thumb")) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    this.probe(`${Math.round(at.x / 100)},${Math.round(-at.y / 100) || 0}`);
  }
  act(what) {
    if (what === "undo") this.undo();
    if (what === "send") this.commit(this.steps);
    if (what === "cancel") this.cancel();
    if (what === "skip") this.skip();
    if (what === "hint") this.hint();
    if (what === "menu") this.menu();
    if (what === "really") this.reallyResign();
    if (what === "resign") {
      this.dock.closeSheet();
      this.depart("resign");
    }
    if (what === "guide-next") this.guide.next(this);
    if (what === "guide-end") this.guide.turn(false);
  }
  cancel() {
    const { root } = this;
    this.dock.closeSheet();
    this.note = null;
    this.now?.choices.back();
    this.show();
    root.querySelector(".dock button:not(:disabled)")?.focus({ preventScroll: true });
  }
  pressed(event) {
    if (this.replay || event.ctrlKey !== (event.key === "z") || event.metaKey || event.altKey || event.target.matches("input[type=text], textarea")) return;
    if (event.key === "Escape") this.looking === null ? this.cancel() : this.skip();
    else if ((event.key === "Enter" || event.key === " ") && event.target.matches("g[data-pick]")) {
      event.preventDefault();
      this.pick(...parted(event.target.dataset.pick));
    } else if (event.key === "z" || event.key === "u") this.undo();
    else if (event.key === "w") this.board.toggleWalls();
  }
  close() {
    clearTimeout(this.timer);
    this.feed.close();
    document.removeEventListener("keydown", this.keyed);
  }
}

const parted = (key) => [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
