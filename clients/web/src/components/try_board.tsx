import { useEffect, useState } from "preact/hooks";
import { client } from "../app";
import type { GameInfo, Options } from "../protocol/messages";
import { link, study } from "../store/store";
import { t } from "../texts";
import { BoardPanel, ratioOf, useLayout } from "./board_panel";
import { IconButton } from "./icon";
import { StudyBanner } from "./study_banner";
import { ViewTools } from "./view_tools";

/** A board to try the rules on: both sides move, nobody waits, the server says what is allowed. */
export function TryBoard({ game, options }: { game: GameInfo; options: Options }) {
  const [flipped, setFlipped] = useState(false);
  const online = link.value === "online";
  const key = JSON.stringify(options);
  useEffect(() => {
    if (online) void client.study.open(game.game, options, [], 0);
  }, [game.game, key, online]);
  useEffect(() => () => client.study.close(), [game.game]);
  const now = study.value;
  if (!now || now.game !== game.game) return <div class="try-board" />;
  return <Opened key={game.game} flipped={flipped} onFlip={() => setFlipped(!flipped)} />;
}

function Opened({ flipped, onFlip }: { flipped: boolean; onFlip(): void }) {
  const now = study.value!;
  const board = useLayout(now.game, now.board);
  return (
    <div class="try-board" style={{ "--ratio": ratioOf(board) }} data-testid="try-board">
      <BoardPanel game={now.game} board={now.board} pieces={[]} turn={0} lastMove={null} flipped={flipped} />
      <div class="try-side">
        <StudyBanner />
        {now.branch.length > 0 && (
          <p class="branch">
            <bdi>{now.branch.join(" ")}</bdi>
          </p>
        )}
        <div class="try-tools">
          <IconButton icon="back" label={t("study.undo")} disabled={now.branch.length === 0} onClick={() => client.study.step(-1)} />
          <ViewTools game={now.game} board={now.board} onFlip={onFlip} />
        </div>
      </div>
    </div>
  );
}
