import { signal } from "@preact/signals";

// The page is named by the address's hash, so that links work wherever the client is served from.

export type Route =
  | { page: "lobby" }
  | { page: "new"; game: string }
  | { page: "room"; by: "code" | "invite" | "room"; value: string; watch: boolean }
  | { page: "rules"; game: string | null; rule?: string }
  | { page: "matches" }
  | { page: "import" }
  | { page: "replay"; match: string; ply: number | null }
  | { page: "handover"; code: string }
  | { page: "unknown" };

export function parseRoute(hash: string): Route {
  const [head = "", value = "", extra = ""] = hash.replace(/^#?\/?/, "").split("/").map(decode);
  const watch = extra === "watch";
  if (head === "") return { page: "lobby" };
  if (head === "rules") return { page: "rules", game: value || null, ...(extra && { rule: extra }) };
  if (head === "matches") return { page: "matches" };
  if (head === "import") return { page: "import" };
  if (value === "") return { page: "unknown" };
  if (head === "new") return { page: "new", game: value };
  if (head === "room") return { page: "room", by: "code", value, watch };
  if (head === "invite") return { page: "room", by: "invite", value, watch };
  if (head === "table") return { page: "room", by: "room", value, watch };
  if (head === "replay") return { page: "replay", match: value, ply: /^\d+$/.test(extra) ? Number(extra) : null };
  if (head === "handover") return { page: "handover", code: value };
  return { page: "unknown" };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const link = {
  lobby: () => "#/",
  create: (game: string) => `#/new/${encodeURIComponent(game)}`,
  rules: (game?: string, rule?: string) =>
    ["#/rules", game, rule].filter((part) => part !== undefined).map((part, i) => (i ? encodeURIComponent(part!) : part)).join("/"),
  room: (code: string, watch = false) => `#/room/${encodeURIComponent(code)}${watch ? "/watch" : ""}`,
  table: (room: string, watch = false) => `#/table/${encodeURIComponent(room)}${watch ? "/watch" : ""}`,
  matches: () => "#/matches",
  importGame: () => "#/import",
  replay: (match: string, ply?: number) => `#/replay/${encodeURIComponent(match)}${ply === undefined ? "" : `/${ply}`}`,
  handover: (code: string) => `#/handover/${encodeURIComponent(code)}`,
  invite: (invite: string) => `#/invite/${encodeURIComponent(invite)}`,
};

export const route = signal<Route>({ page: "lobby" });

export function startRouter(): void {
  const read = () => (route.value = parseRoute(location.hash));
  addEventListener("hashchange", read);
  read();
}

export function go(hash: string): void {
  location.hash = hash;
}

/** Puts a better address in place of the present one, without a step in the browser's history; `quietly`: the page knows. */
export function replace(hash: string, how?: "quietly"): void {
  if (location.hash === hash) return;
  history.replaceState(null, "", hash);
  if (how !== "quietly") route.value = parseRoute(hash);
}
