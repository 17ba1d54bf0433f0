// What glows in the own city? Squares, tiles to change, corners and walls that may be chosen now.
import { ASKS } from "./dock.js";
import { capital } from "./words.js";

/** Every spot of a moment (`now` has frame and choices); the best hint is starred. */
export function spotsOf(game, { choices, frame }, hints) {
  const { city } = frame.seats[game.you];
  const best = hints[0]?.action;
  const held = choices.chosen.find(([what]) => what === "aside" || what === "reserve")?.[1];
  const look = held ? game.look(held, frame) : undefined;
  const words = (offers) => capital(offers.length === 1 ? offers[0].text : (ASKS[offers[0].path.at(-1)[0]] ?? offers[0].text));
  const spots = (what, more, place = (which) => which) =>
    choices.options(what).flatMap(([which, offers]) => {
      const at = place(which);
      return at ? [{ at, key: `${what}:${which}`, words: words(offers), hint: offers.some(({ action }) => action === best), ...more(which) }] : [];
    });
  const beneath = (post) => Object.keys(city).find((key) => city[key] === post.split(" ")[0]);
  const side = (post) => ({ side: post.split(" ")[1] });
  return [
    ...spots("square", () => ({ look })),
    ...(choices.depth ? spots("city", () => ({ look })) : []),
    ...spots("corner", () => ({ corner: true })),
    ...spots("guard", side, beneath),
    ...spots("post", side, beneath),
  ];
}
