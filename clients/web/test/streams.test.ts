import assert from "node:assert/strict";
import { test } from "vitest";
import { backoff } from "../src/protocol/backoff";
import { Streams } from "../src/protocol/streams";

test("events in order are delivered, repeated ones dropped and a gap is seen", () => {
  const streams = new Streams();
  streams.snapshot("room:r", 4);
  assert.equal(streams.accept({ type: "room.changed", room: "r", seq: 5 }), "deliver");
  assert.equal(streams.accept({ type: "room.changed", room: "r", seq: 5 }), "drop");
  assert.equal(streams.accept({ type: "room.changed", room: "r", seq: 7 }), "gap");
});

test("a skipped event counts but is not shown", () => {
  const streams = new Streams();
  streams.snapshot("match:m", 1);
  assert.equal(streams.accept({ type: "skip", match: "m", seq: 2 }), "drop");
  assert.equal(streams.accept({ type: "match.moved", match: "m", seq: 3 }), "deliver");
});

test("a pushed snapshot sets the stream's number, forwards or back", () => {
  const streams = new Streams();
  streams.snapshot("match:m", 9);
  assert.equal(streams.accept({ type: "match.snapshot", match: "m", seq: 12 }), "deliver");
  assert.equal(streams.accept({ type: "match.moved", match: "m", seq: 13 }), "deliver");
  assert.deepEqual(streams.positions(), { "match:m": 13 });
});

test("the numbers in a ping's reply show which streams are behind", () => {
  const streams = new Streams();
  streams.snapshot("lobby", 3);
  streams.snapshot("match:m", 7);
  assert.deepEqual(streams.behind({ lobby: 3, "match:m": 8, "room:unknown": 5 }), ["match:m"]);
});

test("the pause between attempts doubles up to eight seconds", () => {
  const pauses = [0, 1, 2, 3, 10, 100].map((attempt) => backoff(attempt, () => 1));
  assert.deepEqual(pauses, [250, 500, 1000, 2000, 8000, 8000]);
  assert.equal(backoff(0, () => 0), 125);
});

test("the rooms of one game are another stream than those of all", () => {
  const streams = new Streams();
  streams.snapshot("lobby", 3);
  streams.snapshot("lobby:toy", 7);
  assert.equal(streams.accept({ type: "lobby.delta", seq: 4 }), "deliver");
  assert.equal(streams.accept({ type: "lobby.delta", game: "toy", seq: 8 }), "deliver");
  assert.deepEqual(streams.positions(), { lobby: 4, "lobby:toy": 8 });
});
