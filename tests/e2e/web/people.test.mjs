// People who do not get on: they are blocked and reported behind their names, by mouse or keyboard, in both languages.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { begin, newPerson, ServerProcess } from "./support.mjs";
import { pair, part, testid } from "./two.mjs";

const server = new ServerProcess();
const { browser, games } = await begin(server);

const say = async ({ page }, text) => {
  await page.locator("[data-testid=chat]").evaluate((box) => (box.open = true));
  await page.fill("[data-testid=chat] input[name=line]", text);
  await page.keyboard.press("Enter");
};
const lines = ({ page }) => page.locator(".chat .lines p bdi:last-child");
const reports = () => execFileSync(server.binary, ["admin", "--data", server.data, "reports"], { encoding: "utf8" });

test("an opponent is blocked and reported by keyboard, and unblocked in the settings", async () => {
  const { host, guest } = await pair(browser, server.url, games[0]);
  await say(guest, "You play badly");
  await say(host, "Please stop");
  await lines(host).getByText("You play badly").waitFor();

  const name = host.page.locator(".seat-bar [data-testid=person]");
  assert.equal(await name.innerText(), guest.name);
  assert.equal(await host.page.locator(".chat [data-testid=person]").count(), 1, "one's own name is no button");
  await name.focus();
  await host.page.keyboard.press("Enter");
  await testid(host.page, "person-dialog").waitFor();
  await testid(host.page, "block").focus();
  await host.page.keyboard.press("Enter");
  await testid(host.page, "block").getByText("Unblock").waitFor();
  await lines(host).getByText("You play badly").waitFor({ state: "detached" });

  await host.page.selectOption("select[name=reason]", "chat");
  await host.page.focus("input[name=report]");
  await host.page.keyboard.type("He is rude.");
  await host.page.keyboard.press("Enter");
  await testid(host.page, "person-dialog").waitFor({ state: "detached" });
  assert.match(reports(), new RegExp(`chat  p_\\w+ \\(${guest.name}\\)  by p_\\w+  m_\\w+  He is rude.`));

  await say(guest, "Hello?");
  await lines(guest).getByText("Hello?").waitFor();
  await say(host, "Quiet at last");
  await lines(host).getByText("Quiet at last").waitFor();
  assert.equal(await lines(host).getByText("Hello?").count(), 0);

  await testid(host.page, "settings").click();
  await testid(host.page, "unblock").click();
  await testid(host.page, "unblock").waitFor({ state: "detached" });
  await testid(host.page, "settings-close").click();
  await say(guest, "Sorry");
  await lines(host).getByText("Sorry").waitFor();
  await part(host, guest);
});

