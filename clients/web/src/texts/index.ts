import { signal } from "@preact/signals";
import { en, type TextKey, type Texts } from "./en";
import { pt } from "./pt";

export type { TextKey };

const tables: Record<string, Texts> = { en, pt };

/** The languages on offer, each under its own name. */
export const languages: Record<string, { name: string; dir: "ltr" | "rtl" }> = {
  en: { name: "English", dir: "ltr" },
  pt: { name: "Português", dir: "ltr" },
};

export const language = signal("en");

/** How the reader's own country writes dates and numbers in this language. */
export function localeOf(tag: string): string {
  return navigator.languages?.find((it) => it.split("-")[0] === tag) ?? tag;
}

export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  const table = tables[language.value] ?? en;
  return table[key].replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

/** A name inside a sentence: its letters cannot reorder the words around it, whatever their direction. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

function has(key: string): key is TextKey {
  return key in en;
}

/** `data` is the error's: what it says of a name or a line that was refused tells more than the code. */
export function errorText(code: string, data: Record<string, unknown> = {}): string {
  const refused = `text.${String(data["reason"])}`;
  if ((code === "name_invalid" || code === "bad_request") && has(refused)) {
    return t(refused, { character: String(data["character"] ?? ""), limit: Number(data["limit"] ?? 0) });
  }
  if (code === "illegal_move" && language.value === "en" && typeof data["reason"] === "string") return data["reason"];
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
