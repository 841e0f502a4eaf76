import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";
import type { Board, Chair, EnginePosition, Frame, GameInfo, MatchSnapshot, Piece, Player, Room, Seat } from "../src/protocol/messages";
import { lobbyStream } from "../src/protocol/streams";

// A server small enough to read: one toy game, real sockets, real streams. A piece is dropped on an empty point of a
// 3x3 board; the fifth piece wins.

export const toy: GameInfo = {
  game: "toy",
  name: "Toy",
  rulesVersion: 1,
  sides: ["North", "South"],
  options: { properties: { size: { type: "string", title: "Size", default: "3x3", oneOf: [{ const: "3x3", title: "3 by 3" }] } } },
  credit: { designer: "Nobody", year: "2026" },
  supports: { draw: false, takeback: false },
  kinds: { piece: { shape: "bead", letter: "P", label: "piece" } },
  layouts: ["square"],
  rulesText: { en: "# Toy\n\nThe **fifth** piece wins." },
  levels: [{ level: 1, name: "random" }],
};

const board: Board = {
  columns: 3, rows: 3, style: "points", marks: [], layout: "square",
  lines: [["a1", "c1"], ["a2", "c2"], ["a3", "c3"], ["a1", "a3"], ["b1", "b3"], ["c1", "c3"], ["a1", "c3"], ["a3", "c1"]],
};

/** What the real server calls retryable, of what is refused here. */
const forAMoment = new Set(["rate_limited", "draining", "server_full", "storage"]);

const squares = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

/** The position after these moves, outside of any match. */
function sandbox(moves: string[]): EnginePosition {
  const pieces = moves.map((square, i): Piece => [square, (i % 2) as Seat, "piece", 1]);
  const legal = squares.filter((square) => !moves.includes(square));
  return { board, pieces, pos: moves.join(" "), toMove: (moves.length % 2) as Seat, hash: "0", legal, result: null };
}

interface Session {
  id: string;
  token: string;
  player: Player;
  socket: WebSocket | null;
  streams: Set<string>;
}

interface Stream {
  seq: number;
  log: Frame[];
}

interface FakeMatch {
  id: string;
  room: string;
  snapshot: MatchSnapshot;
}

type Reply = { data?: unknown; error?: string };

export class FakeServer {
  readonly received: Frame[] = [];
  /** Requests of these types get this error instead of an answer. */
  readonly refuse = new Map<string, string>();
  /** The next request of this type gets this error, and only that one. */
  readonly refuseOnce = new Map<string, string>();
  private readonly http: Server;
  private readonly sockets: WebSocketServer;
  private readonly players = new Map<string, Player>();
  private readonly sessions = new Map<string, Session>();
  private readonly streams = new Map<string, Stream>();
  private readonly rooms = new Map<string, Room>();
  private readonly matches = new Map<string, FakeMatch>();
  private next = 1;

  constructor(http: Server = createServer()) {
    this.http = http;
    this.sockets = new WebSocketServer({ server: this.http, path: "/ws", handleProtocols: () => "pentad.v1.json" });
    this.sockets.on("connection", (socket) => this.serve(socket));
  }

  listen(port = 0): Promise<number> {
    return new Promise((resolve) => this.http.listen(port, "127.0.0.1", () => resolve((this.http.address() as AddressInfo).port)));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    this.sockets.close();
    await new Promise((resolve) => this.http.close(resolve));
  }

  /** Cuts every link, as a network does. */
  cut(): void {
    for (const socket of this.sockets.clients) socket.terminate();
  }

  forgetSessions(): void {
    this.sessions.clear();
  }

  /** An event beside the streams, to everybody. */
  tell(frame: Frame): void {
    for (const socket of this.sockets.clients) socket.send(JSON.stringify(frame));
  }

  /** Raises a stream's number without telling anyone: an event that was lost. */
  lose(stream: string): void {
    this.stream(stream).seq++;
  }

  /** A move that this server makes for the seat to move. */
  playFor(match: string, square: string): void {
    this.move(this.matches.get(match)!, square);
  }

  private id(prefix: string): string {
    return `${prefix}_${this.next++}`;
  }

  private stream(key: string): Stream {
    if (!this.streams.has(key)) this.streams.set(key, { seq: 0, log: [] });
    return this.streams.get(key)!;
  }

