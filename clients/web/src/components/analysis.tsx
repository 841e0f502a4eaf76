import { useEffect } from "preact/hooks";
import { client } from "../app";
import { toneOf } from "../board/tone";
import type { Analysis, MatchSnapshot } from "../protocol/messages";
import { costOf, courseOf } from "../store/analysis";
import { analysis, gameInfo, link, study } from "../store/store";
import { language, localeOf, t } from "../texts";
import { Icon } from "./icon";
import { endText } from "./names";

interface AnalysisProps {
  match: string;
  /** How the match is at its end. */
  end: MatchSnapshot;
  plies: number;
}

/** What the computer thinks of a finished match: asked for by a click, since it is work for the server. */
export function AnalysisPanel({ match, end, plies }: AnalysisProps) {
  useEffect(() => () => client.analyst.stop(), [match]);
  const found = analysis.value;
  if (plies === 0) return null;
  if (found === null) {
    return (
      <button class="button start" disabled={link.value !== "online"} data-testid="analyse" onClick={() => client.analyst.ask(match)}>
        <Icon name="graph" />
        {t("analysis.begin")}
      </button>
    );
  }
  if (found === "none") return <p class="muted" role="status">{t("analysis.none")}</p>;
  const seen = found === "asking" ? { done: false, plies, moves: [] } : found;
  const at = study.value?.ply ?? plies;
  return (
    <section class="analysis panel" aria-labelledby="analysis-title" data-testid="analysis" data-done={seen.done}>
      <h2 id="analysis-title">{t("analysis.title")}</h2>
      <Course found={seen} end={end} at={at} />
      {!seen.done && (
        <p class="muted" role="status">
          {t("analysis.progress", { count: seen.moves.length, plies: seen.plies })}
        </p>
      )}
      <Verdict found={seen} game={end.game} at={at} />
    </section>
  );
}

const width = 320;
const height = 96;
const middle = height / 2;

/** The first player's advantage upwards, the second's downwards; a click leads to the position. */
function Course({ found, end, at }: { found: Analysis; end: MatchSnapshot; at: number }) {
  const sides = gameInfo(end.game)?.sides ?? ["", ""];
  const colours = gameInfo(end.game)?.colours ?? [];
  const course = courseOf(found, end.result);
  const x = (ply: number) => (ply / Math.max(1, found.plies)) * width;
  const y = (value: number) => middle - value * (middle - 6);
  const line = course.map((value, ply) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`);
  const area = line.length > 0 ? `M0,${middle} L${line.join(" ")} L${x(course.length - 1).toFixed(1)},${middle} Z` : "";
  const look = (ply: number) => client.study.look(ply);
  const onPointer = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    look(Math.round(((event.clientX - box.left) / box.width) * found.plies));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: found.plies }[event.key];
    if (to === undefined) return;
    look(to);
    event.preventDefault();
  };
  return (
    <svg
      class="course"
      viewBox={`0 0 ${width} ${height}`}
      role="slider"
      tabIndex={0}
      aria-label={t("analysis.title")}
      aria-valuemin={0}
      aria-valuemax={found.plies}
      aria-valuenow={at}
      aria-valuetext={`${t("study.move", { ply: at, count: found.plies })}: ${at === found.plies ? endText(end) : standing(course[at], sides)}`}
      onPointerDown={onPointer}
      onKeyDown={onKeyDown}
    >
      <clipPath id="course-first">
        <rect width={width} height={middle} />
      </clipPath>
      <clipPath id="course-second">
        <rect y={middle} width={width} height={middle} />
      </clipPath>
      <path class={`advantage tone-${toneOf(colours, 0)}`} clip-path="url(#course-first)" d={area} />
      <path class={`advantage tone-${toneOf(colours, 1)}`} clip-path="url(#course-second)" d={area} />
      <path class="axis" d={`M0,${middle} H${width}`} />
      <polyline class="curve" points={line.join(" ")} />
      {found.moves.map((it, ply) => it.blunder && <circle key={ply} class="blunder" cx={x(ply)} cy={y(course[ply]!)} r="5" />)}
      <path class="now" d={`M${x(at).toFixed(1)},0 V${height}`} />
    </svg>
  );
}

/** How a position stands, in words; without a figure, since each game counts in units of its own. */
function standing(value: number | undefined, sides: readonly string[]): string {
  if (value === undefined) return t("analysis.unknown");
  const side = sides[value > 0 ? 0 : 1] ?? "";
  if (Math.abs(value) === 1) return t("analysis.winning", { side });
  return Math.abs(value) < 0.1 ? t("analysis.even") : t("analysis.ahead", { side });
}

/** On the move that led to the position that is shown, and what would have been better. */
function Verdict({ found, game, at }: { found: Analysis; game: string; at: number }) {
  const sides = gameInfo(game)?.sides ?? ["", ""];
  const move = found.moves[at - 1];
  const cost = costOf(found, at);
  const mistakes = found.moves.flatMap((it, ply) => (it.blunder ? [{ ply: ply + 1, move: it.move }] : []));
  const tryBest = () => {
    client.study.look(at - 1);
    void client.study.tryMove(move!.best);
  };
  return (
    <>
      {move && (
        <p data-testid="verdict">
          {move.forcedEnd && <span>{t("analysis.forced", { side: sides[move.forcedEnd > 0 ? move.seat : 1 - move.seat]!, count: Math.abs(move.forcedEnd) })} </span>}
          {move.loss === 0 || move.best === move.move ? (
            t("analysis.good", { move: move.move })
          ) : (
            <>
              {move.blunder || cost === null
                ? t(move.blunder ? "analysis.blunder" : "analysis.better", { move: move.move })
                : t("analysis.cost", { move: move.move, loss: cost.toLocaleString(localeOf(language.value)) })}{" "}
              <button class="link" data-testid="try-best" onClick={tryBest}>
                {move.best}
              </button>
            </>
          )}
        </p>
      )}
      {mistakes.length > 0 && (
        <p class="mistakes">
          {t("analysis.mistakes")}{" "}
          {mistakes.map(({ ply, move }) => (
            <button key={ply} class="link" onClick={() => client.study.look(ply)}>
              {Math.ceil(ply / 2)}
              {ply % 2 === 1 ? "." : "…"} {move}
            </button>
          ))}
        </p>
      )}
    </>
  );
}
