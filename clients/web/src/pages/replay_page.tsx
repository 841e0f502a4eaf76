import { useEffect, useRef, useState } from "preact/hooks";
import { client } from "../app";
import { BoardPanel, ratioOf, useLayout } from "../components/board_panel";
import { copyText } from "../components/copy_field";
import { History } from "../components/history";
import { Icon } from "../components/icon";
import { later } from "../components/later";
import { MoveEntry } from "../components/move_entry";
import { NotFound } from "../components/not_found";
import { endText, optionsText } from "../components/names";
import { SeatBar } from "../components/seat_bar";
import { StudyBanner } from "../components/study_banner";
import { ViewTools } from "../components/view_tools";
import type { MatchSnapshot, Seat } from "../protocol/messages";
import { link, replace, route } from "../router";
import { gameInfo, link as connection, player, study } from "../store/store";
import { errorText, t } from "../texts";

const AnalysisPanel = later(async () => (await import("../components/analysis")).AnalysisPanel);

/** Any match by its link, move by move; other moves can be tried from every position. */
export function ReplayPage({ match, ply }: { match: string; ply: number | null }) {
  const [snapshot, setSnapshot] = useState<MatchSnapshot | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const online = connection.value === "online";
  useEffect(() => {
    if (!online || snapshot) return;
    void client.play.look(match).then(async (seen) => {
      if ("code" in seen) return setProblem(seen.code);
      const moves = (seen.snapshot.history ?? []).map((entry) => entry.move);
      await client.study.open(seen.snapshot.game, seen.snapshot.options, moves, Math.min(ply ?? moves.length, moves.length));
      setSnapshot(seen.snapshot);
    });
  }, [online, match]);
  useEffect(() => () => client.study.close(), []);
  if (problem) return <NotFound why={errorText(problem)} />;
  if (!snapshot || !study.value) return <p class="lonely">{t("room.loading")}</p>;
  return <Replay id={match} snapshot={snapshot} />;
}

function Replay({ id, snapshot }: { id: string; snapshot: MatchSnapshot }) {
  const mine = snapshot.seats.map((seat) => seat.player.id === player.value?.id);
  // Who played the second side alone looks from there, as in the game.
  const [flipped, setFlipped] = useState(mine[1] === true && mine[0] === false);
  const entry = useRef<HTMLInputElement>(null);
  const now = study.value!;
  const game = gameInfo(snapshot.game);
  const board = useLayout(snapshot.game, snapshot.board);
  const ply = now.ply;
  // The address names the position, so that it can be sent to somebody.
  useEffect(() => {
    const at = route.value;
    if (at.page === "replay") replace(link.replay(id, ply), "quietly");
  }, [ply]);
  useEffect(() => {
    document.title = [t("match.replay"), game?.name ?? snapshot.game, t("app.name")].join(" · ");
    return () => {
      document.title = t("app.name");
    };
  }, []);
  const pieces = now.position?.pieces ?? snapshot.pieces;
  const seatBar = (seat: Seat) => (
    <SeatBar
      game={snapshot.game}
      options={snapshot.options}
      seat={seat}
      who={snapshot.seats[seat]}
      pieces={pieces}
      turn={now.position?.toMove === seat && !now.position.result}
      result={ply === now.main.length && now.branch.length === 0 ? snapshot.result : null}
    />
  );
  return (
    <div class="match" style={{ "--ratio": ratioOf(board) }} data-testid="replay-page">
      <h1 class="hidden">{t("match.board", { game: game?.name ?? snapshot.game })}</h1>
      <div class="board-column">
        {seatBar(flipped ? 0 : 1)}
        <BoardPanel
          game={snapshot.game}
          board={snapshot.board}
          pieces={pieces}
          turn={ply}
          lastMove={null}
          flipped={flipped}
          onType={(text) => {
            if (!entry.current) return;
            entry.current.value += text;
            entry.current.focus();
          }}
        />
        {seatBar(flipped ? 1 : 0)}
      </div>
      <aside class="side-column" aria-label={t("match.side")}>
        <div class="match-title">
          <div>
            <h2>{game?.name ?? snapshot.game}</h2>
            <p class="muted">{[optionsText(game, snapshot.options), endText(snapshot)].filter(Boolean).join(" · ")}</p>
          </div>
          <ViewTools game={snapshot.game} board={snapshot.board} onFlip={() => setFlipped(!flipped)} />
        </div>
        <StudyBanner />
        <History moves={now.main} sides={game?.sides ?? ["", ""]} />
        {snapshot.result && <AnalysisPanel match={id} end={snapshot} plies={now.main.length} />}
        <RecordActions id={id} snapshot={snapshot} ply={ply} />
        <MoveEntry input={entry} />
      </aside>
    </div>
  );
}

function RecordActions({ id, snapshot, ply }: { id: string; snapshot: MatchSnapshot; ply: number }) {
  const [copied, setCopied] = useState<"link" | "record" | null>(null);
  const copy = async (what: "link" | "record", text: string) => {
    if (!(await copyText(text))) return client.talk.note(t("record.noCopy"), "bad");
    setCopied(what);
    setTimeout(() => setCopied(null), 2000);
  };
  const url = new URL(link.replay(id, ply), location.href).href;
  return (
    <div class="actions match-actions" role="group" aria-label={t("match.actions")}>
      <button class="button" data-testid="copy-link" onClick={() => void copy("link", url)}>
        <Icon name="copy" />
        {t(copied === "link" ? "room.copied" : "record.link")}
      </button>
      <button class="button" data-testid="copy-record" onClick={() => void recordText(id, snapshot).then((text) => copy("record", text))}>
        <Icon name="copy" />
        {t(copied === "record" ? "room.copied" : "record.copy")}
      </button>
      <a class="button" href={link.create(snapshot.game)}>
        {t("match.newGame")}
      </a>
    </div>
  );
}

/** The server's own record; where it does not give it out, the moves as they are known here. */
async function recordText(id: string, snapshot: MatchSnapshot): Promise<string> {
  try {
    const reply = await fetch(`api/v1/matches/${encodeURIComponent(id)}/record?format=text`);
    if (reply.ok) return await reply.text();
  } catch {
    // The moves below are better than nothing.
  }
  const moves = (snapshot.history ?? []).map((entry) => entry.move);
  const rows = [];
  for (let i = 0; i < moves.length; i += 2) rows.push(`${i / 2 + 1}. ${moves.slice(i, i + 2).join(" ")}`);
  return [snapshot.game, snapshot.seats.map((seat) => seat.player.name).join(" - "), ...rows, ""].join("\n");
}