  private announce(key: string, type: string, address: Partial<Frame>, dataFor: (player: Player) => unknown): void {
    const stream = this.stream(key);
    stream.seq++;
    const frame = (player: Player): Frame => ({ type, ...address, seq: stream.seq, data: dataFor(player) });
    for (const session of this.sessions.values()) {
      if (session.streams.has(key)) session.socket?.send(JSON.stringify(frame(session.player)));
    }
    stream.log.push(frame({ id: "", name: "", kind: "human" }));
  }

  private serve(socket: WebSocket): void {
    let session: Session | null = null;
    socket.on("message", (bytes) => {
      const request = JSON.parse(String(bytes)) as Frame & { id: number };
      this.received.push(request);
      const answer = (reply: Reply) => {
        const frame = reply.error
          ? { type: "error", re: request.id, error: { code: reply.error, message: reply.error, retryable: forAMoment.has(reply.error), data: { retryAfterMs: 5 } } }
          : { type: "ok", re: request.id, data: reply.data ?? {} };
        socket.send(JSON.stringify(frame));
      };
      const refusal = this.refuse.get(request.type) ?? this.refuseOnce.get(request.type);
      this.refuseOnce.delete(request.type);
      if (refusal) return answer({ error: refusal });
      if (request.type === "hello") {
        const signed = this.hello(request.data, socket);
        if ("error" in signed) return answer(signed);
        session = signed.session;
        answer({ data: signed.data });
        for (const frame of signed.replay) socket.send(JSON.stringify(frame));
        return;
      }
      answer(session ? this.handle(session, request) : { error: "unauthenticated" });
    });
    socket.on("close", () => {
      if (session?.socket === socket) session.socket = null;
    });
  }

  private hello(data: any, socket: WebSocket): { error: string } | { session: Session; data: unknown; replay: Frame[] } {
    const { auth } = data;
    let session: Session | undefined;
    const resumed: Record<string, string> = {};
    const replay: Frame[] = [];
    let playerToken: string | undefined;
    if (auth.kind === "resume") {
      session = this.sessions.get(auth.session);
      if (!session || session.token !== auth.token) return { error: "resume_expired" };
      for (const [key, seq] of Object.entries(auth.streams as Record<string, number>)) {
        resumed[key] = "replay";
        session.streams.add(key);
        replay.push(...this.stream(key).log.filter((frame) => frame.seq! > seq));
      }
    } else {
      if (auth.kind === "token" && !this.players.has(auth.token)) return { error: "bad_credentials" };
      playerToken = auth.kind === "token" ? undefined : this.id("token");
      const player = this.players.get(auth.token) ?? { id: this.id("p"), name: auth.name ?? "Guest", kind: "human" };
      if (playerToken) this.players.set(playerToken, player);
      session = { id: this.id("s"), token: "", player, socket: null, streams: new Set() };
      this.sessions.set(session.id, session);
    }
    session.socket = socket;
    session.token = this.id("resume");
    const active = [...this.matches.values()]
      .filter((match) => !match.snapshot.result)
      .flatMap((match) => match.snapshot.seats.map((seat, i) => ({ match: match.id, room: match.room, seat: i, player: seat.player.id })))
      .filter((it) => it.player === session!.player.id);
    return {
      session,
      replay,
      data: {
        protocol: 1, session: session.id, resumeToken: session.token, playerToken, player: session.player,
        server: { version: "fake", epoch: "1", now: Date.now(), draining: false }, heartbeat: 15000, games: [toy], active, resumed,
        limits: { lobbyRooms: 100 },
      },
    };
  }

