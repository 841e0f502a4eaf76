import { useEffect, useState } from "preact/hooks";
import { client } from "../app";
import { BoardPicture } from "../board/board_picture";
import { readDrawing } from "../board/drawing";
import type { GameInfo } from "../protocol/messages";
import type { Drawn } from "../store/study_state";
import { link } from "../store/store";
import { t } from "../texts";

/** A position from the rules as a board, and beside it what its move makes of it. */
export function DrawnPosition({ game, lines }: { game: GameInfo; lines: string[] }) {
  const [shown, setShown] = useState<Drawn | null>(null);
  const drawing = readDrawing(lines);
  const online = link.value === "online";
  useEffect(() => {
    if (drawing && online && !shown) void client.study.draw(game.game, drawing).then(setShown);
  }, [game.game, online]);
  if (!drawing) return <pre>{lines.join("\n")}</pre>;
  const { move, side } = drawing;
  return (
    <figure class="drawn">
      <span class="drawn-board">{shown && <BoardPicture board={shown.board} pieces={shown.before} game={game} next={move} />}</span>
      {move && <span class="drawn-board">{shown?.after && <BoardPicture board={shown.board} pieces={shown.after} game={game} last={move} />}</span>}
      {move && <figcaption>{t("rules.example", { side: game.sides[side === "first" ? 0 : 1], move })}</figcaption>}
    </figure>
  );
}
