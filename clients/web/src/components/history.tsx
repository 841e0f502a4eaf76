import { useEffect, useRef } from "preact/hooks";
import { client } from "../app";
import { picked, study } from "../store/store";
import { t } from "../texts";
import { IconButton } from "./icon";

interface HistoryProps {
  moves: readonly string[];
  sides: readonly string[];
}

/** The moves in rows of two, numbered one by one as everywhere. Each leads to its position; the arrow keys go through them from anywhere on the page. */
export function History({ moves, sides }: HistoryProps) {
  const box = useRef<HTMLDivElement>(null);
  const now = study.value;
  const at = now ? now.ply : moves.length;
  const branch = now?.branch ?? [];
  useEffect(() => {
    const list = box.current;
    const current = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list) return;
    if (!current) {
      list.scrollTop = at === 0 ? 0 : list.scrollHeight;
      return;
    }
    const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
    const head = 40;
    if (inner.top < outer.top + head) list.scrollTop -= outer.top + head - inner.top;
    else if (inner.bottom > outer.bottom - 6) list.scrollTop += inner.bottom - outer.bottom + 6;
  }, [at, moves.length]);
  useArrowKeys();
  const rows = [];
  for (let i = 0; i < moves.length; i += 2) {
    rows.push(
      <tr key={i}>
        <td class="number">{i + 1}</td>
        <Move move={moves[i]!} ply={i + 1} current={at === i + 1} />
        {i + 1 < moves.length ? <Move move={moves[i + 1]!} ply={i + 2} current={at === i + 2} /> : <td />}
      </tr>,
    );
  }
  return (
    <section class="history" aria-label={t("match.history")}>
      <div class="scroll" ref={box} tabIndex={0} role="group" aria-label={t("match.history")}>
        {moves.length === 0 ? (
          <p class="muted">{t("match.noMoves")}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <td class="number" />
                <th scope="col">{sides[0]}</th>
                <th scope="col">{sides[1]}</th>
              </tr>
            </thead>
            <tbody>{rows}</tbody>
          </table>
        )}
      </div>
      {branch.length > 0 && (
        <p class="branch" data-testid="branch">
          <strong>{t("study.line")}</strong> <bdi>{branch.join(" ")}</bdi>
        </p>
      )}
      <div class="stepper" role="group" aria-label={t("study.steps")}>
        <IconButton icon="first" label={t("study.first")} disabled={at === 0} onClick={() => client.study.look(0)} testid="first" />
        <IconButton icon="back" label={t("study.back")} disabled={at === 0 && branch.length === 0} onClick={() => client.study.step(-1)} testid="back" />
        <IconButton icon="on" label={t("study.on")} disabled={at === moves.length || branch.length > 0} onClick={() => client.study.step(1)} testid="on" />
        <IconButton icon="last" label={t("study.last")} disabled={at === moves.length && branch.length === 0} onClick={() => client.study.look(moves.length)} testid="last" />
      </div>
    </section>
  );
}

function Move({ move, ply, current }: { move: string; ply: number; current: boolean }) {
  return (
    <td>
      <button class="ply" tabIndex={-1} aria-current={current ? "step" : undefined} data-ply={ply} onClick={() => client.study.look(ply)}>
        {move}
      </button>
    </td>
  );
}

/** Left and right, Home and End once one looks back, unless they mean something where the focus is. */
function useArrowKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      if (target.closest("input, select, textarea, dialog, [role=grid]")) return;
      if (event.key === "ArrowLeft") client.study.step(-1);
      else if (event.key === "ArrowRight") client.study.step(1);
      else if (event.key === "Home" && study.value) client.study.look(0);
      else if (event.key === "End" && study.value) client.study.look(Infinity);
      else if (event.key === "Escape" && picked.value.length > 0) client.play.cancelPick();
      else if (event.key === "Escape" && study.value?.ofMatch) client.study.close();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
