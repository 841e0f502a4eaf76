import type { GameInfo, OptionSchema } from "../protocol/messages";
import { word } from "../texts/words";

/** A game as the server describes it, in the words of a language; its colours still go by the server's words. */
export function inLanguage(game: GameInfo, language: string): GameInfo {
  const say = (text: string) => word(text, language);
  const option = (schema: OptionSchema): OptionSchema => ({
    ...schema,
    title: schema.title && say(schema.title),
    oneOf: schema.oneOf?.map((it) => ({ ...it, title: it.title && say(it.title) })),
  });
  const each = <T>(all: Record<string, T> | undefined, change: (it: T) => T) =>
    all && Object.fromEntries(Object.entries(all).map(([key, it]) => [key, change(it)]));
  return {
    ...game,
    colours: game.sides,
    sides: [say(game.sides[0]), say(game.sides[1])],
    ...(game.credit?.note && { credit: { ...game.credit, note: say(game.credit.note) } }),
    options: game.options && { ...game.options, properties: each(game.options.properties, option) },
    kinds: each(game.kinds, (kind) => ({ ...kind, label: say(kind.label) })),
    levels: game.levels?.map((level) => ({ ...level, name: say(level.name) })),
  };
}
