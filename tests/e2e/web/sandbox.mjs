// The server's sandbox of rules, asked from outside the page: what may be played, for tests that know no game.
import { createRequire } from "node:module";
import { join } from "node:path";
import { clientFolder } from "./support.mjs";

const { WebSocket } = createRequire(join(clientFolder, "package.json"))("ws");

export async function sandbox(url) {
  const socket = new WebSocket(new URL("ws", url.replace(/^http/, "ws")), "pentad.v1.json");
  const waiting = new Map();
  let id = 0;
  const ask = (type, data) => new Promise((done) => (waiting.set(++id, done), socket.send(JSON.stringify({ type, id, data }))));
  socket.on("message", (text) => {
    const { re, data, error } = JSON.parse(text);
    waiting.get(re)?.(error ? null : data);
    waiting.delete(re);
  });
  await new Promise((done, fail) => socket.on("open", done).on("error", fail));
  await ask("hello", { protocol: [1], client: { name: "sandbox", version: "1" }, auth: { kind: "guest" } });
  return {
    start: (game) => ask("engine.legal", { game }),
    after: (game, pos, move) => ask("engine.apply", { game, pos, move }),
    close: () => socket.close(),
  };
}
