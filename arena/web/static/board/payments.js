// How can something be paid? The ways, exact ones first, then by how much is lost.
import { sum } from "./dom.js";
import { currencyOf, valueOf } from "./pieces.js";

const lost = ({ exact, over = 0 }) => (exact ? -1 : over);

/** A title and the ways to pay at this point. Where a card for a helper follows, a way leads on instead of acting. */
export function paymentsOf(game, { choices, frame }) {
  const options = choices.options("pay").map(([which, offers]) => ({ which, offers, cards: which.split("+") }));
  const last = options.every(({ offers }) => offers.every(({ path }) => path.length === choices.depth + 1));
  const ways = options.flatMap(({ which, offers, cards }) =>
    last ? offers.map((offer) => ({ ...offer, cards })) : [{ ...offers[0], cards, label: offers[0].exact ? "exact" : "", action: `pick pay:${which}`, now: false }],
  );
  ways.sort((a, b) => lost(a) - lost(b) || a.cards.length - b.cards.length);
  const [what, which] = choices.chosen.findLast(([kind]) => ["slot", "beside", "preview"].includes(kind)) ?? [];
  if (!what) return { title: "Choose a card to pay with", ways };
  const bought = { slot: () => frame.market[which - 1], preview: () => frame.preview[which - 1], beside: () => which }[what]();
  const [{ over, cards }] = ways;
  const price = last && over !== undefined ? `${sum(cards.map(valueOf)) - over} ${currencyOf(cards[0])} ` : "";
  return { title: `Pay ${price}for ${game.word(bought, frame)}`, ways };
}
