import { useEffect } from "preact/hooks";
import { client } from "../app";
import type { Clock, MatchSeat, Options, Piece, Result, Seat } from "../protocol/messages";
import { gameInfo, link, mySeats, previewKey, previews } from "../store/store";
import { t } from "../texts";
import { ClockFace } from "./clock_face";
import { SideMark } from "./game_art";
import { isBot } from "../store/chairs";
import { Person } from "./person";

interface SeatBarProps {
  game: string;
  options: Options;
  seat: Seat;
  who: MatchSeat | undefined;
  pieces: Piece[];
  turn: boolean;
  result: Result | null | undefined;
  clock?: Clock | null;
}

export function SeatBar({ game: id, options, seat, who, pieces, turn, result, clock }: SeatBarProps) {
  const game = gameInfo(id);
  const mine = mySeats.value.includes(seat);
  const presence = isBot(who) ? null : (who?.presence ?? null);
  const won = result?.winner === seat;
  return (
    <div class={`seat-bar ${turn ? "turn" : ""} ${won ? "won" : ""}`} data-seat={seat}>
      <SideMark game={game} side={seat} />
      <span class="who">
        <Person seat={who} game={game} />
        <span class="muted side">
          {game?.sides[seat]}
          {mine && ` · ${t("room.you")}`}
          {won && ` · ${t("result.winner")}`}
        </span>
      </span>
      <Taken game={id} options={options} pieces={pieces} by={seat} />
      {presence && presence !== "online" && !result && <span class={`presence ${presence}`}>{t(`presence.${presence}`)}</span>}
      <ClockFace clock={clock} seat={seat} />
    </div>
  );
}

function total(pieces: Piece[], side: Seat): number {
  return pieces.reduce((sum, piece) => sum + (piece[1] === side ? piece[3] : 0), 0);
}

/** How many pieces fewer the other side has than at the start. */
function Taken({ game, options, pieces, by }: { game: string; options: Options; pieces: Piece[]; by: Seat }) {
  const online = link.value === "online";
  const key = previewKey(game, options);
  useEffect(() => client.lobby.preview(game, options), [key, online]);
  const start = previews.value.get(key)?.pieces;
  if (!start) return null;
  const other = (1 - by) as Seat;
  const count = total(start, other) - total(pieces, other);
  if (count <= 0) return null;
  return (
    <span class="taken" title={t("match.taken", { count })}>
      <SideMark game={gameInfo(game)} side={other} />
      <span aria-hidden="true">×{count}</span>
      <span class="hidden">{t("match.taken", { count })}</span>
    </span>
  );
}
