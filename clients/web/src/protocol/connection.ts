import { backoff } from "./backoff";
import type { ErrorBody, Frame, HelloReply, Requests, ServerEvent } from "./messages";
import { streamOf, Streams } from "./streams";

/** The part of WebSocket that the connection needs; tests hand in their own. */
export interface Socket {
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  onerror: ((event: any) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

export interface Timers {
  set(callback: () => void, ms: number): unknown;
  clear(timer: any): void;
}

/** `stopped`: the server said not to come back by itself; only `start` leaves this state. */
export type LinkState = "connecting" | "online" | "reconnecting" | "stopped";

export interface ConnectionOptions {
  open(): Socket;
  /** How to sign in when there is no session to resume. Asked anew for each attempt. */
  auth(): Requests["hello"]["data"]["auth"];
  timers?: Timers;
  random?: () => number;
  lang?: () => string;
}

export type RequestType = keyof Requests;
export type Reply<Type extends RequestType> = Requests[Type]["reply"];

/** What a request names and says, and what is done with its reply. */
export type RequestOptions<Type extends RequestType> = Omit<Requests[Type], "reply"> & {
  /** The stream whose snapshot the reply carries. */
  stream?: (data: Reply<Type>) => string | null;
  /** Runs on `ok` before any later frame is looked at. */
  apply?: (data: Reply<Type>) => void;
};

/** Left out where a request has to name nothing. */
export type Arguments<Type extends RequestType> = {} extends RequestOptions<Type> ? [options?: RequestOptions<Type>] : [options: RequestOptions<Type>];

export class RequestError extends Error {
  constructor(readonly body: ErrorBody) {
    super(body.message ?? body.code);
  }
  get code(): string {
    return this.body.code;
  }
}

/** A request that waits for its reply, whatever its type. */
interface Pending {
  type: RequestType;
  options: { room?: string; match?: string; data?: unknown; stream?: (data: any) => string | null; apply?: (data: any) => void };
  resolve(data: any): void;
  reject(error: RequestError): void;
}

/** A line is asked so often whether it is there while somebody plays, and is dead when nothing was heard so long. */
const attendedMs = 3000;
const silenceMs = 5000;

const doNotReturn = new Set([4000, 4001, 4004, 4005]);
const lost: ErrorBody = { code: "connection_lost", retryable: true };

/**
 * One session with the server over as many sockets as it takes. Sends requests and matches replies by id, checks that
 * streams have no gap, and returns by itself after a lost link: it resumes the session and, where that fails, signs in
 * anew and tells `onSession` that everything must be subscribed again.
 */
export class Connection {
  /** After each hello. `resumed` is null for a new session. */
  onSession: (hello: HelloReply, resumed: HelloReply["resumed"] | null) => void = () => {};
  onEvent: (event: ServerEvent) => void = () => {};
  /** An event of this stream was lost: ask for a snapshot. */
  onGap: (stream: string) => void = () => {};
  onState: (state: LinkState, closeCode: number | null) => void = () => {};
  /** Signing in failed. The answer says whether to try again at once with a new `auth`. */
  onRefused: (error: ErrorBody) => boolean = () => false;

  readonly streams = new Streams();
  state: LinkState = "connecting";
  /** Server's clock minus ours, in ms. */
  clockOffset = 0;

  private socket: Socket | null = null;
  private session: { id: string; token: string } | null = null;
  private pending = new Map<number, Pending>();
  private nextId = 1;
  private attempt = 0;
  private retryTimer: unknown = null;
  private pingTimer: unknown = null;
  private pongTimer: unknown = null;
  private heartbeatMs = 15000;
  private attended = false;
  /** When the last frame came. */
  private heardAt = 0;
  private readonly timers: Timers;

  constructor(private readonly options: ConnectionOptions) {
    this.timers = options.timers ?? {
      set: (callback, ms) => setTimeout(callback, ms),
      clear: (timer) => clearTimeout(timer),
    };
  }

  start(): void {
    this.attempt = 0;
    this.setState(this.session ? "reconnecting" : "connecting", null);
    this.open();
  }

  /** Forgets the session and signs in again with what `auth` says now. */
  restart(): void {
    this.session = null;
    this.streams.clear();
    this.drop();
    this.start();
  }

  stop(): void {
    this.drop();
    this.setState("stopped", null);
  }

  /** The network or the page came back: do not wait for the timer. */
  hurry(): void {
    if (this.state === "online") this.ping();
    else if (this.state !== "stopped" && this.retryTimer !== null) this.open();
  }

  /** While somebody plays a dead line is found within eight seconds. */
  attend(on: boolean): void {
    if (this.attended === on) return;
    this.attended = on;
    if (this.state === "online" && this.pongTimer === null) this.schedulePing();
  }

  request<Type extends RequestType>(type: Type, ...[options]: Arguments<Type>): Promise<Reply<Type>> {
    if (this.state !== "online") return Promise.reject(new RequestError(lost));
    return this.send<Type>(type, options ?? {});
  }

  private send<Type extends RequestType>(type: Type, options: Pending["options"]): Promise<Reply<Type>> {
    return new Promise((resolve, reject) => this.transmit({ type, options, resolve, reject }));
  }

  private transmit(pending: Pending): void {
    const id = this.nextId++;
    const { room, match, data } = pending.options;
    this.pending.set(id, pending);
    this.socket?.send(JSON.stringify({ type: pending.type, id, room, match, data: data ?? {} }));
  }

  /** Too fast: the same request again when the server says. What people type is theirs to send again. */
  private sendLater(pending: Pending, error: ErrorBody | undefined): boolean {
    const wait = error?.code === "rate_limited" ? error.data?.retryAfterMs : undefined;
    if (typeof wait !== "number" || this.state !== "online" || pending.type === "chat.send") return false;
    this.timers.set(() => {
      if (this.state === "online") this.transmit(pending);
      else pending.reject(new RequestError(lost));
    }, wait);
    return true;
  }

  private open(): void {
    this.drop();
    let socket: Socket;
    try {
      socket = this.options.open();
    } catch {
      this.retryLater();
      return;
    }
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(event.data);
    };
    socket.onerror = () => {};
    socket.onclose = (event) => {
      if (this.socket === socket) this.closed(event.code ?? 1006);
    };
    // A socket that neither opens nor fails, or a hello without an answer, must not hang for ever.
    this.pongTimer = this.timers.set(() => this.closed(1006), 12000);
  }

  private hello(): void {
    const resuming = this.session;
    const auth: Requests["hello"]["data"]["auth"] = resuming
      ? { kind: "resume", session: resuming.id, token: resuming.token, streams: this.streams.positions() }
      : this.options.auth();
    const data = {
      protocol: [1],
      client: { name: "pentad-web", version: "0.1.0" },
      auth,
      lang: this.options.lang?.() ?? "en",
    };
    this.send("hello", { data, apply: (hello: HelloReply) => this.welcome(hello, resuming !== null) }).catch((error) => {
      if (error instanceof RequestError && error.code !== lost.code) this.refused(error.body, resuming !== null);
    });
  }

  private welcome(hello: HelloReply, resuming: boolean): void {
    this.cancel("pongTimer");
    this.session = { id: hello.session, token: hello.resumeToken };
    this.attempt = 0;
    this.clockOffset = hello.server.now - Date.now();
    if (hello.heartbeat >= 1000) this.heartbeatMs = Math.min(hello.heartbeat, 20000);
    if (!resuming) this.streams.clear();
    for (const [stream, how] of Object.entries(hello.resumed ?? {})) {
      if (how === "gone") this.streams.forget(stream);
    }
    this.setState("online", null);
    this.schedulePing();
    this.onSession(hello, resuming ? (hello.resumed ?? {}) : null);
  }

  private refused(error: ErrorBody, resuming: boolean): void {
    // What may be better in a moment is no reason to give up the session or the identity.
    if (error.retryable) {
      this.closed(1013);
    } else if (resuming) {
      this.session = null;
      this.streams.clear();
      this.hello();
    } else if (this.onRefused(error)) {
      this.hello();
    } else {
      this.drop();
      this.setState("stopped", null);
    }
  }

  private receive(text: unknown): void {
    this.heardAt = Date.now();
    if (typeof text !== "string") return;
    let frame: Frame;
    try {
      frame = JSON.parse(text) as Frame;
    } catch {
      return;
    }
    if (frame.type === "ok" || frame.type === "error") this.reply(frame);
    else this.event(frame);
  }

  private reply(frame: Frame): void {
    const pending = typeof frame.re === "number" ? this.pending.get(frame.re) : undefined;
    if (!pending) return;
    this.pending.delete(frame.re as number);
    if (frame.type === "error") {
      if (this.sendLater(pending, frame.error)) return;
      pending.reject(new RequestError(frame.error ?? { code: "internal_error" }));
      return;
    }
    const data = (frame.data ?? {}) as { seq?: number };
    const stream = pending.options.stream?.(data);
    if (stream && typeof data.seq === "number") this.streams.snapshot(stream, data.seq);
    pending.options.apply?.(data);
    pending.resolve(data);
  }

  private event(frame: Frame): void {
    const delivery = this.streams.accept(frame);
    // An event of a type that is not known here is one that nobody handles.
    if (delivery === "deliver") this.onEvent(frame as ServerEvent);
    else if (delivery === "gap") this.onGap(streamOf(frame));
  }

  private schedulePing(): void {
    this.cancel("pingTimer");
    this.pingTimer = this.timers.set(() => this.ping(), this.attended ? attendedMs : this.heartbeatMs);
  }

  private ping(): void {
    if (this.state !== "online" || this.pongTimer !== null) return;
    const sent = Date.now();
    this.listen(sent);
    this.send("ping", {
      data: { t: sent },
      apply: (data: Reply<"ping">) => {
        this.cancel("pongTimer");
        if (typeof data.now === "number") this.clockOffset = data.now - (sent + Date.now()) / 2;
        for (const stream of this.streams.behind(data.seqs ?? {})) this.onGap(stream);
        this.schedulePing();
      },
    }).catch(() => {
      // The timer of the next attempt is not this ping's.
      if (this.state !== "online") return;
      this.cancel("pongTimer");
      this.schedulePing();
    });
  }

  /** Whatever comes says that the line is there, though the answer may be behind much else. */
  private listen(since: number): void {
    this.pongTimer = this.timers.set(
      () => (this.heardAt > since ? this.listen(this.heardAt) : this.closed(1006)),
      Math.max(0, since + silenceMs - Date.now()),
    );
  }

  private closed(code: number): void {
    this.drop();
    if (doNotReturn.has(code)) {
      if (code === 4005 || code === 4004) this.session = null;
      this.setState("stopped", code);
      return;
    }
    this.retryLater();
  }

  private retryLater(): void {
    this.setState(this.session || this.state === "reconnecting" ? "reconnecting" : "connecting", null);
    this.retryTimer = this.timers.set(() => this.open(), backoff(this.attempt++, this.options.random));
  }

  /** Lets go of the socket and of everything that waits for it. */
  private drop(): void {
    this.cancel("retryTimer");
    this.cancel("pingTimer");
    this.cancel("pongTimer");
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    const waiting = [...this.pending.values()];
    this.pending.clear();
    for (const pending of waiting) pending.reject(new RequestError(lost));
  }

  private cancel(timer: "retryTimer" | "pingTimer" | "pongTimer"): void {
    if (this[timer] !== null) this.timers.clear(this[timer]);
    this[timer] = null;
  }

  private setState(state: LinkState, closeCode: number | null): void {
    this.state = state;
    this.onState(state, closeCode);
  }
}
