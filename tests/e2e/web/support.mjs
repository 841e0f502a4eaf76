// A server process and a browser for the end-to-end tests.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { createRequire } from "node:module";
import { connect, createServer as createLine } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const clientFolder = resolve(here, "../../../clients/web");
const { chromium } = createRequire(join(clientFolder, "package.json"))("playwright-core");

export const viewport = { width: 1280, height: 800 };

/** A telephone, narrow and touched. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Where pictures are kept for people to look at. */
export function pictureFolder() {
  const folder = process.env.PENTAD_PICTURES ?? join(tmpdir(), "pentad-web-pictures");
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** How long anything may take on a busy machine. */
export const deadlineMs = 60000;

export function webRoot() {
  const dist = process.env.PENTAD_WEB ?? join(clientFolder, "dist");
  if (!existsSync(join(dist, "index.html"))) throw new Error(`no client in ${dist}: run npm run build in clients/web`);
  return dist;
}

function findChromium() {
  if (process.env.PENTAD_CHROMIUM) return process.env.PENTAD_CHROMIUM;
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of names) if (existsSync(join(folder, name))) return join(folder, name);
  }
  throw new Error("no Chromium in PATH; set PENTAD_CHROMIUM");
}

export function launchBrowser() {
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ],
  });
}

/** A pentad-server with its own data folder, which survives `kill` and `start`. */
export class ServerProcess {
  /** `flags` besides those that every test needs. */
  constructor(...flags) {
    this.flags = flags;
    this.binary = process.env.PENTAD_SERVER;
    if (!this.binary) throw new Error("set PENTAD_SERVER to the pentad-server binary");
    this.data = mkdtempSync(join(tmpdir(), "pentad-web-"));
    this.port = 0;
  }

