import { signal } from "@preact/signals";
import { en, type TextKey, type Texts } from "./en";

export type { TextKey };

const tables: Record<string, Texts> = { en };

export const language = signal("en");

export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  const table = tables[language.value] ?? en;
  return table[key].replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

function has(key: string): key is TextKey {
  return key in en;
}

export function errorText(code: string): string {
  const key = `error.${code}`;
  return has(key) ? t(key) : t("error.unknown", { code });
}

/** A reason that this client has never heard of (a new game) is shown as the words it is made of. */
export function reasonText(reason: string): string {
  const key = `reason.${reason}`;
  return has(key) ? t(key) : reason.replace(/_/g, " ");
}

/** A text that the server sends in several languages. */
export function localized(texts: Record<string, string> | undefined): string | undefined {
  return texts?.[language.value] ?? texts?.["en"] ?? Object.values(texts ?? {})[0];
}
