// How does a policy think ahead? With the engine: the rules as a service beside this bot, if bot.toml says `engine = true`.
import grpc from "@grpc/grpc-js";

import { arena } from "./messages.js";

const RESERVE_MS = 50; // kept back from the last of the time for the way to the referee

/** Makes and plays whole games that this seat cannot tell from the real one. */
export class Engine {
  /** Connects to the engine; nothing is sent until the first call. */
  constructor() {
    const socket = process.env.ARENA_ENGINE;
    if (!socket) {
      throw new Error("ARENA_ENGINE is not set: bot.toml must say engine = true");
    }
    this.client = new arena.v1.Engine(`unix:${socket}`, grpc.credentials.createInsecure());
    this.game = 0;
    /** @type {import("./arena.js").Event[]} */
    this.history = [];
  }

  /**
   * Remembers what happened. Call it with every decision, before all else.
   *
   * @param {import("./arena.js").Decision} decision
   */
  hear(decision) {
    if (decision.game !== this.game) {
      this.game = decision.game;
      this.history = [];
    }
    this.history.push(...decision.events);
  }

  /**
   * Forgets all states and makes new ones of what this seat knows.
   *
   * @param {import("./arena.js").Decision} decision
   * @param {number} count
   * @returns {Promise<string[]>}
   */
  async determine(decision, count) {
    await this.call("Release", { all: true });
    const known = { observation: decision.observation, history: this.history, count };
    return (await this.call("Determinize", known)).states;
  }

  /**
   * What a call of the service answers.
   *
   * @param {string} method its name in arena.proto
   * @param {object} request
   * @returns {Promise<any>}
   */
  call(method, request) {
    return new Promise((resolve, reject) => {
      this.client[method](request, (/** @type {Error | null} */ error, /** @type {any} */ reply) =>
        error ? reject(error) : resolve(reply),
      );
    });
  }

  /** Lets go of the engine, so that the process can end. */
  close() {
    this.client.close();
  }
}

/**
 * How long to think now, in milliseconds, so that the time lasts for the game: the increment and a fair part of the bank.
 *
 * @param {import("./arena.js").Decision} decision
 */
export function budget(decision) {
  const seen = decision.observation;
  const bank = Number(decision.bank_ns[seen.viewer]) / 1e6;
  const increment = Number(decision.increment_ns) / 1e6;
  const left = 10 + Math.floor((2 * seen.bag_size) / seen.seats.length); // decisions that this seat still has
  const most = bank + increment;
  return Math.min(increment + bank / left, Math.max(most - RESERVE_MS, most / 2));
}
