import type { GameInfo, MatchSnapshot, Options, Player, TimeControl } from "../protocol/messages";
import { gameInfo } from "../store/store";
import { localized, reasonText, t } from "../texts";

/** Computers go by the name of their level where the game is known. */
export function playerName(seat: { player?: Player | null; level?: number } | undefined, game?: GameInfo): string {
  const level = seat?.level !== undefined && game?.levels.find((it) => it.level === seat.level);
  if (level) return t("bot.named", { level: level.level, name: level.name });
  if (seat?.player?.name) return seat.player.name;
  return seat?.level ? t("bot.name", { level: seat.level }) : "";
}

export function timeText(tc: TimeControl): string {
  const seconds = (ms: number | undefined) => Math.round((ms ?? 0) / 1000);
  if (tc.kind === "fischer") {
    if ((tc.initialMs ?? 0) < 60000) return t("tc.fischer.short", { start: seconds(tc.initialMs), seconds: seconds(tc.incMs) });
    return t("tc.fischer", { minutes: Math.round((tc.initialMs ?? 0) / 600) / 100, seconds: seconds(tc.incMs) });
  }
  if (tc.kind === "permove") return t("tc.permove", { seconds: seconds(tc.moveMs) });
  if (tc.kind === "correspondence") return t("tc.correspondence", { days: Math.round((tc.moveMs ?? 0) / 864000) / 100 });
  return t("tc.none");
}

/** The chosen options that are not the game's default, by their titles. */
export function optionsText(game: GameInfo | undefined, options: Options): string {
  const properties = game?.options?.properties ?? {};
  return Object.entries(options ?? {})
    .filter(([key, value]) => properties[key] && properties[key]!.default !== value)
    .map(([key, value]) => properties[key]!.oneOf?.find((it) => it.const === value)?.title ?? String(value))
    .join(", ");
}

/** How a match ended, for anybody. */
export function endText(state: MatchSnapshot): string {
  if (!state.result) return t("matches.running");
  const { winner, reason } = state.result;
  const side = winner === null ? "" : (gameInfo(state.game)?.sides[winner] ?? "");
  return winner === null ? reasonText(reason, gameInfo(state.game)) : `${t("result.sideWins", { side })}: ${reasonText(reason, gameInfo(state.game))}`;
}

/** What the game is about: the first paragraph of its rules, without marks. */
export function summaryOf(game: GameInfo | undefined): string {
  const paragraphs = (localized(game?.rulesText) ?? "").split(/\n\s*\n/).map((it) => it.trim());
  const first = paragraphs.find((it) => it !== "" && !/^[#|`>]|^[-*+] |^\d+[.)] /.test(it)) ?? "";
  return first.replace(/\s+/g, " ").replace(/[*`_]/g, "");
}

/** Its first sentence: what one plays for. */
export function goalOf(game: GameInfo | undefined): string {
  const summary = summaryOf(game);
  return /^.*?[.;:!?](?=\s|$)/.exec(summary)?.[0].replace(/[;:]$/, ".") ?? summary;
}
