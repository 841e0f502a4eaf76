import { RequestError } from "../protocol/connection";
import { pathOf, signsOf } from "../board/picker";
import type { Options, Piece, Seat } from "../protocol/messages";
import * as store from "./store";
import type { Talk } from "./talk";

const mostAsked = 2;

/** The position in which moves are chosen now. */
interface Scene {
  game: string;
  options: Options;
  pos: string;
  pieces: readonly Piece[];
  toMove: Seat;
  legal: readonly string[];
}

/** Why something is no move. The client knows no rule: it asks the sandbox, and shows what that says. */
export class Reasons {
  constructor(private readonly talk: Talk) {}

  /** The squares that were clicked, the last of which leads nowhere. */
  async ofClicks(path: string[]): Promise<void> {
    const here = scene();
    if (!here) return;
    const last = path[path.length - 1]!;
    const asked = show(here, { move: last, squares: [last], typed: false });
    const owner = here.pieces.find(([square]) => square === last)?.[1];
    const forms = formsOf(here.legal);
    if (path.length === 1 && owner === here.toMove && forms.some((form) => pathOf(form).length > 1)) {
      store.refusal.value = { ...asked, stuck: true, reason: "" };
      return;
    }
    for (const move of movesLike(forms, path, owner !== undefined).slice(0, mostAsked)) {
      if (await this.ask(here, asked, move)) return;
    }
    if (store.refusal.value === asked) store.refusal.value = { ...asked, reason: "" };
  }

  async ofTyped(move: string): Promise<void> {
    const here = scene();
    if (here) await this.ask(here, show(here, { move, squares: [], typed: true, reason: "" }), move, "form too");
  }

  /** True once there is nothing more to ask: it was answered, or somebody has clicked elsewhere. */
  private async ask({ game, options, pos }: Scene, asked: store.Refusal, move: string, form?: "form too"): Promise<boolean> {
    const error = await this.talk.connection.request("engine.apply", { data: { game, options, pos, move } }).then(
      () => null,
      (error) => (error instanceof RequestError ? error.body : null),
    );
    if (store.refusal.value !== asked) return true;
    const { reason, rule, squares } = error?.data ?? {};
    if (typeof reason !== "string" || (error?.code !== "illegal_move" && !form)) return false;
    store.refusal.value = {
      ...asked,
      reason,
      rule: typeof rule === "string" ? rule : "",
      squares: Array.isArray(squares) && squares.length > 0 ? squares.map(String) : asked.squares,
    };
    return true;
  }
}

function show(here: Scene, said: Pick<store.Refusal, "move" | "squares" | "typed" | "reason">): store.Refusal {
  return (store.refusal.value = { game: here.game, pos: here.pos, rule: "", ...said });
}

function scene(): Scene | null {
  const now = store.study.value;
  if (now) {
    const { game, options, position } = now;
    return position && store.studyLegal.value.length > 0 ? { game, options, ...position } : null;
  }
  const match = store.match.value;
  const legal = store.legal.value;
  return match && legal.length > 0 ? { ...match, legal } : null;
}

/** One move of each way in which moves are written here. */
function formsOf(legal: readonly string[]): string[] {
  return [...new Map(legal.map((move) => [signsOf(move).join(" "), move])).values()];
}

/**
 * What the clicked squares would be as moves, the likeliest first: as long as the clicks, with a sign of capture where
 * somebody stands. What is missing is filled from a move that can be made.
 */
function movesLike(forms: readonly string[], path: string[], occupied: boolean): string[] {
  // A single square says the most about itself as the beginning of a move.
  const length = path.length === 1 ? 2 : path.length;
  const worth = (form: string) => Math.abs(pathOf(form).length - length) + (form.includes("x") === occupied ? 0 : 0.5);
  return forms
    .filter((form) => pathOf(form).length >= path.length)
    .sort((a, b) => worth(a) - worth(b))
    .map((form) => {
      const signs = signsOf(form);
      return pathOf(form).map((square, i) => signs[i]! + (path[i] ?? square)).join("") + signs[signs.length - 1]!;
    });
}
