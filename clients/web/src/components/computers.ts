import { useEffect } from "preact/hooks";
import { client } from "../app";
import type { Chair, ChairWish, GameInfo } from "../protocol/messages";
import { link, outsideBots } from "../store/store";
import { isolated, t } from "../texts";
import type { Choices } from "./fields";

const program = "bot:";

/** Plays well enough to learn from, and loses to who has understood the rules. */
export const firstGameLevel = 2;

/** The computers that may sit at a game: the server's own levels, and the programs that have come to play. */
export function useComputers(game: GameInfo | undefined): Choices<string> {
  const online = link.value === "online";
  const id = game?.game;
  useEffect(() => {
    if (online && id) client.lobby.askBots(id);
  }, [online, id]);
  const levels = (game?.levels ?? []).map(({ level, name }) => [String(level), t(level === firstGameLevel ? "create.levelFirst" : "create.levelName", { level, name })] as const);
  const programs = outsideBots.value
    .filter((bot) => id !== undefined && bot.games.includes(id) && bot.free > 0)
    .map(({ player }) => [program + player.id, t("bot.program", { name: isolated(player.name) })] as const);
  return [...levels, ...programs];
}

/** The name of the computer on a chair in the list of `useComputers`. */
export function computerOn(chair: Chair): string {
  return chair.level !== undefined ? String(chair.level) : program + (chair.player?.id ?? "");
}

export function wishFor(computer: string): ChairWish {
  return computer.startsWith(program) ? { kind: "bot", bot: computer.slice(program.length) } : { kind: "bot", level: Number(computer) };
}
