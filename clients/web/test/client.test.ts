import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { afterEach, beforeEach, test } from "vitest";
import { WebSocket } from "ws";
import type { Socket } from "../src/protocol/connection";
import { Client } from "../src/store/client";
import type { NewRoom } from "../src/store/table";
import * as store from "../src/store/store";
import { FakeServer } from "./fake_server";
import { until } from "./until";

// The client and its store against real sockets. Node 18 has no global crypto and no version has a localStorage here.
(globalThis as any).crypto ??= webcrypto;
const memory = new Map<string, string>();
(globalThis as any).localStorage = {
  getItem: (key: string) => memory.get(key) ?? null,
  setItem: (key: string, value: string) => memory.set(key, value),
  removeItem: (key: string) => memory.delete(key),
};

let server: FakeServer;
let port: number;
let client: Client;

beforeEach(async () => {
  memory.clear();
  server = new FakeServer();
  port = await server.listen();
  store.room.value = store.match.value = store.lobby.value = store.player.value = null;
  store.roomProblem.value = null;
  store.toasts.value = [];
  store.link.value = "connecting";
  client = newClient();
  client.start();
  await until(() => store.link.value === "online");
});

afterEach(async () => {
  client.connection.stop();
  await server.close();
});

function newClient(): Client {
  return new Client(() => new WebSocket(`ws://127.0.0.1:${port}/ws`, "pentad.v1.json") as unknown as Socket);
}

const wish = (extra: Partial<NewRoom> = {}): NewRoom => ({
  game: "toy", options: { size: "3x3" }, seats: [{ kind: "human" }, { kind: "bot", level: 1 }], hotseat: false,
  firstSeat: "0", tc: { kind: "none" }, visibility: "public", ...extra,
});

/** The requests of a type that the server has got. */
const sent = (type: string) => server.received.filter((frame) => frame.type === type);

test("a guest's token is kept and signs in the next time", () => {
  const token = memory.get("pentad.token");
  assert.ok(token);
  client.connection.restart();
  return until(() => store.link.value === "online").then(() => {
    assert.deepEqual(sent("hello").map((frame) => frame.data.auth.kind), ["guest", "token"]);
    assert.equal(sent("hello")[1]!.data.auth.token, token);
  });
});

test("a token that the server does not know makes way for a new guest", async () => {
  memory.set("pentad.token", "stale");
  client.connection.restart();
  await until(() => store.link.value === "online");
  assert.deepEqual(sent("hello").map((frame) => frame.data.auth.kind), ["guest", "token", "guest"]);
  assert.notEqual(memory.get("pentad.token"), "stale");
});

test("a name that somebody else has makes way for one of the server's choice", async () => {
  memory.set("pentad.name", "Ada");
  memory.delete("pentad.token");
  server.refuseOnce.set("hello", "name_taken");
  client.connection.restart();
  await until(() => store.link.value === "online");
  const auths = sent("hello").map((frame) => frame.data.auth);
  assert.deepEqual(auths.slice(-2), [{ kind: "guest", name: "Ada" }, { kind: "guest" }]);
});

test("a new name that is refused leaves the player who one was", async () => {
  const before = store.player.value!.id;
  server.refuseOnce.set("hello", "name_taken");
  client.rename("Bob");
  await until(() => store.link.value === "online" && store.toasts.value.length === 1);
  assert.equal(store.player.value!.id, before);
});

test("the lobby lists rooms and follows what changes", async () => {
  client.lobby.open();
  await until(() => store.lobby.value?.size === 0);
  await client.table.create(wish({ seats: [{ kind: "human" }, { kind: "human" }] }));
  await until(() => store.lobby.value?.size === 1);
  assert.equal([...store.lobby.value!.values()][0]!.game, "toy");
});