  private handle(session: Session, request: Frame): Reply {
    const { type, data } = request;
    if (type === "ping") {
      const seqs = Object.fromEntries([...session.streams].map((key) => [key, this.stream(key).seq]));
      return { data: { t: data.t, now: Date.now(), seqs } };
    }
    if (type === "lobby.subscribe") {
      const stream = lobbyStream(data?.game);
      session.streams.add(stream);
      return { data: { seq: this.stream(stream).seq, snapshot: this.lobby(data?.game, data?.limit ?? 50) } };
    }
    if (type === "lobby.unsubscribe") {
      session.streams.delete(lobbyStream(data?.game));
      return {};
    }
    if (type === "engine.legal" || type === "engine.apply") return { data: sandbox([...(data.pos ? String(data.pos).split(" ") : []), ...(data.moves ?? (data.move ? [data.move] : []))]) };
    if (type === "room.create") return this.create(session, data);
    if (type === "room.join") return this.join(session, data);
    if (type === "match.watch" || type === "match.sync") return this.watch(session, request.match!);
    const room = this.rooms.get(request.room ?? this.matches.get(request.match ?? "")?.room ?? "");
    if (!room) return { error: "room_not_found" };
    if (type === "room.ready" || type === "room.start") {
      for (const chair of room.seats) if (chair.player?.id === session.player.id) chair.ready = data.ready ?? true;
      this.changed(room);
      if (room.seats.every((chair) => chair.kind === "bot" || (chair.player && chair.ready))) this.startMatch(room, room.seats);
      return {};
    }
    if (type === "room.leave") {
      session.streams.delete(`room:${room.room}`);
      return {};
    }
    const match = this.matches.get(request.match ?? "");
    if (!match) return { error: "match_not_found" };
    const seat = match.snapshot.seats.findIndex((it) => it.player.id === session.player.id);
    if (type === "offer.make") {
      this.startMatch(room, [room.seats[1], room.seats[0]]);
      return { data: {} };
    }
    if (match.snapshot.result) return { error: "match_over" };
    if (seat < 0) return { error: "not_seated" };
    if (type === "match.resign") {
      this.end(match, (1 - seat) as Seat, "resign");
      return {};
    }
    if (type === "move.play") {
      if (data.turn < match.snapshot.turn) return { error: "stale_turn" };
      if (match.snapshot.toMove !== seat) return { error: "not_your_turn" };
      if (!match.snapshot.legal!.includes(data.move)) return { error: "illegal_move" };
      this.move(match, data.move);
      this.botMoves(match);
      return { data: { turn: match.snapshot.turn } };
    }
    return { error: "unknown_type" };
  }

  private create(session: Session, data: any): Reply {
    const id = this.id("r");
    let seated = false;
    const seats: [Chair, Chair] = data.seats.map((chair: Chair) => {
      if (chair.kind === "bot") return { ...chair, ready: true, player: { id: this.id("bot"), name: `Bot ${chair.level}`, kind: "bot" } };
      if (seated && !data.hotseat) return { kind: "human", ready: false };
      seated = true;
      return { kind: "human", ready: false, presence: "online", player: session.player };
    });
    const room: Room = {
      room: id, code: `C${id.slice(2)}`, invite: `i${id}`, host: session.player.id, hotseat: data.hotseat, game: data.game,
      options: data.options, seats, tc: data.tc, visibility: data.visibility, rated: false, state: "open", watchers: 0,
      spectators: true, takeback: true,
    };
    this.rooms.set(id, room);
    session.streams.add(`room:${id}`);
    this.changed(room);
    return { data: { room: id, code: room.code, invite: room.invite, seq: this.stream(`room:${id}`).seq, snapshot: room } };
  }

  private join(session: Session, data: any): Reply {
    const room = [...this.rooms.values()].find((it) => [it.room, it.code, it.invite].includes(data.room ?? data.code ?? data.invite));
    if (!room) return { error: "room_not_found" };
    const seated = room.seats.find((chair) => chair.player?.id === session.player.id);
    const free = room.seats.find((chair) => chair.kind === "human" && !chair.player);
    if (data.seat !== "watch" && !seated) {
      if (!free) return { error: "room_full" };
      Object.assign(free, { player: session.player, presence: "online" });
      this.changed(room);
    }
    session.streams.add(`room:${room.room}`);
    return { data: { room: room.room, seat: null, seq: this.stream(`room:${room.room}`).seq, snapshot: room } };
  }

  private watch(session: Session, id: string): Reply {
    const match = this.matches.get(id);
    if (!match) return { error: "match_not_found" };
    session.streams.add(`match:${id}`);
    return { data: { seq: this.stream(`match:${id}`).seq, snapshot: this.seenBy(match, session.player) } };
  }

