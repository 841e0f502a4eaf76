import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { isolated, languages } from "../src/texts";
import { en } from "../src/texts/en";
import { pt } from "../src/texts/pt";

const tables: Record<string, Record<string, string>> = { en, pt };
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

/** The client's sources, from the folder of `npm test`. */
function sources(folder = join(process.cwd(), "src")): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== "texts")
    .map((entry) => (entry.isDirectory() ? sources(join(folder, entry.name)) : readFileSync(join(folder, entry.name), "utf8")))
    .join("\n");
}

test("every language on offer has a table with the same keys", () => {
  assert.deepEqual(Object.keys(tables).sort(), Object.keys(languages).sort());
  for (const [tag, table] of Object.entries(tables)) {
    assert.deepEqual(Object.keys(table).sort(), Object.keys(en).sort(), tag);
    for (const [key, text] of Object.entries(table)) assert.ok(text.trim() !== "", `${tag}: ${key} is empty`);
  }
});

test("a text and its translation have the same values to fill in", () => {
  for (const key of Object.keys(en) as (keyof typeof en)[]) assert.deepEqual(placeholders(pt[key]), placeholders(en[key]), key);
});

test("every text is shown somewhere", () => {
  const code = sources();
  // Keys that are put together end where the variable part begins.
  const parts = [...code.matchAll(/`([\w.]+)\$\{/g)].map((it) => it[1]!);
  const used = (key: string) =>
    code.includes(`"${key}"`) || key.startsWith("error.") || key.startsWith("text.") || key.startsWith("reason.") || parts.some((part) => key.startsWith(part));
  assert.deepEqual(Object.keys(en).filter((key) => !used(key)), []);
});

test("a name inside a sentence is isolated from its direction", () => {
  assert.equal(isolated("שרה"), "\u2068שרה\u2069");
});

test("styles know start and end, not left and right", () => {
  const folder = join(process.cwd(), "src/styles");
  for (const name of readdirSync(folder)) {
    const sided = readFileSync(join(folder, name), "utf8").match(/^\s*(?:(?:margin|padding|border)-(?:left|right)|left|right|text-align: (?:left|right))\b.*/gm);
    assert.equal(sided, null, name);
  }
});
