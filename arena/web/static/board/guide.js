// What does somebody need to know in their first game? The rules on the board itself, one thing at a time, when it comes up.
import { fill, html, made } from "./dom.js";

const SEEN = "arena guide";

// `when` looks at what can be chosen now; `at` is the part of the board that is spoken of.
const STEPS = [
  { id: "goal", at: ".seat.turn", when: () => true, text: "This is your city. Three times in the game points are counted: for having most buildings of a kind, and for your longest wall. Most points win." },
  { id: "money", at: ".display", when: ({ has }) => has("cards"), text: "In your turn you do one thing. You can take money: one card of the display, or several that make 5 or less together." },
  { id: "buy", at: ".market", when: ({ has }) => has("slot"), text: "Or buy a tile with a blue ring. Each slot wants its own currency. You get no change, but if you pay exactly you may do one thing more." },
  { id: "pay", at: ".sheet", when: ({ has }) => has("pay"), text: "Choose the cards to pay with. Exact payments come first: they do not end your turn." },
  { id: "place", at: ".seat.turn", when: ({ has }) => has("square"), text: "Now build it. Tiles are never turned. Wall must meet wall, open side must meet open side, every tile must be reached on foot from the fountain, and no hole may be left. The squares that fit glow." },
  { id: "reserve", at: ".dock", when: ({ has }) => has("button"), text: "A tile that fits nowhere, or that you want later, goes into your reserve. Building it from there is an action of its own." },
  { id: "undo", at: ".dock", when: ({ play }) => play.steps.length > 0, text: "Nothing is sent before you end the turn. Until then, Undo takes back a step." },
  { id: "leads", at: ".leads", when: ({ play }) => play.game.last > 3, text: "Here is who has most of what, and what the next scoring would pay if it came now. Towers pay most, pavilions least." },
];

export class Guide {
  constructor(root, wanted) {
    this.root = root;
    this.box = made("aside", "guide pane");
    this.box.hidden = true;
    this.box.setAttribute("aria-live", "polite");
    this.box.setAttribute("aria-label", "First-game guide");
    root.append(this.box);
    const stored = localStorage.getItem(SEEN);
    this.on = stored === null ? wanted : stored !== "off";
    this.seen = new Set((stored ?? "").split(" "));
  }
  turn(on) {
    this.on = on;
    this.seen = new Set();
    localStorage.setItem(SEEN, on ? "on" : "off");
    if (!on) this.hide();
  }
  hide() {
    this.box.hidden = true;
    for (const one of this.root.querySelectorAll(".spoken-of")) one.classList.remove("spoken-of");
  }
  /** Speak of the first thing that matters now and was not explained yet. */
  show(play) {
    if (!this.on || !play) return void this.hide();
    const has = (what) => play.now.choices.next().has(what);
    const step = STEPS.find((one) => !this.seen.has(one.id) && one.when({ play, has }) && this.root.querySelector(one.at));
    if (!step) return void this.hide();
    this.step = step;
    const place = this.root.querySelector(step.at);
    for (const one of this.root.querySelectorAll(".spoken-of")) if (one !== place) one.classList.remove("spoken-of");
    place.classList.add("spoken-of");
    fill(this.box, html`<p>${step.text}</p><div class="foot"><button data-do="guide-end" data-key="guide-end" class="quiet">End the guide</button><button data-do="guide-next" data-key="guide-next" class="main">Got it</button></div>`);
    this.box.dataset.at = step.id;
    this.box.hidden = false;
  }
  next(play) {
    this.seen.add(this.step.id);
    localStorage.setItem(SEEN, [...this.seen].join(" ").trim() || "on");
    this.show(play);
  }
}
