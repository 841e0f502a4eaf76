import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "vitest";

const root = join(process.cwd(), "src");

/** Each module with what it cannot begin without, types too. What is fetched later is no such thing. */
function modules(): Map<string, string[]> {
  const names = (readdirSync(root, { recursive: true }) as string[]).filter((name) => /\.tsx?$/.test(name));
  return new Map(
    names.map((name) => {
      const imports = readFileSync(join(root, name), "utf8").matchAll(/^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)";/gm);
      return [name, [...imports].map(([, to]) => resolve(name, to!))];
    }),
  );
}

function resolve(from: string, to: string): string {
  const path = join(dirname(join(root, from)), to);
  const file = [`${path}.ts`, `${path}.tsx`, join(path, "index.ts")].find(existsSync);
  assert.ok(file, `${from}: ${to}`);
  return relative(root, file);
}

test("no module needs itself by way of others", () => {
  const all = modules();
  const done = new Set<string>();
  const visit = (name: string, path: string[]): void => {
    assert.ok(!path.includes(name), [...path.slice(path.indexOf(name)), name].join(" -> "));
    if (done.has(name)) return;
    for (const next of all.get(name) ?? []) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of all.keys()) visit(name, []);
  assert.ok(done.size > 80);
});

test("each folder uses only what it may use", () => {
  const below: Record<string, string[]> = {
    protocol: [],
    texts: [],
    board: ["protocol", "texts"],
    store: ["protocol", "board", "texts"],
  };
  for (const [name, imports] of modules()) {
    const folder = name.split("/")[0]!;
    for (const to of imports) {
      if (folder in below) assert.ok([folder, ...below[folder]!].includes(to.split("/")[0]!), `${name} uses ${to}`);
    }
  }
});
