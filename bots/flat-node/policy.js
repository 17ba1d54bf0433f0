// What does this bot play? What comes out best when the game is played on many times: flat Monte Carlo, with the engine.
import { Engine, budget } from "./engine.js";

const MOVE_TIME_MS = 200; // for a decision, if the clock allows it
const STAGES = 4; // after each, the worse half of the actions is given up
const GUESSES = 8; // whole games that fit what is known, for each stage
const TURNS = 20; // that are played on before the position is judged

/**
 * How the playouts of an action came out for this seat.
 *
 * @typedef {{ index: number, playouts: number, reward: number, wins: number }} Tally
 */

/** Decides, for all games of a match. */
export class Policy {
  /** @param {import("./arena.js").Tile[]} _tiles the engine knows them */
  constructor(_tiles) {
    this.engine = new Engine();
    /** @type {import("./arena.js").Info} */
    this.told = {};
  }

  /** @param {import("./arena.js").GameStart} _start the engine sees by a decision that another game has begun */
  newGame(_start) {}

  /** What the playouts of the last choice came to. */
  info() {
    return this.told;
  }

  /** The match is over. */
  close() {
    this.engine.close();
  }

  /**
   * The index of the action whose playouts had the best rewards.
   *
   * @param {import("./arena.js").Decision} decision
   * @returns {Promise<number>}
   */
  async choose(decision) {
    this.engine.hear(decision);
    const stop = performance.now() + 0.9 * Math.min(MOVE_TIME_MS, budget(decision));
    /** @type {Tally[]} */
    let open = decision.legal.map((_, index) => ({ index, playouts: 0, reward: 0, wins: 0 }));
    for (let stage = 0; stage < STAGES && open.length > 1; stage++) {
      await this.tryOut(decision, open, (stop - performance.now()) / (STAGES - stage));
      open.sort((a, b) => b.reward / b.playouts - a.reward / a.playouts);
      open = open.slice(0, Math.ceil(open.length / 2));
    }
    const [best] = open;
    this.told = { win: best.wins / Math.max(best.playouts, 1), iterations: best.playouts };
    return best.index;
  }

  /**
   * Plays on after each of the actions for as long as it may, and adds up what came of it.
   *
   * @param {import("./arena.js").Decision} decision
   * @param {Tally[]} open
   * @param {number} mostMs
   */
  async tryOut(decision, open, mostMs) {
    const { results } = await this.engine.call("Playouts", {
      states: await this.engine.determine(decision, GUESSES),
      actions: open.map((one) => decision.legal[one.index]),
      count: 1000,
      policy: "POLICY_HEURISTIC",
      turns: TURNS,
      budget_ns: Math.max(1, Math.round(mostMs * 1e6)),
    });
    const seat = decision.observation.viewer;
    open.forEach((one, i) => {
      one.playouts += results[i].playouts;
      one.reward += results[i].playouts * results[i].rewards[seat];
      one.wins += results[i].playouts * results[i].wins[seat];
    });
  }
}
