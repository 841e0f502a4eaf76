import { client } from "../app";
import { watchPace, watchPaces } from "../store/settings";
import { movesBehind, watchPaused } from "../store/store";
import { t } from "../texts";
import { Select } from "./fields";
import { IconButton } from "./icon";

/** How fast the moves come to who watches: nobody else notices. */
export function WatchTools() {
  const paused = watchPaused.value;
  const behind = movesBehind.value;
  const pacing = client.play.pacing;
  return (
    <div class="watch-tools" role="group" aria-label={t("watch.tools")} data-testid="watch-tools">
      <IconButton icon={paused ? "play" : "pause"} label={t(paused ? "watch.play" : "watch.pause")} onClick={() => pacing.pause(!paused)} testid="watch-pause" />
      <IconButton icon="on" label={t("watch.step")} disabled={!paused || behind === 0} onClick={() => pacing.step()} testid="watch-step" />
      <IconButton icon="last" label={t("watch.present")} disabled={behind === 0} onClick={() => pacing.toPresent()} testid="watch-present" />
      <Select
        name="watch-pace"
        label={t("watch.pace")}
        quiet
        value={watchPace.value}
        onChange={(pace) => {
          watchPace.value = pace;
          pacing.run();
        }}
        choices={watchPaces.map((it) => [it, it === "played" ? t("watch.played") : t("watch.seconds", { seconds: it })] as const)}
      />
      <span class="muted" data-testid="watch-behind">
        {behind > 0 ? t("watch.behind", { count: behind }) : ""}
      </span>
    </div>
  );
}
