import { useEffect, useRef, useState } from "preact/hooks";
import { client } from "../app";
import { isDraw, isOver, remaining, type MatchState } from "../store/match_state";
import { notify } from "../store/settings";
import { actingSeat, gameInfo, match, mySeats, news, paused, player, room, said } from "../store/store";
import { isolated, reasonText, t } from "../texts";
import { clockText } from "./clock_text";
import { playerName } from "./names";
import { isBot } from "../store/chairs";
import { play } from "./sounds";

/**
 * Tells of what happens in the match to those who do not look at the board just now: read aloud, as a sound, as the
 * page's icon and, where the player has asked for it, as a notification.
 */
export function Herald() {
  const state = match.value;
  const before = useRef<MatchState | null>(null);
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (!state) return;
    const another = was?.match !== state.match;
    if (another || was?.turn !== state.turn || isOver(was) !== isOver(state)) tell(state, another ? null : was!.ply);
  }, [state]);
  useLowClock(state);
  useArrivals();
  useOffers(state);
  useIcon(news.value !== null || (state !== null && actingSeat.value !== null && mySeats.value.length === 1));
  const lines = useLines();
  return (
    <div class="hidden" aria-live="polite" aria-relevant="additions" data-testid="said">
      {lines.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}

interface Line {
  id: number;
  text: string;
}

const linesKept = 8;
const lineMs = 12000;

/** What is said is added line by line, so that one does not silence the other, and goes away when it was read. */
function useLines(): readonly Line[] {
  const [lines, setLines] = useState<readonly Line[]>([]);
  useEffect(() => {
    let last = 0;
    return said.subscribe((text) => {
      if (text === "") return;
      const id = ++last;
      setLines((before) => [...before.slice(1 - linesKept), { id, text }]);
      setTimeout(() => setLines((before) => before.filter((it) => it.id !== id)), lineMs);
      // The same may be said again.
      said.value = "";
    });
  }, []);
  return lines;
}

function sideOf(state: MatchState, seat: 0 | 1): string {
  return gameInfo(state.game)?.sides[seat] ?? "";
}

/** `from`: the moves of which it was told already; null where nothing was. */
function tell(state: MatchState, from: number | null): void {
  const another = from === null;
  const words: string[] = [];
  const last = state.lastMove;
  const mine = mySeats.value;
  const acting = actingSeat.value !== null;
  // Two moves may have come at once.
  const fresh = from === null || from >= state.ply || !state.historyComplete ? [last] : state.history.slice(from);
  if (from !== null && from > state.ply) words.push(t("said.takenBack", { count: from - state.ply }));
  else for (const it of fresh) if (it) words.push(t("said.move", { side: sideOf(state, it.seat), move: it.move }));
  if (isOver(state)) {
    const { winner, reason } = state.result!;
    const who = winner === null ? t(isDraw(state.result!) ? "result.draw" : "result.over") : t("result.sideWins", { side: sideOf(state, winner) });
    words.push(`${who}: ${reasonText(reason, gameInfo(state.game))}.`);
  } else if (acting && mine.length === 1) {
    words.push(t("said.yourTurn"));
    const left = remaining(state.clock, mine[0]!, client.serverNow());
    if (left !== null) words.push(t("said.left", { time: clockText(left) }));
  } else {
    words.push(`${t("match.toMove", { side: sideOf(state, state.toMove) })}.`);
  }
  said.value = words.join(" ");
  if (another && isOver(state)) return;
  if (isOver(state)) play("end");
  else if (last) play(acting && mine.length === 1 ? "turn" : "move");
  // The game that one waited for begins, it is one's turn, or it is over.
  if (mine.length === 1 && (acting || isOver(state) || (another && state.ply === 0))) notifyOf(state.game, state.match, words.join(" ")).catch(() => {});
}

/** Later news about the same thing take the place of the earlier. */
async function notifyOf(game: string, about: string, text: string): Promise<void> {
  if (notify.value !== "on" || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const title = gameInfo(game)?.name ?? t("app.name");
  const options = { body: text, tag: about, icon: "icon-192.png", data: location.href };
  // Phones allow notifications only from a service worker; it leads back to this page.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, options);
  const note = new Notification(title, options);
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

/** Somebody sits down in the room where one waits. */
function useArrivals(): void {
  const here = room.value;
  const seen = useRef<{ room: string; people: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    const was = seen.current;
    const sitting = (here?.seats ?? []).flatMap((chair) => (chair.player && !isBot(chair) ? [chair.player] : []));
    seen.current = here && { room: here.room, people: new Set(sitting.map((it) => it.id)) };
    if (!here || was?.room !== here.room) return;
    const others = sitting.filter((it) => it.id !== player.value?.id);
    if (here.state !== "open" || others.length === 0) news.value = null;
    const come = others.find((it) => !was.people.has(it.id));
    if (!come || here.state !== "open") return;
    const text = t("said.joined", { name: isolated(come.name) });
    said.value = text;
    news.value = text;
    play("join");
    notifyOf(here.game, here.room, text).catch(() => {});
  }, [here]);
  useEffect(() => {
    if (!here) news.value = null;
  }, [here?.room]);
}

/** The card of an offer is read aloud by itself. */
function useOffers(state: MatchState | null): void {
  const heard = useRef<string | null>(null);
  const mine = mySeats.value;
  const newest = (mine.length === 1 && state?.offers.filter((it) => it.by !== mine[0]).pop()?.offer) || null;
  useEffect(() => {
    if (newest !== null && newest !== heard.current) {
      play("offer");
      const offer = state!.offers.find((it) => it.offer === newest)!;
      const name = isolated(playerName(state!.seats[offer.by]));
      notifyOf(state!.game, state!.match, t(offer.kind === "pause" && paused.value ? "offer.continue" : `offer.${offer.kind}`, { name })).catch(() => {});
    }
    heard.current = newest;
  }, [newest]);
}

const lowMs = 20000;

/** Once a turn, when one's own time runs short. */
function useLowClock(state: MatchState | null): void {
  const clock = state?.clock;
  const seat = mySeats.value.length === 1 ? mySeats.value[0]! : null;
  useEffect(() => {
    if (!clock || seat === null || clock.running !== seat) return;
    const left = remaining(clock, seat, client.serverNow());
    if (left === null || left < lowMs) return;
    const timer = setTimeout(() => {
      said.value = t("said.left", { time: clockText(lowMs) });
      play("low");
    }, left - lowMs);
    return () => clearTimeout(timer);
  }, [clock, seat]);
}

function useIcon(turn: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon) icon.href = turn ? "favicon-turn.svg" : "favicon.svg";
  }, [turn]);
}
