import { effect, signal, type Signal } from "@preact/signals";
import { language, languages, showLanguage } from "../texts";
import { recall, remember } from "./memory";

// What people choose for themselves; kept in the browser.

export const themes = ["system", "light", "dark", "contrast"] as const;
export const boardThemes = ["wood", "slate", "forest", "paper", "dracula", "gruvbox"] as const;
export const switches = ["on", "off"] as const;
export const volumes = ["low", "middle", "high"] as const;
export const watchPaces = ["played", "1", "2", "4"] as const;

export type Theme = (typeof themes)[number];
export type BoardTheme = (typeof boardThemes)[number];

function setting<T extends string>(key: string, allowed: readonly T[], usual: T): Signal<T> {
  const kept = recall(key) as T | null;
  const it = signal<T>(kept !== null && allowed.includes(kept) ? kept : usual);
  let first = true;
  effect(() => {
    const { value } = it;
    if (!first) remember(key, value);
    first = false;
  });
  return it;
}

export const theme = setting<Theme>("theme", themes, "system");
export const boardTheme = setting<BoardTheme>("board", boardThemes, "wood");
export const sound = setting("sound", switches, "on");
export const volume = setting("volume", volumes, "middle");
/** Ask before a move is sent. */
export const confirmMoves = setting("confirm", switches, "off");
/** A computer's answer is shown a moment after one's own move. */
export const botMoment = setting("moment", switches, "on");
/** Seconds between two moves at least for who watches, or as they were played. */
export const watchPace = setting("pace", watchPaces, "1");
export const notify = setting("notify", switches, "off");
export const coordinates = setting("coordinates", switches, "on");

const layouts = new Map<string, Signal<string>>();

/** The layout in which a game's board is shown; empty: as the server says. */
export function layoutOf(game: string): Signal<string> {
  let it = layouts.get(game);
  if (!it) layouts.set(game, (it = setting<string>(`layout.${game}`, ["square", "diamond"], "")));
  return it;
}

function languageOfBrowser(): string {
  const wanted = navigator.languages?.map((tag) => tag.split("-")[0]!) ?? [];
  return wanted.find((tag) => tag in languages) ?? "en";
}

/** The screen is no wider than a phone, or no higher than one held sideways. */
export const small = signal(false);

/** Writes the choices on the page's root, where the styles read them. Done when the texts of the language are here. */
export async function applySettings(): Promise<void> {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  const system = () => (contrast.matches ? "contrast" : dark.matches ? "dark" : "light");
  const phone = matchMedia("(max-width: 560px), (max-height: 600px) and (orientation: landscape)");
  const measure = () => (small.value = phone.matches);
  phone.addEventListener("change", measure);
  measure();
  const paint = () => {
    root.dataset["theme"] = theme.value === "system" ? system() : theme.value;
    root.dataset["system"] = dark.matches ? "dark" : "light";
  };
  dark.addEventListener("change", paint);
  contrast.addEventListener("change", paint);
  effect(paint);
  effect(() => {
    root.dataset["board"] = boardTheme.value;
  });
  effect(() => {
    root.lang = language.value;
    root.dir = languages[language.value]?.dir ?? "ltr";
  });
  const kept = recall("language");
  const wanted = kept !== null && kept in languages ? kept : languageOfBrowser();
  if (!(await showLanguage(wanted)) && !(await showLanguage("en"))) throw new Error("no texts");
}

/** Answers false when the language cannot be fetched. */
export async function chooseLanguage(tag: string): Promise<boolean> {
  const shown = await showLanguage(tag);
  if (shown) remember("language", tag);
  return shown;
}
