import { useEffect, useRef } from "preact/hooks";
import type { HistoryEntry } from "../protocol/messages";
import type { MatchState } from "../store/match_state";
import { t } from "../texts";

/** The moves in rows of two, the last one in view. */
export function History({ state, sides }: { state: MatchState; sides: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  const count = state.history.length;
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [count]);
  const rows: [HistoryEntry, HistoryEntry | undefined][] = [];
  for (let i = 0; i < count; i += 2) rows.push([state.history[i]!, state.history[i + 1]]);
  return (
    <section class="history" aria-label={t("match.history")}>
      <div class="scroll" ref={box} tabIndex={0}>
        {count === 0 ? (
          <p class="muted">{t("match.noMoves")}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th class="number" />
                <th>{sides[0]}</th>
                <th>{sides[1]}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([first, second], i) => (
                <tr key={i}>
                  <td class="number">{i + 1}</td>
                  <td class={first.ply === state.ply ? "current" : ""}>{first.move}</td>
                  <td class={second && second.ply === state.ply ? "current" : ""}>{second?.move}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}
