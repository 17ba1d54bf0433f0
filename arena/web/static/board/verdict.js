// What was played, and what was better? Both marked on the table and in the city, as they stood before the decision.
import { capital } from "./words.js";

const SIGNS = { played: "played", better: "better" };
const TILES = ["aside", "reserve"];

/** The places of these cards in the display; of equal cards the first ones. */
function placesOf(display, cards) {
  const places = [];
  for (const card of cards) {
    const place = display.findIndex((one, i) => one === card && !places.includes(i));
    if (place >= 0) places.push(place);
  }
  return places;
}

/** Marks for a decision: like what can be chosen, but nothing of it can be clicked. */
export function verdictOf(game, frame, seat, paths) {
  const sides = Object.keys(SIGNS).map((sign) => {
    const steps = paths[sign].map(([what, which]) => [what, String(which)]);
    const cards = steps.find(([what]) => what === "cards")?.[1].split("+") ?? [];
    return { sign, steps, places: placesOf(frame.display, cards) };
  });
  const marked = (is) => sides.filter(is).map(({ sign }) => sign).join(" ");
  const has = (steps, what, which) => steps.some((step) => step[0] === what && step[1] === String(which));
  return {
    seat,
    marks: true,
    spots: sides.flatMap((side) => spotsOf(game, frame, seat, side)),
    state: (what, which) => (what === "card" ? marked(({ places }) => places.includes(Number(which))) : marked(({ steps }) => has(steps, what, which))),
  };
}

function spotsOf(game, frame, seat, { sign, steps }) {
  const { city } = frame.seats[seat];
  const tile = steps.find(([what]) => TILES.includes(what))?.[1];
  return steps.flatMap(([what, which]) => {
    const words = capital(SIGNS[sign]);
    if (what === "square" || what === "city") return [{ at: which, verdict: sign, words, look: tile && game.look(tile, frame) }];
    if (what === "corner") return [{ at: which, verdict: sign, words, corner: true }];
    if (what !== "guard" && what !== "post") return [];
    const [name, side] = which.split(" ");
    const at = Object.keys(city).find((key) => city[key] === name);
    return at ? [{ at, verdict: sign, words, side }] : [];
  });
}
