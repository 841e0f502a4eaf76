import { useEffect, useRef } from "preact/hooks";
import { client } from "../app";
import { choices, moveMenu } from "../store/store";
import { t } from "../texts";

/** Moves that share one click path are told apart here. */
export function MoveMenu() {
  const moves = moveMenu.value;
  return moves && choices.value.length > 0 ? <Menu moves={moves} /> : null;
}

function Menu({ moves }: { moves: readonly string[] }) {
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
      aria-label={t("match.choose")}
      data-testid="move-menu"
      onKeyDown={(event) => event.key === "Escape" && client.play.cancelPick()}
    >
      <strong>{t("match.choose")}</strong>
      <div class="actions">
        {moves.map((move) => (
          <button key={move} class="button primary" data-move={move} onClick={() => client.play.choose(move)}>
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
