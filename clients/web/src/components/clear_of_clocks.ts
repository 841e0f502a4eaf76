import { useLayoutEffect } from "preact/hooks";

const gap = 8;

/**
 * Moves what floats over the page up from the lower edge, or down from the upper one, until it covers no clock. `now`
 * changes whenever the element may have changed its size.
 */
export function useClearOfClocks(box: { current: HTMLElement | null }, edge: "bottom" | "top", now: unknown): void {
  useLayoutEffect(() => {
    const place = () => {
      const element = box.current;
      if (!element) return;
      element.style.translate = "";
      const parts = element.childElementCount > 0 && edge === "bottom" ? [...element.children] : [element];
      const rects = parts.map((part) => part.getBoundingClientRect());
      const clocks = [...document.querySelectorAll(".clock")].map((clock) => clock.getBoundingClientRect());
      const covered = (by: number) =>
        clocks.find((clock) =>
          rects.some(
            (rect) =>
              rect.left < clock.right && rect.right > clock.left && rect.top + by < clock.bottom && rect.bottom + by > clock.top,
          ),
        );
      const bottom = Math.max(...rects.map((rect) => rect.bottom));
      const top = Math.min(...rects.map((rect) => rect.top));
      let by = 0;
      for (let clock = covered(by), tries = 0; clock && tries < 4; clock = covered(by), tries++) {
        by = edge === "bottom" ? clock.top - gap - bottom : clock.bottom + gap - top;
      }
      if (by !== 0) element.style.translate = `0 ${by}px`;
    };
    place();
    addEventListener("scroll", place, { passive: true });
    addEventListener("resize", place);
    return () => {
      removeEventListener("scroll", place);
      removeEventListener("resize", place);
    };
  }, [now, edge]);
}
