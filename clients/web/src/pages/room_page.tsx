import { useEffect, useState } from "preact/hooks";
import { client } from "../app";
import { ChatBox } from "../components/chat_box";
import { CopyField } from "../components/copy_field";
import { computerOn, useComputers, wishFor } from "../components/computers";
import { Check, Choice, Select } from "../components/fields";
import { GameArt, SideMark } from "../components/game_art";
import { optionsText, playerName, timeText } from "../components/names";
import { isBot } from "../store/chairs";
import { Icon } from "../components/icon";
import { NotFound } from "../components/not_found";
import { OptionFields } from "../components/option_fields";
import { Person } from "../components/person";
import { TimeFields } from "../components/time_fields";
import { visibilities } from "../components/visibilities";
import type { Chair, Room, Seat } from "../protocol/messages";
import { go, link, replace, route } from "../router";
import { chat, gameInfo, games, match, player, room, roomProblem } from "../store/store";
import { isFree, type RoomChange } from "../store/table";
import { errorText, isolated, t } from "../texts";
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
      client.table.open({ by: at.by, value: at.value, watch: at.watch, password });
    };
    return (
      <form class="panel lonely" onSubmit={submit}>
        <h1>{t("room.password")}</h1>
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
  return <NotFound why={own ? t(`room.problem.${problem}`) : errorText(problem)} />;
}

function WaitingRoom({ room }: { room: Room }) {
  const game = gameInfo(room.game);
  const me = player.value;
  const mine = room.seats.find((chair) => chair.player?.id === me?.id);
  const host = room.host === me?.id;
  const waits = room.seats.some(isFree);
  const details = [optionsText(game, room.options), timeText(room.tc), room.rated ? t("room.rated") : ""].filter(Boolean).join(" · ");
  // Where nobody sits but computers, the host who watches starts the game.
  const starts = host && !mine && !waits;
  return (
    <section class="waiting panel">
      <div class="create-head">
        {game && <GameArt game={game} options={room.options} />}
        <div>
          <h1>{t("room.title", { game: game?.name ?? room.game })}</h1>
          <p class="muted">{details}</p>
          {room.firstSeat === undefined && !room.hotseat && <p class="muted">{t("room.drawn")}</p>}
          <a href={link.rules(room.game)} target="_blank" rel="noopener">
            {t("create.rules")}
          </a>
        </div>
      </div>
      <ul class="chairs">
        {room.seats.map((chair, i) => (
          <ChairRow key={i} chair={chair} index={i as Seat} room={room} seated={mine !== undefined} host={host} />
        ))}
      </ul>
      {host && <RoomOptions room={room} />}
      {waits && <Invite room={room} />}
      <p class="muted" role="status">
        {!waits && mine ? t("room.waitingReady") : waits ? t(mine?.ready ? "room.startsThen" : "room.waiting") : ""}
      </p>
      <div class="actions">
        {mine && (
          <button class={`button big ${mine.ready ? "" : "primary"}`} data-testid="ready" onClick={() => void client.table.ready(!mine.ready)}>
            {t(mine.ready ? "room.unready" : "room.ready")}
          </button>
        )}
        {starts && (
          <button class="button big primary" data-testid="start" onClick={() => void client.table.start()}>
            {t("create.go")}
          </button>
        )}
        <button class="button" onClick={() => void client.table.leave().then(() => go(link.lobby()))}>
          {t("room.leave")}
        </button>
      </div>
      <ChatBox channel="room" lines={chat.value} />
    </section>
  );
}

interface ChairRowProps {
  chair: Chair;
  index: Seat;
  room: Room;
  seated: boolean;
  host: boolean;
}

function ChairRow({ chair, index, room, seated, host }: ChairRowProps) {
  const bot = isBot(chair);
  const mine = chair.player?.id === player.value?.id;
  const ready = chair.ready || bot;
  const filled = chair.player || bot;
  return (
    <li class={`chair ${filled ? "" : "free"}`} data-chair={index}>
      <ChairSide room={room} index={index} />
      {filled ? (
        <span class="name">
          <Person seat={chair} game={gameInfo(room.game)} /> {mine && <small>({t("room.you")})</small>}
          {chair.player?.id === room.host && <small> · {t("room.host")}</small>}
        </span>
      ) : (
        <span class="name muted">{t("room.free")}</span>
      )}
      {filled && <span class={`ready ${ready ? "yes" : ""}`}>{t(ready ? "room.isReady" : "room.notReady")}</span>}
      {!filled && !seated && (
        <button class="button small primary" onClick={() => void client.table.sitDown(index)}>
          {t("room.sit")}
        </button>
      )}
      {host && !mine && !room.hotseat && <ChairMenu chair={chair} index={index} room={room} />}
      {host && !mine && chair.player && !bot && (
        <span class="actions">
          <button class="button small" onClick={() => void client.table.makeHost(chair.player!.id)}>
            {t("room.makeHost")}
          </button>
          <button class="button small" data-testid="kick" onClick={() => void client.table.kick(chair.player!.id)}>
            {t("room.kick")}
          </button>
        </span>
      )}
    </li>
  );
}

