import type { GameInfo, OptionSchema, Options } from "../protocol/messages";
import { Choice, type Choices } from "./fields";

export function defaultsOf(game: GameInfo): Options {
  const options: Record<string, string> = {};
  for (const [key, schema] of Object.entries(game.options?.properties ?? {})) {
    const value = schema.default ?? choicesOf(schema)[0]?.[0];
    if (value !== undefined) options[key] = value;
  }
  return options;
}

function choicesOf(schema: OptionSchema): Choices<string> {
  if (schema.oneOf) return schema.oneOf.map((it) => [it.const, it.title ?? it.const]);
  return (schema.enum ?? []).map((value) => [value, value]);
}

interface OptionFieldsProps {
  game: GameInfo | undefined;
  options: Options;
  onChange(options: Options): void;
}

/** The form of a game's options, as its schema has them; what leaves no choice is left out. */
export function OptionFields({ game, options, onChange }: OptionFieldsProps) {
  return (
    <>
      {Object.entries(game?.options?.properties ?? {})
        .filter(([, schema]) => choicesOf(schema).length > 1)
        .map(([key, schema]) => (
          <Choice
            key={key}
            name={`option-${key}`}
            label={schema.title ?? key}
            value={(options as Record<string, string>)[key] ?? ""}
            onChange={(value) => onChange({ ...options, [key]: value })}
            choices={choicesOf(schema)}
          />
        ))}
    </>
  );
}
