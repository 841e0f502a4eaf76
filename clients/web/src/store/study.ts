import { batch } from "@preact/signals";
import { positionText, type Drawing } from "../board/drawing";
import type { EnginePosition, Options, Piece } from "../protocol/messages";
import * as store from "./store";
import type { Drawn, StudyState } from "./study_state";
import { codeOf, type Talk } from "./talk";

const positionsKept = 500;

/** Earlier positions and "what if", through the server's sandbox of rules: nothing here changes a match. */
export class Study {
  private readonly positions = new Map<string, EnginePosition>();

  constructor(private readonly talk: Talk) {}

  /** A record, or a game without a match. */
  async open(game: string, options: Options, main: readonly string[], ply: number): Promise<boolean> {
    const position = await this.positionAfter(game, options, main.slice(0, ply));
    if (!position?.board) return false;
    this.show({ game, options, board: position.board, main, ply, branch: [], position, ofMatch: false });
    return true;
  }

  close(): void {
    batch(() => {
      store.study.value = null;
      store.picked.value = [];
      store.moveMenu.value = null;
    });
  }

  /** Shows the line after `ply` moves. The last position of a match is the match itself. */
  look(ply: number): void {
    const now = store.study.value ?? this.ofMatch();
    if (!now) return;
    const main = now.ofMatch ? this.movesOfMatch() : now.main;
    const to = Math.max(0, Math.min(ply, main.length));
    if (now.ofMatch && to === main.length) this.close();
    else this.show({ ...now, main, ply: to, branch: [], position: null });
  }

  /** One move back or on; out of a variation first. */
  step(by: number): void {
    const now = store.study.value ?? this.ofMatch();
    if (!now) return;
    if (by < 0 && now.branch.length > 0) this.show({ ...now, branch: now.branch.slice(0, by), position: null });
    else if (now.branch.length === 0) this.look(now.ply + by);
  }

  /** "What if": the present position of the match becomes one to try moves in. */
  begin(): void {
    const now = this.ofMatch();
    if (now && !store.study.value) this.show(now);
  }

  /** Leaves a variation where it began. */
  leaveBranch(): void {
    const now = store.study.value;
    if (now && now.branch.length > 0) this.show({ ...now, branch: [], position: null });
    else this.close();
  }

  async tryMove(move: string): Promise<void> {
    const now = store.study.value;
    if (!now) return;
    const next = now.main[now.ply] === move && now.branch.length === 0 && !now.ofMatch;
    if (next) this.look(now.ply + 1);
    else this.show({ ...now, branch: [...now.branch, move], position: null });
  }

  /** Null where the server does not know such a position. */
  async draw(game: string, drawing: Drawing): Promise<Drawn | null> {
    const start = await this.positionAfter(game, {}, []);
    if (!start?.board) return null;
    const pos = positionText(drawing, start.pos);
    const { move } = drawing;
    const [before, after] = await Promise.all([this.after(game, {}, pos), move ? this.after(game, {}, pos, move) : null]);
    return before && { board: start.board, before, after };
  }

  /** The pieces in a position, or after a move in it; null where that cannot be. */
  after(game: string, options: Options, pos: string, move?: string): Promise<Piece[] | null> {
    const data = { game, options, pos, moves: move ? [move] : undefined };
    return this.talk.connection.request(move ? "engine.apply" : "engine.legal", { data }).then(
      ({ pieces }) => pieces,
      () => null,
    );
  }

  /** What the sandbox has said already of the match's position after a move. */
  known(move: string): EnginePosition | null {
    const match = store.match.value;
    if (!match?.historyComplete) return null;
    return this.positions.get(keyOf(match.game, match.options, [...this.movesOfMatch(), move])) ?? null;
  }

  private movesOfMatch(): string[] {
    return (store.match.value?.history ?? []).map((entry) => entry.move);
  }

  private ofMatch(): StudyState | null {
    const match = store.match.value;
    if (!match || !match.historyComplete) return null;
    const { game, options, board, ply } = match;
    return { game, options, board, main: this.movesOfMatch(), ply, branch: [], position: null, ofMatch: true };
  }

  private show(next: StudyState): void {
    const moves = [...next.main.slice(0, next.ply), ...next.branch];
    const known = next.position ?? this.positions.get(keyOf(next.game, next.options, moves)) ?? null;
    batch(() => {
      store.study.value = { ...next, position: known ?? store.study.value?.position ?? null };
      store.studyReady.value = known !== null;
      store.picked.value = [];
      store.moveMenu.value = null;
    });
    if (known) return;
    void this.positionAfter(next.game, next.options, moves).then((position) => {
      const now = store.study.value;
      if (!now || now.ply !== next.ply || now.branch !== next.branch || now.main !== next.main) return;
      batch(() => {
        if (position) store.study.value = { ...now, position };
        else if (now.branch.length > 0) store.study.value = { ...now, branch: now.branch.slice(0, -1) };
        store.studyReady.value = true;
      });
    });
  }

  /** From the first move on, since a position's text does not hold the history that repetitions need. */
  private async positionAfter(game: string, options: Options, moves: readonly string[]): Promise<EnginePosition | null> {
    const key = keyOf(game, options, moves);
    const known = this.positions.get(key);
    if (known) return known;
    try {
      const type = moves.length > 0 ? "engine.apply" : "engine.legal";
      const data = moves.length > 0 ? { game, options, moves } : { game, options };
      const position: EnginePosition = await this.talk.connection.request(type, { data });
      if (this.positions.size >= positionsKept) this.positions.delete(this.positions.keys().next().value!);
      this.positions.set(key, position);
      return position;
    } catch (error) {
      if (codeOf(error) !== "connection_lost") this.talk.complain(error);
      return null;
    }
  }
}

function keyOf(game: string, options: Options, moves: readonly string[]): string {
  return `${store.previewKey(game, options)} ${moves.join(" ")}`;
}
