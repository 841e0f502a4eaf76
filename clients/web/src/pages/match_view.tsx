import { useEffect, useRef, useState } from "preact/hooks";
import { client } from "../app";
import { complete, signAhead } from "../board/picker";
import { BoardPanel, ratioOf, useLayout } from "../components/board_panel";
import { ChatBox } from "../components/chat_box";
import { ChatButton } from "../components/chat_button";
import { SideMark } from "../components/game_art";
import { History } from "../components/history";
import { Actions, ClaimCard, OfferBar } from "../components/match_actions";
import { later } from "../components/later";
import { MoveEntry } from "../components/move_entry";
import { MoveMenu } from "../components/move_menu";
import { optionsText, playerName, summaryOf, timeText } from "../components/names";
import { isBot } from "../store/chairs";
import { RefusalNote } from "../components/refusal_note";
import { SeatBar } from "../components/seat_bar";
import { StudyBanner } from "../components/study_banner";
import { ViewTools } from "../components/view_tools";
import { useWakeLock } from "../components/wake_lock";
import { WatchTools } from "../components/watch_tools";
import type { GameInfo, Room, Seat } from "../protocol/messages";
import { isDraw, isOver, type MatchState } from "../store/match_state";
import { actingSeat, chat, gameInfo, hint, legal, link, moveMenu, movesBehind, mySeats, picked, paused, premoves, refused, sending, study } from "../store/store";
import { isolated, reasonText, t } from "../texts";

const AnalysisPanel = later(async () => (await import("../components/analysis")).AnalysisPanel);

export function MatchView({ room, state }: { room: Room; state: MatchState }) {
  const [turned, setTurned] = useState(false);
  const entry = useRef<HTMLInputElement>(null);
  const game = gameInfo(state.game);
  const seats = mySeats.value;
  // Everybody sees the board from the own side; watchers and shared screens from the first player's.
  const bottom: Seat = seats.length === 1 && seats[0] === 1 ? 1 : 0;
  const flipped = (bottom === 1) !== turned;
  const near: Seat = flipped ? 1 : 0;
  const details = [optionsText(game, state.options), room.tc.kind === "none" ? "" : timeText(room.tc)].filter(Boolean).join(" · ");
  const over = isOver(state);
  const board = useLayout(state.game, state.board);
  useTitle([over ? resultText(state) : turnText(state), game?.name ?? state.game, t("app.name")].join(" · "));
  useWakeLock(!over && seats.length > 0 && room.tc.kind !== "correspondence");
  const now = study.value;
  const seatBar = (seat: Seat) => (
    <SeatBar
      game={state.game}
      options={state.options}
      seat={seat}
      who={state.seats[seat]}
      pieces={now?.position?.pieces ?? state.pieces}
      turn={!over && state.toMove === seat}
      result={state.result}
      clock={movesBehind.value > 0 && state.clock ? { ...state.clock, running: null } : state.clock}
    />
  );
  const typed = (text: string) => {
    if (!entry.current) return;
    entry.current.value += text;
    entry.current.focus();
  };
  return (
    <div
      class="match"
      style={{ "--ratio": ratioOf(board) }}
      data-testid="match"
      data-match={state.match}
      data-over={over ? "true" : "false"}
      data-ply={state.ply}
    >
      <h1 class="hidden">{t("match.board", { game: game?.name ?? state.game })}</h1>
      <div class="board-column">
        {seatBar(near === 0 ? 1 : 0)}
        <BoardPanel
          game={state.game}
          board={state.board}
          pieces={state.pieces}
          turn={state.turn}
          lastMove={state.lastMove?.move}
          flipped={flipped}
          onType={typed}
        />
        {seatBar(near)}
      </div>
      <aside class="side-column" aria-label={t("match.side")}>
        <div class="match-title">
          <div>
            <h2>{game?.name ?? state.game}</h2>
            <p class="muted">{[details, ratedText(state), watchersText(state)].filter(Boolean).join(" · ")}</p>
          </div>
          <ViewTools game={state.game} board={state.board} onFlip={() => setTurned(!turned)}>
            <ChatButton />
          </ViewTools>
        </div>
        <MoveMenu />
        {over ? <ResultCard state={state} /> : !now && <Status state={state} />}
        {seats.length === 0 && !over && <WatchTools />}
        <StudyBanner />
        <ClaimCard state={state} />
        <OfferBar state={state} />
        <History moves={state.history.map((it) => it.move)} sides={game?.sides ?? ["", ""]} />
        {over && <AnalysisPanel match={state.match} end={state} plies={state.history.length} />}
        <Actions state={state} game={game} room={room} />
        {(seats.length > 0 || now) && !(over && !now) && <MoveEntry input={entry} />}
        <ChatBox channel={seats.length > 0 || over ? "match" : "watchers"} lines={chat.value} />
      </aside>
    </div>
  );
}

/** Both players see before their first move whether it counts. */
function ratedText(state: MatchState): string {
  if (state.unrated) return t("match.unrated");
  return state.rated ? t("match.rated") : "";
}

function watchersText(state: MatchState): string {
  return state.spectators ? t("room.watchers", { count: state.spectators }) : "";
}

