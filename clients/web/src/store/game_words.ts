import type { GameInfo, OptionSchema } from "../protocol/messages";
import { phrase } from "../texts";

/** A game in a language, by the texts that the server sends with it; what they leave out stays in English. */
export function inLanguage(game: GameInfo, language: string): GameInfo {
  const own = game.texts?.[language] ?? {};
  const say = (key: string, english: string) => own[key] ?? english;
  const value = (option: string, id: string, english: string) =>
    say(`${option}.${id}`, option === "size" && own["size"] ? sized(own["size"], id) : english);
  const option = (name: string, schema: OptionSchema): OptionSchema => ({
    ...schema,
    title: schema.title && phrase(`option.${name}`, schema.title),
    oneOf: schema.oneOf?.map((it) => ({ ...it, title: it.title && value(name, it.const, it.title) })),
  });
  const each = <T>(all: Record<string, T>, change: (key: string, it: T) => T) =>
    Object.fromEntries(Object.entries(all).map(([key, it]) => [key, change(key, it)]));
  return {
    ...game,
    colours: game.sides,
    sides: [say("side.first", game.sides[0]), say("side.second", game.sides[1])],
    credit: game.credit?.note ? { ...game.credit, note: say("credit.note", game.credit.note) } : game.credit,
    options: { ...game.options, properties: each(game.options.properties, option) },
    kinds: each(game.kinds, (kind, it) => ({ ...it, label: say(`kind.${kind}`, it.label) })),
    levels: game.levels.map((level) => ({ ...level, name: phrase(`level.${level.name}`, level.name) })),
  };
}

/** The text of all sizes, filled in for one of them, such as `3x4`. */
function sized(text: string, id: string): string {
  const [columns, rows] = id.split("x");
  return text.replace("{columns}", columns ?? id).replace("{rows}", rows ?? id);
}
