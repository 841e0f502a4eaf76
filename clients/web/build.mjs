// Bundles the client into dist/ and fails when its JavaScript outgrows the budget.
import { build, context } from "esbuild";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, "dist");
const budget = 60 * 1024;

const options = {
  absWorkingDir: root,
  entryPoints: { app: "src/main.tsx" },
  outdir: dist,
  entryNames: "[name]-[hash]",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2021", "chrome100", "firefox102", "safari15.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  metafile: true,
  legalComments: "none",
  logLevel: "warning",
};

/** Everything in index.html is a relative URL, so the client works under any base path. */
function writePage(metafile) {
  const outputs = Object.keys(metafile.outputs).map((path) => basename(path));
  const script = outputs.find((name) => name.endsWith(".js"));
  const style = outputs.find((name) => name.endsWith(".css"));
  const page = readFileSync(join(root, "src/index.html"), "utf8")
    .replace("%SCRIPT%", script)
    .replace("%STYLE%", style);
  writeFileSync(join(dist, "index.html"), page);
  cpSync(join(root, "public"), dist, { recursive: true });
  writeWorker([script, style]);
  return { script, style };
}

/** The service worker knows the files of this very build by name. */
function writeWorker(built) {
  const files = ["./", ...built, ...readdirSync(join(root, "public"))];
  const version = createHash("sha256").update(readFileSync(join(dist, "index.html"))).update(files.join()).digest("hex").slice(0, 12);
  const worker = readFileSync(join(root, "src/sw.js"), "utf8")
    .replace("%VERSION%", version)
    .replace("%FILES%", JSON.stringify(files));
  writeFileSync(join(dist, "sw.js"), worker);
}

/** Beside each text its forms for browsers that unpack them: the server sends these rather than the file itself. */
function writeCompressed() {
  const texts = [".html", ".js", ".css", ".svg", ".webmanifest"];
  for (const name of readdirSync(dist).filter((name) => texts.includes(extname(name)))) {
    const plain = readFileSync(join(dist, name));
    const brotli = brotliCompressSync(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    });
    for (const [extension, packed] of [[".br", brotli], [".gz", gzipSync(plain, { level: 9 })]])
      if (packed.length < plain.length) writeFileSync(join(dist, name + extension), packed);
  }
}

function report({ script, style }) {
  const size = (name) => gzipSync(readFileSync(join(dist, name)), { level: 9 }).length;
  const bytes = size(script);
  const kib = (n) => (n / 1024).toFixed(1);
  console.log(`dist/${script}: ${kib(bytes)} KiB gzipped of ${kib(budget)} allowed`);
  console.log(`dist/${style}: ${kib(size(style))} KiB gzipped`);
  if (bytes > budget) {
    console.error("The JavaScript is over its budget.");
    process.exit(1);
  }
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

if (process.argv.includes("--watch")) {
  const page = { name: "page", setup: (b) => b.onEnd((r) => r.metafile && writePage(r.metafile)) };
  const watcher = await context({ ...options, minify: false, sourcemap: "linked", entryNames: "[name]", plugins: [page] });
  await watcher.watch();
} else {
  const result = await build(options);
  const page = writePage(result.metafile);
  writeCompressed();
  report(page);
}
