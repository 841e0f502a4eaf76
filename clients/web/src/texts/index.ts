import { signal } from "@preact/signals";
import type { TextKey, Texts } from "./en";

export type { TextKey };

const tables: Record<string, Texts> = {};

/** Each language is a script of its own: nobody fetches what they do not read. */
const fetched: Record<string, () => Promise<void>> = {
  en: async () => void (tables["en"] = (await import("./en")).en),
  pt: async () => void (tables["pt"] = (await import("./pt")).pt),
};

/** The languages on offer, each under its own name. */
export const languages: Record<string, { name: string; dir: "ltr" | "rtl" }> = {
  en: { name: "English", dir: "ltr" },
  pt: { name: "Português", dir: "ltr" },
};

/** The one that is shown. Its texts are here before anything is drawn. */
export const language = signal("en");
let wanted = "en";

/** The one that was asked for last. */
export function wantedLanguage(): string {
  return wanted;
}

/** Shows a language as soon as its texts are here. Answers false, and changes nothing, when they do not come. */
export async function showLanguage(tag: string): Promise<boolean> {
  const before = wanted;
  wanted = tag;
  try {
    if (!tables[tag]) await fetched[tag]?.();
    if (wanted === tag) language.value = tag;
    return true;
  } catch {
    if (wanted === tag) wanted = before;
    return false;
  }
}

/** How the reader's own country writes dates and numbers in this language. */
export function localeOf(tag: string): string {
  return navigator.languages?.find((it) => it.split("-")[0] === tag) ?? tag;
}

export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  const text = tables[language.value]?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

/** A name inside a sentence: its letters cannot reorder the words around it, whatever their direction. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

function has(key: string): key is TextKey {
  return key in (tables[language.value] ?? {});
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

/** A text of this page, or what is given where it has none. */
export function phrase(key: string, otherwise: string): string {
  return has(key) ? t(key) : otherwise;
}

/** Why a match ended: a reason of the game's own by its texts, an unknown one by the words it is made of. */
export function reasonText(reason: string, game: { texts?: Record<string, Record<string, string>> } | undefined): string {
  const key = `reason.${reason}`;
  const own = game?.texts?.[language.value]?.[key] ?? game?.texts?.["en"]?.[key];
  return own ?? phrase(key, reason.replace(/_/g, " "));
}

/** A text that the server sends in several languages. */
export function localized(texts: Record<string, string> | undefined): string | undefined {
  return texts?.[language.value] ?? texts?.["en"] ?? Object.values(texts ?? {})[0];
}
