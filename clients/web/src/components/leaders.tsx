import { useState } from "preact/hooks";
import type { Player, Rating } from "../protocol/messages";
import { t } from "../texts";
import { PersonName } from "./person";
import { ratingText } from "./ratings";

interface Ranked {
  rank: number;
  player: Player;
  rating: Rating;
}

const shown = 10;

/** The strongest in a game, asked for when somebody wants to see them. */
export function Leaders({ game }: { game: string }) {
  const [players, setPlayers] = useState<Ranked[] | null>(null);
  const load = async (open: boolean) => {
    if (open && players === null) setPlayers(await fetchLeaders(game));
  };
  return (
    <details class="more leaders" onToggle={(event) => void load(event.currentTarget.open)}>
      <summary>{t("ratings.leaders")}</summary>
      {players?.length === 0 && <p class="muted">{t("ratings.none")}</p>}
      <ol>
        {(players ?? []).map((it) => (
          <li key={it.player.id}>
            <PersonName seat={it} /> <strong>{ratingText(it.rating)}</strong>
          </li>
        ))}
      </ol>
    </details>
  );
}

async function fetchLeaders(game: string): Promise<Ranked[]> {
  try {
    const reply = await fetch(`api/v1/leaderboard?game=${encodeURIComponent(game)}&limit=${shown}`);
    return reply.ok ? ((await reply.json()).players ?? []) : [];
  } catch {
    return [];
  }
}
