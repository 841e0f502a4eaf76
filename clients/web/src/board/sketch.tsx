import { useEffect, useRef, useState } from "preact/hooks";
import { Arrow } from "./board_parts";
import type { Geometry } from "./geometry";

/** From a square to another one an arrow; on one and the same a circle. */
interface Stroke {
  from: string;
  to: string;
}

const rightButton = 2;

const squareAt = (x: number, y: number) => document.elementFromPoint(x, y)?.closest("[data-square]")?.getAttribute("data-square") ?? null;

/**
 * Arrows and circles that players draw with the right mouse button for themselves. The same again takes one away; the
 * left button, Escape and the next move take all away.
 */
export function useSketch(turn: number) {
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [draft, setDraft] = useState<Stroke | null>(null);
  const from = useRef<string | null>(null);
  const clear = () => setStrokes((before) => (before.length > 0 ? [] : before));
  useEffect(() => {
    from.current = null;
    setDraft(null);
    clear();
  }, [turn]);

  const end = (to: string | null) => {
    const start = from.current;
    from.current = null;
    setDraft(null);
    if (start === null || to === null) return;
    setStrokes((before) => {
      const others = before.filter((it) => it.from !== start || it.to !== to);
      return others.length < before.length ? others : [...others, { from: start, to }];
    });
  };
  useEffect(() => {
    const up = (event: PointerEvent) => {
      if (event.button === rightButton && from.current !== null) end(squareAt(event.clientX, event.clientY));
    };
    const escape = (event: KeyboardEvent) => event.key === "Escape" && clear();
    addEventListener("pointerup", up);
    addEventListener("keydown", escape);
    return () => {
      removeEventListener("pointerup", up);
      removeEventListener("keydown", escape);
    };
  }, []);

  return {
    strokes: draft ? [...strokes, draft] : strokes,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== rightButton) clear();
        else from.current = event.pointerType === "mouse" ? (event.target as Element).getAttribute("data-square") : null;
      },
      onPointerMove(event: PointerEvent) {
        const start = from.current;
        if (start === null) return;
        const to = squareAt(event.clientX, event.clientY);
        setDraft((before) => (to === null ? null : before?.to === to && before.from === start ? before : { from: start, to }));
      },
      onContextMenu(event: MouseEvent) {
        if ((event.target as Element).hasAttribute("data-square")) event.preventDefault();
      },
    },
  };
}

export function Sketch({ strokes, shape }: { strokes: readonly Stroke[]; shape: Geometry }) {
  return (
    <>
      {strokes.map(({ from, to }) => {
        if (from !== to) return <Arrow key={`${from} ${to}`} path={[from, to]} shape={shape} kind="own" />;
        const center = shape.cells.get(from)?.center;
        return center && <circle key={from} class="ring" data-ring={from} cx={center.x} cy={center.y} r="45" />;
      })}
    </>
  );
}
