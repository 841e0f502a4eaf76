// Draws the client's icons as PNG from its SVG, for systems that install no other: node tests/e2e/web/make_icons.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientFolder, launchBrowser } from "./support.mjs";

const folder = join(clientFolder, "public");
const svg = readFileSync(join(folder, "favicon.svg"), "utf8");
const browser = await launchBrowser();

async function draw(name, size, scale, ground) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const inner = Math.round(size * scale);
  await page.setContent(
    `<style>body{margin:0;width:${size}px;height:${size}px;display:grid;place-items:center;background:${ground}}svg{width:${inner}px;height:${inner}px}</style>${svg}`,
  );
  writeFileSync(join(folder, name), await page.screenshot({ omitBackground: ground === "none" }));
  await page.close();
}

await draw("icon-192.png", 192, 0.94, "none");
await draw("icon-512.png", 512, 0.94, "none");
// A maskable icon is cut to a circle or a square: the drawing stays inside, the ground fills the rest.
await draw("icon-maskable-512.png", 512, 0.62, "#f6f2ea");
await browser.close();
