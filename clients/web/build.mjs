// Bundles the client into dist/ and fails when its JavaScript outgrows one of its budgets.
import { build, context } from "esbuild";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, "dist");
/** Of gzipped JavaScript: all there is, and what the first page needs to draw its first board. */
const budgets = { whole: 80 * 1024, firstBoard: 50 * 1024 };

/**
 * What is fetched later needs the page to be there, so the page's own modules are one script and not one for each set of
 * parts that use them.
 */
function oneCore(build) {
  build.onLoad({ filter: /\.tsx$/ }, ({ path }) => {
    const source = readFileSync(path, "utf8");
    const contents = later.has(path) ? `import ${JSON.stringify(join(root, "src/pages/app_page"))};\n${source}` : source;
    return { contents, loader: "tsx" };
  });
}

/** Modules that others import when they need them. */
const later = new Set(
  readdirSync(join(root, "src"), { recursive: true })
    .filter((name) => name.endsWith(".tsx"))
    .flatMap((name) => {
      const path = join(root, "src", name);
      const imports = readFileSync(path, "utf8").matchAll(/\bimport\("(\.[^"]+)"\)/g);
      return [...imports].map(([, to]) => `${join(dirname(path), to)}.tsx`);
    }),
);

const options = {
  absWorkingDir: root,
  entryPoints: { app: "src/main.tsx" },
  outdir: dist,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  target: ["es2021", "chrome100", "firefox102", "safari15.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  metafile: true,
  plugins: [{ name: "one core", setup: oneCore }],
  legalComments: "none",
  logLevel: "warning",
};

/** A script and all that it cannot begin without; `needed` answers with their names. */
function needed(metafile, path, found = new Set()) {
  if (found.has(basename(path))) return found;
  found.add(basename(path));
  for (const { path: inner, kind } of metafile.outputs[path].imports) if (kind === "import-statement") needed(metafile, inner, found);
  return found;
}

const entryOf = (metafile, source) => Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint === source && path.endsWith(".js"));

/** Everything in index.html is a relative URL, so the client works under any base path. */
function writePage(metafile) {
  const outputs = Object.keys(metafile.outputs).map((path) => basename(path)).filter((name) => !name.endsWith(".map"));
  const path = entryOf(metafile, options.entryPoints.app);
  const script = basename(path);
  const style = outputs.find((name) => name.endsWith(".css"));
  const others = [...needed(metafile, path)].filter((name) => name !== script);
  const page = readFileSync(join(root, "src/index.html"), "utf8")
    .replace("%SCRIPT%", script)
    .replace("%STYLE%", style)
    .replace(/^(.*)%CHUNK%(.*)\n/m, (_, before, after) => others.map((name) => `${before}${name}${after}\n`).join(""));
  writeFileSync(join(dist, "index.html"), page);
  cpSync(join(root, "public"), dist, { recursive: true });
  writeWorker(outputs);
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

const gzipped = (name) => gzipSync(readFileSync(join(dist, name)), { level: 9 }).length;
const sum = (names) => [...names].reduce((total, name) => total + gzipped(name), 0);

/** What each page needs for its first board, in whatever language is the largest. */
function firstBoards(metafile) {
  const sources = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  const of = (folder) => sources.filter((it) => it.startsWith(`src/${folder}/`)).map((it) => [basename(it).replace(/\..*/, ""), needed(metafile, entryOf(metafile, it))]);
  const app = needed(metafile, entryOf(metafile, options.entryPoints.app));
  const texts = of("texts").map(([, names]) => names);
  const together = (names, text = []) => sum(new Set([...app, ...names, ...text]));
  return [["the first page", []], ...of("pages")].map(([page, names]) => [page, Math.max(together(names), ...texts.map((text) => together(names, text)))]);
}

function report(metafile) {
  const kib = (n) => `${(n / 1024).toFixed(1)} KiB`;
  const names = readdirSync(dist);
  const whole = sum(names.filter((name) => name.endsWith(".js") && name !== "sw.js"));
  const pages = firstBoards(metafile);
  console.log(`JavaScript: ${kib(whole)} gzipped of ${kib(budgets.whole)} allowed`);
  for (const [page, bytes] of pages) console.log(`  first board of ${page}: ${kib(bytes)}`);
  console.log(`  (${kib(budgets.firstBoard)} allowed for the first page)`);
  console.log(`Styles: ${kib(sum(names.filter((name) => name.endsWith(".css"))))} gzipped`);
  if (whole > budgets.whole || pages[0][1] > budgets.firstBoard) {
    console.error("The JavaScript is over its budget.");
    process.exit(1);
  }
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

if (process.argv.includes("--watch")) {
  const page = { name: "page", setup: (b) => b.onEnd((r) => r.metafile && writePage(r.metafile)) };
  const watcher = await context({ ...options, minify: false, sourcemap: "linked", entryNames: "[name]", chunkNames: "[name]", plugins: [...options.plugins, page] });
  await watcher.watch();
} else {
  const result = await build(options);
  writePage(result.metafile);
  writeCompressed();
  report(result.metafile);
}
