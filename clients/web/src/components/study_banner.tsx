import { client } from "../app";
import { gameInfo, study } from "../store/store";
import { reasonText, t } from "../texts";
import { RefusalNote } from "./refusal_note";

/** Says that the board shows another position than the game's, and leads back. */
export function StudyBanner() {
  const now = study.value;
  if (!now) return null;
  const sides = gameInfo(now.game)?.sides ?? ["", ""];
  const result = now.position?.result;
  const branching = now.branch.length > 0;
  const free = now.main.length === 0 && !now.ofMatch;
  const title = free ? (result ? t("result.over") : t("match.toMove", { side: sides[now.position?.toMove ?? 0]! })) : branching ? t("study.whatIf") : now.ofMatch ? t("study.past", { ply: now.ply }) : t("study.move", { ply: now.ply, count: now.main.length });
  const side = sides[now.position?.toMove ?? 0];
  const state = result
    ? result.winner === null
      ? reasonText(result.reason, gameInfo(now.game))
      : `${t("result.sideWins", { side: sides[result.winner]! })}: ${reasonText(result.reason, gameInfo(now.game))}`
    : t("match.toMove", { side: side! });
  return (
    <div class="status study" role="status" data-testid="study">
      <div>
        <strong>{title}</strong>
        {(result || !free) && <p>{state}</p>}
        <RefusalNote />
        {!free && <p class="muted">{t(now.ofMatch ? "study.private" : "study.try")}</p>}
      </div>
      <span class="actions">
        {branching && !free && (
          <button class="button small" data-testid="study-undo" onClick={() => client.study.step(-1)}>
            {t("study.undo")}
          </button>
        )}
        {(branching || now.ofMatch) && (
          <button class="button small primary" data-testid="study-leave" onClick={() => (now.ofMatch ? client.study.close() : client.study.leaveBranch())}>
            {t(now.ofMatch ? "study.leave" : free ? "study.first" : "study.toLine")}
          </button>
        )}
      </span>
    </div>
  );
}