/** Whose turn it is, as it concerns who looks at it. */
function turnText(state: MatchState): string {
  if (paused.value) return t("match.paused");
  const mover = state.seats[state.toMove];
  const side = gameInfo(state.game)?.sides[state.toMove] ?? "";
  if (actingSeat.value !== null) return mySeats.value.length > 1 ? t("match.toMove", { side }) : t("match.yourTurn");
  if (isBot(mover)) return t("match.thinking", { name: isolated(playerName(mover, gameInfo(state.game))) });
  return mySeats.value.length === 0 ? t("match.toMove", { side }) : t("match.waiting", { name: isolated(playerName(mover)) });
}

/** A move that the server has not answered; at once it is only drawn, so that nothing flickers on a good line. */
function sentText(): string | null {
  const move = sending.value;
  if (move === null) return null;
  return t(link.value === "online" ? "match.sending" : "match.sendLater", { move });
}

function resultText(state: MatchState): string {
  const { winner } = state.result!;
  const seats = mySeats.value;
  if (winner === null) return t(isDraw(state.result!) ? "result.draw" : "result.over");
  if (seats.length === 1) return t(seats[0] === winner ? "result.youWin" : "result.youLose");
  return t("result.sideWins", { side: gameInfo(state.game)?.sides[winner] ?? "" });
}

/** Who plays in another tab sees there whose turn it is. */
function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = t("app.name");
    };
  }, [title]);
}

function Status({ state }: { state: MatchState }) {
  const game = gameInfo(state.game);
  const seat = state.toMove;
  const watching = mySeats.value.length === 0;
  const clicked = picked.value;
  const last = clicked[clicked.length - 1];
  const again = clicked.length > 0 && !moveMenu.value ? complete(legal.value, clicked)[0] : undefined;
  const sign = signAhead(legal.value, clicked);
  const ahead = premoves.value.map((it) => it.move);
  const advice = hint.value;
  const told = refused.value?.typed === false && refused.value.reason !== undefined;
  return (
    <div class={`status ${actingSeat.value !== null ? "mine" : ""}`} role="status" data-testid="status">
      <SideMark game={game} side={seat} />
      <div>
        <strong>{sentText() ?? turnText(state)}</strong>
        <div class="layers">
          {!watching && <Reserve game={game} />}
          <RefusalNote />
          {again && last && <p>{againText(game, last, again)}</p>}
          {!again && clicked.length > 0 && !moveMenu.value && <p>{t(sign === "@" ? "match.place" : "match.next")}</p>}
          {!told && clicked.length === 0 && sign === "x" && <p>{t("match.remove")}</p>}
          {actingSeat.value !== null && state.ply < 2 && (
            <div class={told || clicked.length > 0 ? "unseen" : ""}>
              <p>{summaryOf(game)}</p>
              <p class="muted">{t("match.how")}</p>
            </div>
          )}
          {!told && clicked.length === 0 && advice !== null && advice !== "asking" && <p>{t("match.hintIs", { move: advice.move })}</p>}
          {ahead.length > 0 && (
            <p data-testid="premove">
              {t(ahead.length === 1 ? "match.premove" : "match.premoves", { move: ahead.join(", ") })}{" "}
              <button class="link" onClick={() => client.play.premoves.clear()}>
                {t("match.premove.clear")}
              </button>
            </p>
          )}
        </div>
        {watching && <p class="muted">{t("match.watching")}</p>}
      </div>
    </div>
  );
}

/** Keeps the room of the longest line that a pick may bring: nothing below moves when it comes. Drawn by the styles, so not read. */
function Reserve({ game }: { game: GameInfo | undefined }) {
  const kind = Object.values(game?.kinds ?? {}).reduce((longest, it) => (it.label.length > longest.length ? it.label : longest), "");
  const lines = [
    t("match.next"),
    t("match.place"),
    t("match.remove"),
    t("match.again", { square: "a10", move: "a10xb10@a10" }),
    t("match.becomes", { square: "a10", piece: kind }),
    `${t("match.premoves", { move: "a10xb10@a10, a10xb10@a10" })} ${t("match.premove.clear")}`,
  ];
  return (
    <>
      {lines.map((text) => (
        <p key={text} class="unseen" data-text={text} aria-hidden="true" />
      ))}
      <p class="unseen refusal-room" aria-hidden="true" />
    </>
  );
}

/** What a second click on the same square does; a letter after `=` is the kind that the piece becomes. */
function againText(game: GameInfo | undefined, square: string, move: string): string {
  const letter = /=([A-Z])$/.exec(move)?.[1];
  const kind = letter && Object.values(game?.kinds ?? {}).find((it) => it.letter === letter);
  return kind ? t("match.becomes", { square, piece: kind.label }) : t("match.again", { square, move });
}

function ResultCard({ state }: { state: MatchState }) {
  const game = gameInfo(state.game);
  const { winner, reason } = state.result!;
  const why = reasonText(reason, game);
  return (
    <div class="result" role="status" data-testid="result" data-reason={reason} data-winner={winner ?? ""}>
      {winner !== null && <SideMark game={game} side={winner} />}
      <div>
        <strong>{resultText(state)}</strong>
        <p data-testid="reason">{why.charAt(0).toUpperCase() + why.slice(1)}.</p>
      </div>
    </div>
  );
}
