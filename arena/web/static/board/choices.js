// What can be chosen next? Legal actions come as paths of choices; whoever follows the paths needs no rule of the game.

const same = (a, b) => a[0] === b[0] && a[1] === b[1];
const sorted = (cards) => [...cards].sort().join("+");

/** True if the first list of cards is part of the second, counting copies. */
function within(some, all) {
  const left = [...all];
  return some.every((card) => {
    const i = left.indexOf(card);
    if (i >= 0) left.splice(i, 1);
    return i >= 0;
  });
}

/** The actions offered, and the path chosen so far. Choices never act: they say which action a click has led to. */
export class Choices {
  constructor(legal = [], closed = [], display = []) {
    this.legal = legal;
    this.closed = closed;
    this.display = display;
    this.chosen = [];
    this.picked = []; // places in the display
    this.begin();
  }

  /** A tile that must be placed is in hand from the beginning. */
  begin() {
    const first = this.legal[0]?.path[0];
    if (first?.[0] === "aside" && this.legal.every(({ path }) => path[0]?.[0] === "aside")) this.chosen = [first];
  }

  /** The actions whose path begins with the first `depth` choices. */
  under(depth = this.chosen.length) {
    return this.legal.filter(({ path }) => path.length >= depth && this.chosen.slice(0, depth).every((one, i) => same(one, path[i])));
  }
  get depth() {
    return this.chosen.length;
  }
  /** What can be chosen at the end of the path: kind of thing → which → the actions that this leads to. */
  next() {
    const found = new Map();
    for (const offer of this.under()) {
      const step = offer.path[this.depth];
      if (!step) continue;
      const [what, which] = step;
      if (!found.has(what)) found.set(what, new Map());
      const options = found.get(what);
      options.set(which, [...(options.get(which) ?? []), offer]);
    }
    return found;
  }
  options(what) {
    return [...(this.next().get(what) ?? new Map())];
  }
  /** How deep in the path something can be chosen: as deep as possible; -1 if nowhere. */
  place(what, which) {
    for (let depth = this.depth; depth >= 0; depth -= 1)
      if (this.under(depth).some(({ path }) => path[depth] && same(path[depth], [what, which]))) return depth;
    return -1;
  }

  /** "open", "chosen" or "closed", or nothing for things that say nothing. */
  state(what, which) {
    const name = String(which);
    if (what === "card") return this.cardState(Number(which));
    const depth = this.place(what, name);
    if (depth >= 0) return this.chosen[depth] && same(this.chosen[depth], [what, name]) ? "chosen" : "open";
    return this.refusal(what, name) ? "closed" : "";
  }
  refusal(what, which) {
    const key = what === "aside" || what === "reserve" ? "tile" : what;
    return this.closed.find((one) => one[key] !== undefined && String(one[key]) === which);
  }

  /** Follow a path one step on; the offers that are complete now. */
  choose(what, which) {
    const depth = this.place(what, which);
    if (depth < 0) return [];
    this.chosen = [...this.chosen.slice(0, depth), [what, which]];
    this.picked = [];
    const offers = this.under();
    return offers.length && offers.every(({ path }) => path.length === this.depth) ? offers : [];
  }
  back() {
    this.picked = [];
    this.chosen = [];
    this.begin();
  }

  /** Where cards of the display are part of a path, how deep. */
  get cardDepth() {
    for (let depth = this.depth; depth >= 0; depth -= 1) if (this.under(depth).some(({ path }) => path[depth]?.[0] === "cards")) return depth;
    return -1;
  }
  takes() {
    const depth = this.cardDepth;
    return depth < 0 ? [] : this.under(depth).filter(({ path }) => path[depth]?.[0] === "cards").map((offer) => ({ offer, cards: offer.path[depth][1].split("+") }));
  }
  cardState(place) {
    if (this.picked.includes(place)) return "chosen";
    return this.takes().some(({ cards }) => cards.includes(this.display[place])) ? "open" : "";
  }
  /** Pick a card of the display or put it back; the offer that this leads to, if there is no other. */
  pickCard(place) {
    const cards = (places) => places.map((one) => this.display[one]);
    const possible = (places) => this.takes().filter((one) => within(cards(places), one.cards));
    if (this.picked.includes(place)) this.picked = this.picked.filter((one) => one !== place);
    else this.picked = possible([...this.picked, place]).length ? [...this.picked, place] : [place];
    const left = this.picked.length ? possible(this.picked) : [];
    return left.length === 1 && left[0].cards.length === this.picked.length ? left[0].offer : null;
  }
  /** The offer to take just the cards that are picked. */
  get taking() {
    const wanted = sorted(this.picked.map((place) => this.display[place]));
    return this.picked.length ? this.takes().find(({ cards }) => sorted(cards) === wanted)?.offer : undefined;
  }
}
