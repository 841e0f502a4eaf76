import { Client } from "./store/client";

/** The page's only client. The socket's address is relative to the page's, so a base path is kept. */
export const client = new Client(() => {
  const url = new URL("ws", new URL(".", location.href));
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return new WebSocket(url, "pentad.v1.json");
});
