import assert from "node:assert/strict";
import { test } from "vitest";
import type { MatchSnapshot, Offer, Seat } from "../src/protocol/messages";
import { runningOf, urgentFirst } from "../src/store/running";

const me = { id: "p_me", name: "Ada", kind: "human" as const };
const bob = { id: "p_bob", name: "Bob", kind: "human" as const };
const bot = { id: "bot_2", name: "Bot 2", kind: "bot" as const };
const clock = { tc: { kind: "fischer" as const }, remainingMs: [1000, 1000] as [number, number], running: null, at: 0 };

function snapshot(other: typeof me | typeof bot, toMove: Seat, more: Partial<MatchSnapshot> = {}): MatchSnapshot {
  return { game: "toy", seats: [{ player: me }, { player: other }], toMove, ...more } as MatchSnapshot;
}

test("people come before computers, clocks before none, one's own turn before the other's", () => {
  const games = {
    "bot, mine": snapshot(bot, 0),
    "bot, clock, mine": snapshot(bot, 0, { clock }),
    "Bob's turn": snapshot(bob, 1),
    "Bob, mine": snapshot(bob, 0),
    "Bob, clock, his": snapshot(bob, 1, { clock }),
    "Bob, clock, mine": snapshot(bob, 0, { clock }),
    "both sides": snapshot(me, 0),
  };
  const running = Object.entries(games).flatMap(([match, it]) => runningOf(match, it, me) ?? []);
  assert.deepEqual(urgentFirst(running).map((it) => it.match), [
    "Bob, clock, mine", "Bob, clock, his", "Bob, mine", "Bob's turn", "bot, clock, mine", "bot, mine", "both sides",
  ]);
});

test("a game that is over or of others does not go on, unless the other side wants a rematch", () => {
  const result = { winner: 0 as Seat, reason: "resign" };
  const offer = (by: Seat): Offer => ({ offer: "o", kind: "rematch", by, turn: 1 });
  assert.equal(runningOf("m", snapshot(bob, 0, { result }), me), null);
  assert.equal(runningOf("m", snapshot(bob, 0), { ...me, id: "p_x" }), null);
  assert.equal(runningOf("m", snapshot(bob, 0, { result, offers: [offer(0)] }), me), null);
  assert.equal(runningOf("m", snapshot(bob, 0, { result, offers: [offer(1)] }), me)?.rematch, true);
});
