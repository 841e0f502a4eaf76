import { useEffect } from "preact/hooks";
import { client } from "../app";
import { BoardPicture } from "../board/board_picture";
import { PieceArt } from "../board/pieces";
import { toneOf } from "../board/tone";
import type { GameInfo, Options, PieceKind, Seat } from "../protocol/messages";
import { link, previewKey, previews } from "../store/store";

/** A game's board before the first move. */
export function GameArt({ game, options }: { game: GameInfo; options?: Options }) {
  const key = previewKey(game.game, options);
  const online = link.value === "online";
  useEffect(() => client.lobby.preview(game.game, options), [key, online]);
  const preview = previews.value.get(key);
  return <span class="game-art">{preview && <BoardPicture {...preview} game={game} />}</span>;
}

/** The kind of piece that stands for a game: the one it starts with most of. */
function emblem(game: GameInfo | undefined): PieceKind | undefined {
  const pieces = (game && previews.value.get(previewKey(game.game))?.pieces) ?? [];
  const count = new Map<string, number>();
  for (const [, , kind] of pieces) count.set(kind, (count.get(kind) ?? 0) + 1);
  const [most] = [...count].sort((a, b) => b[1] - a[1])[0] ?? [];
  return game?.kinds?.[most ?? ""] ?? Object.values(game?.kinds ?? {})[0];
}

/** A side's piece at the size of a letter. */
export function SideMark({ game, side }: { game: GameInfo | undefined; side: Seat }) {
  const online = link.value === "online";
  useEffect(() => game && client.lobby.preview(game.game), [game, online]);
  return (
    <svg class="side-mark" viewBox="-45 -45 90 90" aria-hidden="true">
      <PieceArt kind={emblem(game)} side={side} count={1} tone={toneOf(game?.colours ?? [], side)} />
    </svg>
  );
}