test("what others write stays text on the page, and what misleads does not come to it", async () => {
  const markup = "<img src=x onerror=alert(1)><script>alert(2)</script>";
  const misleading = { bidi: "\u202e", isolate: "\u2066", "zero width": "\u200b", bell: "\u0007", escape: "\u001b[2J", "line end": "\r\n" };
  const { host, guest } = await pair(browser, server.url, games[0]);
  const alarms = [];
  for (const { page } of [host, guest]) page.on("dialog", (dialog) => (alarms.push(dialog.message()), dialog.dismiss()));

  // By the page of a person, which sends what is typed.
  await say(guest, `${markup} is text`);
  for (const person of [host, guest]) await lines(person).getByText(`${markup} is text`, { exact: true }).waitFor({ state: "attached" });

  // By a client that sends what it likes: a name as large as a name may be, and lines in the lobby, where the reader is.
  const reader = await newPerson(browser, server.url, "Reader");
  await testid(reader.page, "chat").waitFor();
  const answers = await guest.page.evaluate(async ({ markup, misleading }) => {
    const told = {};
    for (const [kind, text] of [["markup", ""], ...Object.entries(misleading)]) {
      const socket = new WebSocket(new URL("ws", location.href.replace(/^http/, "ws").replace(/#.*/, "")), "pentad.v1.json");
      const replies = [];
      let noticed = () => undefined;
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if ("re" in message) replies.push(message);
        noticed();
      };
      socket.onclose = () => noticed();
      await new Promise((done) => (socket.onopen = done));
      const ask = async (type, data) => {
        const id = replies.length;
        socket.send(JSON.stringify({ type, id, data }));
        while (replies.length === id && socket.readyState < 2) await new Promise((done) => (noticed = done));
        const reply = replies[id];
        return reply?.type === "ok" ? "ok" : reply?.error.code;
      };
      const hello = (name) => ask("hello", { protocol: [1], client: { name: "raw", version: "1" }, auth: { kind: "guest", name } });
      told[kind] = [];
      if (text) told[kind].push(await hello(`Eve${text}dropper`));
      told[kind].push(await hello(`<b>${kind}</b>`));
      told[kind].push(await ask("chat.send", { channel: "lobby", text: text ? `hidden${text}words` : `${markup} too` }));
      socket.close();
    }
    return told;
  }, { markup, misleading });
  const { markup: shown, ...refused } = answers;
  assert.deepEqual(shown, ["ok", "ok"]);
  for (const [kind, [name, welcome, line]] of Object.entries(refused)) {
    assert.deepEqual([name, welcome], ["name_invalid", "ok"], kind);
    assert.ok(line !== "ok" && line !== "unauthenticated", `${kind}: ${line}`);
  }
  await lines(reader).getByText(`${markup} too`, { exact: true }).waitFor({ state: "attached" });
  await say(reader, "after all of them");
  await lines(reader).getByText("after all of them").waitFor({ state: "attached" });
  for (const { page } of [host, guest, reader]) {
    assert.equal(await page.getByText("hidden").count(), 0);
    assert.equal(await page.locator(".chat img, .chat script, .chat b").count(), 0, "no markup of others");
    // The page itself puts names between U+2068 and U+2069, so that they reorder nothing around them.
    assert.doesNotMatch(await page.locator("body").innerText(), /[\u0000-\u0008\u001b\u200b\u202a-\u202e\u2066\u2067]/);
  }
  assert.deepEqual(alarms, []);
  await part(host, guest, reader);
});

test("who writes what may not be shown is told which character and why, in both languages", async () => {
  const ann = await newPerson(browser, server.url, "Annette");
  const { page } = ann;
  const told = (text) => page.locator(".toast", { hasText: text }).first().waitFor();
  const rename = async (name) => {
    await testid(page, "my-name").click();
    await page.fill("input[name=name]", name);
    await page.keyboard.press("Enter");
  };
  await say(ann, "Good\u202egame");
  await told("The character U+202E changes the direction of the text around it");
  await say(ann, "x".repeat(501));
  await told("at most 500 characters");
  // What people write arrives as they wrote it.
  for (const line of ["می\u200cخواهم", "👨\u200d👩\u200d👧 ❤\ufe0f", "ශ්\u200dරී", "Bien joué\u202f!"]) {
    await say(ann, line);
    await lines(ann).getByText(line.replace("\u202f", " "), { exact: true }).waitFor();
  }
  await rename("The Admin");
  await told("That name passes for the server");
  await rename("x".repeat(33));
  await told("at most 32 characters");
  assert.equal(await testid(page, "my-name").innerText(), ann.name);
  await testid(page, "settings").click();
  await page.selectOption("select[name=language]", "pt");
  await testid(page, "settings-close").click();
  await rename("Ann\u200bette");
  await told("O caráter U+200B não se vê");
  await rename("Zoë 👩🏽\u200d🚀");
  await testid(page, "my-name").getByText("Zoë 👩🏽\u200d🚀").waitFor();
  await part(ann);
});

test("who is blocked finds the door closed, and is told so in Portuguese", async () => {
  const host = await newPerson(browser, server.url, "Ada");
  const guest = await newPerson(browser, server.url, "Bob");
  await say(guest, "Hello there");
  await host.page.locator(".chat [data-testid=person]", { hasText: guest.name }).first().evaluate((name) => name.click());
  await testid(host.page, "block").click();
  await testid(host.page, "block").getByText("Unblock").waitFor();
  await host.page.keyboard.press("Escape");
  await testid(host.page, "person-dialog").waitFor({ state: "detached" });
  await host.page.evaluate((game) => (location.hash = `#/new/${game}`), games[0]);
  await host.page.locator('label:has(input[name="opponent"][value="person"])').click();
  await testid(host.page, "create").click();
  const invite = await testid(host.page, "invite").inputValue();
  await testid(guest.page, "settings").click();
  await guest.page.selectOption("select[name=language]", "pt");
  await testid(guest.page, "settings-close").click();
  await guest.page.goto(invite);
  await guest.page.getByText("Alguém nessa sala não quer encontrar-se consigo.").first().waitFor();
  await part(host, guest);
});
