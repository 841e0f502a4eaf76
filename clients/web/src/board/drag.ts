import { useEffect, useRef } from "preact/hooks";

const thresholdPx = 6;

interface Drag {
  pointer: number;
  square: string;
  x: number;
  y: number;
  /** The piece in hand; null until the pointer has moved far enough. */
  piece: SVGElement | null;
}

interface DragOptions {
  /** May fingers drag, or only mouse and pen? */
  byTouch: boolean;
  /** May the piece on this square be taken up? */
  canTake(square: string): boolean;
  onTake(square: string): void;
  onDrop(square: string): void;
  onCancel(): void;
}

/**
 * Pieces dragged with mouse, pen or finger. A pointer that moves less than the threshold is a click and none of this;
 * Esc puts the piece back.
 */
export function useDrag(svg: { current: SVGSVGElement | null }, options: DragOptions) {
  const drag = useRef<Drag | null>(null);
  /** The click that browsers report after a drag is none. */
  const clickIsDrop = useRef(false);
  const latest = useRef(options);
  latest.current = options;

  const end = () => {
    const was = drag.current;
    drag.current = null;
    svg.current?.classList.remove("dragging");
    if (was?.piece) was.piece.style.transform = "";
    return was;
  };

  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !drag.current?.piece) return;
      end();
      latest.current.onCancel();
    };
    addEventListener("keydown", escape);
    return () => removeEventListener("keydown", escape);
  }, []);

  const squareAt = (x: number, y: number) => document.elementFromPoint(x, y)?.closest("[data-square]")?.getAttribute("data-square");

  return {
    clickIsDrop,
    handlers: {
      onPointerDown(event: PointerEvent) {
        clickIsDrop.current = false;
        const square = (event.target as Element).getAttribute("data-square");
        if (event.pointerType === "touch" && !latest.current.byTouch) return;
        if (event.button !== 0 || !square || drag.current || !latest.current.canTake(square)) return;
        drag.current = { pointer: event.pointerId, square, x: event.clientX, y: event.clientY, piece: null };
      },
      onPointerMove(event: PointerEvent) {
        const now = drag.current;
        const board = svg.current;
        if (!now || !board || now.pointer !== event.pointerId) return;
        const [dx, dy] = [event.clientX - now.x, event.clientY - now.y];
        if (!now.piece) {
          if (Math.hypot(dx, dy) < thresholdPx) return;
          now.piece = board.querySelector<SVGElement>(`[data-piece="${now.square}"]`);
          if (!now.piece) return void end();
          clickIsDrop.current = true;
          board.setPointerCapture(now.pointer);
          board.classList.add("dragging");
          latest.current.onTake(now.square);
        }
        // The drawing has its own proportions wherever the box of the board has others.
        const [box, drawn] = [board.getBoundingClientRect(), board.viewBox.baseVal];
        const scale = Math.max(drawn.width / box.width, drawn.height / box.height);
        now.piece.style.transform = `translate(${dx * scale}px, ${dy * scale}px) scale(1.08)`;
      },
      onPointerUp(event: PointerEvent) {
        if (drag.current?.pointer !== event.pointerId) return;
        const was = end();
        if (!was?.piece) return;
        const square = squareAt(event.clientX, event.clientY);
        if (square && square !== was.square) latest.current.onDrop(square);
        else if (!square) latest.current.onCancel();
      },
      onPointerCancel() {
        if (end()?.piece) latest.current.onCancel();
      },
    },
  };
}