test("a long list of tables comes as far as one asks for it, and one game's by itself", async () => {
  server.fill("toy", 120);
  server.fill("other", 30);
  client.lobby.open();
  await until(() => store.lobby.value?.size === 50);
  assert.deepEqual(store.lobbyCounts.value, { open: 150, playing: 0, over: 0 });
  client.lobby.more();
  await until(() => store.lobby.value?.size === 100);
  // That was the longest that this server has.
  assert.equal(store.lobbyLimit.value, store.mostLobbyRooms.value);
  client.lobby.more();
  client.lobby.close();
  client.lobby.open("other");
  await until(() => store.lobby.value?.size === 30);
  assert.equal(store.lobbyCounts.value!.open, 30);
  // What is told of the other games is not for this list.
  await client.table.create(wish({ seats: [{ kind: "human" }, { kind: "human" }] }));
  server.fill("other", 1);
  await client.table.create(wish({ game: "other", seats: [{ kind: "human" }, { kind: "human" }] }));
  await until(() => store.lobbyCounts.value!.open === 32);
  assert.ok([...store.lobby.value!.values()].every((room) => room.game === "other"));
  assert.equal(server.received.filter((it) => it.type === "lobby.subscribe").length, 3);
  client.lobby.close();
});

test("the list of one game is there again after a lost link", async () => {
  server.fill("other", 60);
  client.lobby.open("other");
  await until(() => store.lobby.value?.size === 50);
  client.lobby.more();
  await until(() => store.lobby.value?.size === 60);
  store.lobby.value = null;
  server.forgetSessions();
  server.cut();
  await until(() => store.lobby.value?.size === 60);
  assert.deepEqual(server.received.filter((it) => it.type === "lobby.subscribe").at(-1)!.data, { game: "other", limit: 100 });
  client.lobby.close();
});

test("a room with a computer starts at once and the whole game can be clicked", async () => {
  const made = await client.table.create(wish());
  assert.equal(made?.watch, false);
  await until(() => store.match.value);
  for (let turn = 0; !store.match.value!.result; turn += 2) {
    await until(() => store.legal.value.length > 0);
    client.play.clickSquare(store.legal.value[0]!);
    await until(() => store.match.value!.result || (store.match.value!.turn === turn + 2 && store.sending.value === null));
  }
  assert.deepEqual(store.match.value!.result, { winner: 0, reason: "five_placed" });
  assert.equal(store.match.value!.history.length, 5);
  assert.deepEqual(store.toasts.value, []);
});

test("a rematch brings the new match with the seats swapped", async () => {
  await client.table.create(wish());
  await until(() => store.match.value);
  const first = store.match.value!.match;
  await client.play.resign();
  await until(() => store.match.value?.result);
  assert.equal(store.match.value!.result!.reason, "resign");
  await client.play.offer("rematch");
  await until(() => store.match.value && store.match.value.match !== first);
  assert.deepEqual(store.mySeats.value, [1]);
});

test("a rematch that is offered while the match is not on the page is shown all the same", async () => {
  await client.table.create(wish());
  await until(() => store.match.value);
  const { room, match } = { room: store.room.value!.room, match: store.match.value!.match };
  await client.play.resign();
  await until(() => store.match.value?.result);
  const offer = { type: "offer.made", room, match, data: { offer: "o_1", kind: "rematch", by: 1, turn: 0 } };
  // In the room, with the board gone: the match is asked for, and its offers come with it.
  client.play.show(null);
  server.tell(offer);
  await until(() => store.match.value);
  assert.deepEqual(sent("match.watch").map((frame) => frame.match), [match]);
  assert.deepEqual(store.toasts.value, []);
  // On another page: a note, and the way back.
  store.room.value = null;
  client.play.show(null);
  server.tell({ ...offer, data: { ...offer.data, kind: "draw" } });
  server.tell(offer);
  await until(() => store.toasts.value.length > 0);
  assert.equal(store.toasts.value.length, 1);
  assert.deepEqual(store.active.value, [{ match, seat: 0, room }]);
  store.active.value = [];
});

