import { useEffect, useState } from "preact/hooks";
import { client } from "../app";
import { ChatBox } from "../components/chat_box";
import { Select, type Choices } from "../components/fields";
import { GameArt } from "../components/game_art";
import { goalOf, optionsText, timeText } from "../components/names";
import { isBot } from "../store/chairs";
import { PersonName } from "../components/person";
import { QuickMatch } from "../components/quick_match";
import { RunningText, tableOf, useRunning } from "../components/running_game";
import type { GameInfo, RoomSummary } from "../protocol/messages";
import { go, link } from "../router";
import { active, gameInfo, games, lobby, lobbyChat, lobbyCounts, lobbyLimit, mostLobbyRooms, player, playersOnline, running } from "../store/store";
import { isFree } from "../store/table";
import { t } from "../texts";

type Pace = "any" | "clock" | "none";

export function LobbyPage() {
  const [game, setGame] = useState("");
  const [pace, setPace] = useState<Pace>("any");
  useEffect(() => {
    client.lobby.open(game);
    return () => client.lobby.close();
  }, [game]);
  // In the server's order, and what is new at the end: nothing moves away under the pointer.
  const rooms = [...(lobby.value?.values() ?? [])];
  const wanted = rooms.filter(
    (room) => (game === "" || room.game === game) && (pace === "any" || (room.tc.kind === "none") === (pace === "none")),
  );
  const gameChoices: Choices<string> = [["", t("lobby.filter")], ...games.value.map((it) => [it.game, it.name] as const)];
  const paces: Choices<Pace> = [
    ["any", t("lobby.pace.any")],
    ["clock", t("lobby.pace.clock")],
    ["none", t("lobby.pace.none")],
  ];
  return (
    <div class="lobby">
      <div class="hero">
        <h1>{t("app.tagline")}</h1>
        <p class="online">
          {playersOnline.value !== null && (
            <>
              <span class="dot" aria-hidden="true" /> {t("lobby.online", { count: playersOnline.value })}
            </>
          )}
        </p>
      </div>
      <ActiveGame />
      <section aria-labelledby="choose">
        <h2 id="choose">{t("lobby.choose")}</h2>
        <ul class="game-cards">
          {games.value.map((game) => (
            <GameCard key={game.game} game={game} />
          ))}
        </ul>
      </section>
      <QuickMatch />
      <div class="filters">
        <h2>{t("lobby.filters")}</h2>
        <CodeForm />
        <Select name="filter-game" label={t("lobby.game")} quiet value={game} onChange={setGame} choices={gameChoices} />
        <Select name="filter-pace" label={t("create.time")} quiet value={pace} onChange={setPace} choices={paces} />
      </div>
      <div class="tables">
        <section aria-labelledby="open" class="panel">
          <h3 id="open">
            {t("lobby.open")} <RoomCount state="open" />
          </h3>
          <RoomList rooms={wanted.filter((room) => room.state === "open")} empty={t("lobby.none")} />
          <MoreRooms state="open" game={game} exact={pace === "any"} />
        </section>
        <section aria-labelledby="running" class="panel">
          <h3 id="running">
            {t("lobby.running")} <RoomCount state="playing" />
          </h3>
          <RoomList rooms={wanted.filter((room) => room.state === "playing" && !isDeserted(room))} empty={t("lobby.noneRunning")} />
          <MoreRooms state="playing" game={game} exact={pace === "any"} />
        </section>
      </div>
      <ChatBox channel="lobby" lines={lobbyChat.value} />
    </div>
  );
}

/** Nobody but a computer is there. */
function isDeserted(room: RoomSummary): boolean {
  const people = room.seats.filter((chair) => !isBot(chair));
  return people.length === 1 && !isMine(room) && people[0]!.presence !== undefined && people[0]!.presence !== "online";
}

function isMine(room: RoomSummary): boolean {
  return room.seats.some((chair) => chair.player?.id === player.value?.id);
}