  async start() {
    const args = ["--port", String(this.port), "--data", this.data, "--web", webRoot(), "--bot-pace-ms", "100",
      "--frames-per-second", "500", "--frame-burst", "1000", ...this.flags];
    this.child = spawn(this.binary, args, { stdio: ["ignore", "pipe", "pipe"] });
    this.killed = false;
    let log = "";
    this.url = await new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error(`the server did not start:\n${log}`)), deadlineMs);
      const read = (bytes) => {
        log = (log + bytes).slice(-20000);
        const line = /pentad-server listening on (http:\S+)/.exec(log);
        if (line) {
          clearTimeout(late);
          done(line[1]);
        }
      };
      this.child.stdout.on("data", read);
      this.child.stderr.on("data", read);
      this.child.once("exit", (code, signal) => {
        clearTimeout(late);
        if (!this.killed) console.error(`the server ended by itself (${signal ?? code}):\n${log}`);
        fail(new Error(`the server ended with ${signal ?? code}:\n${log}`));
      });
    });
    this.port = Number(new URL(this.url).port);
  }

  /** No farewell: what a crash or a pulled plug looks like. */
  async kill(signal = "SIGKILL") {
    this.killed = true;
    const gone = new Promise((done) => this.child.once("exit", done));
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill(signal);
      await gone;
    }
  }

  async remove() {
    if (this.child) await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** Shows the server at `target` under a path of a host, as a reverse proxy does that has other sites too. */
export async function serveUnder(path, target) {
  const { hostname, port } = new URL(target);
  const inside = (url) => (url.startsWith(path) ? url.slice(path.length - 1) : null);
  const proxy = createServer((asked, answer) => {
    const url = inside(asked.url);
    if (url === null) return answer.writeHead(404).end();
    const passed = request({ hostname, port, path: url, method: asked.method, headers: asked.headers }, (reply) => {
      answer.writeHead(reply.statusCode, reply.headers);
      reply.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  proxy.on("upgrade", (asked, socket) => {
    const url = inside(asked.url);
    if (url === null) return socket.destroy();
    const passed = connect(Number(port), hostname, () => {
      const lines = [];
      for (let i = 0; i < asked.rawHeaders.length; i += 2) lines.push(`${asked.rawHeaders[i]}: ${asked.rawHeaders[i + 1]}`);
      passed.write(`GET ${url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      passed.pipe(socket).pipe(passed);
    });
    for (const end of [passed, socket]) end.on("error", () => (passed.destroy(), socket.destroy()));
  });
  await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${proxy.address().port}${path}`, close: () => (proxy.closeAllConnections(), proxy.close()) };
}

/**
 * A line to the server that takes `delayMs` each way. `freeze` makes a hole of it: everybody stays connected, and nothing
 * arrives any more. What was connected then stays dead; what connects after `thaw` gets through.
 */
export async function slowLine(target, delayMs) {
  const { hostname, port } = new URL(target);
  const ends = new Set();
  let frozen = false;
  const waiting = [];
  const carry = (from, to, line) => {
    const later = (act) => setTimeout(() => line.dead || to.destroyed || act(), delayMs);
    from.on("data", (bytes) => later(() => to.write(bytes)));
    from.on("end", () => later(() => to.end()));
    from.on("close", () => later(() => to.destroy()));
    from.on("error", () => from.destroy());
    ends.add(from);
  };
  const lines = new Set();
  const join = (socket) => {
    const line = { dead: false };
    lines.add(line);
    const passed = connect(Number(port), hostname);
    carry(socket, passed, line);
    carry(passed, socket, line);
    socket.resume();
  };
  const proxy = createLine({ pauseOnConnect: true }, (socket) => (frozen ? waiting.push(socket) : join(socket)));
  await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${proxy.address().port}/`,
    freeze() {
      frozen = true;
      for (const line of lines) line.dead = true;
      lines.clear();
    },
    thaw() {
      frozen = false;
      for (const socket of waiting.splice(0)) join(socket);
    },
    close() {
      for (const end of [...ends, ...waiting]) end.destroy();
      proxy.close();
    },
  };
}

/** An empty page of another origin. */
export async function elsewhere() {
  const site = createServer((asked, answer) => answer.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html>"));
  await new Promise((done) => site.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${site.address().port}/`, close: () => (site.closeAllConnections(), site.close()) };
}

let people = 0;

/** A browser profile of its own, with one page that notes everything it should not do. */
export async function newPerson(browser, url, called, options = {}) {
  // Names are taken once; who has one of the own is called just so.
  // `paced`: computers and watched games come at a person's pace, not as fast as a test reads.
  const { unique, paced, ...rest } = options;
  const name = unique ? called : `${called}${++people}`;
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", ...rest });
  const complaints = [];
  await context.addInitScript(([name, paced]) => {
    if (location.protocol === "about:") return;
    if (!paced) for (const [key, value] of [["moment", "off"], ["pace", "played"]]) localStorage.getItem(`pentad.${key}`) ?? localStorage.setItem(`pentad.${key}`, value);
    if (name && !localStorage.getItem("pentad.name")) localStorage.setItem("pentad.name", name);
    addEventListener("securitypolicyviolation", (event) => {
      console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  }, [name, paced === true]);
  const page = await context.newPage();
  page.setDefaultTimeout(deadlineMs);
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()}`);
  });
  const own = (address, base) => address.startsWith(base) || complaints.push(`foreign request: ${address}`);
  page.on("request", (request) => request.url().startsWith("data:") || own(request.url(), url));
  page.on("websocket", (socket) => own(socket.url(), url.replace(/^http/, "ws")));
  await page.goto(url);
  await page.waitForSelector("[data-game]");
  return { page, context, complaints, name };
}

export function noComplaints(...people) {
  for (const person of people) assert.deepEqual(person.complaints, []);
}

/**
 * What every suite begins with: the server, a browser, and the games on offer or those of PENTAD_GAMES, which any game
 * can join without a change here. All ends with the suite.
 */
export async function begin(server = new ServerProcess()) {
  let browser;
  after(async () => {
    await browser?.close();
    await server.remove();
  });
  await server.start();
  browser = await launchBrowser();
  const { page, context } = await newPerson(browser, server.url, "Reader");
  const offered = await page.locator("[data-game]").evaluateAll((cards) => cards.map((card) => card.getAttribute("data-game")));
  await context.close();
  const only = process.env.PENTAD_GAMES?.split(",");
  return { server, browser, offered, games: only ?? offered, only: !!only, once: only ? () => {} : test };
}

/** The same numbers in every run; PENTAD_SEED picks others. */
export function randomNumbers(seed = Number(process.env.PENTAD_SEED ?? 7)) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  };
}