  private changed(room: Room): void {
    this.announce(`room:${room.room}`, "room.changed", { room: room.room }, () => room);
    for (const game of [undefined, room.game]) {
      const { players, counts } = this.lobby(game, 0);
      this.announce(lobbyStream(game), "lobby.delta", game ? { game } : {}, () => ({ upsert: [room], remove: [], players, counts }));
    }
  }

  /** So many open rooms of a game that wait for somebody. */
  fill(game: string, count: number): void {
    for (let i = 0; i < count; i++) {
      const seats: [Chair, Chair] = [
        { kind: "human", ready: true, player: { id: `p_${i}`, name: `Guest ${i}`, kind: "human" } },
        { kind: "human", ready: false },
      ];
      const room = this.id("r");
      this.rooms.set(room, {
        room, game, options: {}, seats, tc: { kind: "none" }, visibility: "public", state: "open", created: i, rated: false, watchers: 0,
        code: `C${i}`, invite: "", host: `p_${i}`, hotseat: false, spectators: true, takeback: true,
      });
    }
  }

  private lobby(game: string | undefined, limit: number) {
    const rooms = [...this.rooms.values()].filter((it) => !game || it.game === game).reverse();
    const counts = { open: 0, playing: 0, over: 0 };
    for (const { state } of rooms) counts[state]++;
    return { rooms: rooms.slice(0, limit), players: this.sessions.size, counts, limit };
  }

  private startMatch(room: Room, chairs: [Chair, Chair]): void {
    const id = this.id("m");
    room.seats = chairs;
    const snapshot: MatchSnapshot = {
      game: room.game, rulesVersion: 1, options: room.options,
      room: room.room, board,
      seats: chairs.map((chair) => ({ player: chair.player!, level: chair.level, presence: "online" })) as MatchSnapshot["seats"],
      turn: 0, ply: 0, toMove: 0, pos: "", pieces: [], hash: "0", legal: squares, lastMove: null, history: [],
      clock: { tc: room.tc, remainingMs: null, running: null, at: Date.now() }, offers: [], result: null, spectators: 0,
    };
    const match = { id, room: room.room, snapshot };
    this.matches.set(id, match);
    Object.assign(room, { state: "playing", match: id });
    for (const session of this.sessions.values()) {
      if (session.streams.has(`room:${room.room}`)) session.streams.add(`match:${id}`);
    }
    const data = (player: Player) => ({ seq: 0, snapshot: this.seenBy(match, player) });
    this.announce(`room:${room.room}`, "match.started", { room: room.room, match: id }, data);
    this.botMoves(match);
  }

  private seenBy(match: FakeMatch, player: Player): MatchSnapshot {
    const mine = match.snapshot.seats[match.snapshot.toMove]?.player.id === player.id;
    return { ...match.snapshot, legal: mine ? match.snapshot.legal : undefined };
  }

  private move(match: FakeMatch, square: string): void {
    const it = match.snapshot;
    const seat = it.toMove;
    it.pieces = [...it.pieces, [square, seat, "piece", 1] as Piece];
    it.turn++;
    it.ply++;
    it.toMove = (1 - seat) as Seat;
    it.legal = squares.filter((at) => !it.pieces.some((piece) => piece[0] === at));
    it.lastMove = { ply: it.ply, seat, move: square };
    it.history = [...it.history!, it.lastMove];
    const { turn, ply, toMove, pos, pieces, hash, clock } = it;
    this.announce(`match:${match.id}`, "match.moved", { match: match.id }, (player) => ({
      turn, ply, seat, move: square, pos, pieces, hash, toMove, clock, legal: this.seenBy(match, player).legal,
    }));
    if (ply === 5) this.end(match, seat, "five_placed");
  }

  private botMoves(match: FakeMatch): void {
    const { snapshot } = match;
    if (!snapshot.result && snapshot.seats[snapshot.toMove]?.player.kind === "bot") this.move(match, snapshot.legal![0]!);
  }

  private end(match: FakeMatch, winner: Seat, reason: string): void {
    match.snapshot.result = { winner, reason };
    match.snapshot.legal = undefined;
    this.announce(`match:${match.id}`, "match.ended", { match: match.id }, () => ({ result: match.snapshot.result }));
    const room = this.rooms.get(match.room)!;
    room.state = "over";
    this.changed(room);
  }
}