/** The way back to the game that waits the most for this player. */
function ActiveGame() {
  const games = useRunning();
  const [first, ...others] = games ?? [];
  if (active.value.length === 0 || games?.length === 0) return null;
  const back = async () => {
    await client.play.lookAround();
    const [now] = running.value ?? [];
    if (now) go(tableOf(now));
  };
  return (
    <p class="banner inline">
      {first ? <RunningText it={first} /> : t("lobby.active")}
      <button class="button small primary" data-testid="return" onClick={() => void back()}>
        {t("lobby.return")}
      </button>
      {others.length > 0 && <a href={link.matches()}>{t("running.more", { count: others.length })}</a>}
    </p>
  );
}

function GameCard({ game }: { game: GameInfo }) {
  return (
    <li>
      <a class="game-card" href={link.create(game.game)} data-game={game.game}>
        <GameArt game={game} />
        <span class="game-name">{game.name}</span>
        <span class="game-goal">{goalOf(game)}</span>
        {game.credit?.designer && <span class="game-by">{t("lobby.by", { designer: game.credit.designer })}</span>}
      </a>
    </li>
  );
}

function RoomCount({ state }: { state: "open" | "playing" }) {
  const deserted = [...(lobby.value?.values() ?? [])].filter((room) => room.state === state && isDeserted(room)).length;
  const count = (lobbyCounts.value?.[state] ?? 0) - (state === "playing" ? deserted : 0);
  return count > 0 ? <span class="count">{count}</span> : null;
}

/** What the list has no room for. `exact`: all that is listed is shown, so that the rest can be counted. */
function MoreRooms({ state, game, exact }: { state: "open" | "playing"; game: string; exact: boolean }) {
  const listed = [...(lobby.value?.values() ?? [])].filter((it) => it.state === state).length;
  const count = (lobbyCounts.value?.[state] ?? 0) - listed;
  if (count <= 0 || lobbyLimit.value === null) return null;
  if (lobbyLimit.value >= mostLobbyRooms.value)
    return <p class="muted">{t(game ? "lobby.rest" : "lobby.restOfAll", { count })}</p>;
  return (
    <button class="button small more" data-more={state} onClick={() => client.lobby.more()}>
      {exact ? t("lobby.more", { count }) : t("lobby.moreAny")}
    </button>
  );
}

function RoomList({ rooms, empty }: { rooms: RoomSummary[]; empty: string }) {
  if (rooms.length === 0) return <p class="muted">{empty}</p>;
  return (
    <ul class="rooms">
      {rooms.map((room) => (
        <RoomRow key={room.room} room={room} />
      ))}
    </ul>
  );
}

function RoomRow({ room }: { room: RoomSummary }) {
  const game = gameInfo(room.game);
  const free = room.state === "open" && room.seats.some(isFree);
  const seated = isMine(room);
  const names = room.seats.map((chair) => (chair.player || isBot(chair) ? <PersonName seat={chair} game={game} /> : "…"));
  const watchers = room.watchers ? t("room.watchers", { count: room.watchers }) : "";
  const marks = [room.rated ? t("room.rated") : "", room.locked ? t("room.locked") : ""];
  const details = [optionsText(game, room.options), timeText(room.tc), ...marks, watchers].filter(Boolean).join(" · ");
  return (
    <li class="room-row" data-room={room.room}>
      <div>
        <strong>{game?.name ?? room.game}</strong> <span class="muted">{details}</span>
        <div class="names">
          {names[0]} – {names[1]}
        </div>
      </div>
      {free || seated ? (
        <a class="button small primary" href={link.table(room.room)}>
          {t(seated ? "lobby.return" : "lobby.join")}
        </a>
      ) : (
        <a class="button small" href={link.table(room.room, true)}>
          {t("lobby.watch")}
        </a>
      )}
    </li>
  );
}

function CodeForm() {
  const [code, setCode] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    if (code.trim()) go(link.room(code.trim()));
  };
  return (
    <form class="code-form" onSubmit={submit}>
      <label for="code">{t("lobby.code")}</label>
      <input
        id="code"
        value={code}
        onInput={(event) => setCode(event.currentTarget.value)}
        placeholder={t("lobby.codeLabel")}
        autoComplete="off"
        autoCapitalize="characters"
        spellcheck={false}
      />
      <button class="button small">{t("lobby.go")}</button>
    </form>
  );
}
