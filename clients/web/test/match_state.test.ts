import assert from "node:assert/strict";
import { test } from "vitest";
import type { MatchSnapshot, Moved } from "../src/protocol/messages";
import { claimableAt, ended, fromSnapshot, isDraw, moved, presence, remaining, seatsOf, takenBack, type MatchState } from "../src/store/match_state";

const snapshot = (extra: Partial<MatchSnapshot> = {}): MatchSnapshot => ({
  game: "toy", rulesVersion: 1, options: {}, board: { columns: 3, rows: 3, style: "squares", marks: [], layout: "square" },
  seats: [
    { player: { id: "p1", name: "A", kind: "human" }, presence: "online" },
    { player: { id: "p2", name: "B", kind: "human" }, presence: "online" },
  ],
  lastMove: null, clock: { tc: { kind: "none" }, remainingMs: null, running: null, at: 0 }, spectators: 0, room: "r",
  turn: 0, ply: 0, toMove: 0, pos: "start", pieces: [], hash: "0", legal: ["a1"], history: [], offers: [], result: null, ...extra,
});

const move = (turn: number, extra: Partial<Moved> = {}): Moved => ({
  turn, ply: turn, seat: ((turn + 1) % 2) as 0 | 1, move: `a${turn}`, pos: `p${turn}`, pieces: [], hash: String(turn),
  toMove: (turn % 2) as 0 | 1, clock: snapshot().clock, ...extra,
});

const play = (state: MatchState, data: Moved): MatchState => {
  const next = moved(state, data);
  assert.notEqual(next, "sync");
  return next as MatchState;
};

test("a move brings the position, the history and whose turn it is", () => {
  const state = play(fromSnapshot("m", snapshot(), null), move(1, { legal: undefined }));
  assert.equal(state.turn, 1);
  assert.equal(state.toMove, 1);
  assert.equal(state.lastMove?.move, "a1");
  assert.equal(state.legal, undefined);
  assert.deepEqual(state.history, [{ ply: 1, seat: 0, move: "a1" }]);
});

test("a move that was seen already changes nothing and a skipped one asks for a snapshot", () => {
  const state = play(fromSnapshot("m", snapshot(), null), move(1));
  assert.equal(moved(state, move(1)), state);
  assert.equal(moved(state, move(3)), "sync");
});

test("a takeback shortens the history but counts as a turn", () => {
  let state = play(play(fromSnapshot("m", snapshot(), null), move(1)), move(2));
  const back = takenBack(state, { ...move(3), ply: 1, toMove: 1, plies: 1, lastMove: null });
  assert.notEqual(back, "sync");
  state = back as MatchState;
  assert.equal(state.turn, 3);
  assert.equal(state.lastMove?.move, "a1");
  assert.deepEqual(state.history.map((it) => it.move), ["a1"]);
});

test("a snapshot without its history keeps what is known and says whether that is all", () => {
  const state = play(fromSnapshot("m", snapshot(), null), move(1));
  const same = fromSnapshot("m", snapshot({ ply: 1, turn: 1, history: undefined }), state);
  assert.equal(same.historyComplete, true);
  assert.deepEqual(same.history.map((it) => it.move), ["a1"]);
  assert.equal(fromSnapshot("m", snapshot({ ply: 4, turn: 4, history: undefined }), state).historyComplete, false);
  assert.equal(fromSnapshot("other", snapshot({ ply: 1, turn: 1, history: undefined }), state).historyComplete, false);
});

test("the end stops the clock and closes what was offered", () => {
  const clock = { tc: { kind: "fischer" as const }, remainingMs: [1000, 2000] as [number, number], running: 0 as const, at: 0 };
  const offers = [{ offer: "o", kind: "draw" as const, by: 0 as const, turn: 0 }];
  const state = ended(fromSnapshot("m", snapshot({ clock, offers }), null), { result: { winner: 1, reason: "resign" } });
  assert.equal(state.clock?.running, null);
  assert.deepEqual(state.offers, []);
  assert.equal(state.legal, undefined);
});

test("the running clock goes down from the server's moment and never below zero", () => {
  const clock = { tc: { kind: "fischer" as const }, remainingMs: [5000, 9000] as [number, number], running: 0 as const, at: 100 };
  assert.equal(remaining(clock, 0, 1100), 4000);
  assert.equal(remaining(clock, 1, 1100), 9000);
  assert.equal(remaining(clock, 0, 60000), 0);
  assert.equal(remaining({ ...clock, remainingMs: null }, 0, 0), null);
});

test("a player may hold no seat, one, or both", () => {
  const state = fromSnapshot("m", snapshot(), null);
  assert.deepEqual(seatsOf(state, { id: "p2", name: "B", kind: "human" }), [1]);
  assert.deepEqual(seatsOf(state, { id: "p9", name: "C", kind: "human" }), []);
  const both: MatchState = { ...state, seats: [state.seats[0], state.seats[0]] };
  assert.deepEqual(seatsOf(both, { id: "p1", name: "A", kind: "human" }), [0, 1]);
});

test("the win may be claimed over an absent opponent from a moment on, until the opponent returns", () => {
  let state = fromSnapshot("m", snapshot({ ply: 3, turn: 3, toMove: 1 }), null);
  assert.equal(claimableAt(state, [0]), null);
  state = presence(state, { seat: 1, state: "gone", claimableAt: 5000 });
  assert.equal(claimableAt(state, [0]), 5000);
  assert.equal(claimableAt(state, [1]), null, "not by the absent side");
  assert.equal(claimableAt({ ...state, toMove: 0 }, [0]), null, "not in one's own turn");
  assert.equal(claimableAt({ ...state, ply: 1 }, [0]), null, "not before both have moved");
  assert.equal(claimableAt(state, []), null, "not by a watcher");
  assert.equal(claimableAt(state, [0, 1]), null, "not where both sit at one screen");
  assert.equal(claimableAt(presence(state, { seat: 1, state: "online" }), [0]), null);
  assert.equal(claimableAt(ended(state, { result: { winner: 0, reason: "claim" } }), [0]), null);
});

test("a match that nobody won is a draw unless it did not come to its end", () => {
  for (const reason of ["repetition", "agreement", "full_board"]) assert.ok(isDraw({ winner: null, reason }), reason);
  for (const reason of ["aborted", "abandoned", "bot_failed"]) assert.ok(!isDraw({ winner: null, reason }), reason);
  assert.ok(!isDraw({ winner: 0, reason: "claim" }));
});
