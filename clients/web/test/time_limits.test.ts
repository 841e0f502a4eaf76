import { describe, expect, it } from "vitest";
import { gives, raised } from "../src/components/time_limits";

const least = { leastTurnMs: 3000, leastGameMs: 15000, leastCorrespondenceMs: 3600000 };
const fischer = (initialMs: number, incMs: number) => ({ kind: "fischer" as const, initialMs, incMs });

describe("the clocks that a server takes", () => {
  it("give the first turn and forty moves enough", () => {
    expect(gives(fischer(180000, 2000), least)).toBe(true);
    expect(gives(fischer(15000, 0), least)).toBe(true);
    expect(gives(fischer(14999, 0), least)).toBe(false);
    expect(gives(fischer(0, 3000), least)).toBe(true);
    expect(gives(fischer(1, 60000), least)).toBe(true);
    expect(gives(fischer(0, 2999), least)).toBe(false);
    expect(gives(fischer(0, 0), {})).toBe(false);
    expect(gives({ kind: "none" }, least)).toBe(true);
  });
  it("give each move enough", () => {
    expect(gives({ kind: "permove", moveMs: 3000 }, least)).toBe(true);
    expect(gives({ kind: "permove", moveMs: 2999 }, least)).toBe(false);
    expect(gives({ kind: "correspondence", moveMs: 86400000 }, least)).toBe(true);
    expect(gives({ kind: "correspondence", moveMs: 3599999 }, least)).toBe(false);
  });
  it("are made of others by as little as it needs", () => {
    for (const tc of [fischer(0, 0), fischer(1000, 1000), fischer(0, 60000), { kind: "permove" as const, moveMs: 1 }]) {
      expect(gives(raised(tc, least), least)).toBe(true);
    }
    expect(raised(fischer(5000, 100), least)).toEqual(fischer(11000, 100));
    expect(raised(fischer(600000, 5000), least)).toEqual(fischer(600000, 5000));
  });
});
