import { useEffect, useState } from "preact/hooks";
import { client } from "../app";
import { SideMark } from "../components/game_art";
import { optionsText } from "../components/names";
import { ratingText } from "../components/ratings";
import { PersonName } from "../components/person";
import { RunningText, tableOf, useRunning } from "../components/running_game";
import type { MatchSummary, Seat } from "../protocol/messages";
import { link } from "../router";
import type { Running } from "../store/running";
import { gameInfo, link as connection, player } from "../store/store";
import { language, localeOf, reasonText, t } from "../texts";

export function MatchesPage() {
  const [matches, setMatches] = useState<MatchSummary[] | null>(null);
  const [before, setBefore] = useState<string | undefined>();
  const online = connection.value === "online";
  const load = async (from?: string) => {
    const page = await client.lobby.mine(from);
    if (!page) return;
    setMatches((known) => [...(from ? (known ?? []) : []), ...page.matches]);
    setBefore(page.before);
  };
  useEffect(() => {
    if (online) void load();
  }, [online, player.value?.id]);
  // Where one is waited for comes first.
  const games = useRunning((matches ?? []).filter((it) => !it.result).map((it) => it.match)) ?? [];
  const place = (it: MatchSummary) => (games.findIndex((game) => game.match === it.match) + 1 || Infinity);
  const ordered = [...(matches ?? [])].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
  return (
    <section class="matches panel">
      <h1>{t("matches.title")}</h1>
      <MyRatings />
      {matches === null && <p class="muted">{t("room.loading")}</p>}
      {matches?.length === 0 && <p class="muted">{t("matches.none")}</p>}
      <ul>
        {ordered.map((it) => (
          <MatchRow key={it.match} it={it} live={games.find((game) => game.match === it.match)} />
        ))}
      </ul>
      <a class="button small" href={link.importGame()} data-testid="import">
        {t("import.title")}
      </a>
      {before && (
        <button class="button" onClick={() => void load(before)}>
          {t("matches.more")}
        </button>
      )}
    </section>
  );
}

function MyRatings() {
  const ratings = Object.entries(player.value?.ratings ?? {}).filter(([, it]) => it.games > 0);
  if (ratings.length === 0) return null;
  return (
    <p class="muted">
      {ratings.map(([game, it]) => `${gameInfo(game)?.name ?? game} ${ratingText(it)}`).join(" · ")}
    </p>
  );
}

function MatchRow({ it, live }: { it: MatchSummary; live: Running | undefined }) {
  const game = gameInfo(it.game);
  const mine = it.seats.findIndex((seat) => seat.player.id === player.value?.id);
  const when = new Date(it.startedAt).toLocaleString(localeOf(language.value), { dateStyle: "medium", timeStyle: "short" });
  const details = [optionsText(game, it.options), t("matches.plies", { count: live?.snapshot.ply ?? it.ply }), when].filter(Boolean).join(" · ");
  return (
    <li class="match-row" data-match={it.match}>
      <SideMark game={game} side={(mine === 1 ? 1 : 0) as Seat} />
      <div>
        {live ? (
          <RunningText it={live} />
        ) : (
          <>
            <strong>{game?.name ?? it.game}</strong> <span class={`outcome ${outcome(it, mine)}`}>{outcomeText(it, mine)}</span>
          </>
        )}
        <div class="names">
          <PersonName seat={it.seats[0]} game={game} /> – <PersonName seat={it.seats[1]} game={game} />
        </div>
        <div class="muted">{details}</div>
      </div>
      {live ? (
        <a class="button small primary" href={tableOf(live)} data-testid="to-table">
          {t("lobby.return")}
        </a>
      ) : (
        it.result && (
          <a class="button small" href={link.replay(it.match)}>
            {t("match.replay")}
          </a>
        )
      )}
    </li>
  );
}

function outcome(it: MatchSummary, mine: number): "won" | "lost" | "" {
  const winner = it.result?.winner ?? null;
  if (winner === null || mine < 0) return "";
  // Who held both seats has neither won nor lost.
  if (it.seats[0].player.id === it.seats[1].player.id) return "";
  return winner === mine ? "won" : "lost";
}

function outcomeText(it: MatchSummary, mine: number): string {
  if (!it.result) return t("matches.running");
  const how = outcome(it, mine);
  const reason = reasonText(it.result.reason, gameInfo(it.game));
  if (how === "won") return `${t("matches.won")} – ${reason}`;
  if (how === "lost") return `${t("matches.lost")} – ${reason}`;
  if (it.result.winner === null) return reason;
  return `${t("result.sideWins", { side: gameInfo(it.game)?.sides[it.result.winner] ?? "" })} – ${reason}`;
}
