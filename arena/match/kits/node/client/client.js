// How does this bot play a match? Hello, then an answer to every decision until the match is over.
import { resolve } from "node:path";

import grpc from "@grpc/grpc-js";

import { arena } from "./messages.js";
import { Policy } from "./policy.js";

const SOCKET = resolve(process.env.ARENA_SOCKET || "/run/arena/seat.sock");

const client = new arena.v1.Referee(`unix:${SOCKET}`, grpc.credentials.createInsecure());
const stream = client.Play();
/** @type {Policy} */
let policy;
let over = false;

stream.on("data", (/** @type {import("./arena.js").ToBot} */ heard) => {
  switch (heard.message) {
    case "welcome":
      policy = new Policy(heard.welcome.tiles);
      break;
    case "game_start":
      policy.newGame(heard.game_start);
      break;
    case "decision":
      answer(heard.decision).then(
        (said) => stream.write({ answer: said }),
        (error) => leave(error.stack),
      );
      break;
    case "match_over":
      over = true;
      stream.cancel(); // the referee waits for us to leave
      client.close();
      /** @type {Teller} */ (policy).close?.();
      break;
  }
});
stream.on("error", (/** @type {Error} */ error) => {
  if (!over) {
    leave(`the referee is gone: ${error.message}`);
  }
});
stream.on("end", () => {
  if (!over) {
    leave("the referee closed the stream before the match was over");
  }
});
stream.write({
  hello: {
    protocol: 1,
    token: Buffer.from(process.env.ARENA_TOKEN ?? ""),
    software: `Node.js ${process.version}`,
  },
});

/**
 * A Policy with a method `info` tells what it thought of its choice; the referee puts it on the record. One with a method
 * `close` is told when the match is over.
 *
 * @typedef {{ info?: () => import("./arena.js").Info, close?: () => void }} Teller
 */

/**
 * The action chosen, written out as its text. An index, `{ id, index }`, would do as well; a text may also name an action
 * that is not in the list, such as a dearer payment, if the rules allow it.
 *
 * @param {import("./arena.js").Decision} decision
 */
async function answer(decision) {
  const action = decision.legal[await policy.choose(decision)]; // a policy may answer at once, or with a promise
  const info = /** @type {Teller} */ (policy).info?.();
  return info ? { id: decision.id, text: action.text, info } : { id: decision.id, text: action.text };
}

/** @param {string} reason */
function leave(reason) {
  console.error(reason);
  process.exit(1);
}
