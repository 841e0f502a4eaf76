import { useLayoutEffect, useRef } from "preact/hooks";
import type { Geometry } from "./geometry";
import { pathOf } from "./picker";

const motionMs = 180;

/**
 * Lets the pieces of a new move glide along its path, and one that was put on the board appear. `dropped` is a square
 * where the player has just let go of a piece: that one is there already. A move that is
 * `underway` glides when it is made and not again when it is confirmed.
 */
export function useMotion(
  svg: { current: SVGSVGElement | null },
  shape: Geometry,
  turn: number,
  move: string | null | undefined,
  underway: string | null,
  dropped: { current: string | null },
): void {
  const shown = useRef(turn);
  const drawn = useRef<string | null>(null);
  useLayoutEffect(() => {
    const fresh = turn === shown.current + 1;
    shown.current = turn;
    const at = dropped.current;
    dropped.current = null;
    const already = drawn.current;
    drawn.current = underway;
    const made = underway ?? (fresh ? move : null);
    if (!made || made === already || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const path = pathOf(made);
    const pieceOn = (square: string) => svg.current?.querySelector(`[data-piece="${square}"]`);
    const timing = { duration: motionMs, easing: "ease-out" };
    if (path.length === 1) {
      pieceOn(path[0]!)?.animate([{ transform: "scale(0.4)", opacity: 0 }, { transform: "none", opacity: 1 }], timing);
    }
    for (let i = 0; i + 1 < path.length; i++) {
      const from = shape.cells.get(path[i]!)?.center;
      const to = shape.cells.get(path[i + 1]!)?.center;
      const piece = pieceOn(path[i + 1]!);
      if (!from || !to || !piece || path[i + 1] === at) continue;
      const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
      piece.animate([{ transform: start }, { transform: "none" }], timing);
    }
  }, [turn, underway]);
}
