import { useEffect, useState } from "preact/hooks";
import { client } from "../app";
import { GameArt, SideMark } from "../components/game_art";
import { isBot, optionsText, playerName, timeText } from "../components/names";
import type { Chair, Room, Seat } from "../protocol/messages";
import { go, link, replace, route } from "../router";
import { gameInfo, match, player, room, roomProblem } from "../store/store";
import { errorText, t } from "../texts";
import { MatchView } from "./match_view";

export function RoomPage() {
  const here = room.value;
  const problem = roomProblem.value;
  useEffect(() => {
    const at = route.value;
    // The code is the address to keep and to share; an invitation stays, it may be the only key.
    if (here?.code && at.page === "room" && at.by === "room") replace(link.room(here.code, at.watch));
  }, [here?.code]);
  if (problem !== null) return <RoomProblem problem={problem} />;
  if (!here) return <p class="lonely">{t("room.loading")}</p>;
  if (match.value) return <MatchView room={here} state={match.value} />;
  return <WaitingRoom room={here} />;
}

function RoomProblem({ problem }: { problem: string }) {
  const at = route.value;
  const [password, setPassword] = useState("");
  if (problem === "bad_password" && at.page === "room") {
    const submit = (event: Event) => {
      event.preventDefault();
      client.openRoom({ by: at.by, value: at.value, watch: at.watch, password });
    };
    return (
      <form class="panel lonely" onSubmit={submit}>
        <p>{t("room.password")}</p>
        <input
          type="password"
          aria-label={t("room.passwordLabel")}
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
        <button class="button primary">{t("lobby.join")}</button>
      </form>
    );
  }
  const own = problem === "closed" || problem === "kicked";
  return (
    <div class="panel lonely">
      <p>{own ? t(`room.problem.${problem}`) : errorText(problem)}</p>
      <a class="button primary" href={link.lobby()}>
        {t("room.back")}
      </a>
    </div>
  );
}

function WaitingRoom({ room }: { room: Room }) {
  const game = gameInfo(room.game);
  const me = player.value;
  const mine = room.seats.find((chair) => chair.player?.id === me?.id);
  const waits = room.seats.some((chair) => !chair.player && !isBot(chair));
  const details = [optionsText(game, room.options), timeText(room.tc)].filter(Boolean).join(" · ");
  return (
    <section class="waiting panel">
      <div class="create-head">
        {game && <GameArt game={game} options={room.options} />}
        <div>
          <h1>{t("room.title", { game: game?.name ?? room.game })}</h1>
          <p class="muted">{details}</p>
          <a href={link.rules(room.game)} target="_blank" rel="noopener">
            {t("create.rules")}
          </a>
        </div>
      </div>
      <ul class="chairs">
        {room.seats.map((chair, i) => (
          <ChairRow key={i} chair={chair} index={i as Seat} room={room} seated={mine !== undefined} />
        ))}
      </ul>
      {waits && <InviteLink room={room} />}
      {!waits && mine && <p class="muted">{t("room.waitingReady")}</p>}
      <div class="actions">
        {mine && (
          <button class={`button big ${mine.ready ? "" : "primary"}`} data-testid="ready" onClick={() => void client.ready(!mine.ready)}>
            {t(mine.ready ? "room.unready" : "room.ready")}
          </button>
        )}
        <button class="button" onClick={() => void client.leaveRoom().then(() => go(link.lobby()))}>
          {t("room.leave")}
        </button>
      </div>
    </section>
  );
}

function ChairRow({ chair, index, room, seated }: { chair: Chair; index: Seat; room: Room; seated: boolean }) {
  const game = gameInfo(room.game);
  const filled = chair.player || isBot(chair);
  const mine = chair.player?.id === player.value?.id;
  const state = isBot(chair) || chair.ready ? t("room.isReady") : t("room.notReady");
  return (
    <li class={`chair ${filled ? "" : "free"}`}>
      <SideMark game={game} side={index} />
      {filled ? (
        <>
          <span class="name">
            {playerName(chair)} {mine && <small>({t("room.you")})</small>}
          </span>
          <span class={`ready ${chair.ready || isBot(chair) ? "yes" : ""}`}>{state}</span>
        </>
      ) : (
        <>
          <span class="name muted">{t("room.free")}</span>
          {!seated && (
            <button class="button small primary" onClick={() => void client.sitDown(index)}>
              {t("room.sit")}
            </button>
          )}
        </>
      )}
    </li>
  );
}

function InviteLink({ room }: { room: Room }) {
  const [copied, setCopied] = useState(false);
  const hash = room.visibility === "private" && room.invite ? link.invite(room.invite) : link.room(room.code ?? room.room);
  const url = new URL(hash, location.href).href;
  const copy = async () => {
    await navigator.clipboard?.writeText(url).catch(() => {});
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div class="invite">
      <label for="invite">{t("room.invite")}</label>
      <div class="row">
        <input id="invite" readOnly value={url} data-testid="invite" onFocus={(event) => event.currentTarget.select()} />
        <button class="button small" onClick={() => void copy()}>
          {t(copied ? "room.copied" : "room.copy")}
        </button>
      </div>
      {room.code && <p class="muted code">{t("room.code", { code: room.code })}</p>}
    </div>
  );
}
