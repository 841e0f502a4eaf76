import { useEffect, useState } from "preact/hooks";
import { client } from "../app";
import type { TimeControl } from "../protocol/messages";
import { go, link, route } from "../router";
import { isOver } from "../store/match_state";
import { found, gameInfo, games, link as connection, match, mySeats, seeking, timeLimits } from "../store/store";
import { t } from "../texts";
import { firstGameLevel } from "./computers";
import { Select } from "./fields";
import { timeText } from "./names";
import { gives } from "./time_limits";

const paces: readonly TimeControl[] = [
  { kind: "fischer", initialMs: 300000, incMs: 5000 },
  { kind: "fischer", initialMs: 900000, incMs: 10000 },
  { kind: "permove", moveMs: 60000 },
  { kind: "none" },
];
const patienceMs = 30000;

/** Any opponent who wants the same game and time. */
export function QuickMatch() {
  const [game, setGame] = useState("");
  const [pace, setPace] = useState(0);
  const offered = paces.filter((tc) => gives(tc, timeLimits.value));
  const all = games.value;
  if (all.length === 0) return null;
  if (seeking.value) return <Seeking />;
  const chosen = game || all[0]!.game;
  const submit = (event: Event) => {
    event.preventDefault();
    void client.lobby.seek(chosen, (offered[pace] ?? offered[0])!);
  };
  return (
    <form class="quick panel" onSubmit={submit} aria-labelledby="quick">
      <h2 id="quick">{t("quick.title")}</h2>
      <Select name="quick-game" label={t("lobby.game")} value={chosen} onChange={setGame} choices={all.map((it) => [it.game, it.name] as const)} />
      <Select name="quick-pace" label={t("create.time")} value={pace} onChange={setPace} choices={offered.map((tc, i) => [i, timeText(tc)] as const)} />
      <button class="button primary" disabled={connection.value !== "online"} data-testid="quick">
        {t("quick.go")}
      </button>
    </form>
  );
}

/** Looks on while one does something else; when it takes long a computer is offered, and the search goes on all the same. */
export function Seeking() {
  const wish = seeking.value!;
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const waited = Date.now() - wish.since;
  return (
    <div class="quick panel seeking" role="status" data-testid="seeking">
      <span class="spinner" aria-hidden="true" />
      <span>{t("quick.seeking", { game: gameInfo(wish.game)?.name ?? wish.game, time: timeText(wish.tc) })}</span>
      <span class="muted" aria-hidden="true">
        {Math.floor(waited / 1000)} s
      </span>
      {waited >= patienceMs && (
        <button class="button small primary" data-testid="quick-computer" onClick={() => void playComputer(wish)}>
          {t("quick.computer")}
        </button>
      )}
      <button class="button small" onClick={() => client.lobby.stopSeeking()}>
        {t("name.cancel")}
      </button>
    </div>
  );
}

async function playComputer({ game, tc }: { game: string; tc: TimeControl }): Promise<void> {
  client.lobby.stopSeeking();
  const seats = [{ kind: "human" as const }, { kind: "bot" as const, level: firstGameLevel }];
  const made = await client.table.create({ game, options: {}, seats, hotseat: false, firstSeat: "random", tc, visibility: "public" });
  if (made) go(link.room(made.code));
}

/** The search goes on while other pages are open. */
export function SeekingElsewhere() {
  return seeking.value && route.value.page !== "lobby" ? <Seeking /> : null;
}

/** An opponent was found while one plays somewhere else: nobody is taken away from a game. */
export function FoundElsewhere() {
  const room = found.value;
  if (room === null || !isPlaying()) return null;
  const answer = (there: boolean) => {
    found.value = null;
    if (there) go(link.table(room));
  };
  return (
    <div class="quick panel seeking" role="alertdialog" aria-label={t("quick.found")} data-testid="found">
      <span>{t("quick.found")}</span>
      <button class="button small primary" data-testid="found-go" onClick={() => answer(true)}>
        {t("quick.there")}
      </button>
      <button class="button small" data-testid="found-stay" onClick={() => answer(false)}>
        {t("match.resign.no")}
      </button>
    </div>
  );
}

function isPlaying(): boolean {
  return match.value !== null && !isOver(match.value) && mySeats.value.length > 0;
}

/** Goes to the room that the queue has led to, from whatever page. */
export function useFoundRoom(): void {
  const room = found.value;
  useEffect(() => {
    if (room === null || isPlaying()) return;
    found.value = null;
    go(link.table(room));
  }, [room]);
}
