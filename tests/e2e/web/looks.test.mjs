// Every page as it looks: no violation of axe's rules in the light, in the dark and at high contrast, nothing wider than
// a telephone, targets as large as a finger, and pictures to look at in PENTAD_PICTURES.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { createRoom, inMatch, playOn, typeMoves } from "./player.mjs";
import {
  begin, clientFolder, newPerson, noComplaints, phone, pictureFolder, randomNumbers, viewport, webRoot,
} from "./support.mjs";

const { server, browser, games, once, only } = await begin();
const axe = readFileSync(createRequire(join(clientFolder, "package.json")).resolve("axe-core/axe.min.js"), "utf8");
const pictures = pictureFolder();

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map((it) => `${it.id}: ${it.nodes.map((node) => `${node.target.join(" ")} ${node.any[0]?.message ?? ""}`).join("; ")}`);
}

const open = (page, hash) => page.evaluate((hash) => (location.hash = hash), hash);

async function withMatch(page, turns = 4) {
  await createRoom(page, games[0], { level: 1, side: "0" });
  await inMatch(page);
  await playOn(page, randomNumbers(3), ({ turn }) => turn >= turns);
}

async function resign(page) {
  await page.click("[data-testid=resign]");
  await page.click("[data-testid=resign-yes]");
  await page.waitForSelector("[data-testid=result]");
}

/** The server's computer looks at a game when nobody else wants it. */
const analysisMs = 240000;

/** Each page by name, and how to get there. */
const pages = {
  lobby: (page) => page.waitForSelector(".game-art .board"),
  "another name": async (page) => {
    await page.click(".name-chip");
    await page.waitForSelector(".name-form");
  },
  create: async (page) => {
    await open(page, `#/new/${games[0]}`);
    await page.waitForSelector("[data-testid=create]");
    await page.locator(".more summary").click();
  },
  rules: async (page) => {
    await open(page, "#/rules");
    await page.waitForSelector(".game-card .board");
  },
  "rules of a game": async (page) => {
    await open(page, `#/rules/${games[0]}`);
    await page.waitForSelector("[data-testid=try-board] [data-next=true]");
  },
  room: async (page) => {
    await createRoom(page, games[0], { opponent: "person" });
    await page.locator("[data-testid=room-options] summary").click();
    await page.locator("[data-testid=chat] summary").click();
  },
  match: async (page) => {
    await withMatch(page);
    await page.locator("[data-next=true]").first().click();
    await page.locator("[data-testid=chat] summary").click();
  },
  "match looked back at": async (page) => {
    await withMatch(page);
    await page.click("[data-testid=back]");
    await page.waitForSelector("[data-testid=study]");
  },
  "asked before resigning": async (page) => {
    await withMatch(page, 2);
    await page.click("[data-testid=resign]");
    await page.waitForSelector("[data-testid=resign-yes]");
  },
  result: async (page) => {
    await withMatch(page, 2);
    await resign(page);
  },
  replay: async (page) => {
    await withMatch(page, 2);
    await resign(page);
    await page.click("[data-testid=replay]");
    await page.waitForSelector("[data-testid=replay-page]");
  },
  analysis: async (page) => {
    await withMatch(page, 2);
    await resign(page);
    await page.click("[data-testid=analyse]");
    await page.waitForSelector("[data-testid=analysis][data-done=true]", { timeout: analysisMs });
    await page.click("[data-testid=back]");
    await page.waitForSelector("[data-testid=verdict]");
  },
  "my games": async (page) => {
    await withMatch(page, 2);
    await resign(page);
    await open(page, "#/matches");
    await page.waitForSelector(".match-row");
  },
  "room with a password": async (page) => {
    await open(page, `#/new/${games[0]}`);
    await page.locator("label:has(input[name=opponent][value=person])").click();
    await page.locator(".more summary").click();
    await page.fill("input[name=password]", "open sesame");
    await page.click("[data-testid=create]");
    const invite = await page.locator("[data-testid=invite]").inputValue();
    // Somebody else comes by the link.
    await page.evaluate(() => localStorage.clear());
    await page.goto("about:blank");
    await page.goto(invite);
    await page.waitForSelector("input[type=password]");
  },
  settings: async (page) => {
    await page.click("[data-testid=settings]");
    await page.waitForSelector("dialog[open]");
  },
  "somebody else": async (page) => {
    const other = await newPerson(browser, server.url, "Bob");
    await other.page.locator("[data-testid=chat] summary").click();
    await other.page.fill("[data-testid=chat] input[name=line]", "Good evening!");
    await other.page.keyboard.press("Enter");
    await page.locator("[data-testid=chat] summary").click();
    await page.locator(".chat [data-testid=person]").last().click();
    await page.waitForSelector("[data-testid=person-dialog]");
    await other.context.close();
  },
  handover: async (page) => {
    await open(page, "#/handover/none");
    await page.waitForSelector("[data-testid=handover-take]");
  },
  "no such room": async (page) => {
    await open(page, "#/room/NOSUCH");
    await page.getByText("There is no such room").waitFor();
  },
  "nothing here": (page) => open(page, "#/nowhere/at/all"),
};

