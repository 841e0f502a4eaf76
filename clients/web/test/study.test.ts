import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { afterEach, beforeEach, test } from "vitest";
import { WebSocket } from "ws";
import type { Socket } from "../src/protocol/connection";
import { Client } from "../src/store/client";
import type { NewRoom } from "../src/store/table";
import * as store from "../src/store/store";
import { LookAhead } from "../src/store/look_ahead";
import { FakeServer } from "./fake_server";
import { until } from "./until";

(globalThis as any).crypto ??= webcrypto;
(globalThis as any).localStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

let server: FakeServer;
let client: Client;

beforeEach(async () => {
  server = new FakeServer();
  const port = await server.listen();
  store.room.value = store.match.value = store.study.value = null;
  store.link.value = "connecting";
  store.chat.value = store.lobbyChat.value = [];
  client = new Client(() => new WebSocket(`ws://127.0.0.1:${port}/ws`, "pentad.v1.json") as unknown as Socket);
  client.start();
  await until(() => store.link.value === "online");
});

afterEach(async () => {
  client.connection.stop();
  await server.close();
});

const wish: NewRoom = {
  game: "toy", options: { size: "3x3" }, seats: [{ kind: "human" }, { kind: "human" }], hotseat: true,
  firstSeat: "0", tc: { kind: "none" }, visibility: "public",
};

async function played(...moves: string[]): Promise<string> {
  await client.table.create(wish);
  await until(() => store.match.value);
  const { match } = store.match.value!;
  for (const move of moves) server.playFor(match, move);
  await until(() => store.match.value!.ply === moves.length);
  return match;
}

const shown = () => store.study.value?.position?.pieces.map((piece) => piece[0]) ?? [];
const ready = () => until(() => store.study.value && store.studyReady.value);

test("earlier positions come from the sandbox and the last one is the match itself", async () => {
  await played("a1", "b2", "c3");
  client.study.step(-1);
  await ready();
  assert.deepEqual(shown(), ["a1", "b2"]);
  client.study.look(0);
  await ready();
  assert.deepEqual(shown(), []);
  client.study.step(1);
  await ready();
  assert.deepEqual(shown(), ["a1"]);
  client.study.look(3);
  assert.equal(store.study.value, null);
});

test("a move that arrives while one looks back does not take the player away from there", async () => {
  const match = await played("a1", "b2");
  client.study.look(1);
  await ready();
  server.playFor(match, "c3");
  await until(() => store.match.value!.ply === 3);
  assert.equal(store.study.value!.ply, 1);
  client.study.step(1);
  client.study.step(1);
  assert.equal(store.study.value, null);
});

test("what if: clicks try moves for both sides, undo takes them back, and nothing is played", async () => {
  await played("a1");
  client.study.begin();
  await ready();
  for (const square of ["b1", "c1"]) {
    client.play.clickSquare(square);
    await until(() => shown().includes(square));
  }
  assert.deepEqual(store.study.value!.branch, ["b1", "c1"]);
  client.study.step(-1);
  await ready();
  assert.deepEqual(shown(), ["a1", "b1"]);
  client.study.leaveBranch();
  await ready();
  assert.deepEqual(shown(), ["a1"]);
  client.study.close();
  assert.equal(store.match.value!.ply, 1);
  assert.ok(!server.received.some((frame) => frame.type === "move.play"));
});

test("the line of a record is followed where the tried move is its next one", async () => {
  assert.ok(await client.study.open("toy", {}, ["a1", "b2"], 0));
  await client.study.tryMove("a1");
  await ready();
  assert.equal(store.study.value!.ply, 1);
  await client.study.tryMove("c3");
  await ready();
  assert.deepEqual([store.study.value!.ply, store.study.value!.branch], [1, ["c3"]]);
});

test("lines of chat go to the match or to the lobby, the past ones before the new ones", () => {
  const from = { id: "p_x", name: "Bob", kind: "human" as const };
  client.chat.past([{ channel: "match", from, text: "earlier", ts: 1 }], ["match", "watchers"]);
  client.chat.line({ channel: "match", from, text: "later" }, 2);
  client.chat.line({ channel: "lobby", from, text: "elsewhere" }, 3);
  client.chat.past([{ channel: "match", from, text: "earlier", ts: 1 }, { channel: "match", from, text: "later", ts: 2 }], ["match", "watchers"]);
  assert.deepEqual(store.chat.value.map((line) => line.text), ["earlier", "later"]);
  assert.deepEqual(store.lobbyChat.value.map((line) => line.text), ["elsewhere"]);
});

test("what may be chosen ahead is what would be legal after the opponent's moves", async () => {
  await played("a1");
  const before = { ...store.match.value!, pos: "a1" };
  let moves: string[] = [];
  const ahead = new LookAhead(client.talk);
  await ahead.moves(before, 0, (found) => ((moves = found), true));
  assert.ok(moves.length > 0 && !moves.includes("a1"));
  const later = await ahead.after(before, 0, moves[0]!);
  assert.ok(later && later.pos.includes(moves[0]!) && later.pos.split(" ").length === 3, later?.pos);
  await ahead.moves(before, 1, (found) => ((moves = found), true));
  assert.deepEqual(moves, [], "nothing for the side that moves now");
});

test("in a pause nothing can be picked", async () => {
  await played("a1");
  assert.ok(store.legal.value.length > 0);
  const clock = { tc: { kind: "none" as const }, remainingMs: null, running: null, at: 0 };
  store.match.value = { ...store.match.value!, clock: { ...clock, pausedUntil: 99 } };
  assert.deepEqual(store.legal.value, []);
  store.match.value = { ...store.match.value!, clock };
  assert.ok(store.legal.value.length > 0);
});
