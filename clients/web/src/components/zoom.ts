import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";

/** Squares smaller than this are hard to touch; zoomed they have the larger side. */
const leastPx = 32;
const zoomedPx = 48;

/** The squares of the board on the page are small, and whether they are shown larger, a part of the board at a time. */
export const zoomable = signal(false);
export const zoomed = signal(false);

/**
 * Measures the squares in the frame of a board, whose drawing is so many squares wide. Answers how many times larger the
 * board is to be than its frame; what was played last is in sight then.
 */
export function useZoom(frame: { current: HTMLElement | null }, squares: number, turn: number): number {
  const [px, setPx] = useState(leastPx);
  useLayoutEffect(() => {
    const element = frame.current!;
    const measure = () => {
      if (element.clientWidth === 0) return;
      const now = Math.min(element.clientWidth, element.clientHeight * Number(getComputedStyle(element).getPropertyValue("--ratio") || 1)) / squares;
      setPx(now);
      zoomable.value = now < leastPx;
      if (!zoomable.value) zoomed.value = false;
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [squares]);
  useEffect(
    () => () => {
      zoomable.value = false;
      zoomed.value = false;
    },
    [],
  );
  const on = zoomed.value;
  useLayoutEffect(() => {
    if (on) bringIntoSight(frame.current!);
  }, [on, turn]);
  return on ? zoomedPx / px : 1;
}

/** Scrolls the frame alone, and only when it must: to the last move, or to where it ended when that is all that fits. */
function bringIntoSight(frame: HTMLElement): void {
  const view = frame.getBoundingClientRect();
  const around = (selector: string) => {
    const boxes = [...frame.querySelectorAll(selector)].map((it) => it.getBoundingClientRect());
    const least = (edge: "left" | "top") => Math.min(...boxes.map((it) => it[edge]));
    const most = (edge: "right" | "bottom") => Math.max(...boxes.map((it) => it[edge]));
    return { left: least("left"), right: most("right"), top: least("top"), bottom: most("bottom"), any: boxes.length > 0 };
  };
  let box = around(".cell.last");
  if (box.right - box.left > view.width || box.bottom - box.top > view.height) box = around(".trace-to, .trace-placed");
  if (!box.any) box = around(".board");
  else if (box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom) return;
  frame.scrollBy((box.left + box.right) / 2 - (view.left + view.right) / 2, (box.top + box.bottom) / 2 - (view.top + view.bottom) / 2);
}
