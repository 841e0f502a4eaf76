import { useEffect, useRef, useState } from "preact/hooks";
import { client } from "../app";
import { BoardPicture } from "../board/board_picture";
import type { Piece } from "../protocol/messages";
import { choices, gameInfo, match, moveMenu, study } from "../store/store";
import { t } from "../texts";
import { useLayout } from "./board_panel";

/** Moves that share one click path are told apart here, by what each makes of the board. */
export function MoveMenu() {
  const moves = moveMenu.value;
  if (!moves || choices.value.length === 0) return null;
  return (
    <div class="menu-place">
      <Menu moves={moves} />
    </div>
  );
}

function Menu({ moves }: { moves: readonly string[] }) {
  const question = moves.length === 1 ? t("match.confirm", { move: moves[0]! }) : t("match.choose");
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector("button")?.focus();
    // Whoever plays by keyboard goes on where the hand was: on the board.
    return () => document.querySelector<SVGElement>(".board [tabindex='0']")?.focus();
  }, []);
  return (
    <div
      class="move-menu"
      ref={box}
      role="group"
      aria-label={question}
      data-testid="move-menu"
      onKeyDown={(event) => event.key === "Escape" && client.play.cancelPick()}
    >
      <strong>{question}</strong>
      <div class="actions">
        {moves.map((move) => (
          <button key={move} class="button" data-move={move} onClick={() => client.play.choose(move)}>
            <Outcome move={move} />
            {move}
          </button>
        ))}
        <button class="button" onClick={() => client.play.cancelPick()}>
          {t("name.cancel")}
        </button>
      </div>
    </div>
  );
}

function Outcome({ move }: { move: string }) {
  const [pieces, setPieces] = useState<Piece[] | null>(null);
  const { game, options, board } = (study.value ?? match.value)!;
  const pos = study.value ? study.value.position?.pos : match.value?.pos;
  useEffect(() => {
    if (pos) void client.study.after(game, options, pos, move).then(setPieces);
  }, [pos, move]);
  const layout = useLayout(game, board);
  return <span class="outcome-board">{pieces && <BoardPicture board={layout} pieces={pieces} game={gameInfo(game)} last={move} />}</span>;
}
