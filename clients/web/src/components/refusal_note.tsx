import type { GameInfo } from "../protocol/messages";
import { link } from "../router";
import { gameInfo, refused } from "../store/store";
import { language, localized, t } from "../texts";
import { inline } from "./inline_markdown";

/** Why the last click, or what was typed, is no move, with the rule that says so. */
export function RefusalNote({ typed = false }: { typed?: boolean }) {
  const it = refused.value;
  if (!it || it.typed !== typed || it.reason === undefined) return null;
  const noMove = t(it.stuck ? "match.noMoveFrom" : "match.noSuchMove", { move: it.move });
  const game = gameInfo(it.game);
  // The server gives its reasons in English; the rules are there in the player's language.
  const own = language.value === "en" ? it.reason : paragraphOf(game, it.rule);
  return (
    <p class="refusal" data-testid="refusal" data-rule={it.rule}>
      <span class="why">{it.rule && own ? inline(own) : [noMove, language.value === "en" ? it.reason : ""].join(" ")}</span>{" "}
      {it.rule && (
        <a href={link.rules(it.game, it.rule)} target="_blank" rel="noopener">
          {t("match.rule", { rule: it.rule })}
        </a>
      )}
    </p>
  );
}

function paragraphOf(game: GameInfo | undefined, rule: string): string | undefined {
  const lines = localized(game?.rulesText)?.split("\n") ?? [];
  const starts = [`${rule} `, `**${rule}** `];
  const line = lines.find((line) => starts.some((start) => line.startsWith(start)));
  return line?.slice(line.indexOf(" ") + 1);
}
