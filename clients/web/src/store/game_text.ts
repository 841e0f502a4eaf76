import type { GameInfo, Options } from "../protocol/messages";

/** A game as somebody wrote it down; the server says whether its moves are legal. */
export interface GameText {
  game: string;
  options: Options;
  /** Of the first and the second side; empty where the text does not name them. */
  names: [string, string];
  result: string;
  moves: string[];
}

/** Why a text is not read. */
export type Unreadable = "no_moves" | "no_game" | "position" | "several";

const results = new Set(["1-0", "0-1", "1/2-1/2", "*"]);
const mostLength = 1_000_000;

/**
 * Reads what `pentad-engine convert` writes (text with tags, or JSON), a match's record as JSON or as text, and lists of
 * moves. `chosen` is the game of a text that does not name one.
 */
export function readGame(text: string, games: readonly GameInfo[], chosen?: { game: string; options: Options }): GameText | Unreadable {
  const draft = readJson(text) ?? readText(text.slice(0, mostLength));
  if (draft === "several") return draft;
  if (draft.tags.get("FEN")) return "position";
  if (draft.moves.length === 0) return "no_moves";
  const [word = "", ...more] = (draft.tags.get("Game") ?? "").split(",").map((part) => part.trim());
  const named = games.find((it) => [it.game, it.name.toLowerCase()].includes(word.toLowerCase()));
  const game = named ?? games.find((it) => it.game === chosen?.game);
  if (!game) return "no_game";
  const options: Record<string, string | undefined> = named ? {} : { ...chosen!.options };
  for (const [key, schema] of Object.entries(game.options?.properties ?? {})) {
    const values = [...(schema.enum ?? []), ...(schema.oneOf ?? []).map((it) => it.const)];
    const wanted = [draft.tags.get(key[0]!.toUpperCase() + key.slice(1)) ?? "", ...more];
    const found = wanted.find((value) => values.includes(value)) ?? options[key] ?? schema.default;
    if (found !== undefined) options[key] = found;
  }
  const name = (side: 0 | 1) => draft.tags.get(side === 0 ? "White" : "Black") ?? draft.tags.get(side === 0 ? "First" : "Second") ?? draft.tags.get(game.sides[side]) ?? "";
  const names: [string, string] = [name(0), name(1)];
  return { game: game.game, options: options as Options, names: names.map((it) => (it === "?" ? "" : it)) as [string, string], result: draft.result, moves: draft.moves };
}

interface Draft {
  tags: Map<string, string>;
  moves: string[];
  result: string;
}

function readJson(text: string): Draft | null {
  if (!text.trimStart().startsWith("{")) return null;
  let it;
  try {
    it = JSON.parse(text);
  } catch {
    return null;
  }
  const strings = (value: unknown) => (Array.isArray(value) ? value.filter((move) => typeof move === "string") : []);
  const tags = new Map<string, string>(Object.entries(it.tags ?? {}).map(([key, value]) => [key, String(value)]));
  const set = (key: string, value: unknown) => void (typeof value === "string" && value && tags.set(key, value));
  set("Game", it.game);
  set("Size", it.options?.size ?? it.size);
  set("Variant", it.options?.variant ?? it.variant);
  set("FEN", it.position);
  set("White", it.seats?.[0]?.name);
  set("Black", it.seats?.[1]?.name);
  if (!Array.isArray(it.events)) return { tags, moves: strings(it.moves), result: typeof it.result === "string" ? it.result : "*" };
  const moves: string[] = [];
  for (const event of it.events) {
    if (event?.kind === "move") moves.push(String(event.move));
    if (event?.kind === "takeback") moves.length -= Math.min(moves.length, Number(event.plies) || 0);
  }
  const winner = it.result?.winner;
  return { tags, moves, result: winner === 0 ? "1-0" : winner === 1 ? "0-1" : "*" };
}

/** Tags in brackets or lines `Name: value`, and moves with or without numbers, comments and variations. */
function readText(text: string): Draft | "several" {
  const draft: Draft = { tags: new Map(), moves: [], result: "" };
  const rest: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const tag = /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$/.exec(line) ?? (rest.length === 0 ? /^\s*([A-Z][A-Za-z ]*): (.*)$/.exec(line) : null);
    if (tag && rest.length > 0) return "several";
    if (tag) draft.tags.set(tag[1]!, tag[2]!.replace(/\\(.)/g, "$1"));
    else if (line.trim() && !line.startsWith("%")) rest.push(line.replace(/;.*$/, ""));
  }
  let moves = rest.join("\n").replace(/\{[^}]*\}/g, " ");
  // Variations may be inside each other.
  for (let before = ""; before !== moves; ) moves = (before = moves).replace(/\([^()]*\)/g, " ");
  moves = moves.replace(/\s+(-|x|:|to|->|–|—|→|×)\s+/g, (_, sign) => (sign === "to" ? "-" : sign));
  for (const word of moves.split(/[\s,]+/)) {
    if (results.has(word)) {
      draft.result = word;
      continue;
    }
    const move = word.replace(/^\d+(\.+|$)/, "");
    if (!move || /^[$!?.+]/.test(move)) continue;
    if (draft.result) return "several";
    draft.moves.push(plain(move));
  }
  draft.result ||= "*";
  return draft;
}

/** With the signs that the rules use. */
function plain(move: string): string {
  return move
    .replace(/->|[–—→‐−]/g, "-")
    .replace(/[:×]/g, "x")
    .replace(/[!?+#]+$/, "")
    .replace(/[A-Z](?=\d)/g, (letter) => letter.toLowerCase());
}
