import { useEffect, useState } from "preact/hooks";
import { client } from "../app";
import { BoardView } from "../board/board_view";
import { geometry } from "../board/geometry";
import { complete, nextSquares } from "../board/picker";
import { ClockFace } from "../components/clock_face";
import { SideMark } from "../components/game_art";
import { History } from "../components/history";
import { Actions, OfferBar } from "../components/match_actions";
import { isBot, optionsText, playerName, timeText } from "../components/names";
import type { Room, Seat } from "../protocol/messages";
import { actingSeat, gameInfo, legal, moveMenu, mySeats, picked } from "../store/store";
import { isOver, type MatchState } from "../store/match_state";
import { reasonText, t } from "../texts";

export function MatchView({ room, state }: { room: Room; state: MatchState }) {
  const [turned, setTurned] = useState(false);
  const game = gameInfo(state.game);
  const seats = mySeats.value;
  // Everybody sees the board from the own side; watchers and shared screens from the first player's.
  const bottom: Seat = seats.length === 1 && seats[0] === 1 ? 1 : 0;
  const flipped = (bottom === 1) !== turned;
  const near: Seat = flipped ? 1 : 0;
  const far: Seat = flipped ? 0 : 1;
  const details = [optionsText(game, state.options), room.tc.kind === "none" ? "" : timeText(room.tc)].filter(Boolean).join(" · ");
  const { width, height } = geometry(state.board, flipped);
  useTitle([isOver(state) ? resultText(state) : turnText(state), game?.name ?? state.game, t("app.name")].join(" · "));
  return (
    <div class="match" style={{ "--ratio": (width / height).toFixed(3) }} data-testid="match" data-match={state.match} data-over={isOver(state) ? "true" : "false"}>
      <div class="board-column">
        <SeatBar state={state} seat={far} />
        <div class="board-frame">
          <BoardView
            board={state.board}
            pieces={state.pieces}
            game={game}
            turn={state.turn}
            lastMove={state.lastMove?.move}
            flipped={flipped}
            next={nextSquares(legal.value, picked.value)}
            picked={picked.value}
            onClick={(square) => client.clickSquare(square)}
            onCancel={() => client.cancelPick()}
          />
        </div>
        <SeatBar state={state} seat={near} />
      </div>
      <aside class="side-column">
        <div class="match-title">
          <h1>{game?.name ?? state.game}</h1>
          {details && <p class="muted">{details}</p>}
        </div>
        {isOver(state) ? <ResultCard state={state} /> : <Status state={state} />}
        <MoveMenu />
        <OfferBar state={state} />
        <History state={state} sides={game?.sides ?? ["", ""]} />
        <Actions state={state} game={game} room={room} onFlip={() => setTurned(!turned)} />
      </aside>
    </div>
  );
}

function SeatBar({ state, seat }: { state: MatchState; seat: Seat }) {
  const game = gameInfo(state.game);
  const who = state.seats[seat];
  const mine = mySeats.value.includes(seat);
  const presence = isBot(who) ? null : (who?.presence ?? null);
  const turn = !isOver(state) && state.toMove === seat;
  const won = state.result?.winner === seat;
  return (
    <div class={`seat-bar ${turn ? "turn" : ""} ${won ? "won" : ""}`} data-seat={seat}>
      <SideMark game={game} side={seat} />
      <span class="who">
        <span class="name">{playerName(who)}</span>
        <span class="muted side">
          {game?.sides[seat]}
          {mine && ` · ${t("room.you")}`}
        </span>
      </span>
      {presence && presence !== "online" && <span class={`presence ${presence}`}>{t(`presence.${presence}`)}</span>}
      <ClockFace clock={state.clock} seat={seat} />
    </div>
  );
}

/** Whose turn it is, as it concerns who looks at it. */
function turnText(state: MatchState): string {
  const mover = state.seats[state.toMove];
  const side = gameInfo(state.game)?.sides[state.toMove] ?? "";
  if (actingSeat.value !== null) return mySeats.value.length > 1 ? t("match.toMove", { side }) : t("match.yourTurn");
  if (isBot(mover)) return t("match.thinking", { name: playerName(mover) });
  return mySeats.value.length === 0 ? t("match.toMove", { side }) : t("match.waiting", { name: playerName(mover) });
}

function resultText(state: MatchState): string {
  const { winner, reason } = state.result!;
  const seats = mySeats.value;
  if (winner === null) return t(reason === "repetition" || reason === "agreement" ? "result.draw" : "result.over");
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
  return (
    <div class={`status ${actingSeat.value !== null ? "mine" : ""}`} role="status" data-testid="status">
      <SideMark game={game} side={seat} />
      <div>
        <strong>{turnText(state)}</strong>
        {again && last && <p>{t("match.again", { square: last, move: again })}</p>}
        {!again && clicked.length > 0 && !moveMenu.value && <p>{t("match.next")}</p>}
        {watching && <p class="muted">{t("match.watching")}</p>}
      </div>
    </div>
  );
}

function ResultCard({ state }: { state: MatchState }) {
  const game = gameInfo(state.game);
  const { winner, reason } = state.result!;
  const why = reasonText(reason);
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

/** Moves that share one click path are told apart here. */
function MoveMenu() {
  const moves = moveMenu.value;
  if (!moves) return null;
  return (
    <div class="move-menu" role="group" aria-label={t("match.choose")} data-testid="move-menu">
      <strong>{t("match.choose")}</strong>
      <div class="actions">
        {moves.map((move) => (
          <button key={move} class="button primary" data-move={move} onClick={() => void client.play(move)}>
            {move}
          </button>
        ))}
        <button class="button" onClick={() => client.cancelPick()}>
          {t("name.cancel")}
        </button>
      </div>
    </div>
  );
}
