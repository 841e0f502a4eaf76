import type { ComponentChildren } from "preact";
import { layoutOf, sound } from "../store/settings";
import { gameInfo } from "../store/store";
import { t } from "../texts";
import { IconButton } from "./icon";
import type { Board } from "../protocol/messages";
import { zoomable, zoomed } from "./zoom";

/** How the board is seen: nothing here reaches the server. */
export function ViewTools({ game, board, onFlip, children }: { game: string; board: Board; onFlip(): void; children?: ComponentChildren }) {
  const layouts = gameInfo(game)?.layouts ?? [];
  const layout = layoutOf(game);
  const shown = layouts.includes(layout.value) ? layout.value : (board.layout ?? "square");
  const other = layouts.find((it) => it !== shown);
  const quiet = sound.value === "off";
  return (
    <div class="view-tools" role="group" aria-label={t("view.tools")}>
      <IconButton icon="flip" label={t("match.flip")} onClick={onFlip} testid="flip" />
      {zoomable.value && (
        <IconButton
          icon={zoomed.value ? "whole" : "zoom"}
          label={t(zoomed.value ? "view.whole" : "view.zoom")}
          onClick={() => (zoomed.value = !zoomed.value)}
          testid="zoom"
        />
      )}
      {other && (
        <IconButton
          icon={other === "diamond" ? "diamond" : "square"}
          label={t(other === "diamond" ? "view.diamond" : "view.square")}
          onClick={() => (layout.value = other)}
          testid="layout"
        />
      )}
      <IconButton
        icon={quiet ? "silent" : "sound"}
        label={t("settings.sound")}
        pressed={!quiet}
        onClick={() => (sound.value = quiet ? "on" : "off")}
        testid="sound"
      />
      {children}
    </div>
  );
}
