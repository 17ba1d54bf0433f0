// What do the messages of arena.proto look like here? As @grpc/proto-loader reads them, with the options of client.js:
// enums and 64-bit numbers are strings, absent messages are null, and absent `optional` fields are not there.

export interface ToBot {
  message: "welcome" | "game_start" | "decision" | "game_over" | "match_over";
  welcome: Welcome;
  game_start: GameStart;
  decision: Decision;
  game_over: GameOver;
  match_over: { reason: string };
}

/** What a bot thinks of its choice; leave out what it does not know. */
export interface Info {
  value?: number;
  win?: number;
  iterations?: number | string;
  line?: string[];
  text?: string;
}

export interface Welcome {
  protocol: number;
  rules_version: string;
  match: string;
  tiles: Tile[];
  games: number;
  bank_ns: string;
  increment_ns: string;
  ponder: boolean;
}

export interface Tile {
  id: number;
  name: string;
  group: string;
  kind?: string;
  price: number;
  walls: string;
  currency?: string;
  kinds: string[];
  towers: string;
}

export interface GameStart {
  game: number;
  rules: string;
  players: number;
  seat: number;
  bots: string[];
  commitment: Buffer;
}

export interface GameOver {
  game: number;
  events: Event[];
  scores: number[];
  ranks: number[];
  seed: Buffer;
  salt: Buffer;
  terminations: string[];
  sentence: string;
}

export interface Decision {
  id: string;
  game: number;
  events: Event[];
  observation: Observation;
  legal: Action[];
  bank_ns: string[];
  increment_ns: string;
}

export interface Action {
  verb: string;
  slot: number;
  tile?: number;
  square: Square | null;
  cards: Card[];
  name: string;
  text: string;
  number: number;
  side: string;
  fee: Card | null;
  using: string;
}

export interface Event {
  kind: string;
  seat?: number;
  action: Action | null;
  slot: number;
  tile?: number;
  cards: Card[];
  number: number;
  name: string;
  points: number[];
  private: boolean;
}

export interface Observation {
  rules: string;
  viewer: number;
  turn: number;
  on_turn?: number;
  asked: string;
  decider?: number;
  extra: boolean;
  final: boolean;
  pending: number[];
  market: { tile?: number }[];
  display: Card[];
  deck_size: number;
  discard: Card[];
  bag_size: number;
  seats: Seat[];
  dirk: { tiles: number[] } | null;
  scorings: number[];
  facts: { module: string; numbers: string[] }[];
  viziers: boolean[];
  bazaars: number[];
  falcons: { name: string; seat: number; corner: Square }[];
  falcon_supply: string[];
  palace: Palace | null;
}

/** What there is in the Red Palace only. */
export interface Palace {
  preview: { tile?: number }[];
  pieces: { tile: number; kind: string }[];
  pieces_left: number[];
  wall_pieces: TileSide[];
  wall_pieces_left: number;
  wall_piece_held: boolean;
  plazas_left: number;
  guards: TileSide[];
  guard_supply: number;
  stands: number[];
  guards_on_stands: number;
  guard_points: number;
  half_buildings: { kind: string; seat: number }[];
  abilities: string[];
  abilities_used: string[];
  strips: { kinds: string[] }[];
  sets: { number: number; cards: Card[] }[];
}

export interface TileSide {
  tile: number;
  side: string;
}

export interface Seat {
  hand_size: number;
  hand: { cards: Card[] } | null;
  city: Placed[];
  reserve: number[];
  aside: number[];
  score: number;
}

export interface Card {
  currency: string;
  value: number;
}

export interface Square {
  x: number;
  y: number;
}

export interface Placed {
  tile: number;
  x: number;
  y: number;
}