for (const [name, reach] of Object.entries(pages)) {
  once(`the page "${name}" has no violation in any theme and fits a telephone`, async () => {
    const person = await newPerson(browser, server.url, "Ada");
    const { page } = person;
    await reach(page);
    for (const theme of ["light", "dark", "contrast"]) {
      await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
      assert.deepEqual(await violations(page), [], theme);
      if (theme !== "contrast") await page.screenshot({ path: join(pictures, `${name.replaceAll(" ", "-")}-${theme}.png`), fullPage: true });
    }
    await page.evaluate(() => (document.documentElement.dataset.theme = "light"));
    // 320 px is what a zoom of 400 % leaves of 1280.
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${over} px wider than a screen of ${width}`);
    }
    await page.setViewportSize(phone.viewport);
    assert.deepEqual(await violations(page), [], "narrow");
    await page.screenshot({ path: join(pictures, `${name.replaceAll(" ", "-")}-360.png`), fullPage: true });
    noComplaints(person);
    await person.context.close();
  });
}

once("the longer words of Portuguese fit a telephone too", async () => {
  const person = await newPerson(browser, server.url, "Ada", { locale: "pt-PT" });
  const { page } = person;
  await page.waitForSelector("html[lang=pt]");
  for (const name of ["lobby", "create", "rules of a game", "room", "match", "result", "settings"]) {
    await open(page, "#/");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.waitForSelector(".game-art .board");
    await pages[name](page);
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${name}: ${over} px wider than a screen of ${width}`);
    }
    await page.screenshot({ path: join(pictures, `${name.replaceAll(" ", "-")}-pt.png`), fullPage: true });
  }
  noComplaints(person);
  await person.context.close();
});

