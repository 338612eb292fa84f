/**
 * Builds the console: bundles the sources in `app/` into scripts that the browser loads page by page, compresses them,
 * and writes an HTML document for each page. Run by `deno task build:app`.
 */
import { dirname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { fileURLToPath } from "node:url";
import type { BuildOptions, Metafile, Plugin } from "esbuild";
import configuration from "../deno.json" with { type: "json" };
import { readIfPresent } from "./read_if_present.ts";
import { type BuiltArtefact, inRepository, staleReason, writeDigest } from "./source_digest.ts";

const COMMAND = "deno task build:app";
const BUILD = "app/build";
const MANIFEST = "app/build.json";
const MAIN = "app/main.tsx";
const STYLE = "app/style.css";
const EARLY = "app/early_theme.ts";
const PAGES = "app/pages.ts";

/** Packages of which the console is built, beside those that they need themselves. */
const PACKAGES = [
  "preact",
  "@preact/signals",
  "preact-iso",
  "uplot",
  "@e965/xlsx",
  "openapi-fetch",
  "esbuild",
] as const;

/** What the console was built of: its files, and its packages with their versions. */
interface Manifest {
  readonly packages: Readonly<Record<string, string>>;
  readonly sources: readonly string[];
}

/** Files of a built console, by their paths in `app/build`, and what they were made of. */
export interface BuiltConsole {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly manifest: Manifest;
}

/** Returns the reason why the committed console does not match its sources, or null where it does. */
export async function consoleStaleReason(): Promise<string | null> {
  const text = await readIfPresent(inRepository(MANIFEST));
  if (text === null) return `Cannot find ${MANIFEST}, run "${COMMAND}"`;
  const { packages, sources }: Manifest = JSON.parse(text);
  const changed = PACKAGES.find((name) => packages[name] !== configuration.imports[name]);
  if (changed !== undefined) return `${BUILD} was built with another version of ${changed}, run "${COMMAND}"`;
  try {
    return await staleReason(artefactOf(sources));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return `${BUILD} is older than its sources, run "${COMMAND}"`;
    throw error;
  }
}

/** The committed console as compiler output, for the digests of its sources and of itself. */
function artefactOf(sources: readonly string[]): BuiltArtefact {
  return {
    sources: [...sources, "scripts/build_app.ts", MANIFEST],
    binary: BUILD,
    digest: "app/build.digest",
    command: COMMAND,
  };
}

/** Bundles the console. Throws with esbuild's messages where that fails. The result is the same on every machine. */
export async function buildConsole(): Promise<BuiltConsole> {
  const esbuild = await import("esbuild");
  const modules = await installedPackages();
  try {
    const options = optionsOf(`${modules}/node_modules`);
    const [main, early] = await Promise.all([
      esbuild.build({ ...options, entryPoints: [MAIN, STYLE], format: "esm", splitting: true }),
      esbuild.build({ ...options, entryPoints: [EARLY], format: "iife" }),
    ]);
    const inputs = { ...main.metafile.inputs, ...early.metafile.inputs };
    const outputs = { ...main.metafile.outputs, ...early.metafile.outputs };
    const files = new Map<string, Uint8Array>();
    for (const { path, contents } of [...main.outputFiles, ...early.outputFiles]) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      files.set(`assets/${name}`, contents);
      files.set(`assets/${name}.br`, await compressed(contents));
    }
    const documents = documentsOf(outputs, await Deno.readTextFile(inRepository(PAGES)));
    for (const [name, html] of documents) files.set(`documents/${name}.html`, new TextEncoder().encode(html));
    const packages = Object.fromEntries(PACKAGES.map((name) => [name, configuration.imports[name]]));
    const sources = Object.keys(inputs).filter((path) => !path.startsWith(`${PACKAGE}:`)).toSorted();
    return { files, manifest: { packages, sources } };
  } finally {
    await esbuild.stop();
    await Deno.remove(modules, { recursive: true });
  }
}

/**
 * Bundles another script by the options of the console, for a test, together with the style sheet. Returns the files by
 * their names, which have no digests. Throws with esbuild's messages where that fails.
 */
export async function bundleOf(entry: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const esbuild = await import("esbuild");
  const modules = await installedPackages();
  try {
    const options = { ...optionsOf(`${modules}/node_modules`), entryNames: "[name]", format: "esm" } as const;
    const { outputFiles } = await esbuild.build({ ...options, entryPoints: [entry, STYLE] });
    return new Map(outputFiles.map(({ path, contents }) => [path.slice(path.lastIndexOf("/") + 1), contents]));
  } finally {
    await esbuild.stop();
    await Deno.remove(modules, { recursive: true });
  }
}

function optionsOf(modules: string) {
  return {
    absWorkingDir: fileURLToPath(inRepository("")),
    nodePaths: [modules],
    // The console reads workbooks of Excel alone, for which the smallest build of the package is enough.
    alias: { "@e965/xlsx": "@e965/xlsx/dist/xlsx.mini.min.js" },
    plugins: [packagesIn(modules)],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    target: "es2023",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    charset: "utf8",
    outdir: BUILD,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    logLevel: "silent",
  } as const satisfies BuildOptions;
}

/** Namespace of the files of packages in esbuild. */
const PACKAGE = "package";

