import { PieceArt } from "../board/pieces";
import { toneOf } from "../board/tone";
import type { GameInfo, Seat } from "../protocol/messages";

/** A little still life of a game's own pieces. */
export function GameArt({ game }: { game: GameInfo }) {
  const kinds = Object.values(game.kinds ?? {});
  const at = (i: number) => kinds[i % Math.max(1, kinds.length)];
  const last = kinds.length - 1;
  const places: [x: number, y: number, side: Seat, kind: number, count: number][] = [
    [50, 150, 0, 0, 1],
    [150, 50, 1, 0, 1],
    [150, 150, 0, Math.min(1, last), 2],
    [250, 50, 1, Math.min(1, last), 2],
  ];
  return (
    <svg class="game-art" viewBox="0 0 300 200" aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((i) => (
        <rect
          key={i}
          class={(i + Math.floor(i / 3)) % 2 ? "square dark" : "square light"}
          x={(i % 3) * 100}
          y={Math.floor(i / 3) * 100}
          width="100"
          height="100"
        />
      ))}
      {places.map(([x, y, side, kind, count]) => (
        <g key={`${x}${y}`} transform={`translate(${x} ${y})`}>
          <PieceArt kind={at(kind)} side={side} count={count} tone={toneOf(game.sides, side)} />
        </g>
      ))}
    </svg>
  );
}

/** A side's piece at the size of a letter. */
export function SideMark({ game, side }: { game: GameInfo | undefined; side: Seat }) {
  const kind = Object.values(game?.kinds ?? {})[0];
  return (
    <svg class="side-mark" viewBox="-45 -45 90 90" aria-hidden="true">
      <PieceArt kind={kind} side={side} count={1} tone={toneOf(game?.sides ?? [], side)} />
    </svg>
  );
}
