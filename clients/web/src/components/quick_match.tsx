import { useEffect, useState } from "preact/hooks";
import { client } from "../app";
import type { TimeControl } from "../protocol/messages";
import { go, link } from "../router";
import { found, gameInfo, games, link as connection, seeking, timeLimits } from "../store/store";
import { t } from "../texts";
import { Select } from "./fields";
import { timeText } from "./names";
import { gives } from "./time_limits";

const paces: readonly TimeControl[] = [
  { kind: "fischer", initialMs: 300000, incMs: 5000 },
  { kind: "fischer", initialMs: 900000, incMs: 10000 },
  { kind: "permove", moveMs: 60000 },
  { kind: "none" },
];
const botAfterMs = 30000;

/** Any opponent who wants the same game and time; a computer where nobody comes. */
export function QuickMatch() {
  const [game, setGame] = useState("");
  const [pace, setPace] = useState(0);
  const offered = paces.filter((tc) => gives(tc, timeLimits.value));
  const [bot, setBot] = useState<"yes" | "no">("yes");
  const all = games.value;
  if (all.length === 0) return null;
  if (seeking.value) return <Seeking />;
  const chosen = game || all[0]!.game;
  const submit = (event: Event) => {
    event.preventDefault();
    void client.lobby.seek(chosen, (offered[pace] ?? offered[0])!, bot === "yes" ? botAfterMs : undefined);
  };
  return (
    <form class="quick panel" onSubmit={submit} aria-labelledby="quick">
      <h2 id="quick">{t("quick.title")}</h2>
      <Select name="quick-game" label={t("lobby.game")} value={chosen} onChange={setGame} choices={all.map((it) => [it.game, it.name] as const)} />
      <Select name="quick-pace" label={t("create.time")} value={pace} onChange={setPace} choices={offered.map((tc, i) => [i, timeText(tc)] as const)} />
      <Select name="quick-bot" label={t("quick.nobody")} value={bot} onChange={setBot} choices={[["yes", t("quick.bot")], ["no", t("quick.wait")]]} />
      <button class="button primary" disabled={connection.value !== "online"} data-testid="quick">
        {t("quick.go")}
      </button>
    </form>
  );
}

function Seeking() {
  const wish = seeking.value!;
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="quick panel seeking" role="status" data-testid="seeking">
      <span class="spinner" aria-hidden="true" />
      <span>{t("quick.seeking", { game: gameInfo(wish.game)?.name ?? wish.game, time: timeText(wish.tc) })}</span>
      <span class="muted" aria-hidden="true">
        {Math.floor((Date.now() - wish.since) / 1000)} s
      </span>
      <button class="button small" onClick={() => client.lobby.stopSeeking()}>
        {t("name.cancel")}
      </button>
    </div>
  );
}

/** Goes to the room that the queue has led to, from whatever page. */
export function useFoundRoom(): void {
  const room = found.value;
  useEffect(() => {
    if (room === null) return;
    found.value = null;
    go(link.table(room));
  }, [room]);
}
