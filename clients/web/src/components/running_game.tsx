import { useEffect } from "preact/hooks";
import { client } from "../app";
import { link as to } from "../router";
import { isMyTurn, type Running } from "../store/running";
import { active, gameInfo, link, running } from "../store/store";
import { isolated, t } from "../texts";
import { ClockFace } from "./clock_face";
import { playerName } from "./names";

const refreshMs = 15000;

/** Keeps an eye on one's own games while a page shows them; `others` besides those that are known to go on. */
export function useRunning(others: readonly string[] = []): readonly Running[] | null {
  const online = link.value === "online";
  const known = active.value;
  const key = others.join(" ");
  useEffect(() => {
    if (!online) return;
    const look = () => void (document.hidden || client.play.lookAround(others));
    look();
    const timer = setInterval(look, refreshMs);
    return () => clearInterval(timer);
  }, [online, known, key]);
  return running.value;
}

export function tableOf({ snapshot }: Running): string {
  return to.table(snapshot.room ?? "");
}

/** Which game it is, against whom, whose turn it is and how much time there is. */
export function RunningText({ it }: { it: Running }) {
  const { snapshot, mine, rematch } = it;
  const game = gameInfo(snapshot.game)?.name ?? snapshot.game;
  const alone = mine.length === 2;
  const name = alone ? "" : isolated(playerName(snapshot.seats[1 - mine[0]!], gameInfo(snapshot.game)));
  const turn = rematch ? t("running.rematch") : t(isMyTurn(it) ? "match.yourTurn" : "running.theirs");
  return (
    <span class="running">
      <strong>{t(alone ? "running.alone" : "running.with", { game, name })}</strong> <span>{turn}</span>{" "}
      {snapshot.clock && !snapshot.result && mine.map((seat) => <ClockFace key={seat} clock={snapshot.clock} seat={seat} />)}
    </span>
  );
}