/**
 * Plugin of esbuild that names the files of packages by their paths in the folder of packages. By their real paths,
 * which are others at each build, the digests in the names of scripts would be others, too.
 */
function packagesIn(modules: string): Plugin {
  return {
    name: "packages",
    setup(build) {
      build.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...from }) => {
        if (pluginData === PACKAGE) return null;
        const found = await build.resolve(path, { ...from, pluginData: PACKAGE, namespace: "file" });
        if (found.errors.length > 0 || !found.path.startsWith(modules)) return found;
        return { path: found.path.slice(modules.length), namespace: PACKAGE, sideEffects: found.sideEffects };
      });
      build.onLoad({ filter: /.*/, namespace: PACKAGE }, async ({ path }) => ({
        contents: await Deno.readFile(modules + path),
        resolveDir: dirname(modules + path),
        loader: path.endsWith(".css") ? "css" : "js",
      }));
    },
  };
}

/**
 * Installs the packages of the console into a temporary folder, at the versions and with the checksums of the
 * repository, because esbuild finds packages in a folder `node_modules` alone. Returns the temporary folder.
 */
async function installedPackages(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "console-" });
  const imports = Object.fromEntries(PACKAGES.map((name) => [name, configuration.imports[name]]));
  const lock = { path: "deno.lock", frozen: false };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ nodeModulesDir: "auto", lock, imports }));
  await Deno.copyFile(inRepository("deno.lock"), `${folder}/deno.lock`);
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "--quiet"],
    cwd: folder,
    stdin: "null",
  }).output();
  if (code !== 0) throw new Error(`Cannot install the packages of the console: ${new TextDecoder().decode(stderr)}`);
  return folder;
}

async function compressed(contents: Uint8Array): Promise<Uint8Array> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
  };
  return new Uint8Array(await promisify(brotliCompress)(contents, { params }));
}

/**
 * Returns the HTML documents by their names: `index` for any page, and one for each page that names its scripts as
 * well. A page of one item, as `/app/runs/:run`, has the document `runs.item`.
 */
function documentsOf(outputs: Metafile["outputs"], pages: string): ReadonlyMap<string, string> {
  const byEntry = new Map(Object.entries(outputs).map(([path, { entryPoint }]) => [entryPoint, path]));
  const outputOf = (entry: string): string => {
    const path = byEntry.get(entry);
    if (path === undefined) throw new Error(`Cannot find the script of ${entry}`);
    return path;
  };
  const main = outputOf(MAIN);
  const common = { style: outputOf(STYLE), early: outputOf(EARLY), main };
  const documents = new Map([["index", documentOf({ ...common, preloads: staticImports([main], outputs) })]]);
  for (const [, path = "", file] of pages.matchAll(/path: "\/app\/?([^"]*)".*?import\("\.\/(.*?)"\)/gs)) {
    const document = documentOf({ ...common, preloads: staticImports([main, outputOf(`app/${file}`)], outputs) });
    const [page, ...items] = path.split("/");
    const names = [page === "" ? "overview" : page, ...items.map(() => "item")];
    documents.set(names.join("."), document);
    if (path.endsWith("?")) documents.set(names.slice(0, -1).join("."), document);
  }
  return documents;
}

/** Returns scripts with all scripts that they import, the first ones first. Scripts loaded later are not among them. */
function staticImports(paths: readonly string[], outputs: Metafile["outputs"]): readonly string[] {
  const found = new Set(paths);
  for (const path of found) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement") found.add(imported);
    }
  }
  return [...found];
}

interface DocumentParts {
  readonly style: string;
  readonly early: string;
  readonly main: string;
  /** Scripts that the browser fetches at once, before a script asks for them. */
  readonly preloads: readonly string[];
}

function documentOf({ style, early, main, preloads }: DocumentParts): string {
  const address = (path: string): string => `/app/assets/${path.slice(path.lastIndexOf("/") + 1)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Portfolio Optimization</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<script src="${address(early)}"></script>
<link rel="stylesheet" href="${address(style)}">
${preloads.map((path) => `<link rel="modulepreload" href="${address(path)}">\n`).join("")}</head>
<body>
<div id="console"><noscript>The console needs JavaScript. The interface itself is described at /docs.</noscript></div>
<script type="module" src="${address(main)}"></script>
</body>
</html>
`;
}

/** Sign of the console in the tab of a browser: an efficient frontier with one portfolio on it. */
const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke-width="2.5">' +
  '<path d="M4 21V3M4 21h17" stroke="#8b939d"/><path d="M7.5 18c-1.5-5 3-11 12.5-12.5" stroke="#0072b2"/>' +
  '<circle cx="10.3" cy="10.6" r="2.8" fill="#d55e00"/></svg>';

if (import.meta.main) {
  const { files, manifest } = await buildConsole();
  await Deno.remove(inRepository(BUILD), { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  for (const folder of ["assets", "documents"]) {
    await Deno.mkdir(inRepository(`${BUILD}/${folder}`), { recursive: true });
  }
  for (const [path, contents] of files) await Deno.writeFile(inRepository(`${BUILD}/${path}`), contents);
  await Deno.writeTextFile(inRepository(MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeDigest(artefactOf(manifest.sources));
}
