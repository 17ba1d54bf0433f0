// Which games does a page hold? Every element with `data-board` becomes a board, from frames inside it or at an address.
import { asked, Feed } from "./feed.js";
import { Game } from "./game.js";
import { Replay } from "./replay.js";

/** Show a game from its frames. */
export const mount = (root, data, options = {}) => new Replay(root, new Game(data), options);

/** Show a game as it is played: new moves are appended as they come. */
export function watch(root, data, address, options = {}) {
  const replay = mount(root, data, { ...options, live: true });
  const { game } = replay;
  const receive = ({ from, moves, over, result }) => {
    if (from === game.last) replay.add(moves);
    if (over) replay.end(result);
  };
  const catchUp = () => asked(`${address}/frames?from=${game.last}`).then(receive, () => setTimeout(catchUp, 2000));
  const feed = new Feed(
    `${address}/events`,
    ["moves", "over"],
    (name, data) => {
      if (name === "moves") return data.from === game.last ? receive(data) : catchUp();
      feed.close();
      return data.result ? receive({ from: game.last, moves: [], over: true, ...data }) : catchUp();
    },
    (lost) => lost || catchUp(),
  );
  return replay;
}

async function open(root) {
  const { frames, live, table, csrf, move, spoilers, guide } = root.dataset;
  if (table) {
    const { Play } = await import("./play.js"); // who watches needs none of it
    return new Play(root, table, { csrf, guide: guide !== undefined });
  }
  const inside = root.querySelector("script[type='application/json']");
  const data = inside ? JSON.parse(inside.textContent) : await asked(frames);
  const links = [...root.querySelectorAll("a[data-link]")].map((one) => ({ href: one.href, text: one.textContent }));
  const options = { links, move: move === undefined ? undefined : Number(move), spoilers: spoilers !== undefined, address: root.dataset.address !== "fixed" };
  const board = live && !data.over ? watch(root, data, live, options) : mount(root, data, options);
  root.dataset.ready = "";
  requestAnimationFrame(() => setTimeout(() => performance.mark("board drawn")));
  return board;
}

for (const root of document.querySelectorAll("[data-board]"))
  open(root).then(
    (board) => (root.board = board),
    (wrong) => root.prepend(`The board could not be shown: ${wrong.message}`),
  );
