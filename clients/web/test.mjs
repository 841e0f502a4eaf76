// Compiles the tests with esbuild and runs them with Node's own test runner.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const out = join(root, "node_modules/.cache/tests");
const tests = readdirSync(join(root, "test")).filter((name) => /\.test\.tsx?$/.test(name));

rmSync(out, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: tests.map((name) => join("test", name)),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node18",
  packages: "external",
  jsx: "automatic",
  jsxImportSource: "preact",
  sourcemap: "inline",
  logLevel: "warning",
});

const files = tests.map((name) => join(out, name.replace(/\.tsx?$/, ".mjs")));
const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...files], { stdio: "inherit" });
process.exit(run.status ?? 1);