once("everything has its place from right to left too, boards stay as they are, and names cannot reorder what is around them", async () => {
  const person = await newPerson(browser, server.url, "עדה", { unique: true });
  const { page } = person;
  for (const name of ["lobby", "create", "rules of a game", "room", "match", "result", "my games", "settings"]) {
    await open(page, "#/");
    await page.setViewportSize(viewport);
    await page.waitForSelector(".game-art .board");
    await pages[name](page);
    await page.evaluate(() => (document.documentElement.dir = "rtl"));
    for (const width of [1280, 360, 320]) {
      await page.setViewportSize({ width, height: 740 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${name}: ${over} px wider than a screen of ${width}`);
    }
    const bare = await page.evaluate((called) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [];
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (data.includes(called) && !parentElement.closest("bdi") && !data.includes(`\u2068${called}\u2069`)) found.push(parentElement.outerHTML);
      }
      return found;
    }, person.name);
    assert.deepEqual(bare, [], name);
    await page.setViewportSize(viewport);
    await page.screenshot({ path: join(pictures, `${name.replaceAll(" ", "-")}-rtl.png`) });
    const x = (square) => page.locator(`.match [data-square=${square}]`).boundingBox().then((box) => box.x);
    if (name === "match") assert.ok((await x("a1")) < (await x("b1")));
  }
  noComplaints(person);
  await person.context.close();
});

once("on a telephone every target is as large as a finger", async () => {
  const person = await newPerson(browser, server.url, "Ada", phone);
  const { page } = person;
  const small = () =>
    page.evaluate(() => {
      const wanted = [...document.querySelectorAll("button, select, input:not([type=radio], [type=checkbox]), summary, .segments span, .board[role=grid] .cell, a.button")];
      return wanted
        .filter((element) => element.checkVisibility() && !element.closest(".hidden"))
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ element, box }) => box.height > 0 && (box.height < 43.5 || (box.width < 43.5 && !element.matches(".ply"))))
        .map(({ element, box }) => `${element.tagName}.${element.getAttribute("class")} ${Math.round(box.width)}x${Math.round(box.height)}`);
    });
  assert.deepEqual(await small(), [], "lobby");
  await pages["somebody else"](page);
  assert.deepEqual(await small(), [], "somebody else");
  await page.keyboard.press("Escape");
  await pages.create(page);
  assert.deepEqual(await small(), [], "create");
  await pages.room(page);
  assert.deepEqual(await small(), [], "room");
  for (const game of games) {
    await createRoom(page, game, { level: 1, side: "0" });
    await inMatch(page);
    await page.locator("[data-next=true]").first().waitFor();
    assert.deepEqual(await small(), [], game);
  }
  noComplaints(person);
  await person.context.close();
});

const sitters = ["Ada", "Bea", "Cleo", "Dora", "Eva", "Fay"];
for (const [i, game] of games.entries()) {
  test(`the pictures of ${game}, as it stands in the README and in each theme`, async () => {
    const person = await newPerson(browser, server.url, sitters[i] ?? "Gil", { unique: true });
    const { page } = person;
    await createRoom(page, game, { level: 2, side: "0" });
    await inMatch(page);
    const seen = await playOn(page, randomNumbers(5), ({ turn }) => turn >= 6);
    if (!seen.over) await page.locator("[data-next=true]").first().click();
    const shown = readFileSync(join(clientFolder, "../../README.md"), "utf8");
    assert.ok(only || shown.includes(`clients/web/pictures/${game}.png`), "the README shows every game");
    // The pictures of the README are made anew only when they are asked for.
    if (process.env.PENTAD_README) await page.screenshot({ path: join(clientFolder, "pictures", `${game}.png`) });
    for (const [theme, board] of [["light", "wood"], ["dark", "wood"], ["dark", "dracula"], ["dark", "gruvbox"], ["contrast", "wood"]]) {
      await page.evaluate(([theme, board]) => Object.assign(document.documentElement.dataset, { theme, board }), [theme, board]);
      await page.screenshot({ path: join(pictures, `${game}-${theme}${board === "wood" ? "" : `-${board}`}.png`) });
    }
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: "light", board: "wood" }));
    await page.setViewportSize(phone.viewport);
    await page.screenshot({ path: join(pictures, `${game}-360.png`) });
    noComplaints(person);
    await person.context.close();
  });
}

once("what is written on a board stands out by 4.5 to 1 in every theme, on every board", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, "sight", { opponent: "hotseat" });
  await inMatch(page);
  await typeMoves(page, ["a1", "e1", "a3", "e3"]);
  await page.locator(".match .piece-count").nth(1).waitFor();
  const boards = await page.evaluate(() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].flatMap((rule) => /^\[data-board="(\w+)"\]$/.exec(rule.selectorText?.split(",").at(-1).trim())?.[1] ?? [])));
  assert.ok(boards.length >= 6, boards.join());
  const faint = () =>
    page.evaluate(() => {
      const light = (colour) => {
        const parts = colour.match(/[\d.]+/g).slice(0, 3).map((it) => it / 255);
        const [r, g, b] = parts.map((it) => (it <= 0.03928 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
      };
      const ratio = (a, b) => Math.max(light(a) / light(b), light(b) / light(a));
      const style = (element) => getComputedStyle(element);
      const board = document.querySelector(".match .board");
      const texts = [...board.querySelectorAll("text")].map((text) => {
        const ground = text.matches(".inside") ? style(text).stroke : style(text.matches(".coordinate") ? board.querySelector(".frame") : text.previousElementSibling).fill;
        return [text.textContent, ratio(style(text).fill, ground)];
      });
      return texts.filter(([, it]) => it < 4.5);
    });
  for (const theme of ["light", "dark", "contrast"]) {
    for (const board of boards) {
      await page.evaluate(([theme, board]) => Object.assign(document.documentElement.dataset, { theme, board }), [theme, board]);
      assert.deepEqual(await faint(), [], `${theme}, ${board}`);
    }
  }
  // Labels stand on the squares themselves where there is little room.
  await page.setViewportSize(phone.viewport);
  await createRoom(page, games.find((it) => it !== "sight"), { level: 1, side: "0" });
  await page.locator(".match .coordinate.inside").first().waitFor();
  for (const theme of ["light", "dark", "contrast"]) {
    for (const board of boards) {
      await page.evaluate(([theme, board]) => Object.assign(document.documentElement.dataset, { theme, board }), [theme, board]);
      assert.deepEqual(await faint(), [], `${theme}, ${board}, narrow`);
    }
  }
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: "dark", board: "dracula" }));
  await page.screenshot({ path: join(pictures, "labels-dracula-360.png") });
  noComplaints(person);
  await person.context.close();
});

once("choices of looks, language and sound are kept", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await page.click("[data-testid=settings]");
  await page.locator("label:has(input[name=theme][value=dark])").click();
  await page.locator("label:has(input[name=board][value=dracula])").click();
  await page.locator("label:has(input[name=sound][value=off])").click();
  await page.selectOption("select[name=language]", "pt");
  await page.waitForSelector("html[lang=pt][data-theme=dark][data-board=dracula]");
  await page.click("[data-testid=settings-close]");
  await page.reload();
  await page.waitForSelector("html[lang=pt][data-theme=dark][data-board=dracula] [data-game]");
  await page.getByText("Escolha um jogo").waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("pentad.sound")), "off");
  noComplaints(person);
  await person.context.close();
});

once("the system's dark theme is followed until another is chosen", async () => {
  const person = await newPerson(browser, server.url, "Ada", { colorScheme: "dark" });
  await person.page.waitForSelector("html[data-theme=dark]");
  await person.page.emulateMedia({ colorScheme: "light" });
  await person.page.waitForSelector("html[data-theme=light]");
  noComplaints(person);
  await person.context.close();
});

once("the client installs, and without a connection it says so by itself", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page, context } = person;
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  for (const icon of manifest.icons) assert.equal((await page.request.get(`${server.url}${icon.src}`)).status(), 200, icon.src);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  noComplaints(person);
  const top = await page.locator("main").evaluate((main) => main.getBoundingClientRect().top);
  await server.kill();
  await page.waitForSelector(".banner:has(.spinner)");
  assert.deepEqual(await violations(page), [], "reconnecting");
  assert.equal(await page.locator("main").evaluate((main) => main.getBoundingClientRect().top), top, "the page was pushed about");
  await page.reload();
  await page.waitForSelector("[data-testid=offline]");
  assert.deepEqual(await violations(page), [], "no connection");
  await server.start();
  await page.waitForSelector("[data-game]");
  await context.close();
});

/** Reads a page from nothing; answers when it marked its first board, and all that was pushed about until long after. */
async function firstBoard(page, url, board) {
  await page.goto("about:blank");
  await page.goto(url);
  await page.waitForSelector(board);
  return page.evaluate(
    () =>
      new Promise((done) => {
        const shifts = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if (!entry.hadRecentInput) shifts.push(`${entry.value}: ${entry.sources.map((it) => it.node?.parentElement?.innerHTML.slice(0, 200))}`);
          }
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done({ ms: performance.getEntriesByName("first board")[0].startTime, shifts }), 1000);
      }),
  );
}

/** Milliseconds for which the page kept a processor busy until its first board was there: the same on a busy machine. */
async function workUntilFirstBoard(page, url, board) {
  await page.goto("about:blank");
  await browser.startTracing(page, { categories: ["toplevel"] });
  await page.goto(url);
  await page.waitForSelector(board);
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const threads = traceEvents.filter((it) => it.name === "thread_name" && it.args.name === "CrRendererMain").map((it) => `${it.pid}:${it.tid}`);
  const work = Object.fromEntries(threads.map((thread) => [thread, 0]));
  for (const { pid, tid, name, tdur = 0 } of traceEvents) {
    if (name === "ThreadControllerImpl::RunTask" && `${pid}:${tid}` in work) work[`${pid}:${tid}`] += tdur / 1000;
  }
  return Math.max(...Object.values(work));
}

const gzipped = (names) => names.reduce((sum, name) => sum + gzipSync(readFileSync(join(webRoot(), name)), { level: 9 }).length, 0);

once("the scripts are small: all of them, and those without which there is no first board", async (t) => {
  const all = readdirSync(webRoot()).filter((name) => name.endsWith(".js") && name !== "sw.js");
  assert.ok(gzipped(all) <= 80 * 1024, `${gzipped(all)} bytes`);
  for (const locale of ["en", "pt-PT"]) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(server.url);
    await page.waitForSelector(".game-card .board");
    const fetched = await page.evaluate(() => {
      const { startTime } = performance.getEntriesByName("first board")[0];
      return performance.getEntriesByType("resource").filter((it) => it.startTime < startTime && it.name.endsWith(".js")).map((it) => it.name.split("/").pop());
    });
    assert.ok(fetched.length > 1, "the page is more than one script");
    assert.equal(fetched.filter((name) => /^(en|pt)-/.test(name)).length, 1, "texts of one language");
    assert.ok(gzipped(fetched) <= 50 * 1024, `${locale}: ${gzipped(fetched)} bytes`);
    t.diagnostic(`${locale}: ${(gzipped(fetched) / 1024).toFixed(1)} of ${(gzipped(all) / 1024).toFixed(1)} KiB gzipped`);
    await context.close();
  }
});

once("figures: time to the first board, shifts of the layout", async (t) => {
  const times = [];
  const work = [];
  const shifts = [];
  for (const [screen, options] of Object.entries({ wide: {}, narrow: phone })) {
    const person = await newPerson(browser, server.url, "Ada", options);
    const { page } = person;
    const measure = async (name, url, board) => {
      const seen = await firstBoard(page, url, board);
      shifts.push(...seen.shifts.map((it) => `${name}, ${screen}: ${it}`));
      return seen.ms;
    };
    for (let run = 0; run < 4; run++) times.push(await measure("lobby", server.url, ".game-card .board"));
    work.push(await workUntilFirstBoard(page, server.url, ".game-card .board"));
    await measure("create", `${server.url}#/new/${games[0]}`, ".create .board");
    await measure("rules", `${server.url}#/rules/${games[0]}`, "[data-testid=try-board] .board");
    await withMatch(page, 2);
    await measure("match", page.url(), "[data-testid=match] .board");
    noComplaints(person);
    await person.context.close();
  }
  times.sort((a, b) => a - b);
  const rounded = (all) => all.map((ms) => Math.round(ms)).join(", ");
  const facts = [
    `first board after ${rounded(times)} ms, of which the page works ${rounded(work)} ms`,
    `${shifts.length} shifts of the layout`,
  ].join("; ");
  // 300 ms are wanted on a quiet machine: printed, not asserted, since a busy one must not fail for that.
  t.diagnostic(facts);
  assert.deepEqual(shifts, []);
});
