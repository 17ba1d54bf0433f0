// Where do the messages come from? From arena.proto, which is read at the start.
import grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

const PROTO = new URL("arena.proto", import.meta.url).pathname;

const messages = loadSync(PROTO, { keepCase: true, enums: String, longs: String, defaults: true, oneofs: true });

export const { arena } = /** @type {any} */ (grpc.loadPackageDefinition(messages));
