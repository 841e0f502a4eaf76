import { Connection, RequestError, type Arguments, type Reply, type RequestOptions, type RequestType } from "../protocol/connection";
import { errorText } from "../texts";
import * as store from "./store";

/** What the parts of the client share: requests whose refusal is told to the player, and short notes to read. */
export class Talk {
  private noteId = 0;

  constructor(readonly connection: Connection) {}

  /** A refusal is shown, unless its code is among `expected`; the answer is then null. */
  async attempt<Type extends RequestType>(
    type: Type,
    options: RequestOptions<Type>,
    expected: string[] = [],
  ): Promise<Reply<Type> | null> {
    try {
      return await this.connection.request(type, ...([options] as Arguments<Type>));
    } catch (error) {
      if (!expected.includes(codeOf(error))) this.complain(error);
      return null;
    }
  }

  /** For what nobody waits for. */
  quietly<Type extends RequestType>(type: Type, ...options: Arguments<Type>): void {
    this.connection.request(type, ...options).catch(() => {});
  }

  get online(): boolean {
    return store.link.value === "online";
  }

  note(text: string, tone: store.Toast["tone"] = "info"): void {
    const id = ++this.noteId;
    store.toasts.value = [...store.toasts.value.slice(-2), { id, text, tone }];
    setTimeout(() => this.dismiss(id), 6000);
  }

  dismiss(id: number): void {
    store.toasts.value = store.toasts.value.filter((it) => it.id !== id);
  }

  complain(error: unknown): void {
    this.note(refusalText(error), "bad");
  }
}

export function refusalText(error: unknown): string {
  return errorText(codeOf(error), error instanceof RequestError ? error.body.data : undefined);
}

export function codeOf(error: unknown): string {
  return error instanceof RequestError ? error.code : "internal_error";
}