test("after a lost link the session is resumed and missed moves arrive", async () => {
  await client.table.create(wish({ hotseat: true, seats: [{ kind: "human" }, { kind: "human" }] }));
  await until(() => store.match.value);
  const match = store.match.value!.match;
  server.cut();
  server.playFor(match, "b2");
  await until(() => store.link.value === "reconnecting");
  await until(() => store.link.value === "online" && store.match.value?.turn === 1);
  assert.equal(sent("hello").at(-1)!.data.auth.kind, "resume");
  assert.deepEqual(store.match.value!.history.map((entry) => entry.move), ["b2"]);
});

test("a server that is full or stopping for a moment costs neither session nor identity", async () => {
  const token = memory.get("pentad.token");
  server.refuseOnce.set("hello", "server_full");
  server.cut();
  await until(() => store.link.value === "reconnecting");
  await until(() => store.link.value === "online");
  server.refuseOnce.set("hello", "draining");
  client.connection.restart();
  await until(() => store.link.value === "online" && sent("hello").length === 5);
  assert.deepEqual(
    sent("hello").map((frame) => frame.data.auth.kind), ["guest", "resume", "resume", "token", "token"],
  );
  assert.equal(memory.get("pentad.token"), token);
});

test("where the session is gone the player signs in by token and is back in the match", async () => {
  await client.table.create(wish({ hotseat: true, seats: [{ kind: "human" }, { kind: "human" }] }));
  await until(() => store.match.value);
  server.forgetSessions();
  server.cut();
  server.playFor(store.match.value!.match, "c3");
  await until(() => store.link.value === "reconnecting");
  await until(() => store.link.value === "online" && store.match.value?.turn === 1);
  assert.deepEqual(sent("hello").map((frame) => frame.data.auth.kind), ["guest", "resume", "token"]);
  assert.deepEqual(store.match.value!.history.map((entry) => entry.move), ["c3"]);
  assert.ok(store.legal.value.length > 0);
});

test("a hole in a stream is noticed and healed by a snapshot", async () => {
  await client.table.create(wish({ hotseat: true, seats: [{ kind: "human" }, { kind: "human" }] }));
  await until(() => store.match.value);
  const match = store.match.value!.match;
  server.lose(`match:${match}`);
  server.playFor(match, "a1");
  await until(() => store.match.value?.turn === 1);
  assert.equal(sent("match.sync").length, 1);
});

test("the link of a full room leads to watching it", async () => {
  const made = await client.table.create(wish());
  await until(() => store.match.value);
  const match = store.match.value!.match;
  client.connection.stop();
  memory.clear();
  client = newClient();
  store.room.value = store.match.value = null;
  client.start();
  client.table.open({ by: "code", value: made!.code, watch: false });
  await until(() => store.match.value?.match === match);
  assert.deepEqual(sent("room.join").map((frame) => frame.data.seat), ["any", "watch"]);
  assert.deepEqual(store.legal.value, []);
});

test("a refused move is explained and the board can be used again", async () => {
  await client.table.create(wish());
  await until(() => store.legal.value.length > 0);
  server.refuse.set("move.play", "illegal_move");
  client.play.clickSquare("a1");
  await until(() => store.toasts.value.length === 1 && store.sending.value === null);
  assert.match(store.toasts.value[0]!.text, /not allowed/);
  assert.ok(store.legal.value.includes("a1"));
});

test("a request that came too soon is sent again by itself, but not a line of chat", async () => {
  server.refuseOnce.set("room.create", "rate_limited");
  await client.table.create(wish());
  await until(() => store.legal.value.length > 0);
  assert.equal(sent("room.create").length, 2);
  server.refuseOnce.set("chat.send", "rate_limited");
  await assert.rejects(client.connection.request("chat.send", { data: { channel: "lobby", text: "Hello" } }));
  assert.equal(sent("chat.send").length, 1);
});

test("a room that does not exist is told as such", async () => {
  client.table.open({ by: "code", value: "NOPE", watch: false });
  await until(() => store.roomProblem.value === "room_not_found");
});