/** The side that this chair plays; nothing where it is drawn at the start. */
function ChairSide({ room, index }: { room: Room; index: Seat }) {
  const game = gameInfo(room.game);
  if (room.firstSeat === undefined) return <span class="side-mark drawn" aria-hidden="true" />;
  const side: Seat = room.firstSeat === index ? 0 : 1;
  return (
    <>
      <SideMark game={game} side={side} />
      <span class="hidden">{game?.sides[side]}</span>
    </>
  );
}

/** Who shall sit here: a person, or a computer of some strength. */
function ChairMenu({ chair, index, room }: { chair: Chair; index: Seat; room: Room }) {
  const computers = useComputers(gameInfo(room.game));
  if (chair.player && !isBot(chair)) return null;
  const value = isBot(chair) ? computerOn(chair) : "person";
  const choices: [string, string][] = [["person", t("room.person")], ...computers.map(([it, text]) => [it, t("room.bot", { name: text })] as [string, string])];
  // A program whose last free place this is.
  if (!choices.some(([it]) => it === value)) choices.push([value, t("bot.program", { name: isolated(playerName(chair)) })]);
  const set = (to: string) => void client.table.setChair(index, to === "person" ? { kind: "human" } : wishFor(to));
  return <Select name={`chair-${index}`} label={t("room.who")} quiet value={value} onChange={set} choices={choices} />;
}

/** The host may still change the game, the board, the clock and who may see the room. */
function RoomOptions({ room }: { room: Room }) {
  const game = gameInfo(room.game);
  const update = (change: RoomChange) => void client.table.update(change);
  const sides = game?.sides ?? ["", ""];
  return (
    <details class="more" data-testid="room-options">
      <summary>{t("room.change")}</summary>
      <Select
        name="game"
        label={t("lobby.game")}
        value={room.game}
        onChange={(game) => update({ game })}
        choices={games.value.map((it) => [it.game, it.name] as const)}
      />
      <OptionFields game={game} options={room.options} onChange={(options) => update({ options })} />
      {!room.hotseat && (
        <Choice
          name="first"
          label={t("room.first")}
          value={room.firstSeat === undefined ? "random" : `${room.firstSeat}`}
          onChange={(firstSeat) => update({ firstSeat })}
          choices={[
            ["random", t("create.side.random")],
            ["0", sides[0]],
            ["1", sides[1]],
          ]}
        />
      )}
      <TimeFields tc={room.tc} onChange={(tc) => update({ tc })} />
      <Choice
        name="visibility"
        label={t("create.visibility")}
        value={room.visibility}
        onChange={(visibility) => update({ visibility })}
        choices={visibilities()}
      />
      {!room.rated && <Check name="takeback" label={t("create.takeback")} value={room.takeback !== false} onChange={(takeback) => update({ takeback })} />}
      <Check name="spectators" label={t("create.spectators")} value={room.spectators !== false} onChange={(spectators) => update({ spectators })} />
    </details>
  );
}

function Invite({ room }: { room: Room }) {
  const hash = room.visibility === "private" && room.invite ? link.invite(room.invite) : link.room(room.code ?? room.room);
  const url = new URL(hash, location.href).href;
  const title = t("room.title", { game: gameInfo(room.game)?.name ?? room.game });
  return (
    <div>
      <CopyField id="invite" label={t("room.invite")} value={url} testid="invite" />
      {"share" in navigator && (
        <button class="button" data-testid="share" onClick={() => void navigator.share({ title, url }).catch(() => {})}>
          <Icon name="share" />
          {t("room.share")}
        </button>
      )}
      {room.code && (
        <p class="muted code">
          {t("room.codeIs")} <strong>{room.code}</strong>
        </p>
      )}
    </div>
  );
}
